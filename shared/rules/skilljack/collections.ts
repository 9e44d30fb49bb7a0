import type { Exchange } from "../../model/evidence";
import { errorOf, outcomeText, resultOf } from "../answers";
import { about, contentsOf, gathered, idsOf } from "../convention-rules";
import { fail, notApplicable, pass, type RawFinding, untestable } from "../define-rule";
import type { EvidenceIndex } from "../evidence-index";
import { BINARY_EXTENSIONS, extensionOf } from "../media-types";
import { show } from "../values";
import { type JackSkill, jackSkills, readsOf, rule } from "./declare";

/** Rules on `skill://{name}/`, which answers with all files of a skill but SKILL.md. */

interface Collection {
  skill: JackSkill;
  answer: Exchange;
}

/** The collections that were read and answered. */
function collections(index: EvidenceIndex): Collection[] {
  const reads = readsOf(index);
  return jackSkills(index.server).flatMap((skill) => {
    const answer = reads.read(`${skill.uri}/`);
    return answer && answer.outcome.kind !== "none" ? { skill, answer } : [];
  });
}

const NONE_READ = untestable("no collection skill://{name}/ was read");
const CHARACTERS = /[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]/;

export const collection = rule(
  {
    id: "sj-collection",
    level: "OBSERVED",
    section: "src/skill-resources.ts:77",
    title: "skill://{skillName}/ is listed for every skill and gives all its other files as text",
    why: "It is the only way to a skill's files in this convention.",
    fix: "List skill://{name}/ as text/plain and answer it with one text content per file, each under skill://{name}/ and its path.",
  },
  (index) => {
    const skills = jackSkills(index.server);
    if (skills.length === 0) return notApplicable("no skill://{name} is listed");
    const read = collections(index);
    const findings = skills.flatMap((skill) => entryFaults(skill));
    findings.push(...read.flatMap((each) => contentFaults(each)));
    return read.length === 0 && findings.length === 0 ? NONE_READ : gathered(findings);
  },
);

function entryFaults({ uri, name, item, collection: listed }: JackSkill): RawFinding[] {
  if (!listed)
    return [
      {
        ...about(uri, [item.page]),
        message: `${uri} is listed without ${uri}/, the collection of its files.`,
        expected: `${uri}/`,
        actual: "not listed",
        locus: `${uri}/ entry`,
      },
    ];
  const { raw, page } = listed;
  const wanted = {
    name: `${name}/`,
    mimeType: "text/plain",
    description: `All files in ${name} skill directory`,
  };
  const seen = { name: raw.name, mimeType: raw.mimeType, description: raw.description };
  if (show(seen, 2000) === show(wanted, 2000)) return [];
  return [
    {
      ...about(`${uri}/`, [page]),
      message: `${uri}/ is listed with other words than skilljack 0.5 uses.`,
      expected: show(wanted, 300),
      actual: show(seen, 300),
      locus: `${uri}/ entry`,
    },
  ];
}

function contentFaults({ skill: { uri }, answer }: Collection): RawFinding[] {
  if (errorOf(answer) || !Array.isArray(resultOf(answer)?.contents)) {
    return [
      {
        ...about(`${uri}/`, [answer]),
        message: `${uri}/ is listed and gives no contents.`,
        expected: "contents, empty for a skill without further files",
        actual: outcomeText(answer),
        locus: `${uri}/ read`,
      },
    ];
  }
  const root = `${uri}/`;
  return contentsOf(answer).flatMap((content): RawFinding[] => {
    const own = typeof content.uri === "string" ? content.uri : "";
    const path = own.startsWith(root) ? own.slice(root.length) : "";
    if (path === "" || path === "SKILL.md") {
      return [
        {
          ...about(root, [answer]),
          message: `${root} holds a content that is no further file of the skill.`,
          expected: `a uri that is ${root} and a relative path, not SKILL.md`,
          actual: show(content.uri),
          locus: `${root} ${show(content.uri)}`,
        },
      ];
    }
    if (!CHARACTERS.test(path)) return [];
    return [
      {
        ...about(root, [answer]),
        outcome: "note",
        message: `${root} holds a path that is not percent-encoded, so that its URI is none.`,
        actual: own,
        fix: "Percent-encode each segment of the path; sj-raw-uri says that skilljack does not.",
        locus: `${root} ${own}`,
      },
    ];
  });
}

export const fileUnreadable = rule(
  {
    id: "sj-file-unreadable",
    level: "OBSERVED",
    section: "transcript",
    title: "The URIs of single files cannot be read",
    why: "A client has to take a file out of the collection; its own URI leads nowhere.",
    fix: "Nothing, for skilljack 0.5. A server whose files can be read is of a later version.",
  },
  (index) => {
    const tried = readsOf(index)
      .tagged("file")
      .filter(({ outcome }) => outcome.kind !== "none");
    if (tried.length === 0) return untestable("no file of a collection was tried");
    return gathered(
      tried
        .filter((answer) => errorOf(answer)?.code !== -32602)
        .map((answer) => ({
          ...about(String(answer.params.uri), [answer]),
          message: `${String(answer.params.uri)} ${errorOf(answer) ? "is refused with another code" : "can be read"}, unlike in skilljack 0.5.`,
          expected: 'error -32602 "MCP error -32602: Resource … not found"',
          actual: outcomeText(answer),
          locus: String(answer.params.uri),
        })),
    );
  },
);

export const binary = rule(
  {
    id: "sj-binary",
    level: "OBSERVED",
    section: "transcript",
    title: "Binary files are read as UTF-8 text with text/plain, and damaged",
    why: "What is shown of an image or an archive is not the file; no client can repair it.",
    fix: "Nothing, for skilljack 0.5; mcp-binary says what a server should do.",
  },
  (index) => {
    const read = collections(index);
    if (read.length === 0) return NONE_READ;
    const findings: RawFinding[] = [];
    let seen = 0;
    for (const { skill, answer } of read) {
      for (const content of contentsOf(answer)) {
        const uri = String(content.uri);
        const binaryFile = extensionOf(uri) in BINARY_EXTENSIONS;
        if (binaryFile) seen++;
        const { text, mimeType } = content;
        const damaged = typeof text === "string" && text.includes("\ufffd") && mimeType === "text/plain";
        if (typeof text === "string" && (!binaryFile || damaged)) continue;
        findings.push({
          ...about(`${skill.uri}/`, [answer]),
          message: `${uri} is not sent as damaged text, unlike in skilljack 0.5.`,
          expected: "text with U+FFFD and mimeType text/plain",
          actual: show({ mimeType, body: typeof text === "string" ? "text" : "no text" }),
          locus: uri,
        });
      }
    }
    return seen === 0 && findings.length === 0
      ? untestable("no collection holds a file of a binary type")
      : gathered(findings);
  },
);

export const emptyCollection = rule(
  {
    id: "sj-collection-empty",
    level: "OBSERVED",
    section: "src/skill-resources.ts",
    title: "A skill without further files has a directory with empty contents",
    why: "An empty list is an answer there, not a fault.",
    fix: "List skill://{name}/ for a skill of one file too, and answer it with contents [].",
  },
  (index) => {
    const read = collections(index);
    if (read.length === 0) return NONE_READ;
    if (read.some(({ answer }) => show(resultOf(answer)?.contents) === "[]")) return pass;
    const refused = read.filter(({ answer }) => !Array.isArray(resultOf(answer)?.contents));
    if (refused.length === 0) return untestable("every skill has further files");
    return gathered(
      refused.map(({ skill, answer }) => ({
        ...about(`${skill.uri}/`, [answer]),
        message: `${skill.uri}/ is listed and cannot be read.`,
        expected: "contents []",
        actual: outcomeText(answer),
        locus: skill.uri,
      })),
    );
  },
);

export const rawUri = rule(
  {
    id: "sj-raw-uri",
    level: "OBSERVED",
    section: "src/skill-resources.ts",
    title: "The path in a collection's URIs is not percent-encoded",
    why: "A client that compares URIs must encode or decode before it finds the file.",
    fix: "Nothing, for skilljack 0.5; mcp-uri-rfc3986 says what a server should do.",
  },
  (index) => {
    const read = collections(index);
    if (read.length === 0) return NONE_READ;
    const encoded: { uri: string; answer: Exchange }[] = [];
    for (const { skill, answer } of read) {
      for (const { uri } of contentsOf(answer)) {
        if (typeof uri !== "string") continue;
        const path = uri.slice(skill.uri.length + 1);
        if (CHARACTERS.test(path)) return pass;
        if (/%[0-9A-Fa-f]{2}/.test(path)) encoded.push({ uri, answer });
      }
    }
    const first = encoded[0];
    if (!first) return untestable("no path in the collections needs encoding");
    return fail({
      message: "Paths in the collections are percent-encoded, unlike in skilljack 0.5.",
      expected: "the raw path",
      actual: first.uri,
      evidence: idsOf([first.answer]),
      locus: "encoded",
    });
  },
);

export const collectionRules = [collection, fileUnreadable, binary, emptyCollection, rawUri];
