import type { ServerEvidence } from "../../model/evidence";
import { errorOf, outcomeText, resultOf } from "../answers";
import {
  about,
  ConventionReads,
  contentsOf,
  declaresSkills,
  gathered,
  idsOf,
  instructed,
  isError,
  type ListedItem,
  listedResources,
  listedTemplates,
  probed,
  rulesOf,
  textOf,
} from "../convention-rules";
import { fail, notApplicable, note, type RawFinding, untestable } from "../define-rule";
import type { EvidenceIndex } from "../evidence-index";
import { member, show } from "../values";

/** Rules on NimbleBrain's usage documents. */

export const PROFILE = "nimblebrain";
export const SPEC = "https://github.com/NimbleBrainInc/mcp-granola";
const rule = rulesOf(PROFILE, SPEC);
const USAGE = /^skill:\/\/[a-z0-9]+(?:-[a-z0-9]+)*\/usage$/;

export const documents = (server: ServerEvidence): ListedItem[] =>
  listedResources(server).filter(({ uri }) => USAGE.test(uri));
const readsOf = (index: EvidenceIndex) => new ConventionReads(index.exchanges(`convention:${PROFILE}`));
const NONE = notApplicable("no skill://{server}/usage is listed");

/** Judges the listed documents one by one, each with the read of it. */
function onDocuments(
  index: EvidenceIndex,
  check: (item: ListedItem, reads: ConventionReads) => RawFinding[],
) {
  const all = documents(index.server);
  if (all.length === 0) return NONE;
  const reads = readsOf(index);
  return gathered(all.flatMap((item) => check(item, reads)));
}

const uriRule = rule(
  {
    id: "nb-uri",
    level: "OBSERVED",
    section: "NimbleBrainInc/mcp-granola src/mcp_granola/server.py:35",
    title: "One document skill://{server}/usage is listed",
    why: "Clients of this pattern look for the literal segment usage behind the server's name.",
    fix: "List one resource skill:// and the server's name in lower case, then /usage.",
  },
  ({ server }) => {
    const all = documents(server);
    const evidence = idsOf(server.resourcePages);
    if (all.length === 0) {
      return fail({
        message: "No resource skill://{server}/usage is listed.",
        expected: "skill://{server}/usage, the server in lower case with single hyphens",
        actual: show(listedResources(server).map(({ uri }) => uri)),
        evidence: evidence.length > 0 ? evidence : idsOf(server.exchanges.slice(0, 1)),
        locus: "none",
      });
    }
    if (all.length === 1) return gathered([]);
    return note({
      message: `${all.length} usage documents are listed; the pattern knows one per server.`,
      actual: show(all.map(({ uri }) => uri)),
      fix: "Serve one document per server, or show several skills by the released extension.",
      evidence,
      locus: "several",
    });
  },
);

const noSkillMd = rule(
  {
    id: "nb-no-skillmd",
    level: "OBSERVED",
    section: "same",
    title: "The document has no frontmatter",
    why: "Without a name and a description in it a client has only the server's words for the skill.",
    fix: "Nothing, for this pattern; a SKILL.md with frontmatter belongs under a URI that ends in /SKILL.md.",
  },
  (index) => {
    const tried = documents(index.server).filter(({ uri }) => textOf(readsOf(index).read(uri)) !== undefined);
    if (documents(index.server).length === 0) return NONE;
    if (tried.length === 0) return untestable("no usage document was read");
    return onDocuments(index, ({ uri }, reads) => {
      const text = textOf(reads.read(uri));
      if (text === undefined || !/^\ufeff?---[ \t]*\r?\n/.test(text)) return [];
      return [
        {
          ...about(uri, [reads.read(uri)]),
          message: `${uri} begins with frontmatter, unlike in this pattern.`,
          expected: "a text that begins with a heading",
          actual: show(text.slice(0, 80)),
          locus: uri,
        },
      ];
    });
  },
);

const instructions = rule(
  {
    id: "nb-instructions",
    level: "OBSERVED",
    section: "server.py:25-30",
    title: "The instructions name the document",
    why: "Nothing else tells a model to read it before the tools are called.",
    fix: "Tell in instructions to read the URI before the tools are used.",
  },
  (index) =>
    onDocuments(index, ({ uri, page }) => {
      if (instructed(index.server, uri)) return [];
      return [
        {
          ...about(uri, [...index.exchanges("handshake"), page]),
          message: `The instructions do not name ${uri}.`,
          expected: `instructions that contain ${uri}`,
          actual: show(index.server.instructions, 200),
          locus: uri,
        },
      ];
    }),
);

const mimeType = rule(
  {
    id: "nb-mimetype",
    level: "OBSERVED",
    section: "FastMCP default",
    title: "The document is text/plain under the name of a Python function",
    why: "A client that shows only text/markdown as markdown shows the source.",
    fix: "Nothing, for this pattern; text/markdown says what the document is.",
  },
  (index) =>
    onDocuments(index, ({ uri, raw, page }, reads) => {
      const answer = reads.read(uri);
      const [content] = contentsOf(answer);
      const named = typeof raw.name === "string" && /^[A-Za-z_][A-Za-z0-9_]*$/.test(raw.name);
      const typed = raw.mimeType === "text/plain" && (!content || content.mimeType === "text/plain");
      if (named && typed) return [];
      return [
        {
          ...about(uri, [page, answer]),
          message: `${uri} has another ${named ? "type" : "name"} than FastMCP's decorator gives.`,
          expected: "text/plain in list and content, and an identifier as name",
          actual: show({ name: raw.name, list: raw.mimeType, content: content?.mimeType }),
          locus: uri,
        },
      ];
    }),
);

const FORMS: [key: string, version: string][] = [
  ["_fastmcp", "FastMCP 2.14"],
  ["fastmcp", "FastMCP 3 or later"],
];

const meta = rule(
  {
    id: "nb-meta",
    level: "OBSERVED",
    section: "FastMCP components.py:141",
    title: "_meta holds FastMCP's tags",
    why: "The key tells the version of FastMCP, and so the error codes to expect.",
    fix: 'Nothing: FastMCP sends {"_fastmcp": {"tags": []}} up to 2.14 and {"fastmcp": …} from 3 on.',
  },
  (index) =>
    onDocuments(index, ({ uri, raw, page }) => {
      const form = FORMS.find(([key]) => Array.isArray(member(member(raw._meta, key), "tags")));
      if (form) {
        return [
          {
            ...about(uri, [page]),
            outcome: "note",
            message: `_meta of ${uri} is that of ${form[1]}.`,
            locus: uri,
          },
        ];
      }
      return [
        {
          ...about(uri, [page]),
          message: `_meta of ${uri} is not FastMCP's.`,
          expected: '{"_fastmcp": {"tags": [ … ]}} or {"fastmcp": {"tags": [ … ]}}',
          actual: show(raw._meta),
          locus: uri,
        },
      ];
    }),
);

const single = rule(
  {
    id: "nb-single",
    level: "OBSERVED",
    section: "same",
    title: "There is nothing beside the document: no template, no further file, no completion",
    why: "Files that the text names cannot be had.",
    fix: "Nothing, for this pattern; supporting files need the released extension.",
  },
  ({ server }) => {
    if (documents(server).length === 0) return NONE;
    const templates = listedTemplates(server);
    const others = listedResources(server).filter(
      ({ uri }) => uri.startsWith("skill://") && !USAGE.test(uri),
    );
    const findings = [...templates, ...others].map(
      ({ uri, page }): RawFinding => ({
        message: `${uri} is listed beside the usage document.`,
        expected: "no template and no other skill:// resource",
        actual: uri,
        evidence: idsOf([page]),
        locus: uri,
      }),
    );
    const completions = member(server.capabilities, "completions");
    if (completions !== undefined) {
      findings.push({
        message: "completions is declared.",
        expected: "no completions",
        actual: show(completions),
        evidence: idsOf(server.exchanges.filter(({ purpose }) => purpose === "handshake")),
        locus: "completions",
      });
    }
    return gathered(findings);
  },
);

const ANSWERS: [code: number, words: (uri: string) => string, version: string][] = [
  [0, (uri) => `Unknown resource: '${uri}'`, "FastMCP 2.14"],
  [-32002, (uri) => `Resource not found: Unknown resource: '${uri}'`, "FastMCP 3"],
  [-32602, (uri) => `Resource not found: '${uri}'`, "FastMCP 4"],
];

const unknown = rule(
  {
    id: "nb-unknown",
    level: "OBSERVED",
    section: "FastMCP 2.14.5 server.py; 3.x mcp_operations.py",
    title: "A document that does not exist is answered as the version of FastMCP does",
    why: "Code 0 is no code of the protocol; a client must know the version to read the answer.",
    fix: "Nothing, for this pattern; mcp-not-found says what a server should do.",
  },
  (index) => {
    const tried = probed(index, "nb-unknown");
    if (!Array.isArray(tried)) return tried;
    return gathered(
      tried.map((answer): RawFinding => {
        const uri = String(answer.params.uri);
        const form = ANSWERS.find(([code, words]) => isError(answer, code, words(uri)));
        // The data tells FastMCP 4 from another server with the same words.
        if (form && (form[0] !== -32602 || member(errorOf(answer)?.data, "uri") === uri)) {
          return {
            outcome: "note",
            message: `An unknown document is answered as by ${form[2]}.`,
            actual: outcomeText(answer),
            evidence: idsOf([answer]),
            locus: "version",
          };
        }
        return {
          ...about(uri, [answer]),
          message: `${uri}, which does not exist, is answered otherwise than by any FastMCP.`,
          expected: ANSWERS.map(([code, words]) => `${code} ${words(uri)}`).join(" or "),
          actual: outcomeText(answer),
          locus: "unknown",
        };
      }),
    );
  },
);

const capabilities = rule(
  {
    id: "nb-caps",
    level: "OBSERVED",
    section: "FastMCP 2.14.5",
    title: "The server has tools, resources without subscriptions, and no skills extension",
    why: "The document explains the server's own tools; without tools there is nothing to explain.",
    fix: "Declare resources.subscribe false, neither completions nor the skills extension, and offer the tools that the document explains.",
  },
  (index) => {
    const { server } = index;
    const handshake = index.exchanges("handshake");
    const faults: [string, string, unknown][] = [];
    const subscribe = member(member(server.capabilities, "resources"), "subscribe");
    if (subscribe !== false) faults.push(["resources.subscribe", "false", subscribe]);
    const completions = member(server.capabilities, "completions");
    if (completions !== undefined) faults.push(["completions", "nothing", completions]);
    if (declaresSkills(server)) faults.push(["the skills extension", "nothing", "declared"]);
    const findings = faults.map(
      ([what, expected, actual]): RawFinding => ({
        message: `The handshake has ${show(actual)} as ${what}.`,
        expected: `${what}: ${expected}`,
        actual: show(actual),
        evidence: idsOf(handshake),
        locus: what,
      }),
    );
    const answer = readsOf(index).of("tools/list")[0];
    const tools = resultOf(answer)?.tools;
    if (answer && answer.outcome.kind !== "none" && !(Array.isArray(tools) && tools.length > 0)) {
      findings.push({
        outcome: "note",
        message: "The server has no tools: it emulates the pattern.",
        actual: outcomeText(answer),
        evidence: idsOf([answer]),
        locus: "tools",
      });
    }
    return gathered(findings);
  },
);

export const usageRules = [uriRule, noSkillMd, instructions, mimeType, meta, single, unknown, capabilities];
