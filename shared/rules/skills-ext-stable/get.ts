import { errorOf, hasCode, INVALID_PARAMS, METHOD_NOT_FOUND, outcomeText, resultOf, uriOf } from "../answers";
import { fail, found, notApplicable, pass, untestable } from "../define-rule";
import { cacheFaults, completeFaults, onModernResult } from "../results";
import { describe, isRecord, show } from "../values";
import { extRule } from "./declare";
import { entryOf, gotEntry, ids } from "./entries";
import { resourcesShape } from "./entry-shape";

/** Rules on skills/get (Getting a Skill). */

const GET = "skills/get";
const SECTION = "Getting a Skill";

export const getImplemented = extRule(
  "skill",
  {
    id: "ext-get-implemented",
    level: "MUST",
    section: SECTION,
    title: "skills/get is implemented for a uri",
    why: "A host refreshes one skill with it, and opens a skill that no list shows.",
    fix: 'Answer skills/get with { "skill": entry } for the URI of each skill.',
    officialCheck: "sep-2640-skills-get-implemented",
  },
  ({ get }) => {
    if (!get) return untestable("skills/get was not called for this skill");
    if (get.outcome.kind === "none") return untestable(`skills/get: ${get.outcome.reason}`);
    if (hasCode(get, METHOD_NOT_FOUND)) {
      return fail({
        message: "skills/get is not implemented.",
        expected: "a result with the entry of the skill",
        actual: outcomeText(get),
        evidence: ids(get),
      });
    }
    // A refusal is ext-get-unlisted's: only a fresh listing tells whether the skill is still published.
    if (hasCode(get, INVALID_PARAMS)) return pass;
    if (errorOf(get)) {
      return fail({
        message: "skills/get fails for a URI that the server published as a skill.",
        expected: "a result with the entry of the skill",
        actual: outcomeText(get),
        evidence: ids(get),
      });
    }
    const skill = gotEntry(get);
    if (isRecord(skill)) return pass;
    const loose = resultOf(get)?.frontmatter !== undefined;
    return fail({
      message: `skill of the result of skills/get is ${describe(skill)}, not an entry.${loose ? " The entry stands at the top level of the result." : ""}`,
      expected: "skill: an entry",
      actual: show(resultOf(get)),
      ...(loose ? { fix: 'Put the entry under "skill".' } : {}),
      evidence: ids(get),
    });
  },
);

export const getResultType = extRule(
  "exchange",
  {
    id: "ext-get-resulttype",
    level: "MUST",
    section: SECTION,
    title: 'resultType is "complete" on the result of skills/get',
    why: "From 2026-07-28 on, clients tell results apart by it and reject one without.",
    fix: 'Add "resultType": "complete" to the result.',
    evenUnpublished: true,
  },
  ({ exchange }, index) => onModernResult(exchange, index, GET, completeFaults),
);

export const getCache = extRule(
  "exchange",
  {
    id: "ext-get-cache",
    level: "MUST",
    section: SECTION,
    title: "ttlMs and cacheScope are present on the result of skills/get",
    why: "They tell a host how long it may keep the entry before it asks again.",
    fix: 'Add "ttlMs" and "cacheScope" to the result.',
    officialCheck: "sep-2640-skills-get-cache-attributes",
    evenUnpublished: true,
  },
  ({ exchange }, index) => onModernResult(exchange, index, GET, cacheFaults),
);

export const getEcho = extRule(
  "skill",
  {
    id: "ext-get-echo",
    level: "MUST",
    section: SECTION,
    title: "The returned skill.uri is the requested URI",
    why: "The uri is the skill's identity: an entry under another one is another skill.",
    fix: "Return the entry with exactly the uri that was asked for.",
    officialCheck: "sep-2640-skills-get-entry-shape",
  },
  ({ get }) => {
    const skill = gotEntry(get);
    if (!get || !isRecord(skill)) return notApplicable("skills/get gave no entry");
    const asked = uriOf(get);
    if (skill.uri === asked) return pass;
    return fail({
      message: `skills/get was asked for ${show(asked)} and returns the entry of ${show(skill.uri)}.`,
      expected: String(asked),
      actual: show(skill.uri),
      evidence: ids(get),
    });
  },
);

export const getNoCursor = extRule(
  "exchange",
  {
    id: "ext-get-no-cursor",
    level: "MUST NOT",
    section: SECTION,
    title: "The result has no pagination cursor",
    why: "A single entry is no list; a client that follows the cursor asks for nothing.",
    fix: "Leave nextCursor out of the result of skills/get.",
    officialCheck: "sep-2640-skills-get-no-cursor",
    evenUnpublished: true,
  },
  ({ exchange }) => {
    const result = exchange.method === GET ? resultOf(exchange) : undefined;
    if (!result) return notApplicable("no skills/get gave a result");
    if (result.nextCursor === undefined) return pass;
    return fail({
      message: `The result of skills/get carries nextCursor ${show(result.nextCursor, 60)}.`,
      expected: "no nextCursor",
      actual: show(result.nextCursor),
      evidence: ids(exchange),
    });
  },
);

export const getDynamic = extRule(
  "skill",
  {
    id: "ext-get-dynamic",
    level: "MUST",
    section: SECTION,
    title: 'resources of the entry from skills/get is an array or exactly "dynamic"',
    why: "An entry of any other form is invalid and no host may load it.",
    fix: "Return the same resources as in skills/list.",
  },
  (skill) => {
    const got = gotEntry(skill.get);
    if (!isRecord(got)) return notApplicable("skills/get gave no entry");
    // A fault that the listed entry has as well is ext-entry-resources-present's.
    if (resourcesShape(entryOf(skill)).length > 0)
      return notApplicable("ext-entry-resources-present says so");
    return found(resourcesShape(got).map((finding) => ({ ...finding, evidence: ids(skill.get) })));
  },
);

export const getRules = [getImplemented, getResultType, getCache, getEcho, getNoCursor, getDynamic];
