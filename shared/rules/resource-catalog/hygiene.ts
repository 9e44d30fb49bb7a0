import type { Exchange } from "../../model/evidence";
import { uriOf } from "../answers";
import {
  found,
  notApplicable,
  pass,
  type RawFinding,
  type Rule,
  untestable,
  type Verdict,
} from "../define-rule";
import type { EvidenceIndex } from "../evidence-index";
import { listOf } from "../evidence-index";
import { probeVerdict } from "../probe";
import { listed, member, show } from "../values";
import { DOCS, documentUri, indexUri, type Kind, parseAddress } from "./addresses";
import { contentOf, idsOf, jsonOf, listingOf, referencesOf } from "./answers";
import { type Catalog, catalogOf } from "./catalog";
import { type CatalogText, catalogRule } from "./declare";

/** Hygiene and invariants: what the surface as a whole shows, and whether it stays. */

const rule = (
  text: CatalogText,
  check: (catalog: Catalog, index: EvidenceIndex) => Verdict,
): Rule<"server"> => catalogRule("server", text, (_, index) => check(catalogOf(index), index));

/** Last segments that name a list of things. */
const INDEX_LIKE = /(?:^|[_-])(?:index|catalog|catalogue|list|all|search)(?:$|[_.-])/i;

function parallelIndexes(catalog: Catalog): Verdict {
  const own = new Set<string>([indexUri("skills"), indexUri("prompts")]);
  const bare = (uri: string) => uri.replace(/\{[?&].*$/, "").split(/[?#]/, 1)[0]!;
  const uris = [...catalog.listed().keys(), ...catalog.templates().map(({ uriTemplate }) => uriTemplate)];
  if (uris.length === 0) return notApplicable("no resource and no template is listed");
  const second = uris.filter((uri) => {
    const path = bare(uri);
    if (own.has(path) || path.startsWith(DOCS)) return false;
    const known = parseAddress(path);
    if (known && (known.skillId ?? known.promptId) !== undefined && known.segments.length === 2) return false;
    if (known && known.family !== "catalog") return false;
    return INDEX_LIKE.test(path.slice(path.lastIndexOf("/") + 1)) || listsSkills(catalog, uri);
  });
  return found(
    second.map((uri) => ({
      message: `${show(uri)} looks like a second index beside ${indexUri("skills")}.`,
      expected: "one index for each kind, narrowed by query keys",
      actual: uri,
      subject: uri.includes("{")
        ? { kind: "template" as const, template: uri }
        : { kind: "uri" as const, uri },
      evidence: [...catalog.listProof, ...catalog.server.templatePages.map(({ id }) => id)],
      locus: uri,
    })),
  );
}

function listsSkills(catalog: Catalog, uri: string): boolean {
  const ids = idsOf(listingOf(catalog.read(uri)));
  const known = new Set(catalog.ids("skills"));
  return ids.length > 0 && ids.every((id) => known.has(id));
}

/** URIs of other families that name a skill of the index as a segment. */
function aliases(catalog: Catalog, index: EvidenceIndex): Verdict {
  const ids = new Set(idsOf(catalog.listing("skills")));
  if (ids.size === 0) return notApplicable("the index names no skill");
  const others = [
    ...catalog.listed().keys(),
    ...catalog.server.skillsPages.flatMap((page) =>
      listOf(page, "skills").map((entry) => member(entry, "uri")),
    ),
  ].filter((uri): uri is string => typeof uri === "string" && !parseAddress(uri));
  const finding = (id: string, uri: string, evidence: string[]): RawFinding => ({
    severity: "warning",
    message: `The skill ${show(id)} is reachable at ${show(uri)} too, besides ${documentUri("skills", id)}.`,
    expected: "one family of URIs",
    actual: uri,
    subject: { kind: "uri", uri },
    evidence,
    locus: uri,
  });
  const shown = others.flatMap((uri) => {
    const id = uri.split(/[/:?#]+/).find((segment) => ids.has(segment));
    return id === undefined
      ? []
      : [finding(id, uri, [...catalog.listProof, ...catalog.server.skillsPages.map((page) => page.id)])];
  });
  const tried = probeVerdict(index, "cat-alias", (exchange) =>
    contentOf(exchange) ? [finding(exchange.tag ?? "", uriOf(exchange) ?? "", [exchange.id])] : pass,
  );
  const all = [...shown, ...(tried.kind === "findings" ? tried.findings : [])];
  const once = [...new Map(all.map((each) => [each.locus, each])).values()];
  return once.length > 0 ? found(once) : tried;
}

/** Two references of different skills may well be the same text, e.g. a licence; that is worth a note, no more. */
function onePattern(catalog: Catalog): Verdict {
  const byText = new Map<string, { uri: string; read: Exchange }[]>();
  const indexes = new Set<string>([indexUri("skills"), indexUri("prompts")]);
  const resources = [...catalog.listed().keys()].filter((uri) => !uri.startsWith(DOCS) && !indexes.has(uri));
  for (const uri of resources) {
    const read = catalog.read(uri);
    const text = contentOf(read)?.text;
    if (!read || !text?.trim()) continue;
    byText.set(text, [...(byText.get(text) ?? []), { uri, read }]);
  }
  if (byText.size === 0) return notApplicable("no listed resource besides the indexes was read");
  return found(
    [...byText.values()]
      .filter((same) => same.length > 1)
      .map((same): RawFinding => {
        const owners = same
          .map(({ uri }) => parseAddress(uri))
          .map((address) => (address?.refId ? address.skillId : undefined));
        const apart = owners.every((owner) => owner !== undefined) && new Set(owners).size === owners.length;
        return {
          outcome: apart ? "note" : "fail",
          message: apart
            ? `References of several skills have one content: ${listed(same.map(({ uri }) => uri))}.`
            : `One content is served under several URIs: ${listed(same.map(({ uri }) => uri))}.`,
          expected: "one URI for each thing",
          actual: `${same.length} URIs`,
          evidence: same.slice(0, 5).map(({ read }) => read.id),
          locus: same[0]!.uri,
        };
      }),
  );
}

/** The ids of two reads of one resource, the second made at the end of the run. */
function stable(
  index: EvidenceIndex,
  idsIn: (exchange: Exchange | undefined) => string[] | undefined,
  wanted: (tag: string) => boolean,
  what: string,
): Verdict {
  const catalog = catalogOf(index);
  if (index.server.changedDuringRun)
    return untestable("the server said during the run that its lists changed");
  return probeVerdict(index, "cat-again", (exchange) => {
    if (!wanted(exchange.tag ?? "")) return notApplicable(`no ${what} was read a second time`);
    const first = catalog.read(uriOf(exchange) ?? "");
    const before = idsIn(first);
    const after = idsIn(exchange);
    if (!before || !after) return untestable(`${show(uriOf(exchange))} gave no ${what} both times`);
    const gone = before.filter((id) => !after.includes(id));
    if (gone.length === 0) return pass;
    return [
      {
        message: `${show(uriOf(exchange))} lacks ${what}s when it is read again: ${listed(gone.map((id) => show(id)))}.`,
        expected: listed(before),
        actual: listed(after) || "none",
        evidence: [first!.id, exchange.id],
        locus: uriOf(exchange) ?? "",
      },
    ];
  });
}

const refIds = (exchange: Exchange | undefined) => referencesOf(jsonOf(exchange));
const recordIds = (exchange: Exchange | undefined) => {
  const listing = listingOf(exchange);
  return listing && idsOf(listing);
};
const isKind = (tag: string) => (["skills", "prompts"] satisfies Kind[]).some((kind) => kind === tag);

export const hygieneRules: Rule<"server">[] = [
  rule(
    {
      id: "cat-hyg-immutable",
      level: "SHOULD",
      section: "URI Hygiene 2",
      base: "uri",
      title: "Ids stay when the index is read again",
      why: "A link to an id that is gone is dead; within one run nothing should have changed.",
      fix: "Make ids from something that stays, not from positions or random values.",
    },
    (_, index) => stable(index, recordIds, isKind, "id"),
  ),
  rule(
    {
      id: "cat-hyg-additive",
      level: "SHOULD",
      section: "URI Hygiene 5",
      base: "uri",
      title: "There is no second family of indexes",
      why: "Clients that know one index miss what only the other one has.",
      fix: "Add a query key to the index instead of a new index.",
    },
    parallelIndexes,
  ),
  rule(
    {
      id: "cat-ver-no-alias",
      level: "MUST NOT",
      section: "URI Versioning (breaking change) 2",
      base: "uri",
      title: "A skill is not kept under a second family of URIs",
      why: "Two URIs of one skill are two skills to a client, and they drift apart.",
      fix: "Drop the older URIs after a breaking change.",
    },
    aliases,
  ),
  rule(
    {
      id: "cat-ref-stable",
      level: "SHOULD",
      section: "Reference Id Compatibility 1-4",
      base: "uri",
      title: "Reference ids stay when the record is read again",
      why: "Skills and prompts link to references by id.",
      fix: "Keep a ref_id when its file moves, and never give a retired one to another document.",
    },
    (_, index) => stable(index, refIds, (tag) => tag === "record", "reference id"),
  ),
  rule(
    {
      id: "cat-inv-one-pattern",
      level: "MUST",
      section: "Invariants 1, 3",
      base: "uri",
      title: "Nothing is served under two URIs",
      why: "A client that keeps things by URI holds the same thing twice.",
      fix: "List one URI for each thing; a docs page may repeat a document.",
    },
    onePattern,
  ),
];
