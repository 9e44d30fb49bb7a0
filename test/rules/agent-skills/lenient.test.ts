import { describe, expect, it } from "vitest";
import { agentSkills } from "../../../shared/rules/agent-skills";
import { lenientEffect } from "../../../shared/rules/agent-skills/lenient";
import { RuleRun } from "../../../shared/rules/run";
import { indexFor, skillFrom } from "../build-evidence";
import { DESCRIPTION, md, NAME, named } from "./cases";

/** as-client-lenient: what the app says lenient clients do with a skill is what the client guide asks of them. */
describe("what lenient clients do", () => {
  const messages = (skill: ReturnType<typeof skillFrom>, rule: string) => {
    const run = new RuleRun([agentSkills], indexFor([skill]));
    return run
      .judgeSkill(skill, [])
      .filter((finding) => finding.rule === rule)
      .map(({ message }) => message)
      .join();
  };

  it.each([
    ["as-name-dir", named("demo", "other")],
    ["as-name-length", named("a".repeat(65))],
  ])("%s: they warn and load", (rule, skill) => {
    expect(lenientEffect(rule)).toBe("loads-with-warning");
    expect(messages(skill, rule)).toContain("Lenient clients warn and load");
  });

  it.each([
    ["as-description-required", skillFrom({ "SKILL.md": md([NAME]) })],
    ["as-frontmatter", skillFrom({ "SKILL.md": md([NAME, `${DESCRIPTION} [`, "a: b: c"]) })],
  ])("%s: they skip", (rule, skill) => {
    expect(lenientEffect(rule)).toBe("skips");
    expect(messages(skill, rule)).toContain("skip a skill like this");
  });

  it("says nothing where the guide says nothing", () => {
    expect(lenientEffect("as-name-charset")).toBeUndefined();
    expect(lenientEffect("toString")).toBeUndefined();
  });
});
