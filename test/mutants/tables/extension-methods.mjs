/** skills-ext-stable on what the methods answer. */
import * as p from "../patch.mjs";
import { nested, row } from "./extension-server.mjs";

const { ROOT, MAIN, FORM } = p;
const page = "skills/list";
const get = "skills/get";
const read = "resources/read";
const dir = "resources/directory/read";
const paged = (method, change) => ({
  server: (s) => {
    s.pageSize = 1;
    p.result(method, change).server(s);
  },
});
const twins = ["a", "b"].map((team) => ({
  path: `${team}/triage`,
  frontmatter: { name: "triage", description: "Sorts requests. Use when one arrives." },
  body: "# T\n",
  files: {},
}));

export const extensionMethods = [
  ["ext-list-implemented", "no skills in the result", p.result(page, (r) => delete r.skills)],
  ["ext-list-resulttype", "no resultType", p.result(page, (r) => delete r.resultType)],
  ["ext-list-cache", "no ttlMs", p.result(page, (r) => delete r.ttlMs)],
  ["ext-list-cache", "an unknown cacheScope", p.result(page, (r) => (r.cacheScope = "shared"))],
  [
    "ext-list-cache-scope",
    "cacheScope changes between pages",
    paged(page, (r, { cursor }) => {
      if (cursor) r.cacheScope = "private";
    }),
    { era: "modern" },
  ],
  ["ext-list-partial", "an empty listing", { skills: [] }, { note: true }],
  [
    "ext-list-any-scheme",
    "a nested SKILL.md only in resources/list",
    {
      skills: nested,
      ...p.server((s) => {
        for (const file of s.skills[1].entry.resources) s.skills[0].entry.resources.push(file);
        p.result(page, (r) => r.skills.pop()).server(s);
      }),
    },
    { note: true },
  ],
  ["ext-entry-names-unique", "two skills of one name", { skills: twins }],
  [
    "ext-list-pagination",
    "a cursor that repeats",
    p.server((s) => {
      s.readCursor = () => 0;
      p.result(page, (r) => (r.nextCursor = "again")).server(s);
    }),
  ],
  ["ext-list-atomic", "an entry twice", p.result(page, (r) => r.skills.push(r.skills[0]))],
  [
    "ext-list-atomic",
    "an entry split over two elements",
    p.result(page, (r) => {
      const rest = structuredClone(r.skills[0]);
      rest.resources = r.skills[0].resources.splice(2);
      r.skills.push(rest);
    }),
  ],
  [
    "ext-list-bad-cursor",
    "an invalid cursor gives the first page",
    p.instead(page, (_, s, modern) => s.page("skills", s.entries, {}, modern)),
  ],
  [
    "ext-get-implemented",
    "skills/get fails for one skill",
    p.answer(get, (_, { uri }) => (uri === MAIN ? p.error(-32603) : undefined)),
  ],
  ["ext-get-implemented", "the result has no skill", p.result(get, (r) => delete r.skill)],
  ["ext-get-resulttype", "no resultType", p.result(get, (r) => delete r.resultType)],
  ["ext-get-cache", "no cacheScope", p.result(get, (r) => delete r.cacheScope)],
  ["ext-get-echo", "another uri comes back", p.result(get, (r) => (r.skill.uri += "?v=1"))],
  ["ext-get-no-cursor", "a nextCursor", p.result(get, (r) => (r.nextCursor = "p2"))],
  ["ext-get-dynamic", 'resources is "static"', p.result(get, (r) => (r.skill.resources = "static"))],
  [
    "ext-get-unknown",
    "an invented skill is found",
    p.instead(get, ({ uri }, s, modern) =>
      typeof uri === "string" && uri.endsWith("/SKILL.md")
        ? s.methods[get].call(s, { uri: MAIN }, modern)
        : undefined,
    ),
  ],
  [
    "ext-get-unknown",
    "an invented skill is an internal error",
    p.instead(get, ({ uri }) =>
      typeof uri === "string" && uri.endsWith("/SKILL.md") ? p.error(-32603, "Internal error") : undefined,
    ),
  ],
  [
    "ext-get-not-skillmd",
    "a supporting file gives its skill",
    p.instead(get, ({ uri }, s, modern) =>
      typeof uri === "string" && uri.startsWith(`${ROOT}/`)
        ? s.methods[get].call(s, { uri: MAIN }, modern)
        : undefined,
    ),
  ],
  [
    "ext-get-not-skillmd",
    "the root gives its skill",
    p.instead(get, ({ uri }, s, modern) =>
      s.byUri.has(`${uri}/SKILL.md`) ? s.methods[get].call(s, { uri: `${uri}/SKILL.md` }, modern) : undefined,
    ),
  ],
  [
    "ext-get-missing-uri",
    "without uri the first skill comes",
    p.instead(get, ({ uri }, s, modern) =>
      uri === undefined ? s.methods[get].call(s, { uri: MAIN }, modern) : undefined,
    ),
  ],
  [
    "ext-get-missing-uri",
    "without uri an internal error",
    p.instead(get, ({ uri }) => (uri === undefined ? p.error(-32603) : undefined)),
  ],
  [
    "ext-get-unlisted",
    "a listed skill is refused",
    p.answer(get, (_, { uri }) => (uri === MAIN ? p.error(-32602, `No skill at ${uri}`) : undefined)),
  ],
  [
    "ext-instructions-pointer",
    "instructions name a skill that is not there",
    p.server((s) => (s.instructions = "Start with skill://acme/gone/SKILL.md.")),
  ],
  [
    "ext-read-standard",
    "a listed file cannot be read",
    p.answer(read, (_, { uri }) => (uri === FORM ? p.error(-32603) : undefined)),
  ],
  ["ext-read-relative", "a link climbs out of the skill", p.body("[Up](../../outside.md)")],
  ["ext-read-relative", "a link to a file that is not listed", p.body("[Gone](references/gone.md)")],
  [
    "ext-dir-mimetype",
    "a child directory is text/plain",
    p.result(dir, (r) => {
      for (const one of r.resources) if (one.mimeType === "inode/directory") one.mimeType = "text/plain";
    }),
  ],
  [
    "ext-dir-every-level",
    "a subdirectory is refused",
    p.answer(dir, (_, { uri }) =>
      uri === `${ROOT}/assets` ? p.error(-32602, `No directory ${uri}`) : undefined,
    ),
  ],
  [
    "ext-dir-pagination",
    "the cursor of a directory is refused",
    p.server((s) => {
      p.answer(dir, (given, { cursor, uri }) => {
        if (cursor !== undefined) return p.error(-32602, `Invalid cursor ${cursor}`);
        if (uri === ROOT && given.result) {
          given.result.resources.length = 1;
          given.result.nextCursor = "p1";
        }
      }).server(s);
    }),
  ],
  [
    "ext-dir-children",
    "a child is left out",
    p.result(dir, (r, { uri }) => uri === ROOT && r.resources.pop()),
  ],
  [
    "ext-dir-children",
    "grandchildren are listed",
    p.result(
      dir,
      (r, { uri }) =>
        uri === ROOT && r.resources.push({ uri: FORM, name: "form.md", mimeType: "text/markdown" }),
    ),
  ],
  ["ext-dir-child-metadata", "a child without name", p.result(dir, (r) => delete r.resources[0].name)],
  [
    "ext-dir-no-trailing-slash",
    "child directories end in a slash",
    p.result(dir, (r) => {
      for (const one of r.resources) if (one.mimeType === "inode/directory") one.uri += "/";
    }),
    { note: true },
  ],
  ["ext-dir-resulttype", "no resultType", p.result(dir, (r) => delete r.resultType)],
  [
    "ext-dir-not-directory",
    "a file reads as an empty directory",
    p.instead(dir, ({ uri }, s, modern) =>
      s.files.has(uri) ? s.page("resources", [], {}, modern) : undefined,
    ),
  ],
  [
    "ext-dir-not-directory",
    "an invented directory reads as empty",
    p.instead(dir, ({ uri }, s, modern) =>
      s.files.has(uri) ? undefined : s.page("resources", [], {}, modern),
    ),
  ],
  [
    "ext-read-unknown",
    "an unknown file reads as a text that says so",
    p.instead(read, ({ uri }, s, modern) => ({
      result: {
        ...s.page("x", [], {}, modern).result,
        x: undefined,
        contents: [{ uri, mimeType: "text/plain", text: "Not found" }],
      },
    })),
  ],
  [
    "ext-err-internal",
    "an internal error with a code of its own",
    p.answer(read, (_, { uri }) => (uri === FORM ? p.error(-32000, "Internal error") : undefined)),
    { note: true },
  ],
  [
    "ext-err-informative",
    "errors without a message",
    p.instead(get, () => p.error(-32602, "")),
    { note: true },
  ],
  ["ext-err-jsonrpc", "an error code that is text", p.instead(get, () => p.error("-32602", "No such skill"))],
  [
    "ext-rsv-meta-prefix",
    "a key of the extension on a resource",
    row((r) => (r._meta = { "io.modelcontextprotocol.skills/license": "MIT" })),
    { note: true },
  ],
];
