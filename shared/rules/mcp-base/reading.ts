import type { Exchange, FileEvidence, SkillEvidence } from "../../model/evidence";
import { matchTemplate } from "../../uri/match-template";
import { equivalent } from "../../uri/rfc3986";
import {
  hasCode,
  INVALID_PARAMS,
  METHOD_NOT_FOUND,
  outcomeText,
  RESOURCE_NOT_FOUND,
  resultOf,
  uriOf,
} from "../answers";
import {
  fail,
  found,
  notApplicable,
  note,
  pass,
  type RawFinding,
  untestable,
  type Verdict,
} from "../define-rule";
import { type EvidenceIndex, listOf } from "../evidence-index";
import { bareMediaType, isBinaryType } from "../media-types";
import { probeVerdict } from "../probe";
import { count, describe, kindOf, listed, member, show } from "../values";
import { baseRule } from "./declare";

/** Rules on resources/read. */

const READ = "resources/read";

/** True when a listed template could have made the URI: then an answer to an invented value may be right. */
function fromTemplate(index: EvidenceIndex, uri: string): boolean {
  return index.server.templatePages
    .flatMap((page) => listOf(page, "resourceTemplates"))
    .map((item) => member(item, "uriTemplate"))
    .some((template) => typeof template === "string" && matchTemplate(template, uri) !== undefined);
}

function isEmpty(exchange: Exchange): boolean {
  const contents = resultOf(exchange)?.contents;
  return Array.isArray(contents) && contents.length === 0;
}

export const notFound = baseRule(
  "server",
  {
    id: "mcp-not-found",
    level: "MUST",
    section: "resources: Error Handling",
    page: "server/resources#error-handling",
    title: "An unknown resource is answered with the code for it",
    why: "A client tells by the code that there is no such resource, rather than a broken server or content to read.",
    fix: "Answer with error -32602 from 2026-07-28, with -32002 in older revisions.",
  },
  (_, index) =>
    probeVerdict(index, "unknown-resource", (exchange) => {
      const expected = index.modern ? "error -32602" : "error -32002 (or -32602)";
      const uri = uriOf(exchange) ?? "";
      const about = { expected, actual: outcomeText(exchange), evidence: [exchange.id] };
      if (hasCode(exchange, METHOD_NOT_FOUND)) return notApplicable("resources/read is not implemented");
      if (exchange.outcome.kind === "result") {
        if (isEmpty(exchange))
          return notApplicable("answered with empty contents; mcp-no-empty-contents says so");
        if (fromTemplate(index, uri)) return notApplicable("a listed template may well have this value");
        return [
          {
            ...about,
            severity: "error",
            message: `Reading ${show(uri)}, which does not exist, succeeds.`,
            fix: `Answer with ${expected}; a text that says “not found” is content to every client.`,
            locus: "success",
          },
        ];
      }
      if (hasCode(exchange, INVALID_PARAMS)) return pass;
      if (!index.modern && hasCode(exchange, RESOURCE_NOT_FOUND)) return pass;
      return [
        {
          ...about,
          severity: index.modern ? "error" : "warning",
          message: `Reading ${show(uri)}, which does not exist, is answered with another code than that for an unknown resource.`,
          locus: "code",
        },
      ];
    }),
);

export const noEmptyContents = baseRule(
  "server",
  {
    id: "mcp-no-empty-contents",
    level: "MUST NOT",
    section: "resources (2026-07-28)",
    page: "server/resources#error-handling",
    title: "A missing resource is not answered with an empty contents array",
    why: "An empty array says that the resource is there and has nothing in it.",
    fix: "Answer an unknown URI with an error.",
  },
  (_, index) =>
    probeVerdict(index, "unknown-resource", (exchange) => {
      if (exchange.outcome.kind === "error") return pass;
      if (!isEmpty(exchange)) return pass;
      return [
        {
          severity: index.modern ? "error" : "warning",
          message: `Reading ${show(uriOf(exchange))}, which does not exist, succeeds with empty contents.`,
          expected: index.modern ? "error -32602" : "error -32002 (or -32602)",
          actual: outcomeText(exchange),
          evidence: [exchange.id],
        },
      ];
    }),
);

export const binary = baseRule(
  "file",
  {
    id: "mcp-binary",
    level: "MUST",
    section: "resources: Security",
    page: "server/resources#security-considerations",
    title: "Binary data is base64 in blob",
    why: "Bytes that are no UTF-8 do not survive as JSON text; what arrives is another file.",
    fix: "Send binary content as blob: standard base64 with padding, without line breaks.",
  },
  ({ skill, file }) => {
    if (!file.parts || file.parts.length === 0) return notApplicable("the file was not read");
    const { facts } = file;
    const findings: RawFinding[] = [];
    const about = { evidence: file.read ? [file.read.id] : [] };
    if (file.parts.some((part) => part.badBase64)) {
      findings.push({
        ...about,
        message: `The blob of ${show(file.uri)} is no standard base64.`,
        expected: "characters of A-Z a-z 0-9 + / with = as padding, in groups of four",
        actual: "other characters, or a wrong length",
        locus: "base64",
      });
    }
    const part = file.parts.find(({ uri }) => uri === file.uri) ?? file.parts[0]!;
    const type = typeof part.mimeType === "string" ? bareMediaType(part.mimeType) : "";
    if (part.body === "text" && isBinaryType(type) && (facts?.hasNul || facts?.hasReplacement)) {
      findings.push({
        ...about,
        message: `${show(file.uri)} is ${type} and comes as text with ${facts.hasNul ? "U+0000" : "U+FFFD"}: it was damaged on the way.`,
        expected: "blob",
        actual: "text",
        locus: "text",
      });
    }
    return skill.source === "folder" ? notApplicable("the target is a folder") : found(findings);
  },
);

export const contentsUri = baseRule(
  "exchange",
  {
    id: "mcp-contents-uri",
    level: "STATEMENT",
    section: "resources: Reading",
    page: "server/resources#reading-resources",
    title: "contents[].uri names the resource; several contents may be returned for one uri",
    why: "A client that reads one URI and gets others has to treat the answer as a collection.",
    fix: "Set contents[].uri to the requested URI, unless the resource really is a collection.",
  },
  ({ exchange }) => {
    const contents = exchange.method === READ ? resultOf(exchange)?.contents : undefined;
    const asked = uriOf(exchange);
    // What a climbing URI gives is mcp-validate-uri's.
    if (!Array.isArray(contents) || asked === undefined || exchange.purpose === "probe:traversal") {
      return notApplicable("no resources/read gave contents");
    }
    const others = contents
      .map((part) => member(part, "uri"))
      .filter((uri) => typeof uri === "string")
      .filter((uri) => uri !== asked);
    if (others.length === 0) return pass;
    const same = others.every((uri) => equivalent(uri, asked));
    // A collection has several contents, or ones that lie below the URI asked for; one content is that of the file.
    const instead = !same && contents.length === 1 && !below(others[0]!, asked);
    if (instead) {
      return fail({
        severity: "warning",
        message: `Reading ${show(asked)} gives the content of another URI: ${show(others[0])}.`,
        expected: asked,
        actual: others[0]!,
        subject: { kind: "uri", uri: asked },
        evidence: [exchange.id],
        locus: "instead",
      });
    }
    return note({
      message: same
        ? `Reading ${show(asked)} gives contents under another spelling of the URI: ${others[0]}.`
        : `Reading ${show(asked)} gives ${count(others.length, "content", "contents")} of other URIs, a collection: ${listed(others, 3)}.`,
      expected: asked,
      actual: listed(others, 3),
      subject: { kind: "uri", uri: asked },
      evidence: [exchange.id],
      locus: same ? "spelling" : "collection",
    });
  },
);

/** Whether a URI lies below another one taken as a directory. */
const below = (uri: string, directory: string) => uri.startsWith(directory.replace(/\/?$/, "/"));

/** The parts of a read: those of the file it was made for, whose bodies are kept apart, else the raw contents. */
function partsOf(
  exchange: Exchange,
  skill: SkillEvidence | undefined,
): { uri: unknown; body: string }[] | undefined {
  const file = skill?.files.find(({ read }) => read === exchange);
  if (file) return file.parts?.map((part) => ({ uri: part.uri, body: bodyOf(part) }));
  // A second read keeps no contents.
  if (skill) return undefined;
  const contents = resultOf(exchange)?.contents;
  if (!Array.isArray(contents)) return undefined;
  return contents.map((part) => ({ uri: member(part, "uri"), body: rawBody(part) }));
}

function bodyOf(part: NonNullable<FileEvidence["parts"]>[number]): string {
  if (part.badBody) return part.badBody;
  return part.body === "text" || part.body === "blob"
    ? ""
    : part.body === "both"
      ? "both text and blob"
      : "neither text nor blob";
}

/** What is wrong with the body of a contents element; empty when nothing is. */
function rawBody(part: unknown): string {
  const [text, blob] = [member(part, "text"), member(part, "blob")];
  if (text !== undefined && blob !== undefined) return "both text and blob";
  if (text === undefined && blob === undefined) return "neither text nor blob";
  if (typeof (text ?? blob) === "string") return "";
  return `${text !== undefined ? "text" : "blob"} that is ${kindOf(text ?? blob)}`;
}

export const contentsShape = baseRule(
  "exchange",
  {
    id: "mcp-contents-shape",
    level: "MUST",
    section: "schema: ReadResourceResult",
    page: "schema#readresourceresult",
    title: "contents is an array whose elements have a string uri and exactly one of text and blob",
    why: "SDK clients validate the result by its schema and reject it as a whole.",
    fix: 'Give each element "uri" and either "text" or "blob", both strings.',
  },
  ({ exchange, skill }): Verdict => {
    const result = exchange.method === READ ? resultOf(exchange) : undefined;
    if (!result) return notApplicable("no resources/read gave a result");
    if (result.resultType === "input_required")
      return untestable("the server asks for input before it gives content");
    const about = { subject: { kind: "uri" as const, uri: uriOf(exchange) ?? "" }, evidence: [exchange.id] };
    if (!Array.isArray(result.contents)) {
      return found([
        {
          ...about,
          message: `contents of the result of reading ${show(uriOf(exchange))} is ${describe(result.contents)}, not an array.`,
          expected: "contents: an array",
          actual: show(result),
          locus: "contents",
        },
      ]);
    }
    const findings: RawFinding[] = [];
    for (const [at, part] of (partsOf(exchange, skill) ?? []).entries()) {
      if (typeof part.uri !== "string") {
        findings.push({
          ...about,
          message: `uri of contents[${at}] of ${show(uriOf(exchange))} is ${describe(part.uri)}.`,
          expected: "uri: a string",
          actual: show(part.uri),
          locus: `${at} uri`,
        });
      }
      if (part.body !== "") {
        findings.push({
          ...about,
          message: `contents[${at}] of ${show(uriOf(exchange))} has ${part.body}.`,
          expected: "exactly one of text and blob, a string",
          actual: part.body,
          locus: `${at} body`,
        });
      }
    }
    return found(findings);
  },
);

export const readingRules = [notFound, noEmptyContents, binary, contentsUri, contentsShape];
