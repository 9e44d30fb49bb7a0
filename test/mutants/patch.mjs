/**
 * The small words of which mutants are made. Each gives a part of a mutant: `server` changes the raw server before
 * its first request; `out` changes or multiplies a message that it sends; `rename` writes a text otherwise in both
 * directions; `skills` are served in place of the usual ones.
 */
import { defaultSkills } from "../fixtures/servers/raw/content.mjs";

export const SKILLS = "io.modelcontextprotocol/skills";
/** What most mutants are about: the first skill, its SKILL.md and two of its files. */
export const ROOT = "skill://acme/billing/invoices";
export const MAIN = `${ROOT}/SKILL.md`;
export const STAMP = `${ROOT}/assets/stamp.png`;
export const FORM = `${ROOT}/templates/form.md`;

export const error = (code, message = `Error ${code}`) => ({ error: { code, message } });

export const server = (change) => ({ server: change });
/** Changes the entry of the first skill, in the list and when asked for. */
export const entry = (change) => server((s) => change(s.skills[0].entry));

/** Changes the answer of a method: a result in place, or another answer returned. */
export const answer = (method, change) =>
  server((s) => {
    const right = s.methods[method];
    s.methods[method] = function (params, modern) {
      const given = structuredClone(right.call(this, params, modern));
      return change(given, params ?? {}, this, modern) ?? given;
    };
  });
/** Changes each right result of a method in place; errors stay. */
export const result = (method, change) =>
  answer(method, (given, params, s, modern) => {
    if (given.result) change(given.result, params, s, modern);
  });
/** Answers otherwise where a right server refuses. */
export const instead = (method, make) =>
  answer(method, (given, params, s, modern) => (given.error ? make(params, s, modern) : undefined));

/** Describes the first skill otherwise, from the description up: file, entry and list agree. */
export const skill = (change) => ({
  skills: defaultSkills.map((one, at) => (at === 0 ? { ...one, ...change(structuredClone(one)) } : one)),
});
export const frontmatter = (change) => skill((one) => ({ frontmatter: change(one.frontmatter) }));
/** SKILL.md as this text, whatever its entry says. */
export const text = (whole) => skill(() => ({ text: whole }));
export const body = (more) => skill((one) => ({ body: `${one.body}\n${more}\n` }));
export const file = (path, content, link = true) =>
  skill((one) => ({
    body: link ? `${one.body}\n[File](${path})\n` : one.body,
    files: { ...one.files, [path]: content },
  }));
/** Name and last segment of the path, changed together. */
export const named = (name) =>
  skill((one) => ({
    path: `acme/billing/${encodeURIComponent(name)}`,
    frontmatter: { ...one.frontmatter, name },
  }));

export const rename = (from, to) => ({ rename: [from, to] });

/** One more readable resource for each of these URIs in resources/list. */
export const listed = (...uris) =>
  server((s) => {
    const bytes = Buffer.from("text\n");
    for (const uri of uris)
      s.files.set(uri, { uri, path: uri, mimeType: "text/plain", bytes, body: { text: "text\n" } });
    const right = s.methods["resources/list"];
    s.methods["resources/list"] = function (params, modern) {
      const given = structuredClone(right.call(this, params, modern));
      const rows = uris.map((uri) => ({ uri, name: "extra", mimeType: "text/plain", size: bytes.length }));
      given.result?.resources.push(...rows);
      return given;
    };
  });

/** One template in place of the usual one; nothing completes. */
export const template = (uriTemplate) =>
  server((s) => {
    s.templates = [{ uriTemplate, name: "mutant" }];
  });

/** Changes outgoing messages: a message, several, texts as they are, or none. */
export const out = (change) => ({ out: change });
/** Does so once a connection, on the first answer to a listing. */
export const once = (make) =>
  out((message, request, state) => {
    if (state.done || request.method !== "resources/list") return [message];
    state.done = true;
    return make(message);
  });
