import type { Exchange } from "../../model/evidence";
import { errorOf, hasCode, METHOD_NOT_FOUND, outcomeText, resultOf } from "../answers";
import { found, notApplicable, note, pass, type RawFinding, untestable, type Verdict } from "../define-rule";
import { type EvidenceIndex, listOf } from "../evidence-index";
import { cacheFaults, completeFaults, onModernResult, scopeVerdict } from "../results";
import { count, describe, listed, member, show } from "../values";
import { extRule } from "./declare";
import { ids } from "./entries";

/** Rules on skills/list (Listing Skills). */

const LIST = "skills/list";
const SECTION = "Listing Skills";

/** Why the listing cannot be judged, when it was not asked or gave no answer at all. */
export function unlisted(index: EvidenceIndex): Verdict | undefined {
  const { skillsPages, skillsWalk } = index.server;
  const first = skillsPages[0];
  if (!first)
    return untestable(skillsWalk.kind === "not-asked" ? skillsWalk.reason : "skills/list was not called");
  return first.outcome.kind === "none" ? untestable(`skills/list: ${first.outcome.reason}`) : undefined;
}

export const listImplemented = extRule(
  "server",
  {
    id: "ext-list-implemented",
    level: "MUST",
    section: SECTION,
    title: "skills/list is implemented and returns a skills array",
    why: "It is how a host learns which skills a server publishes.",
    fix: 'Answer skills/list with { "skills": [ … ] }; the array may be empty.',
    officialCheck: "sep-2640-skills-list-implemented",
  },
  (server, index) => {
    const reason = unlisted(index);
    if (reason) return reason;
    return found(
      server.skillsPages.flatMap((page, at): RawFinding[] => {
        if (page.outcome.kind === "none") return [];
        // A refused later page is ext-list-pagination's.
        if (errorOf(page)) return at > 0 ? [] : [refused(page)];
        const skills = resultOf(page)?.skills;
        if (Array.isArray(skills)) return [];
        return [
          {
            message: `skills of the result of skills/list is ${describe(skills)}, not an array.`,
            expected: "skills: an array",
            actual: show(skills),
            evidence: [page.id],
            locus: "skills",
          },
        ];
      }),
    );
  },
);

function refused(page: Exchange): RawFinding {
  const missing = hasCode(page, METHOD_NOT_FOUND);
  return {
    message: missing
      ? "skills/list is not implemented."
      : "skills/list, asked for its first page, answers with an error.",
    expected: "a result with a skills array",
    actual: outcomeText(page),
    evidence: [page.id],
    locus: "error",
  };
}

export const listResultType = extRule(
  "exchange",
  {
    id: "ext-list-resulttype",
    level: "MUST",
    section: SECTION,
    title: 'resultType is "complete" on the result of skills/list',
    why: "From 2026-07-28 on, clients tell results apart by it and reject one without.",
    fix: 'Add "resultType": "complete" to every page.',
    evenUnpublished: true,
  },
  ({ exchange }, index) => onModernResult(exchange, index, LIST, completeFaults),
);

export const listCache = extRule(
  "exchange",
  {
    id: "ext-list-cache",
    level: "MUST",
    section: SECTION,
    title: "ttlMs and cacheScope are present on the result of skills/list",
    why: "Clients cache the listing by them; without them they must guess or reject the result.",
    fix: 'Add "ttlMs" and "cacheScope" to every page.',
    officialCheck: "sep-2640-skills-list-cache-attributes",
    evenUnpublished: true,
  },
  ({ exchange }, index) => onModernResult(exchange, index, LIST, cacheFaults),
);

export const listCacheScope = extRule(
  "server",
  {
    id: "ext-list-cache-scope",
    level: "MUST",
    section: "Listing Skills (base caching)",
    title: "All pages of one skills/list walk carry the same cacheScope",
    why: "A shared cache would keep one page for everybody and another for one user, and serve a mixed list.",
    fix: "Choose one cacheScope for the whole list.",
  },
  (server, index) => unlisted(index) ?? scopeVerdict(server.skillsPages, index, LIST),
);

export const listPartial = extRule(
  "server",
  {
    id: "ext-list-partial",
    level: "MAY",
    section: SECTION,
    title: "The listing may be empty or partial",
    why: "A server may serve skills that it does not list; hosts then open them by URI.",
    fix: "Nothing has to change, unless the server was meant to list skills.",
  },
  (server, index) => {
    const reason = unlisted(index);
    if (reason) return reason;
    if (server.skillsPages.some((page) => listOf(page, "skills").length > 0)) return pass;
    const first = server.skillsPages[0]!;
    if (!Array.isArray(resultOf(first)?.skills)) return notApplicable("skills/list gave no listing");
    return note({
      message:
        "skills/list gives an empty list. Skills that the server serves without listing them can be opened by their URI.",
      evidence: [first.id],
    });
  },
);

export const listAnyScheme = extRule(
  "server",
  {
    id: "ext-list-any-scheme",
    level: "STATEMENT",
    section: SECTION,
    title: "The method lists skills of every scheme",
    why: "A SKILL.md that only resources/list shows is no skill to a host.",
    fix: "Add an entry to skills/list when the nested SKILL.md should be a skill of its own.",
  },
  (_, index) => {
    const reason = unlisted(index);
    if (reason) return reason;
    const absent: string[] = [];
    for (const [uri] of index.allResources()) {
      if (uri.endsWith("/SKILL.md") && !index.skill(uri) && index.enclosingSkill(uri)) absent.push(uri);
    }
    if (absent.length === 0) return pass;
    return note({
      message: `resources/list shows ${count(absent.length, "SKILL.md")} below a listed skill that skills/list does not show: ${listed(absent)}.`,
      expected: "an entry for each, if they are skills",
      actual: listed(absent),
      evidence: ids(index.resourcePage(absent[0]!), index.server.skillsPages[0]),
    });
  },
);

export const namesUnique = extRule(
  "server",
  {
    id: "ext-entry-names-unique",
    level: "SHOULD",
    section: "Names",
    title: "Names are unique within one listing",
    why: "People and models pick a skill by name; two of one name are told apart only by their paths.",
    fix: "Rename one of them, in its directory and its frontmatter.",
    officialCheck: "sep-2640-names-should-be-unique",
  },
  (_, index) => {
    const byName = new Map<string, { uris: Set<string>; evidence: Set<string> }>();
    for (const brief of index.skills) {
      const name = member(member(brief.entry, "frontmatter"), "name");
      if (brief.source !== "skills/list" || typeof name !== "string") continue;
      const group = byName.get(name) ?? { uris: new Set(), evidence: new Set() };
      group.uris.add(brief.uri);
      if (brief.exchangeId) group.evidence.add(brief.exchangeId);
      byName.set(name, group);
    }
    if (byName.size === 0) return notApplicable("no named skill is listed");
    return found(
      [...byName]
        .filter(([, { uris }]) => uris.size > 1)
        .map(([name, { uris, evidence }]) => ({
          severity: "warning",
          message: `${uris.size} skills are named ${show(name)}: ${listed([...uris])}.`,
          expected: "each name once in a listing",
          actual: listed([...uris]),
          evidence: [...evidence].slice(0, 5),
          locus: name,
        })),
    );
  },
);

export const listRules = [
  listImplemented,
  listResultType,
  listCache,
  listCacheScope,
  listPartial,
  listAnyScheme,
  namesUnique,
];
