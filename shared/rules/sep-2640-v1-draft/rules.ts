import type { Exchange, SkillBrief } from "../../model/evidence";
import { resultOf } from "../answers";
import { gathered } from "../convention-rules";
import { notApplicable, pass, type RawFinding, untestable } from "../define-rule";
import { listOf } from "../evidence-index";
import { BEFORE_MODERN } from "../results";
import { nestedComplete, resourcesComplete } from "../skills-ext-stable/complete";
import { entryUriName } from "../skills-ext-stable/entry";
import { getEcho, getImplemented, getNoCursor } from "../skills-ext-stable/get";
import { getNotSkillMd, getUnknown } from "../skills-ext-stable/get-served";
import { entryDigestFormat, entryDigestValue } from "../skills-ext-stable/integrity";
import { listCache, listImplemented } from "../skills-ext-stable/list";
import { listAtomic, listPagination } from "../skills-ext-stable/list-walk";
import { resourcesInside, resourcesOnce, resourcesSelf } from "../skills-ext-stable/manifest";
import { entrySameShape, frontmatterIdentical } from "../skills-ext-stable/same-entry";
import { isRecord, member, show } from "../values";
import { asRelease, own } from "./declare";

/** The rules of the draft: what the release kept is judged by the rules of the release. */

/** The elements of the `resources` arrays of listed entries. */
export function manifestElements(skills: readonly SkillBrief[]): { brief: SkillBrief; item: unknown }[] {
  return skills.flatMap((brief) => {
    const resources = member(brief.entry, "resources");
    return Array.isArray(resources) ? resources.map((item) => ({ brief, item })) : [];
  });
}

export const noSize = own(
  "server",
  {
    id: "vd-no-size",
    level: "OBSERVED",
    section: "Resources, draft of 2026-07-13 to 2026-08-19; @llmindset/hf-mcp-server 0.4.23",
    title: "Files of an entry have no size",
    why: "It tells the draft from the release, whose hosts refuse such entries.",
    fix: "Nothing, for the draft; the release asks for size, and a server that sends it is newer.",
  },
  (_, index) => {
    const elements = manifestElements(index.skills);
    if (elements.length === 0) return untestable("no entry has files");
    const sized = elements.filter(({ item }) => member(item, "size") !== undefined);
    if (sized.length === 0) return pass;
    const { brief, item } = sized[0]!;
    return gathered([
      {
        message: `${sized.length} of ${elements.length} files in the entries have a size: the server is newer than this draft.`,
        expected: "uri and digest alone",
        actual: show(item),
        subject: { kind: "skill", skill: brief.uri, uri: brief.uri },
        evidence: brief.exchangeId === undefined ? [] : [brief.exchangeId],
        fix: "Check the server by skills-ext-stable.",
        locus: "size",
      },
    ]);
  },
);

export const getNoCache = own(
  "exchange",
  {
    id: "vd-get-no-cache",
    level: "OBSERVED",
    section: "hf-mcp-server 0.4.23, @olaservo/ext-skills 0.14.0",
    title: "The result of skills/get has no ttlMs and no cacheScope",
    why: "It explains why the release's rule on them fails.",
    fix: "Nothing, for the draft; the release asks for both, and a server that sends them is newer.",
  },
  ({ exchange }, index) => {
    if (exchange.method !== "skills/get") return notApplicable("another method");
    if (!index.modern) return BEFORE_MODERN;
    const result = resultOf(exchange);
    if (!result) return notApplicable("no skills/get gave a result object");
    const given = ["ttlMs", "cacheScope"].filter((key) => result[key] !== undefined);
    if (given.length === 0) return pass;
    return gathered([
      {
        message: `The result of skills/get has ${given.join(" and ")}: the server is newer than this draft.`,
        expected: "neither ttlMs nor cacheScope",
        actual: show(Object.fromEntries(given.map((key) => [key, result[key]]))),
        evidence: [exchange.id],
        locus: "skills/get",
      },
    ]);
  },
);

export const dynamicOmit = own(
  "skill",
  {
    id: "vd-dynamic-omit",
    level: "MAY",
    section: "Resources, footnote 1",
    title: "A dynamic skill has no resources in its entry",
    why: 'The release marks it with "dynamic"; hosts of the release take the missing field for a fault.',
    fix: 'Send "resources": "dynamic" once the server speaks the release.',
  },
  ({ uri, entry, listExchange, get }) => {
    if (member(entry, "uri") === undefined) return notApplicable("no entry publishes this skill");
    const resources = member(entry, "resources");
    const evidence = [listExchange, get].flatMap((exchange) => exchange?.id ?? []);
    if (resources === "dynamic") {
      return gathered([
        {
          message: `The entry of ${uri} marks the skill as dynamic by a word of the release: the server is newer than this draft.`,
          expected: "no resources",
          actual: '"dynamic"',
          evidence,
          fix: "Check the server by skills-ext-stable.",
          locus: "dynamic",
        },
      ]);
    }
    if (resources !== undefined) return pass;
    return gathered([
      {
        outcome: "note",
        message: `The entry of ${uri} has no resources: a dynamic skill in the shape of the draft.`,
        expected: 'in the release, "resources": "dynamic"',
        actual: "no resources",
        evidence,
        locus: "omitted",
      },
    ]);
  },
);

/** Elements of a page of skills/list that are no entry: without a string uri or an object frontmatter. */
function oddElements(page: Exchange): RawFinding[] {
  return listOf(page, "skills").flatMap((element, at): RawFinding[] => {
    if (typeof member(element, "uri") === "string" && isRecord(member(element, "frontmatter"))) return [];
    return [
      {
        message: `Element ${at} of skills is no entry of a skill.`,
        expected: "{uri: a string, frontmatter: an object, resources?}",
        actual: show(element, 200),
        evidence: [page.id],
        locus: `element ${page.id} ${at}`,
      },
    ];
  });
}

export const draftRules = [
  noSize,
  getNoCache,
  dynamicOmit,
  asRelease(
    "server",
    {
      id: "vd-list",
      level: "MUST",
      section: "Enumeration via skills/list",
      title: "skills/list gives whole entries on as many pages as it takes",
      why: "It is how a client learns of skills.",
      fix: "Implement skills/list with cursors, and never split an entry over pages.",
    },
    [listImplemented, listPagination, listAtomic],
    ({ skillsPages }) => [
      {
        verdict: gathered(skillsPages.flatMap(oddElements)),
        fix: "Give each element of skills a uri and its frontmatter.",
      },
    ],
  ),
  asRelease(
    "skill",
    {
      id: "vd-get",
      level: "MUST",
      section: "Retrieval via skills/get (from 2026-07-15)",
      title: "skills/get gives the entry that the list shows",
      why: "A client refreshes one skill by it.",
      fix: "Answer skills/get with {skill: entry}, the same entry as in the list, and no cursor.",
    },
    [getImplemented, getEcho, entrySameShape],
    (skill, index) =>
      skill.get
        ? [{ verdict: getNoCursor.check({ exchange: skill.get, skill }, index), fix: getNoCursor.fix }]
        : [],
  ),
  asRelease(
    "server",
    {
      id: "vd-get-unknown",
      level: "MUST",
      section: "Retrieval via skills/get",
      title: "What is no SKILL.md of a served skill gives -32602",
      why: "By the code a client tells a wrong URI from a broken server.",
      fix: "Answer skills/get of anything but a served SKILL.md with error -32602.",
    },
    [getUnknown, getNotSkillMd],
  ),
  asRelease(
    "skill",
    {
      id: "vd-resources-complete",
      level: "MUST",
      section: "Resources",
      title: "resources lists every file of the skill once",
      why: "A host reads and approves these files and no others.",
      fix: "List SKILL.md, every supporting file and the files of nested skills, each once, all below the skill's directory.",
    },
    [resourcesSelf, resourcesOnce, resourcesInside, resourcesComplete, nestedComplete],
  ),
  asRelease(
    "skill",
    {
      id: "vd-digest",
      level: "MUST",
      section: "Integrity and verification",
      title: "Each file has the SHA-256 of its bytes",
      why: "Hosts refuse content that does not match its digest.",
      fix: "Send digest as sha256: and 64 lower-case hex digits over the raw bytes.",
    },
    [entryDigestFormat, entryDigestValue],
  ),
  asRelease(
    "skill",
    {
      id: "vd-entry-name",
      level: "MUST",
      section: "Skill URIs, Frontmatter",
      title: "The entry repeats the frontmatter, and its URI ends in the name",
      why: "What a person approves from the entry has to be what the model receives.",
      fix: "Build the entry from the parsed frontmatter, and name the directory like the skill.",
    },
    [frontmatterIdentical, entryUriName],
  ),
  asRelease(
    "exchange",
    {
      id: "vd-list-cache",
      level: "MUST",
      section: "Enumeration via skills/list",
      title: "From 2026-07-28 skills/list has ttlMs and cacheScope",
      why: "A client keeps the list so long and for so many users.",
      fix: "Add ttlMs and cacheScope to the result of skills/list.",
    },
    [listCache],
  ),
];
