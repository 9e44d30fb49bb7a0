import type { Exchange, FileEvidence, SkillEvidence } from "../../model/evidence";
import { resultOf } from "../answers";
import { notApplicable, untestable, type Verdict } from "../define-rule";
import type { EvidenceIndex } from "../evidence-index";
import { isRecord, member } from "../values";

/** Looking at skill entries as sent, whatever they are. */

/** The entry by which the server publishes a skill: the listed one, else that of skills/get. */
export function entryOf(skill: SkillEvidence): unknown {
  return skill.entry !== undefined ? skill.entry : gotEntry(skill.get);
}

/** `result.skill` of a skills/get. */
export function gotEntry(get: Exchange | undefined): unknown {
  return resultOf(get)?.skill;
}

/** Ids of the exchanges that show the entry. */
export function entryEvidence(skill: SkillEvidence): string[] {
  const shown = skill.entry !== undefined ? skill.listExchange : skill.get;
  return shown ? [shown.id] : [];
}

/** Ids of the given exchanges, those that were made. */
export function ids(...exchanges: (Exchange | undefined)[]): string[] {
  return exchanges.flatMap((exchange) => (exchange ? [exchange.id] : []));
}

/** The `resources` array of an entry; undefined for "dynamic" and every other form. */
export function manifest(entry: unknown): unknown[] | undefined {
  const resources = member(entry, "resources");
  return Array.isArray(resources) ? resources : undefined;
}

/** The string URIs of an entry's `resources` array, in order, repeated ones repeated. */
export function manifestUris(entry: unknown): string[] {
  return (manifest(entry) ?? []).map((item) => member(item, "uri")).filter((uri) => typeof uri === "string");
}

/** The elements of an entry's `resources` by URI; of repeated ones the first. */
export function manifestByUri(entry: unknown): Map<string, Record<string, unknown>> {
  const map = new Map<string, Record<string, unknown>>();
  for (const item of manifest(entry) ?? []) {
    if (isRecord(item) && typeof item.uri === "string" && !map.has(item.uri)) map.set(item.uri, item);
  }
  return map;
}

/** `frontmatter` of an entry, when it is an object. */
export function entryFrontmatter(entry: unknown): Record<string, unknown> | undefined {
  const frontmatter = member(entry, "frontmatter");
  return isRecord(frontmatter) ? frontmatter : undefined;
}

/** The evidence of a skill's own SKILL.md. */
export function skillFile(skill: SkillEvidence): FileEvidence | undefined {
  return skill.files.find((file) => file.uri === skill.uri);
}

/** The frontmatter of the read SKILL.md as data; undefined when it was not read or could not be parsed. */
export function readFrontmatter(skill: SkillEvidence): Record<string, unknown> | undefined {
  return skillFile(skill)?.facts?.frontmatter?.data;
}

/** Why a rule cannot look at the frontmatter of the read SKILL.md. */
export function withoutFrontmatter(skill: SkillEvidence): Verdict {
  const file = skillFile(skill);
  if (!file?.facts) return untestable(`SKILL.md could not be looked at: ${whyUnread(file)}`);
  return untestable("the frontmatter of SKILL.md cannot be parsed; ext-fmt-frontmatter says why");
}

/** Why there are no facts of a file, as a phrase. */
export function whyUnread(file: FileEvidence | undefined): string {
  if (!file) return "it was not read";
  if (!file.read) return file.notRead ?? "it was not read";
  const { outcome } = file.read;
  if (outcome.kind === "error") return "reading it gave an error";
  if (outcome.kind === "none") return outcome.reason;
  if (member(outcome.result, "resultType") === "input_required") {
    return "the server asks for input before it gives the content";
  }
  return file.notRead ?? "the answer had no content for it";
}

/** True when a read ended with the modern `input_required`. */
export function inputRequired(exchange: Exchange | undefined): boolean {
  return resultOf(exchange)?.resultType === "input_required";
}

/**
 * A verdict that rests on two looks at the server: when the server said in between that its list changed, a failure
 * proves nothing.
 */
export function unlessChanged(index: EvidenceIndex, verdict: Verdict): Verdict {
  const failed =
    verdict.kind === "findings" && verdict.findings.some((finding) => finding.outcome !== "note");
  return failed && index.server.changedDuringRun
    ? untestable("the server said during the run that its list changed; run the check again")
    : verdict;
}

/** For rules on the array form of `resources`. */
export function withoutArray(entry: unknown): Verdict {
  return member(entry, "resources") === "dynamic"
    ? notApplicable('resources is "dynamic"')
    : notApplicable("resources is no array; ext-entry-resources-present says so");
}
