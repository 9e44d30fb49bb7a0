import type { Exchange } from "../../model/evidence";
import { outcomeText, uriOf } from "../answers";
import { found, notApplicable, type RawFinding, type Rule, untestable, type Verdict } from "../define-rule";
import type { EvidenceIndex } from "../evidence-index";
import { count, isRecord, listed, sameJson, show } from "../values";
import { indexUri, type Kind } from "./addresses";
import { idsOf, listingOf } from "./answers";
import { catalogOf } from "./catalog";
import { catalogRule } from "./declare";
import { queryValues } from "./probes";

/** The query forms of the indexes. */

/** The answered probes of one index by their keys, e.g. `q+limit`; undefined with a verdict where there are none. */
function asked(index: EvidenceIndex, kind: Kind): { tries: Exchange[] } | { verdict: Verdict } {
  const { probes } = index.server;
  const tries = index.exchanges("probe:cat-query").filter(({ tag }) => tag?.startsWith(`${kind}:`));
  if (tries.length === 0)
    return {
      verdict: probes.made
        ? notApplicable(`${indexUri(kind)} could not be read as a list`)
        : untestable(`this needs a probe, and none was made: ${probes.reason}`),
    };
  const unanswered = tries.find(({ outcome }) => outcome.kind === "none");
  if (unanswered) return { verdict: untestable(`${show(uriOf(unanswered))}: ${outcomeText(unanswered)}`) };
  return { tries };
}

const keysOf = ({ tag }: Exchange) => tag?.split(":")[1] ?? "";
const isUnknownKey = (exchange: Exchange) =>
  ["zz", "capability"].includes(keysOf(exchange)) && exchange.tag !== "skills:capability";

/** Records that a query gives have the keys of the same records in the plain index. */
function family(index: EvidenceIndex, kind: Kind, tries: Exchange[]): RawFinding[] {
  const plain = new Map(
    (catalogOf(index).listing(kind)?.records ?? []).filter(isRecord).map((record) => [record.id, record]),
  );
  /** The records of the plain index that a record should have the keys of: the same one, else any. */
  const alike = (record: Record<string, unknown>) => {
    const same = plain.get(record.id);
    return same ? [same] : [...plain.values()];
  };
  const hasKeysOf = (record: Record<string, unknown>) => (other: Record<string, unknown>) =>
    sameJson(Object.keys(record).sort(), Object.keys(other).sort());
  return tries
    .filter((each) => ["limit", "empty", "q"].includes(keysOf(each)))
    .flatMap((exchange): RawFinding[] => {
      const odd = (listingOf(exchange)?.records ?? [])
        .filter(isRecord)
        .find((record) => plain.size > 0 && !alike(record).some(hasKeysOf(record)));
      if (!odd) return [];
      return [
        {
          message: `${show(uriOf(exchange))} gives the record ${show(odd.id)} with other keys than ${indexUri(kind)} does.`,
          expected: Object.keys(alike(odd)[0]!).join(", "),
          actual: Object.keys(odd).join(", "),
          evidence: [exchange.id],
          locus: `${kind} keys`,
        },
      ];
    });
}

/** Every known key works alone and with each other one. */
function composable(kind: Kind, tries: Exchange[]): RawFinding[] {
  return tries
    .filter((each) => !isUnknownKey(each) && !listingOf(each))
    .map((exchange) => ({
      message: `${show(uriOf(exchange))} is not answered with a list of records.`,
      expected: `the same kind of list as ${indexUri(kind)} gives`,
      actual: outcomeText(exchange),
      evidence: [exchange.id],
      locus: `${kind} ${keysOf(exchange)}`,
    }));
}

const manner = (exchange: Exchange) => (exchange.outcome.kind === "result" ? "ignored" : "rejected");

/** Unknown keys are treated alike each time, and on both indexes. */
function unknownKeys(tries: readonly Exchange[]): RawFinding[] {
  const unknown = tries.filter(isUnknownKey);
  const manners = new Set(unknown.map(manner));
  const lists = new Map<string, Exchange>();
  const unlike = unknown.find((exchange) => {
    const uri = uriOf(exchange) ?? "";
    const before = lists.get(uri);
    lists.set(uri, exchange);
    return before && !sameJson(idsOf(listingOf(before)), idsOf(listingOf(exchange)));
  });
  if (manners.size < 2 && !unlike) return [];
  return [
    {
      message:
        manners.size > 1
          ? `Unknown query keys are sometimes ignored and sometimes rejected: ${unknown.map((each) => `${show(uriOf(each))} ${manner(each)}`).join(", ")}.`
          : `${show(uriOf(unlike!))} gives another list the second time.`,
      expected: "one way, each time and on both indexes",
      actual: unknown.map(manner).join(", "),
      evidence: unknown.map(({ id }) => id),
      locus: "unknown",
    },
  ];
}

/** Filters select, the limit bounds, the cursor leads on. */
function filters(index: EvidenceIndex, kind: Kind, tries: Exchange[]): RawFinding[] {
  const all = idsOf(catalogOf(index).listing(kind));
  const values = queryValues(catalogOf(index), kind);
  const findings: RawFinding[] = [];
  const finding = (exchange: Exchange, message: string, expected: string, fix: string) =>
    findings.push({
      message: `${show(uriOf(exchange))} ${message}`,
      expected,
      actual: listed(idsOf(listingOf(exchange)).map((id) => show(id, 60))) || "no record",
      fix,
      evidence: [exchange.id],
      locus: `${kind} ${keysOf(exchange)}`,
    });
  for (const exchange of tries.filter((each) => !isUnknownKey(each))) {
    const listing = listingOf(exchange);
    if (!listing) continue;
    const ids = idsOf(listing);
    const keys = keysOf(exchange).split("+");
    if (ids.some((id) => !all.includes(id)))
      finding(
        exchange,
        "gives records that the plain index lacks.",
        "a part of the plain index",
        "Filter the records of the plain index.",
      );
    for (const [key, field] of [
      ["tag", "tags"],
      ["capability", "capabilities"],
    ] as const) {
      if (!keys.includes(key)) continue;
      const has = (record: unknown) =>
        isRecord(record) &&
        Array.isArray(record[field]) &&
        record[field].some((item: unknown) => String(item).toLowerCase() === values[key]?.toLowerCase());
      if (listing.records.some((record) => !has(record)))
        finding(
          exchange,
          `gives records without the ${key} ${show(values[key])}.`,
          `only records with it in ${field}`,
          `Filter by ${key}.`,
        );
    }
    if (!keys.includes("limit")) continue;
    if (ids.length > 1)
      finding(
        exchange,
        `gives ${count(ids.length, "record")} although limit is 1.`,
        "at most 1 record",
        "Cut the page at limit.",
      );
    if (keysOf(exchange) === "limit" && ids.length === 1 && all.length > 1 && listing.cursor === undefined)
      finding(
        exchange,
        `gives 1 of ${all.length} records and no cursor to go on with.`,
        "a cursor beside the records, e.g. nextCursor",
        "Give the records in an object with a nextCursor while more exist.",
      );
  }
  const first = tries.find((each) => keysOf(each) === "limit");
  const second = tries.find((each) => keysOf(each) === "cursor+limit");
  if (first && second && listingOf(second)) {
    const before = idsOf(listingOf(first));
    const after = idsOf(listingOf(second));
    if (after.length === 0 || after.some((id) => before.includes(id)))
      finding(
        second,
        "does not go on behind the page that gave its cursor.",
        "further records, none of them again",
        "Start the page behind the last record of the page before.",
      );
  }
  return findings;
}

function verdict(index: EvidenceIndex, kind: Kind, judge: (tries: Exchange[]) => RawFinding[]): Verdict {
  const made = asked(index, kind);
  return "verdict" in made ? made.verdict : found(judge(made.tries));
}

const WHY = "A client that narrows the list must be able to rely on getting less of the same.";

export const queryRules: Rule<"server">[] = [
  catalogRule(
    "server",
    {
      id: "cat-query-same-family",
      level: "MUST",
      section: "skills_index{?..} 1",
      title: "A query gives the same records as the plain index",
      why: WHY,
      fix: "Build both from one function, so that records have the same keys.",
    },
    (_, index) => verdict(index, "skills", (tries) => family(index, "skills", tries)),
  ),
  catalogRule(
    "server",
    {
      id: "cat-query-optional",
      level: "MUST",
      section: "skills_index{?..} 2",
      title: "Every query key works alone and with the others",
      why: WHY,
      fix: "Give each key a default, and apply the filters one after another.",
    },
    (_, index) => verdict(index, "skills", (tries) => composable("skills", tries)),
  ),
  catalogRule(
    "server",
    {
      id: "cat-query-unknown",
      level: "MUST",
      section: "skills_index{?..} 3",
      title: "Unknown query keys are always ignored, or always rejected",
      why: "A client that sends one more key must know whether it still gets its list.",
      fix: "Decide for one way, on both indexes.",
    },
    (_, index) =>
      verdict(index, "skills", () =>
        unknownKeys(index.exchanges("probe:cat-query").filter(({ tag }) => tag?.endsWith(":zz"))),
      ),
  ),
  catalogRule(
    "server",
    {
      id: "cat-query-filter",
      level: "SHOULD",
      section: "skills_index{?..} 1",
      title: "tag and capability filter, limit bounds the page, cursor goes on",
      why: "Keys that are taken and have no effect make a client show the wrong list.",
      fix: "Apply every key that the template names.",
    },
    (_, index) => verdict(index, "skills", (tries) => filters(index, "skills", tries)),
  ),
  catalogRule(
    "server",
    {
      id: "cat-prompts-query",
      level: "MUST",
      section: "prompts_index{?..} 1-3",
      title: "The prompts index takes q, tag, cursor and limit by the same three rules",
      why: WHY,
      fix: "Serve both indexes with the same code; capability is an unknown key for prompts.",
    },
    (_, index) =>
      verdict(index, "prompts", (tries) => [
        ...family(index, "prompts", tries),
        ...composable("prompts", tries),
        ...unknownKeys(tries),
        // That filters have an effect is a SHOULD, as for skills.
        ...filters(index, "prompts", tries).map(
          (finding): RawFinding => ({ ...finding, severity: "warning" }),
        ),
      ]),
  ),
];
