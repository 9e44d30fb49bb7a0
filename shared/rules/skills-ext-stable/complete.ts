import type { SkillEvidence } from "../../model/evidence";
import { resultOf } from "../answers";
import { found, notApplicable, pass, type RawFinding, untestable, type Verdict } from "../define-rule";
import type { EvidenceIndex } from "../evidence-index";
import { count, listed, member, show } from "../values";
import { extRule } from "./declare";
import {
  entryEvidence,
  entryOf,
  gotEntry,
  ids,
  manifest,
  manifestByUri,
  unlessChanged,
  withoutArray,
} from "./entries";

/** Rules on what the `resources` array leaves out (Resources). */

const SHOWN_BY = {
  directory: "resources/directory/read lists it",
  resources: "resources/list shows it",
  link: "SKILL.md links to it",
  entry: "it is the skill's own file",
  manifest: "an entry lists it",
  folder: "it lies in the folder",
} as const;

export const resourcesComplete = extRule(
  "skill",
  {
    id: "ext-entry-resources-complete",
    level: "MUST",
    section: "Resources",
    title: "The array lists every file of the skill",
    why: "A host that acts on the skill refuses every file the entry does not list, so the file might as well not be there.",
    fix: "List the file with digest and size in the entry, or stop serving it.",
    officialCheck: "sep-2640-resources-complete",
  },
  (skill, index) => {
    const entry = entryOf(skill);
    if (!manifest(entry)) return withoutArray(entry);
    const known = manifestByUri(entry);
    // The skill's own SKILL.md is ext-entry-resources-self's.
    const unlisted = skill.files.filter((file) => file.uri !== skill.uri && !known.has(file.uri));
    const served = unlisted.filter(
      (file) => file.read?.outcome.kind === "result" && (file.parts?.length ?? 0) > 0,
    );
    if (served.length === 0) {
      const left = unlisted.find((file) => !file.read);
      const reason = left ? `${left.uri} was not read: ${left.notRead ?? "no reason known"}` : skill.partial;
      return reason ? untestable(reason) : pass;
    }
    const fresh = skill.refetch?.get ?? (skill.entry === undefined ? skill.get : undefined);
    const again = gotEntry(fresh);
    if (again === undefined) {
      return untestable(
        `the entry was not fetched again after ${served[0]!.uri} was found, which it does not list`,
      );
    }
    if (member(again, "resources") === "dynamic") {
      return notApplicable('the entry as fetched again has resources "dynamic"');
    }
    const now = manifestByUri(again);
    const missing = served.filter((file) => !now.has(file.uri));
    return unlessChanged(
      index,
      found(
        missing.map((file) => ({
          message: `The skill has the file ${show(file.uri)} (${SHOWN_BY[file.source]}, and it can be read), but the entry does not list it, freshly fetched either.`,
          expected: "every file of the skill in resources",
          actual: `${count(now.size, "file")} listed, not this one`,
          subject: { kind: "file", skill: skill.uri, uri: file.uri },
          evidence: [...entryEvidence(skill), ...ids(fresh, file.read)],
          fix: file.facts
            ? `Add { "uri": ${JSON.stringify(file.uri)}, "digest": "${file.facts.digest}", "size": ${file.facts.size} } to resources, or stop serving the file.`
            : undefined,
          locus: file.uri,
        })) as RawFinding[],
      ),
    );
  },
);

export const nestedComplete = extRule(
  "skill",
  {
    id: "ext-entry-nested-complete",
    level: "MUST",
    section: "Resources",
    title: "Files of nested skills are listed in the enclosing entry as well",
    why: "To the enclosing skill they are ordinary supporting files; what its entry does not list, a host will not read while acting on it.",
    fix: "List every file of the nested skill, with the same digest and size, in the enclosing entry too.",
  },
  (skill, index) => {
    const entry = entryOf(skill);
    if (!manifest(entry)) return withoutArray(entry);
    const below = index.nestedBelow(skill.uri);
    if (below.length === 0) return notApplicable("no listed skill lies below this one");
    const outer = manifestByUri(gotEntry(skill.refetch?.get) ?? entry);
    const findings: RawFinding[] = [];
    let waiting: string | undefined;
    for (const nested of below) {
      if (member(nested.entry, "resources") === "dynamic") {
        findings.push(dynamicBelow(skill, nested.uri, outer));
        continue;
      }
      const again = skill.refetch?.nested?.[nested.uri];
      const differing = differences(manifestByUri(gotEntry(again) ?? nested.entry), outer);
      if (differing.length === 0) continue;
      if (resultOf(again) === undefined) waiting ??= nested.uri;
      findings.push({
        message: `The skill ${nested.uri} is nested in this one, and this entry ${listed(differing, 3)}.`,
        expected: "every file of the nested skill with the same digest and size",
        actual: count(differing.length, "difference"),
        evidence: [
          ...entryEvidence(skill),
          ...(nested.exchangeId ? [nested.exchangeId] : []),
          ...ids(skill.refetch?.get, again),
        ],
        locus: nested.uri,
      });
    }
    return waiting ? untestable(`the entry of ${waiting} was not fetched again`) : settled(index, findings);
  },
);

function settled(index: EvidenceIndex, findings: RawFinding[]): Verdict {
  return unlessChanged(index, found(findings));
}

function dynamicBelow(
  skill: SkillEvidence,
  nested: string,
  outer: ReadonlyMap<string, Record<string, unknown>>,
): RawFinding {
  const root = nested.slice(0, -"SKILL.md".length);
  const fixed = [...outer.keys()].filter((uri) => uri.startsWith(root));
  return {
    severity: "warning",
    message: `The nested skill ${nested} is "dynamic": it has no stable digests, and this entry ${
      fixed.length > 0
        ? `publishes digests for ${count(fixed.length, "file")} of it`
        : "is an array that cannot list its files"
    }.`,
    expected: 'resources: "dynamic" on the enclosing skill too',
    actual: fixed.length > 0 ? listed(fixed, 3) : "an array",
    fix: 'Publish the enclosing skill as "dynamic", or give the nested one stable digests.',
    evidence: entryEvidence(skill),
    locus: nested,
  };
}

/** What the outer manifest says otherwise of the inner files, each as a phrase. */
function differences(
  inner: ReadonlyMap<string, Record<string, unknown>>,
  outer: ReadonlyMap<string, Record<string, unknown>>,
): string[] {
  const phrases: string[] = [];
  for (const [uri, element] of inner) {
    const there = outer.get(uri);
    if (!there) phrases.push(`does not list ${uri}`);
    else if (there.digest !== element.digest) phrases.push(`states another digest for ${uri}`);
    else if (there.size !== element.size) phrases.push(`states another size for ${uri}`);
  }
  return phrases;
}

export const completeRules = [resourcesComplete, nestedComplete];
