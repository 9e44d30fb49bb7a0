import { outcomeText } from "../answers";
import {
  about,
  contentsOf,
  gathered,
  idsOf,
  isError,
  listedResources,
  probed,
  textOf,
} from "../convention-rules";
import { type RawFinding, untestable } from "../define-rule";
import { isBinaryType } from "../media-types";
import { show } from "../values";
import { allDocuments, documentTemplate, PYTHON_TEMPLATE, readsOf, rule, TEMPLATE } from "./declare";

/** Rules on a skill's documents, the files in its subfolders, as they are read. */

export const document = rule(
  {
    id: "kg-document",
    level: "OBSERVED",
    section: "same",
    title: "skill://{name}/document/{path} is one document",
    why: "Clients read a file of a skill under the URI that the list gives.",
    fix: "Answer each uri of the document list with one content of that uri and mimeType, list it, and list the template for documents.",
  },
  (index) => {
    const reads = readsOf(index);
    const known = allDocuments(reads);
    if (known.length === 0) return untestable("no skill has documents");
    const listed = new Set(listedResources(index.server).map(({ uri }) => uri));
    const findings = known.flatMap(({ uri, document: item }): RawFinding[] => {
      const answer = reads.read(uri);
      const found: RawFinding[] = [];
      const [content, second] = contentsOf(answer);
      if (answer && answer.outcome.kind !== "none" && !/[^\x21-\x7e]/.test(uri)) {
        // A document without a type in its list is kg-documents'.
        const typed = typeof item.mimeType !== "string" || content?.mimeType === item.mimeType;
        if (!content || second || content.uri !== uri || !typed) {
          found.push({
            ...about(uri, [answer]),
            message: `${uri} is not answered with one content of its uri and mimeType.`,
            expected: show({ uri, mimeType: item.mimeType }),
            actual: content ? show({ uri: content.uri, mimeType: content.mimeType }) : outcomeText(answer),
            locus: uri,
          });
        }
      }
      if (!listed.has(uri)) {
        found.push({
          ...about(uri, index.server.resourcePages),
          outcome: "note",
          message: `${uri} is not in resources/list, as in the Python variant.`,
          locus: `${uri} unlisted`,
        });
      }
      return found;
    });
    if (!documentTemplate(index.server)) {
      findings.unshift({
        message: "No template for documents is listed.",
        expected: `${TEMPLATE} or ${PYTHON_TEMPLATE}`,
        actual: show(index.server.templatePages.map(outcomeText)),
        evidence: idsOf([...index.server.templatePages, ...known.map(({ list }) => list)]),
        locus: "template",
      });
    }
    return gathered(findings);
  },
);

export const binary = rule(
  {
    id: "kg-binary",
    level: "OBSERVED",
    section: "typescript/src/resource-helpers.ts",
    title: "A binary document is sent as damaged text with its true type",
    why: "What is shown of an image or an archive is not the file; no client can repair it.",
    fix: "Nothing, for this convention; mcp-binary says what a server should do.",
  },
  (index) => {
    const reads = readsOf(index);
    const binaries = allDocuments(reads).flatMap(({ uri, document: item }) => {
      const answer = reads.read(uri);
      const typed = typeof item.mimeType === "string" && isBinaryType(item.mimeType);
      return typed && contentsOf(answer).length > 0 ? { uri, answer, mimeType: item.mimeType } : [];
    });
    if (binaries.length === 0) return untestable("no binary document was read");
    return gathered(
      binaries
        .filter(({ answer }) => !textOf(answer)?.includes("\ufffd"))
        .map(({ uri, answer, mimeType }) => ({
          ...about(uri, [answer]),
          message: `${uri} is not sent as damaged text, unlike in this convention.`,
          expected: "text with U+FFFD",
          actual: `${show(mimeType)} as ${contentsOf(answer)[0]?.blob === undefined ? "text" : "blob"}`,
          locus: uri,
        })),
    );
  },
);

export const errorProse = rule(
  {
    id: "kg-error-prose",
    level: "OBSERVED",
    section: "same",
    title: "A document that does not exist is answered with a success that says # Error",
    why: "A client that looks only for an error shows the prose as the file.",
    fix: "Nothing, for this convention; mcp-not-found says what a server should do.",
  },
  (index) => {
    const tried = probed(index, "kg-misses");
    if (!Array.isArray(tried)) return tried;
    return gathered(
      tried
        .filter(
          (answer) => !textOf(answer)?.startsWith("# Error") || contentsOf(answer)[0]?.mimeType !== undefined,
        )
        .map((answer) => ({
          ...about(String(answer.params.uri), [answer]),
          message: `${String(answer.params.uri)}, which does not exist, is answered otherwise than in this convention.`,
          expected: 'a success without mimeType whose text begins "# Error"',
          actual: outcomeText(answer),
          locus: String(answer.tag),
        })),
    );
  },
);

export const unknown = rule(
  {
    id: "kg-unknown",
    level: "OBSERVED",
    section: "TypeScript SDK 1.x",
    title: "A URI that matches nothing is answered with -32602",
    why: "Only here a client learns by the code that there is nothing.",
    fix: 'Answer with error -32602 "MCP error -32602: Resource <uri> not found", as the TypeScript SDK 1.x does.',
  },
  (index) => {
    const tried = probed(index, "kg-unknown");
    if (!Array.isArray(tried)) return tried;
    return gathered(
      tried
        .filter(
          (answer) =>
            !isError(answer, -32602, `MCP error -32602: Resource ${String(answer.params.uri)} not found`),
        )
        .map((answer) => ({
          ...about(String(answer.params.uri), [answer]),
          message: `${String(answer.params.uri)}, which matches nothing, is answered otherwise than in this convention.`,
          expected: `error -32602 "MCP error -32602: Resource ${String(answer.params.uri)} not found"`,
          actual: outcomeText(answer),
          locus: String(answer.params.uri),
        })),
    );
  },
);

export const encodedSlash = rule(
  {
    id: "kg-encoded-slash",
    level: "OBSERVED",
    section: "TypeScript SDK 1.x uri template",
    title: "A nested document is reached either with / or with %2F, not with both",
    why: "A client has to know which of the two servers it speaks to before it reads a file.",
    fix: "Nothing, for this convention; other servers take one form and say so in their list.",
  },
  (index) => {
    const tried = probed(index, "kg-slash");
    if (!Array.isArray(tried))
      return tried.kind === "not-applicable" ? untestable("no document lies in a subfolder") : tried;
    const works = tried.filter((answer) => {
      const text = textOf(answer);
      return text !== undefined && !text.startsWith("# Error");
    });
    if (works.length === 1) {
      return gathered([
        {
          outcome: "note",
          message: `Nested documents are reached with ${works[0]!.tag === "slash" ? "/ (TypeScript)" : "%2F (Python)"} only.`,
          evidence: idsOf(tried),
          locus: "form",
        },
      ]);
    }
    return gathered([
      {
        message: `A nested document is reached with ${works.length === 0 ? "neither / nor %2F" : "both / and %2F"}.`,
        expected: "one of the two",
        actual: tried.map((answer) => `${answer.tag}: ${outcomeText(answer).slice(0, 120)}`).join("; "),
        evidence: idsOf(tried),
        locus: "both",
      },
    ]);
  },
);

export const documentRules = [document, binary, errorProse, unknown, encodedSlash];
