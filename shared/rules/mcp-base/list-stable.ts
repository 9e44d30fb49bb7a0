import type { Exchange } from "../../model/evidence";
import { outcomeText } from "../answers";
import { found, notApplicable, pass, type RawFinding, untestable } from "../define-rule";
import { listOf } from "../evidence-index";
import { nextCursor, probeVerdict } from "../probe";
import { count, listed, member, sameJson, show } from "../values";
import { baseRule } from "./declare";

/** Rules on lists that have to stay the same from one request to the next. */

export const cursorStable = baseRule(
  "server",
  {
    id: "mcp-cursor-stable",
    level: "SHOULD",
    section: "pagination",
    page: "server/utilities/pagination#implementation-guidelines",
    title: "Cursors are stable",
    why: "A client that asks again after a lost answer would skip a page.",
    fix: "Let a cursor say by itself where its page begins, instead of counting requests.",
  },
  (_, index) => {
    const of = (tag: string) =>
      index.exchanges("probe:cursor-twice").filter((exchange) => exchange.tag === tag);
    return probeVerdict(index, "cursor-twice", (exchange) => {
      if (exchange.tag !== "twice")
        return nextCursor(exchange) || exchange.tag !== "first"
          ? pass
          : notApplicable("the list now has one page");
      const once = of("once").find(({ method }) => method === exchange.method);
      if (!once || once.outcome.kind === "none")
        return untestable("the first use of the cursor was not answered");
      if (samePage(once, exchange)) return pass;
      return [
        {
          severity: "warning",
          message: `${exchange.method} gives another page when one cursor is used a second time.`,
          expected: pageText(once),
          actual: pageText(exchange),
          evidence: [once.id, exchange.id],
          locus: exchange.method,
        },
      ];
    });
  },
);

const LISTS = ["resources", "resourceTemplates", "skills"];

/** Two answers hold the same elements; an error equals an error. */
function samePage(a: Exchange, b: Exchange): boolean {
  return a.outcome.kind === b.outcome.kind && LISTS.every((key) => sameJson(listOf(a, key), listOf(b, key)));
}

function pageText(page: Exchange): string {
  if (page.outcome.kind !== "result") return outcomeText(page);
  const items = LISTS.flatMap((key) => listOf(page, key));
  return `${count(items.length, "element")}: ${listed(
    items.map((item) => show(member(item, "uri") ?? member(item, "uriTemplate"), 80)),
    3,
  )}`;
}

/** The URIs that one walk of the probe showed, sorted; undefined when a page is missing. */
function walkUris(pages: readonly Exchange[]): string[] | undefined {
  if (pages.length === 0 || pages.some((page) => page.outcome.kind !== "result")) return undefined;
  return pages.flatMap((page) => listOf(page, "resources").map((item) => show(member(item, "uri")))).sort();
}

export const listStable = baseRule(
  "server",
  {
    id: "mcp-list-stable",
    level: "MUST NOT",
    section: "resources: Capabilities (2026-07-28)",
    page: "server/resources#capabilities",
    title: "The resource list does not vary per connection or as a side effect of other requests",
    why: "A client may keep the list and use it on another connection; resources that come and go there cannot be found.",
    fix: "Build the list from what is served, not from what this connection did before.",
  },
  (server, index) => {
    if (!index.modern) return notApplicable("the negotiated revision is older than 2026-07-28");
    const all = index.exchanges("probe:list-stable");
    if (all.length === 0) return probeVerdict(index, "list-stable", () => pass);
    const pages = (tag: string) => all.filter((exchange) => exchange.tag === tag);
    const tags = ["second before", "second after", "third before", "third after"] as const;
    const walks = tags.map((tag) => walkUris(pages(tag)));
    const first = walkUris(server.resourcePages.slice(0, pages("second before").length || 1));
    if (!first || walks.some((walk) => !walk))
      return untestable("not every walk of resources/list was answered");
    if (
      server.resourcePages.length > pages("second before").length ||
      nextCursor(pages("second before").at(-1))
    ) {
      return untestable("the list is too long to be walked several times");
    }
    const [secondBefore, secondAfter, thirdBefore, thirdAfter] = walks as string[][];
    const effects = [!sameJson(secondBefore, secondAfter), !sameJson(thirdBefore, thirdAfter)];
    const changes = [!sameJson(first, secondBefore), !sameJson(secondAfter, thirdBefore)];
    const evidence = [server.resourcePages[0]!, ...tags.map((tag) => pages(tag)[0]!)].map(({ id }) => id);
    return found([
      ...instability(effects, "after other resources were read", secondBefore!, secondAfter!, evidence),
      ...instability(changes, "on another connection", first, secondBefore!, evidence),
    ]);
  },
);

/** A difference that repeats is a failure; a single one may be a change of what is served. */
function instability(
  differs: boolean[],
  when: string,
  before: string[],
  after: string[],
  evidence: string[],
): RawFinding[] {
  const times = differs.filter(Boolean).length;
  if (times === 0) return [];
  const gone = before.filter((uri) => !after.includes(uri));
  const come = after.filter((uri) => !before.includes(uri));
  return [
    {
      ...(times === 1 ? { outcome: "note" as const } : {}),
      message: `resources/list differs ${when}${times === 1 ? ", once; what is served may have changed meanwhile" : ", each time"}.`,
      expected: count(before.length, "resource"),
      actual: `${count(after.length, "resource")}; gone: ${listed(gone, 3) || "none"}; new: ${listed(come, 3) || "none"}`,
      evidence,
      locus: when,
    },
  ];
}

export const stableRules = [cursorStable, listStable];
