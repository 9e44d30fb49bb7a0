import type { Exchange } from "../../model/evidence";
import { found, pass, type RawFinding, untestable } from "../define-rule";
import { listOf } from "../evidence-index";
import { probeVerdict } from "../probe";
import { member, show } from "../values";
import { badCursorVerdict, walkVerdict } from "../walks";
import { extRule } from "./declare";
import { manifestByUri, unlessChanged } from "./entries";
import { unlisted } from "./list";

/** Rules on walking skills/list to its end (Listing Skills). */

export const listPagination = extRule(
  "server",
  {
    id: "ext-list-pagination",
    level: "MUST",
    section: "Listing Skills",
    title: "cursor is accepted, nextCursor leads to the next page and the walk ends",
    why: "A host that follows the cursors has to reach the last skill, and stop there.",
    fix: "Give each page a cursor of its own, accept it as params.cursor, and leave nextCursor out on the last page.",
    officialCheck: "sep-2640-skills-list-pagination",
  },
  (server, index) => unlisted(index) ?? walkVerdict(server.skillsPages, server.skillsWalk, "skills/list"),
);

export const listAtomic = extRule(
  "server",
  {
    id: "ext-list-atomic",
    level: "MUST",
    section: "Listing Skills",
    title: "An entry is atomic; its resources are never split over pages",
    why: "A host takes each entry for the complete manifest of its skill; from half of one it refuses files that belong to it.",
    fix: "Put the whole entry, with all its resources, on one page, and list each skill once.",
    officialCheck: "sep-2640-skills-list-entry-atomic",
  },
  (server, index) => {
    const reason = unlisted(index);
    if (reason) return reason;
    const { kind } = server.skillsWalk;
    if (kind === "repeated-cursor" || kind === "repeats-entries") {
      return untestable("the walk repeats itself; ext-list-pagination says so");
    }
    const repeated = repeatedEntries(server.skillsPages);
    if (repeated.size === 0) return pass;
    const again = server.skillsPagesAgain;
    if (!again)
      return untestable("an entry came twice, and the listing was not repeated to see whether it still does");
    const still = repeatedEntries(again);
    return unlessChanged(
      index,
      found(
        [...repeated].map(([uri, places]): RawFinding => {
          const now = still.get(uri);
          const evidence = [...new Set((now ?? places).map(({ page }) => page.id))];
          if (!now) {
            return {
              outcome: "note",
              message: `${show(uri)} was listed ${places.length} times, and once when the listing was repeated: the list changed during the run.`,
              evidence,
              locus: uri,
            };
          }
          const split = !sameFiles(now.map(({ entry }) => entry));
          return {
            message: split
              ? `The entry ${show(uri)} comes in ${now.length} parts with different resources.`
              : `The entry ${show(uri)} is listed ${now.length} times with the same resources.`,
            expected: "each skill once, with all its resources",
            actual: split ? "its resources are split" : "a duplicate",
            fix: split
              ? "Put all resources of the skill into one entry on one page."
              : "List the skill once.",
            subject: { kind: "skill", skill: uri, uri },
            evidence,
            locus: uri,
          };
        }),
      ),
    );
  },
);

interface Place {
  entry: unknown;
  page: Exchange;
}

/** Entries whose uri occurs more than once in a walk. */
function repeatedEntries(pages: readonly Exchange[]): Map<string, Place[]> {
  const places = new Map<string, Place[]>();
  for (const page of pages) {
    for (const entry of listOf(page, "skills")) {
      const uri = member(entry, "uri");
      if (typeof uri !== "string") continue;
      const known = places.get(uri);
      if (known) known.push({ entry, page });
      else places.set(uri, [{ entry, page }]);
    }
  }
  for (const [uri, all] of places) if (all.length === 1) places.delete(uri);
  return places;
}

function sameFiles(entries: unknown[]): boolean {
  const keys = entries.map((entry) => JSON.stringify([...manifestByUri(entry).keys()].sort()));
  return keys.every((key) => key === keys[0]);
}

export const listBadCursor = extRule(
  "server",
  {
    id: "ext-list-bad-cursor",
    level: "SHOULD",
    section: "Listing Skills (base pagination)",
    title: "An invalid cursor is answered with -32602",
    why: "A client whose cursor has expired would take a first page for the next one and list skills twice.",
    fix: "Answer a cursor that you did not give out with error -32602 (Invalid params).",
  },
  (_, index) => probeVerdict(index, "list-bad-cursor", badCursorVerdict),
);

export const listWalkRules = [listPagination, listAtomic, listBadCursor];
