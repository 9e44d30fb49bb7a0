import type { SkillEvidence } from "../../model/evidence";
import { sameValue } from "../../skill-file/compare";
import type { FrontmatterField, FrontmatterResult } from "../../skill-file/types";
import { agentSkills } from "../agent-skills";
import { fail, pass, type Rule, untestable, type Verdict } from "../define-rule";
import type { EvidenceIndex } from "../evidence-index";
import { kindOf, show } from "../values";
import { extRule } from "./declare";
import { entryEvidence, entryFrontmatter, entryOf, ids, skillFile } from "./entries";

/** The rules of the Agent Skills profile that bind: only these can make a served skill not conform. */
const BINDING: Rule<"skill">[] = agentSkills.rules.filter(
  (rule) => rule.scope === "skill" && (rule.level === "MUST" || rule.level === "MUST NOT"),
);

/** True when a rule found what makes the skill not conform; a warning or a note does not. */
function failed(verdict: Verdict | undefined): boolean {
  return (
    verdict?.kind === "findings" &&
    verdict.findings.some(({ outcome, severity }) => outcome !== "note" && (severity ?? "error") === "error")
  );
}

const START = { line: 1, column: 1, offset: 0 };

/** The entry's frontmatter in the shape that parsing a file gives, so that the same rules can judge it. */
function asParsed(data: Record<string, unknown>): FrontmatterResult {
  const fieldsOf = (values: Record<string, unknown>): FrontmatterField[] =>
    Object.entries(values).map(([key, value]) => ({
      key,
      value,
      source: show(value),
      keyAt: START,
      valueAt: START,
      type: typeOf(value),
    }));
  const { metadata } = data;
  return {
    present: true,
    data,
    fields: fieldsOf(data),
    metadata: kindOf(metadata) === "an object" ? fieldsOf(metadata as Record<string, unknown>) : [],
    problems: [],
    yaml: "",
    bodyLine: 1,
    bodyOffset: 0,
    bom: false,
  };
}

function typeOf(value: unknown): FrontmatterField["type"] {
  if (value === null) return "null";
  if (Array.isArray(value)) return "list";
  if (typeof value === "object") return "mapping";
  const simple = typeof value;
  return simple === "string" || simple === "number" || simple === "boolean" ? simple : "other";
}

/** Ids of binding rules that the entry's frontmatter fails where the file's does not. */
function failedByEntry(skill: SkillEvidence, index: EvidenceIndex): string[] {
  const data = entryFrontmatter(entryOf(skill));
  const file = skillFile(skill);
  if (!data || sameValue(data, file?.facts?.frontmatter?.data)) return [];
  const facts = file?.facts ?? {
    digest: "",
    size: 0,
    utf8: true,
    bom: false,
    lines: 1,
    characters: 0,
    hasNul: false,
    hasReplacement: false,
    loneSurrogate: false,
    hidden: [],
  };
  const shown: SkillEvidence = {
    ...skill,
    files: [{ uri: skill.uri, source: "entry", facts: { ...facts, frontmatter: asParsed(data) } }],
  };
  return BINDING.filter((rule) => failed(rule.check(shown, index))).map((rule) => rule.id);
}

export const fmtAgentSkills = extRule(
  "skill",
  {
    id: "ext-fmt-agent-skills",
    level: "MUST",
    section: "Skill Format",
    title: "Each served skill conforms to the Agent Skills specification",
    why: "The extension only carries skills; what a skill is, that specification says, and hosts refuse what breaks it.",
    fix: "Mend what the named rules of the Agent Skills profile report on this skill.",
    last: true,
  },
  (skill, index) => {
    const results = index.resultsFor(skill.uri);
    const inFile = BINDING.filter((rule) => failed(results.get(rule.id))).map((rule) => rule.id);
    const inEntry = failedByEntry(skill, index).filter((id) => !inFile.includes(id));
    const file = skillFile(skill);
    if (inFile.length + inEntry.length === 0) {
      const waiting = BINDING.map((rule) => results.get(rule.id)).find(
        (verdict) => verdict?.kind === "untestable",
      );
      if (results.size === 0) return untestable("the rules of the Agent Skills profile were not run");
      return waiting?.kind === "untestable" ? untestable(waiting.reason) : pass;
    }
    const parts = [
      ...(inFile.length > 0 ? [`SKILL.md fails ${inFile.join(", ")}`] : []),
      ...(inEntry.length > 0 ? [`the entry's frontmatter fails ${inEntry.join(", ")}`] : []),
    ];
    return fail({
      message: `The skill does not conform to the Agent Skills specification: ${parts.join("; ")}.`,
      expected: "no MUST or MUST NOT of that specification is broken",
      actual: [...inFile, ...inEntry].join(", "),
      evidence: [...entryEvidence(skill), ...ids(file?.read)],
    });
  },
);
