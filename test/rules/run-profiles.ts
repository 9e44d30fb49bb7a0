import type { Finding, RuleResult } from "../../shared/model/finding";
import { agentSkills } from "../../shared/rules/agent-skills";
import type { Profile } from "../../shared/rules/define-rule";
import { inspector } from "../../shared/rules/inspector";
import { mcpBase } from "../../shared/rules/mcp-base";
import { RuleRun } from "../../shared/rules/run";
import { skillsExtStable } from "../../shared/rules/skills-ext-stable";
import { type Collected, indexOf } from "./collect";

export interface Judged {
  findings: Finding[];
  results: RuleResult[];
  /** Rules that failed, with the severity of their worst finding, e.g. `error ext-entry-size`; sorted. */
  failed: string[];
  /** Rules that only noted something; sorted. */
  noted: string[];
  finding(rule: string): Finding;
}

const ALWAYS = [skillsExtStable, mcpBase, inspector];

/** Judges collected evidence as the app does. The Agent Skills rules run silently, for those that ask for them. */
export function judgeAll(collected: Collected, profiles: readonly Profile[] = ALWAYS): Judged {
  const run = new RuleRun(profiles, indexOf(collected), [agentSkills]);
  const findings = collected.skills.flatMap((skill) => run.judgeSkill(skill, []));
  findings.push(...run.judge("server", collected.server));
  const worst = new Map<string, string>();
  const notes = new Set<string>();
  for (const { rule, severity, outcome } of findings) {
    if (outcome === "note") notes.add(rule);
    else if (worst.get(rule) !== "error") worst.set(rule, severity);
  }
  return {
    findings,
    results: run.results(),
    failed: [...worst].map(([rule, severity]) => `${severity} ${rule}`).sort(),
    noted: [...notes].filter((rule) => !worst.has(rule)).sort(),
    finding: (rule) => {
      const found = findings.find((each) => each.rule === rule);
      if (!found) throw new Error(`${rule} found nothing`);
      return found;
    },
  };
}
