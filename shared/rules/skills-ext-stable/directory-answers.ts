import { hasCode, INVALID_PARAMS, METHOD_NOT_FOUND, outcomeText, resultOf, uriOf } from "../answers";
import { found, notApplicable, note, pass, type RawFinding, untestable } from "../define-rule";
import { listOf } from "../evidence-index";
import { probeVerdict } from "../probe";
import { completeFaults, onModernResult } from "../results";
import { member, show } from "../values";
import { declaration, directoryRead, extRule } from "./declare";
import { DIRECTORY_TYPE, NOT_IMPLEMENTED, READ, UNDECLARED } from "./directories";
import { ids } from "./entries";

/** Rules on single answers to directory reads, probes among them (Reading Directories, Error Handling). */

const SECTION = "Reading Directories";

export const dirNoTrailingSlash = extRule(
  "exchange",
  {
    id: "ext-dir-no-trailing-slash",
    level: "STATEMENT",
    section: "Directory Resources",
    title: "Directory URIs are written without a trailing slash",
    why: "URIs are compared as strings: with a slash, a directory and the same one without are two resources.",
    fix: "Write directory URIs without the slash at the end.",
    evenUnpublished: true,
  },
  ({ exchange }, index) => {
    if (exchange.method !== READ || !directoryRead(index)) return UNDECLARED;
    const result = resultOf(exchange);
    const asked = uriOf(exchange) ?? "";
    if (exchange.purpose === "probe:directory-trailing-slash") {
      if (!result) return pass;
      return note({
        message: `A directory read with a slash at the end is answered as well (${asked}); others refuse it.`,
        evidence: ids(exchange),
        locus: "read",
      });
    }
    if (!result) return notApplicable("the directory read gave no result");
    return found(
      listOf(exchange, "resources").flatMap((child): RawFinding[] => {
        const uri = member(child, "uri");
        if (typeof uri !== "string" || !uri.endsWith("/") || member(child, "mimeType") !== DIRECTORY_TYPE)
          return [];
        return [
          {
            message: `The directory read of ${show(asked)} lists the subdirectory ${show(uri)} with a slash at its end.`,
            expected: uri.replace(/\/+$/, ""),
            actual: uri,
            subject: { kind: "uri", uri },
            evidence: ids(exchange),
            locus: "child",
          },
        ];
      }),
    );
  },
);

export const dirResultType = extRule(
  "exchange",
  {
    id: "ext-dir-resulttype",
    level: "MUST",
    section: SECTION,
    title: 'resultType is "complete" on the result of a directory read',
    why: "From 2026-07-28 on, clients tell results apart by it and reject one without.",
    fix: 'Add "resultType": "complete" to the result.',
    evenUnpublished: true,
  },
  ({ exchange }, index) => onModernResult(exchange, index, READ, completeFaults),
);

export const dirNotDirectory = extRule(
  "server",
  {
    id: "ext-dir-not-directory",
    level: "MUST",
    section: SECTION,
    title: "A URI that does not exist or is no directory is answered with -32602",
    why: "A model asks for directories that it guessed; the code tells it that there is none.",
    fix: "Answer with error -32602 (Invalid params) and a message that names the URI.",
    officialCheck: "sep-2640-directory-read-invalid-params",
  },
  (_, index) => {
    if (!directoryRead(index)) return UNDECLARED;
    return probeVerdict(index, "directory-not-directory", (exchange) => {
      if (hasCode(exchange, INVALID_PARAMS)) return pass;
      if (hasCode(exchange, METHOD_NOT_FOUND)) return NOT_IMPLEMENTED;
      const what = exchange.tag === "file" ? "a file" : "a directory that does not exist";
      return [
        {
          message:
            exchange.outcome.kind === "result"
              ? `A directory read of ${uriOf(exchange)}, ${what}, succeeds.`
              : `A directory read of ${uriOf(exchange)}, ${what}, is answered with another code than -32602.`,
          expected: "error -32602",
          actual: outcomeText(exchange),
          ...(exchange.about
            ? { subject: { kind: "skill", skill: exchange.about, uri: exchange.about } }
            : {}),
          evidence: ids(exchange),
          locus: exchange.tag,
        },
      ];
    });
  },
);

export const dirUndeclared = extRule(
  "exchange",
  {
    id: "ext-dir-undeclared",
    level: "STATEMENT",
    section: "Error Handling",
    title: "Without directoryRead the method is answered like any unknown method",
    why: "A client does not call what is not declared, so an undeclared implementation is of no use to it.",
    fix: "Declare directoryRead: true, or answer with error -32601.",
    evenUnpublished: true,
  },
  ({ exchange }, index) => {
    if (declaration(index) !== undefined && directoryRead(index))
      return notApplicable("directoryRead is declared");
    if (exchange.purpose !== "probe:undeclared-directory") {
      return notApplicable(
        "only tried when this profile is asked for by name, since the call lies outside the protocol",
      );
    }
    if (hasCode(exchange, METHOD_NOT_FOUND)) return pass;
    if (exchange.outcome.kind === "none") return untestable(exchange.outcome.reason);
    const works = exchange.outcome.kind === "result";
    return note({
      message: works
        ? "resources/directory/read is implemented but not declared."
        : "resources/directory/read is not declared, and is answered with another code than that of an unknown method.",
      expected: "error -32601",
      actual: outcomeText(exchange),
      evidence: ids(exchange),
    });
  },
);

export const directoryAnswerRules = [dirNoTrailingSlash, dirResultType, dirNotDirectory, dirUndeclared];
