import type { Exchange } from "../../model/evidence";
import { errorOf, outcomeText, uriOf } from "../answers";
import {
  fail,
  found,
  notApplicable,
  pass,
  type RawFinding,
  type Rule,
  untestable,
  type Verdict,
} from "../define-rule";
import type { EvidenceIndex } from "../evidence-index";
import { bareMediaType } from "../media-types";
import { probeVerdict } from "../probe";
import { listed, show } from "../values";
import { DOCS } from "./addresses";
import { contentOf } from "./answers";
import { catalogOf } from "./catalog";
import { type CatalogText, catalogRule } from "./declare";
import { readableDocs } from "./probes";
import { docsKnown, docsTypical } from "./reads";

/** The pages below resource://docs/. */

/** The finding that a text is not said to be markdown. */
export function notMarkdown(read: Exchange, uri: string): RawFinding[] {
  const mimeType = contentOf(read)?.mimeType;
  if (typeof mimeType === "string" && bareMediaType(mimeType) === "text/markdown") return [];
  return [
    {
      message: `${uri} is served as ${show(mimeType)}, not as markdown.`,
      expected: "text/markdown",
      actual: show(mimeType),
      fix: 'Send "mimeType": "text/markdown" with the content.',
      subject: { kind: "uri", uri },
      evidence: [read.id],
      locus: `${uri} type`,
    },
  ];
}

function docsNormalised(index: EvidenceIndex): Verdict {
  const catalog = catalogOf(index);
  const docs = readableDocs(catalog);
  if (docs.length === 0) return notApplicable("no docs page could be read");
  const findings = docs.flatMap((uri) => notMarkdown(catalog.read(uri)!, uri));
  const ways = index
    .exchanges("probe:cat-docs-spelling")
    .filter((exchange) => exchange.tag !== "encoded" && contentOf(exchange));
  return found([
    ...findings,
    ...ways.map((exchange) => ({
      outcome: "note" as const,
      message: `The page can also be read at ${show(uriOf(exchange))}, which is no normalised path.`,
      expected: "not found",
      actual: outcomeText(exchange),
      fix: 'Answer with not found for paths with "./" or "//".',
      evidence: [exchange.id],
      locus: exchange.tag ?? "",
    })),
  ]);
}

const isNested = (uri: string) => uri.slice(DOCS.length).includes("/");

function docsNested(index: EvidenceIndex): Verdict {
  const catalog = catalogOf(index);
  const offered = catalog.templates().some(({ uriTemplate }) => uriTemplate.startsWith(DOCS));
  const shown = docsKnown(catalog).filter(isNested);
  const tried = [...shown, ...(offered ? docsTypical(catalog).filter(isNested) : [])].filter(
    (uri) => (catalog.read(uri)?.outcome.kind ?? "none") !== "none",
  );
  if (readableDocs(catalog).some(isNested)) {
    const [encoded] = index.exchanges("probe:cat-docs-spelling").filter(({ tag }) => tag === "encoded");
    if (!encoded) return pass;
    const works = contentOf(encoded) !== undefined;
    return found([
      {
        outcome: "note",
        message: `Nested docs paths are readable with literal slashes; with %2F (${show(uriOf(encoded))}), as RFC 6570 expands {path*}, ${works ? "they are readable too" : "they are not found"}.`,
        fix: works
          ? "Nothing has to change; links are best written with literal slashes."
          : "Accept %2F as well, for clients that expand {path*} by RFC 6570.",
        evidence: [encoded.id],
      },
    ]);
  }
  if (tried.length === 0) return untestable("no nested docs path is known");
  return fail({
    message: `No nested docs path is readable, e.g. ${show(tried[0])}.`,
    expected: "markdown at a path of several segments",
    actual: outcomeText(catalog.read(tried[0]!)!),
    evidence: tried.slice(0, 3).map((uri) => catalog.read(uri)!.id),
  });
}

function docsExamples(index: EvidenceIndex): Verdict {
  const catalog = catalogOf(index);
  const tried = docsTypical(catalog).filter((uri) => (catalog.read(uri)?.outcome.kind ?? "none") !== "none");
  if (tried.length === 0) return untestable("none of the typical docs paths was tried");
  if (tried.some((uri) => contentOf(catalog.read(uri)))) return pass;
  return found([
    {
      outcome: "note",
      message: `None of the typical docs paths is there: ${listed(tried.map((uri) => uri.slice(DOCS.length)))}.`,
      fix: "Nothing has to change; clients that guess at docs paths try these.",
      evidence: tried.map((uri) => catalog.read(uri)!.id),
    },
  ]);
}

function docsInside(index: EvidenceIndex): Verdict {
  return probeVerdict(index, "cat-docs-outside", (exchange) => {
    if (errorOf(exchange)) return pass;
    return [
      {
        message: `${show(uriOf(exchange))} leads out of docs/ and is answered with content.`,
        expected: "not found",
        actual: outcomeText(exchange),
        evidence: [exchange.id],
        locus: exchange.tag ?? "",
      },
    ];
  });
}

const rule = (text: CatalogText, check: (index: EvidenceIndex) => Verdict): Rule<"server"> =>
  catalogRule("server", text, (_, index) => check(index));

export const docsRules: Rule<"server">[] = [
  rule(
    {
      id: "cat-docs-normalised",
      level: "MUST",
      section: "docs 1",
      title: "Docs pages are markdown at one normalised path",
      why: "Two spellings of one page are two pages to a client that keeps them by URI.",
      fix: "Serve text/markdown at the plain path only.",
    },
    docsNormalised,
  ),
  rule(
    {
      id: "cat-docs-nested",
      level: "MUST",
      section: "docs 2",
      title: "Docs paths of several segments work",
      why: "Most pages lie in folders; a server that matches one segment only serves none of them.",
      fix: "Match the rest of the path, slashes included.",
    },
    docsNested,
  ),
  rule(
    {
      id: "cat-docs-examples",
      level: "STATEMENT",
      section: "docs 3",
      title: "Typical docs paths",
      why: "Clients that know the contract look at these pages first.",
      fix: "Nothing has to change; index.md and skills/<skill-id>/SKILL.md are worth having.",
    },
    docsExamples,
  ),
  rule(
    {
      id: "cat-param-path-inside",
      level: "MUST",
      section: "path* 4",
      base: "uri",
      title: "Docs paths resolve only inside docs/",
      why: "Anything else hands files of the machine to whoever asks.",
      fix: "Decode the path once, refuse .. segments, and check that the resolved file lies below docs/.",
    },
    docsInside,
  ),
];
