import {
  errorOf,
  hasCode,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  METHOD_NOT_FOUND,
  outcomeText,
  RESOURCE_NOT_FOUND,
  uriOf,
} from "../answers";
import { found, notApplicable, note, pass, type RawFinding } from "../define-rule";
import { listOf } from "../evidence-index";
import { probeVerdict } from "../probe";
import { describe, isRecord, member, show } from "../values";
import { extRule } from "./declare";
import { ids } from "./entries";

/** Rules on errors, and on keys that are reserved (Error Handling, Reservations). */

const SECTION = "Error Handling";

export const readUnknown = extRule(
  "server",
  {
    id: "ext-read-unknown",
    level: "MUST",
    section: SECTION,
    title: "resources/read of a file the server does not serve gives -32602",
    why: "A model follows a dead link and has to learn that nothing is there, not to read an apology as content.",
    fix: "Answer with error -32602 (Invalid params) and a message that names the URI.",
  },
  (_, index) =>
    probeVerdict(index, "read-unknown-file", (exchange) => {
      const { outcome } = exchange;
      if (hasCode(exchange, INVALID_PARAMS)) return pass;
      const about: Pick<RawFinding, "subject" | "evidence" | "expected" | "actual"> = {
        expected: "error -32602",
        actual: outcomeText(exchange),
        ...(exchange.about ? { subject: { kind: "skill", skill: exchange.about, uri: exchange.about } } : {}),
        evidence: ids(exchange),
      };
      if (hasCode(exchange, RESOURCE_NOT_FOUND) && !index.modern) {
        return note({
          ...about,
          message:
            "A file that does not exist is answered with -32002, the code of revisions before 2026-07-28; there it is right, the extension asks for -32602.",
        });
      }
      if (hasCode(exchange, METHOD_NOT_FOUND)) return notApplicable("resources/read is not implemented");
      const contents = outcome.kind === "result" ? member(outcome.result, "contents") : undefined;
      const empty = Array.isArray(contents) && contents.length === 0;
      return [
        {
          ...about,
          message:
            outcome.kind === "result"
              ? `Reading ${show(uriOf(exchange))}, a file that does not exist, succeeds${empty ? " with empty contents" : ""}.`
              : `Reading ${show(uriOf(exchange))}, a file that does not exist, is answered with another code than -32602.`,
          locus: outcome.kind === "result" ? "success" : "code",
        },
      ];
    }),
);

/** What servers write where their own code failed. */
const INTERNAL_WORDS = /\b(?:internal|unexpected|unhandled)\b.{0,20}\b(?:error|exception|failure)\b/i;
/** The first code left to implementations by JSON-RPC; SDKs answer with it what they have no code for. */
const GENERIC_SERVER_ERROR = -32000;

export const errInternal = extRule(
  "exchange",
  {
    id: "ext-err-internal",
    level: "MUST",
    section: SECTION,
    title: "Internal errors use -32603",
    why: "The code tells a client that trying again may help, and that its request was not at fault.",
    fix: "Answer with error -32603 when the server itself fails, and with -32602 when the request was at fault.",
    evenUnpublished: true,
  },
  ({ exchange }) => {
    const error = errorOf(exchange);
    if (!error) return notApplicable("no internal error was met");
    if (error.code === INTERNAL_ERROR) return pass;
    const says = typeof error.message === "string" && INTERNAL_WORDS.test(error.message);
    if (!says && error.code !== GENERIC_SERVER_ERROR) return notApplicable("no internal error was met");
    return note({
      message: `An error of ${exchange.method} ${says ? "calls itself internal" : "has the code of no specified error"}: ${outcomeText(exchange)}.`,
      expected: "error -32603, if the server itself failed",
      actual: outcomeText(exchange),
      evidence: ids(exchange),
      locus: `${exchange.method} ${String(error.code)}`,
    });
  },
);

const WITH_URI = new Set(["skills/get", "resources/read", "resources/directory/read"]);

export const errInformative = extRule(
  "exchange",
  {
    id: "ext-err-informative",
    level: "SHOULD",
    section: SECTION,
    title: "Error messages say what was wrong",
    why: "The message is often all a person or a model gets to see.",
    fix: "Name the URI and what is wrong with it, e.g. “No skill is served at skill://x/SKILL.md”.",
    evenUnpublished: true,
  },
  ({ exchange }) => {
    const error = errorOf(exchange);
    const uri = uriOf(exchange);
    if (!error || !WITH_URI.has(exchange.method) || uri === undefined || error.code === METHOD_NOT_FOUND) {
      return notApplicable("no error on a URI was met");
    }
    const message = typeof error.message === "string" ? error.message : "";
    if (message.trim() !== "" && names(message, uri)) return pass;
    return note({
      message:
        message.trim() === ""
          ? `An error of ${exchange.method} has no message.`
          : `An error of ${exchange.method} does not name the URI it is about: ${show(message, 100)}.`,
      expected: `a message that names ${uri}`,
      actual: show(error.message),
      evidence: ids(exchange),
      locus: `${exchange.method} ${message.trim() === "" ? "empty" : "unnamed"}`,
    });
  },
);

/** True when a message has the URI, or its last segment, in raw or decoded form. */
function names(message: string, uri: string): boolean {
  const last = uri.replace(/\/+$/, "").split("/").at(-1)!;
  const forms = [uri, last];
  try {
    forms.push(decodeURI(uri), decodeURIComponent(last));
  } catch {
    // A URI that cannot be decoded has only its raw form.
  }
  return forms.some((form) => form !== "" && message.includes(form));
}

export const errJsonRpc = extRule(
  "exchange",
  {
    id: "ext-err-jsonrpc",
    level: "MUST",
    section: SECTION,
    title: "Errors are JSON-RPC errors with integer codes",
    why: "Clients branch on the code; one of another type, or none, is an error nobody can tell from others.",
    fix: 'Answer with "error": { "code": integer, "message": string }.',
    evenUnpublished: true,
  },
  ({ exchange }) => {
    const error = errorOf(exchange);
    if (!error) return notApplicable("no error was met");
    const findings: RawFinding[] = [];
    if (!Number.isInteger(error.code)) {
      findings.push({
        message: `The code of an error of ${exchange.method} is ${describe(error.code)}.`,
        expected: "code: an integer",
        actual: show(error.code),
        evidence: ids(exchange),
        locus: `${exchange.method} code`,
      });
    }
    if (typeof error.message !== "string") {
      findings.push({
        message: `The message of an error of ${exchange.method} is ${describe(error.message)}.`,
        expected: "message: a string",
        actual: show(error.message),
        evidence: ids(exchange),
        locus: `${exchange.method} message`,
      });
    }
    return found(findings);
  },
);

const RESERVED = "io.modelcontextprotocol.skills/";

export const reservedMeta = extRule(
  "exchange",
  {
    id: "ext-rsv-meta-prefix",
    level: "STATEMENT",
    section: "Reservations",
    title: "_meta keys under io.modelcontextprotocol.skills/ are reserved for the extension",
    why: "They carry frontmatter fields of the server's own skills; an intermediary that adds remarks uses its own prefix.",
    fix: "Nothing has to change, unless something between server and client added the key.",
    evenUnpublished: true,
  },
  ({ exchange }) => {
    const items = ["resources", "contents", "skills"].flatMap((key) => listOf(exchange, key));
    const keys = new Set<string>();
    for (const item of items) {
      const meta = member(item, "_meta");
      if (isRecord(meta)) for (const key of Object.keys(meta)) if (key.startsWith(RESERVED)) keys.add(key);
    }
    if (keys.size === 0) return notApplicable("no key with this prefix was met");
    return found(
      [...keys].map((key) => ({
        outcome: "note",
        message: `${exchange.method} carries the reserved _meta key ${show(key)}.`,
        evidence: ids(exchange),
        locus: key,
      })),
    );
  },
);

export const errorRules = [readUnknown, errInternal, errInformative, errJsonRpc, reservedMeta];
