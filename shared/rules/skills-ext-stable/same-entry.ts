import type { SkillEvidence } from "../../model/evidence";
import { compareFrontmatter, type FrontmatterDifference } from "../../skill-file/compare";
import type { FrontmatterField } from "../../skill-file/types";
import { found, notApplicable, pass, type RawFinding, untestable, type Verdict } from "../define-rule";
import { describe, isRecord, member, sameJson, show } from "../values";
import { extRule } from "./declare";
import {
  entryEvidence,
  entryFrontmatter,
  entryOf,
  gotEntry,
  ids,
  manifestByUri,
  readFrontmatter,
  skillFile,
  unlessChanged,
  withoutFrontmatter,
} from "./entries";
import { SHAPE_CHECKS } from "./entry-shape";

/** Rules that compare an entry with the file it describes and with the other place that gives it. */

export const frontmatterIdentical = extRule(
  "skill",
  {
    id: "ext-entry-frontmatter-identical",
    level: "MUST",
    section: "Frontmatter",
    title: "frontmatter of the entry is identical in content to that of SKILL.md",
    why: "What a user approves from the entry has to be what the model receives; hosts compare the two field by field and refuse the skill on any difference.",
    fix: "Build the entry from the parsed frontmatter of SKILL.md as it is: every field, none added, no value converted.",
    officialCheck: "sep-2640-entry-frontmatter-identical",
  },
  (skill, index) => {
    const entry = entryFrontmatter(entryOf(skill));
    if (!entry)
      return notApplicable("the entry has no frontmatter object; ext-entry-frontmatter-object says so");
    const data = readFrontmatter(skill);
    if (!data) return withoutFrontmatter(skill);
    const file = skillFile(skill);
    const findings = compareFrontmatter(entry, data).map((difference): RawFinding => {
      const field = file?.facts?.frontmatter?.fields.find((each) => each.key === difference.key);
      return {
        ...inWords(difference, field),
        ...(field
          ? { location: { file: skill.uri, line: field.valueAt.line, column: field.valueAt.column } }
          : {}),
        evidence: [...entryEvidence(skill), ...ids(file?.read)],
        locus: difference.key,
      };
    });
    return unlessChanged(index, found(findings));
  },
);

/** One differing field in words, with the trap of typing that is likely behind it. */
function inWords(
  difference: FrontmatterDifference,
  field: FrontmatterField | undefined,
): Pick<RawFinding, "message" | "expected" | "actual" | "fix"> {
  const { key } = difference;
  if (!("file" in difference)) {
    return {
      message: `The entry has the field ${show(key)}, which SKILL.md does not have.`,
      expected: "no such field",
      actual: show(difference.entry),
      fix: `Remove ${key} from the entry, or add it to SKILL.md.`,
    };
  }
  if (!("entry" in difference)) {
    return {
      message: `The entry lacks the field ${show(key)}, which SKILL.md has.`,
      expected: show(difference.file),
      actual: "absent",
      fix: `Pass ${key} on in the entry; it takes over every field the author wrote.`,
    };
  }
  return {
    message: `${key} is ${describe(difference.entry)} in the entry and ${describe(difference.file)} in SKILL.md.${trap(difference, field)}`,
    expected: show(difference.file),
    actual: show(difference.entry),
    fix: `Put the value of SKILL.md into the entry: ${show(difference.file, 80)}.`,
  };
}

function trap({ entry, file }: FrontmatterDifference, field: FrontmatterField | undefined): string {
  if (typeof entry === "string" && typeof file === "number") {
    return ` Unquoted, YAML reads ${field?.source ?? file} as a number; quote it in SKILL.md if text is meant.`;
  }
  if (typeof entry === "string" && typeof file === "boolean") {
    return " Unquoted, YAML reads true and false as booleans; quote it in SKILL.md if text is meant.";
  }
  if (typeof entry === "boolean" && typeof file === "string") {
    return " YAML 1.1 readers take yes, no, on and off for booleans; by YAML 1.2 they are text.";
  }
  if (typeof entry === "string" && typeof file === "string") {
    if (/^\d{4}-\d\d-\d\dT/.test(entry) && entry.startsWith(file.slice(0, 10))) {
      return " A YAML reader turned the date into a timestamp; by the YAML 1.2 core schema a date is text.";
    }
    if (entry.trim() === file.trim()) return " They differ in blanks or line breaks at the ends.";
    if (entry.replace(/\s+/g, " ") === file.replace(/\s+/g, " "))
      return " They differ in blanks or line breaks.";
    if (entry.normalize("NFC") === file.normalize("NFC"))
      return " They differ in Unicode form (NFC and NFD).";
  }
  return "";
}

export const entrySameShape = extRule(
  "skill",
  {
    id: "ext-entry-same-shape",
    level: "MUST",
    section: "Skill Entries",
    title: "skills/list and skills/get return the same entry",
    why: "A host verifies files against whichever entry it holds; when the two differ, one of them makes it refuse right content.",
    fix: "Answer skills/list and skills/get from one and the same entry.",
    officialCheck: "sep-2640-skills-get-entry-shape",
  },
  (skill, index) => {
    if (!skill.get) return untestable("skills/get was not called for this skill");
    if (skill.source !== "skills/list") return notApplicable("skills/list does not show this skill");
    const got = gotEntry(skill.get);
    if (got === undefined)
      return notApplicable("skills/get gave no entry; ext-get-implemented and ext-get-unlisted say so");
    if (sameJson(skill.entry, got)) return pass;
    // An entry under another uri is ext-get-echo's; its form is judged as if it had the right one.
    const form = isRecord(got) && typeof got.uri === "string" ? { ...got, uri: skill.uri } : got;
    const shape = SHAPE_CHECKS.flatMap(([rule, check]) => {
      // A fault that the listed entry has as well is reported once, by the rule it belongs to.
      if (check(skill.entry).length > 0) return [];
      return check(form).map((finding) => ({
        ...finding,
        message: `In the answer of skills/get, not in that of skills/list: ${finding.message}`,
        evidence: [...entryEvidence(skill), ...ids(skill.get)],
        locus: `${rule} ${finding.locus ?? ""}`,
      }));
    });
    if (shape.length > 0) return found(shape);
    return unlessChanged(index, compared(skill, got));
  },
);

/** Value differences between the list entry and that of skills/get, and whether they outlast a second look. */
function compared(skill: SkillEvidence, got: unknown): Verdict {
  const differences = entryDifferences(skill.entry, got);
  if (differences.length === 0) return found([]);
  const evidence = [...entryEvidence(skill), ...ids(skill.get)];
  const { refetch } = skill;
  if (!refetch?.get || !refetch.listExchange) {
    return untestable(
      "skills/list and skills/get differ, and they were not repeated to see whether they still do",
    );
  }
  const again = ids(refetch.listExchange, refetch.get);
  const gotAgain = gotEntry(refetch.get);
  if (
    refetch.list === undefined ||
    gotAgain === undefined ||
    entryDifferences(refetch.list, gotAgain).length === 0
  ) {
    return found([
      {
        outcome: "note",
        message: `skills/list and skills/get differed in ${differences.map(({ what }) => what).join(", ")} and no longer do: the skill changed during the run.`,
        evidence: [...evidence, ...again],
      },
    ]);
  }
  return found(
    entryDifferences(refetch.list, gotAgain).map(({ what, list, get }) => ({
      message: `skills/list and skills/get give different ${what} for this skill, on a second look too.`,
      expected: list,
      actual: get,
      evidence: [...evidence, ...again],
      locus: what,
    })),
  );
}

interface EntryDifference {
  what: string;
  list: string;
  get: string;
}

/** What two entries of one skill say differently; `resources` are compared as a set of uri, digest and size. */
function entryDifferences(list: unknown, get: unknown): EntryDifference[] {
  const differences: EntryDifference[] = [];
  if (member(list, "uri") !== member(get, "uri")) {
    differences.push({ what: "uri", list: show(member(list, "uri")), get: show(member(get, "uri")) });
  }
  const [a, b] = [entryFrontmatter(list), entryFrontmatter(get)];
  for (const difference of a && b ? compareFrontmatter(a, b) : []) {
    differences.push({
      what: `frontmatter.${difference.key}`,
      list: show(difference.entry),
      get: show(difference.file),
    });
  }
  return [...differences, ...resourceDifferences(list, get)];
}

function resourceDifferences(list: unknown, get: unknown): EntryDifference[] {
  const [a, b] = [member(list, "resources"), member(get, "resources")];
  if (!Array.isArray(a) || !Array.isArray(b)) {
    const same = show(a) === show(b);
    return same ? [] : [{ what: "resources", list: form(a), get: form(b) }];
  }
  const [inList, inGet] = [manifestByUri(list), manifestByUri(get)];
  const differences: EntryDifference[] = [];
  for (const uri of new Set([...inList.keys(), ...inGet.keys()])) {
    const [left, right] = [inList.get(uri), inGet.get(uri)];
    if (left && right && left.digest === right.digest && left.size === right.size) continue;
    differences.push({ what: `resources (${uri})`, list: element(left), get: element(right) });
  }
  return differences;
}

function form(resources: unknown): string {
  return Array.isArray(resources) ? `an array of ${resources.length}` : describe(resources);
}

function element(value: Record<string, unknown> | undefined): string {
  return isRecord(value) ? `digest ${show(value.digest)}, size ${show(value.size)}` : "not listed";
}

export const sameEntryRules = [frontmatterIdentical, entrySameShape];
