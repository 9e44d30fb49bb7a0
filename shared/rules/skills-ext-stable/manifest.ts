import type { Rule, Verdict } from "../define-rule";
import { count, member } from "../values";
import { type ExtText, extRule } from "./declare";
import { entryOf, manifest, withoutArray } from "./entries";
import { shown } from "./entry";
import { listedInside, listedOnce, type ShapeCheck, selfListed } from "./entry-shape";

/** Rules on the `resources` array of an entry, from the entry alone (Resources, Limits). */

/** A rule that judges the array form only. */
function onArray(text: ExtText, check: ShapeCheck): Rule<"skill"> {
  return extRule("skill", text, (skill): Verdict => {
    const entry = entryOf(skill);
    return manifest(entry) ? shown(skill, check(entry)) : withoutArray(entry);
  });
}

export const resourcesSelf = onArray(
  {
    id: "ext-entry-resources-self",
    level: "MUST",
    section: "Resources",
    title: "The array contains an element whose uri equals the skill's uri",
    why: "That element carries the digest and size of SKILL.md; without it a host cannot verify the very file it loads.",
    fix: "Add an element with exactly the entry's uri, and the digest and size of SKILL.md.",
    officialCheck: "sep-2640-resources-complete",
  },
  selfListed,
);

export const resourcesOnce = onArray(
  {
    id: "ext-entry-resources-once",
    level: "MUST",
    section: "Resources",
    title: "Each file is listed exactly once",
    why: "Two elements for one file leave open which digest holds, and count twice against the limits.",
    fix: "Keep one element for each file, under one spelling of its URI.",
    officialCheck: "sep-2640-resources-complete",
  },
  listedOnce,
);

export const resourcesInside = onArray(
  {
    id: "ext-entry-resources-inside",
    level: "MUST",
    section: "Resources",
    title: "Each listed uri is SKILL.md or a file inside the skill's directory",
    why: "The list is what a user approves; a URI that leads out of the skill would put foreign content under that approval.",
    fix: "List only files below the skill's root, each with its full URI.",
    officialCheck: "sep-2640-resources-uri-within-skill",
  },
  listedInside,
);

const MAX_FILES = 512;
const MAX_BYTES = 16 * 1024 * 1024;

export const limitCount = onArray(
  {
    id: "ext-limit-count",
    level: "SHOULD NOT",
    section: "Limits",
    title: "A skill does not exceed 512 files, SKILL.md included",
    why: "Hosts have to accept 512 files and may refuse more.",
    fix: "Split the skill, or leave out files that the instructions never name.",
    officialCheck: "sep-2640-limit-resources-per-skill",
  },
  (entry) => {
    const files = manifest(entry)!.length;
    if (files <= MAX_FILES) return [];
    return [
      {
        severity: "warning",
        message: `resources lists ${files} files, ${files - MAX_FILES} more than every host accepts.`,
        expected: `at most ${MAX_FILES} elements`,
        actual: count(files, "element"),
      },
    ];
  },
);

export const limitSize = onArray(
  {
    id: "ext-limit-size",
    level: "SHOULD NOT",
    section: "Limits",
    title: "The files of a skill have at most 16,777,216 bytes together",
    why: "Hosts have to accept 16 MiB and may refuse more.",
    fix: "Leave out or shrink the largest files, or serve them as resources outside the skill.",
    officialCheck: "sep-2640-limit-total-size",
  },
  (entry) => {
    let bytes = 0;
    let largest: { uri: unknown; size: number } | undefined;
    for (const item of manifest(entry)!) {
      const size = member(item, "size");
      if (typeof size !== "number" || !(size >= 0)) continue;
      bytes += size;
      if (!largest || size > largest.size) largest = { uri: member(item, "uri"), size };
    }
    if (bytes <= MAX_BYTES) return [];
    return [
      {
        severity: "warning",
        message: `The files of the skill have ${bytes} bytes together, ${bytes - MAX_BYTES} more than every host accepts. The largest is ${String(largest?.uri)} with ${largest?.size}.`,
        expected: `at most ${MAX_BYTES} bytes`,
        actual: `${bytes} bytes`,
      },
    ];
  },
);

export const manifestRules = [resourcesSelf, resourcesOnce, resourcesInside, limitCount, limitSize];
