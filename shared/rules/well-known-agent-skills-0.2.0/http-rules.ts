import type { Exchange } from "../../model/evidence";
import {
  fail,
  found,
  notApplicable,
  note,
  type RawFinding,
  type Rule,
  untestable,
  type Verdict,
} from "../define-rule";
import type { EvidenceIndex } from "../evidence-index";
import { listed, show } from "../values";
import { eachArchive, endingOf } from "./archive-rules";
import { siteRule } from "./declare";
import {
  about,
  answerText,
  artifactOf,
  eachEntry,
  gathered,
  indexExchange,
  isExchange,
  mediaType,
  succeeded,
  tagged,
  urlOf,
} from "./site-view";

/** How the site answers. */

const SECTION = "HTTP Considerations";

/** The index and the artifacts that were answered with success. */
function served(index: EvidenceIndex): Exchange[] {
  const first = indexExchange(index);
  return [...(first ? [first] : []), ...tagged(index, "artifact").filter(succeeded)];
}

const NOTHING = notApplicable("nothing was served; wk-index says so");

function typeFinding(exchange: Exchange, expected: string): RawFinding {
  const type = exchange.headers?.["content-type"];
  return {
    message: `${urlOf(exchange)} is served ${type === undefined ? "without a Content-Type" : `as ${show(type)}`}.`,
    expected,
    actual: type ?? "no Content-Type",
    subject: { kind: "uri", uri: urlOf(exchange) },
    evidence: [exchange.id],
    locus: urlOf(exchange),
  };
}

/** GET and HEAD of one URL. */
function pair(get: Exchange, head: Exchange | undefined): RawFinding[] | Verdict {
  const url = urlOf(get);
  const base = { subject: { kind: "uri" as const, uri: url }, locus: url };
  if (get.outcome.kind === "none") return untestable(`${url}: ${get.outcome.reason}`);
  if (!succeeded(get))
    return [
      {
        ...base,
        message: `GET of ${url} fails.`,
        expected: "status 200",
        actual: answerText(get),
        evidence: [get.id],
      },
    ];
  if (!head) return untestable(`HEAD of ${url} was not tried`);
  if (head.outcome.kind === "none") return untestable(`HEAD of ${url}: ${head.outcome.reason}`);
  const evidence = [get.id, head.id];
  if (!succeeded(head))
    return [
      {
        ...base,
        message: `GET of ${url} works, HEAD does not.`,
        expected: "status 200",
        actual: answerText(head),
        evidence,
      },
    ];
  if (mediaType(head) === undefined || mediaType(head) === mediaType(get)) return [];
  return [
    {
      ...base,
      message: `HEAD of ${url} gives another Content-Type than GET.`,
      expected: mediaType(get) ?? "no Content-Type",
      actual: mediaType(head)!,
      evidence,
    },
  ];
}

function getAndHead(index: EvidenceIndex): Verdict {
  const [first] = tagged(index, "index");
  const heads = new Map(
    [...tagged(index, "index-head"), ...tagged(index, "artifact-head")].map((each) => [urlOf(each), each]),
  );
  const gets = [...(first && succeeded(first) ? [first] : []), ...tagged(index, "artifact")];
  if (gets.length === 0) return NOTHING;
  return gathered(
    gets.map((get) => pair(get, heads.get(urlOf(get)))),
    "",
  );
}

function missing(index: EvidenceIndex): Verdict {
  const { probes } = index.server;
  const tries = tagged(index, "missing");
  if (tries.length === 0)
    return untestable(
      `this needs a probe, and none was made: ${probes.made ? "the run was ended" : probes.reason}`,
    );
  return gathered(
    tries.map((exchange) => {
      if (exchange.outcome.kind === "none")
        return untestable(`${urlOf(exchange)}: ${exchange.outcome.reason}`);
      if (exchange.httpStatus === 404) return [];
      return [
        {
          message: `${urlOf(exchange)}, which does not exist, is not answered with 404.`,
          expected: "HTTP status 404",
          actual: answerText(exchange),
          evidence: [exchange.id],
          locus: urlOf(exchange),
        },
      ];
    }),
    "",
  );
}

/** Those answers that lack a header. */
function without(index: EvidenceIndex, header: string): { all: Exchange[]; lacking: Exchange[] } {
  const all = served(index);
  return { all, lacking: all.filter(({ headers }) => !headers?.[header]) };
}

export const httpRules: Rule<"server">[] = [
  siteRule(
    "server",
    {
      id: "wk-ct-index",
      level: "MUST",
      section: SECTION,
      title: "The index is served as application/json",
      why: "Clients and browsers decide by it whether to parse the answer.",
      fix: "Send Content-Type: application/json.",
    },
    (_, index) => {
      const exchange = indexExchange(index);
      if (!exchange) return NOTHING;
      return mediaType(exchange) === "application/json"
        ? found([])
        : fail(typeFinding(exchange, "application/json"));
    },
  ),
  siteRule(
    "server",
    {
      id: "wk-ct-skillmd",
      level: "MUST",
      section: SECTION,
      title: "SKILL.md is served as text/markdown or text/plain",
      why: "Anything else is downloaded or rendered instead of read.",
      fix: "Send Content-Type: text/markdown; charset=utf-8.",
    },
    (_, index) =>
      eachEntry(index, (entry, { type }) => {
        if (type !== "skill-md") return notApplicable("no entry is of type skill-md");
        const exchange = artifactOf(index, entry);
        if (!isExchange(exchange)) return exchange;
        if (!succeeded(exchange)) return notApplicable("the artifact is not there; wk-url says so");
        if (["text/markdown", "text/plain"].includes(mediaType(exchange) ?? "")) return [];
        return [{ ...typeFinding(exchange, "text/markdown or text/plain"), ...about(entry, [exchange]) }];
      }),
  ),
  siteRule(
    "server",
    {
      id: "wk-ct-archive",
      level: "MUST",
      section: SECTION,
      title: "Archives are served as application/gzip or application/zip",
      why: "The type tells clients how to unpack; only without one do they look at the ending.",
      fix: "Send application/gzip for .tar.gz and application/zip for .zip.",
    },
    (_, index) =>
      eachArchive(index, (entry, exchange) => {
        const ending = endingOf(entry.url!);
        const type = mediaType(exchange) ?? "";
        const expected =
          ending === "zip" ? "application/zip" : ending === undefined ? undefined : "application/gzip";
        if (expected === undefined ? /^application\/(?:gzip|zip)$/.test(type) : type === expected) return [];
        return [
          {
            ...typeFinding(exchange, expected ?? "application/gzip or application/zip"),
            ...about(entry, [exchange]),
          },
        ];
      }),
  ),
  siteRule(
    "server",
    {
      id: "wk-get-head",
      level: "MUST",
      section: SECTION,
      title: "GET and HEAD both work",
      why: "Clients ask by HEAD whether anything changed.",
      fix: "Answer HEAD as GET, without the body.",
    },
    (_, index) => getAndHead(index),
  ),
  siteRule(
    "server",
    {
      id: "wk-404",
      level: "MUST",
      section: SECTION,
      title: "What does not exist is answered with 404",
      why: "A page with status 200 is taken for the skill.",
      fix: "Leave /.well-known/agent-skills/ out of any fallback page.",
    },
    (_, index) => missing(index),
  ),
  siteRule(
    "server",
    {
      id: "wk-cache-control",
      level: "SHOULD",
      section: SECTION,
      title: "Answers carry Cache-Control",
      why: "Without it each client guesses how long the index is good.",
      fix: "Send Cache-Control, e.g. public, max-age=300.",
    },
    (_, index) => {
      const { all, lacking } = without(index, "cache-control");
      if (all.length === 0) return NOTHING;
      if (lacking.length === 0) return found([]);
      return fail({
        message: `${lacking.length} of ${all.length} answers have no Cache-Control: ${listed(lacking.map(urlOf))}.`,
        expected: "Cache-Control",
        actual: "none",
        evidence: lacking.slice(0, 5).map(({ id }) => id),
      });
    },
  ),
  siteRule(
    "server",
    {
      id: "wk-cors",
      level: "SHOULD",
      section: SECTION,
      title: "Answers carry CORS headers where browsers are to read them",
      why: "A client in a browser cannot read the index without them.",
      fix: "Send Access-Control-Allow-Origin: * where browsers are to read it; otherwise nothing has to change.",
    },
    (_, index) => {
      const { all, lacking } = without(index, "access-control-allow-origin");
      if (all.length === 0) return NOTHING;
      if (lacking.length === 0) return found([]);
      return note({
        message: `${lacking.length} of ${all.length} answers have no Access-Control-Allow-Origin, so clients in a browser cannot read them.`,
        expected: "Access-Control-Allow-Origin, where browsers are to read it",
        actual: "none",
        evidence: lacking.slice(0, 5).map(({ id }) => id),
      });
    },
  ),
];
