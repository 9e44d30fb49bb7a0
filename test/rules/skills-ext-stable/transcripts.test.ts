import { describe, expect, it } from "vitest";
import { agentSkills } from "../../../shared/rules/agent-skills";
import { inspector } from "../../../shared/rules/inspector";
import { mcpBase } from "../../../shared/rules/mcp-base";
import { skillsExtStable } from "../../../shared/rules/skills-ext-stable";
import { judgeAll } from "../run-profiles";
import { transcriptEvidence, transcripts } from "../transcript-evidence";

const PROFILES = [agentSkills, mcpBase, skillsExtStable, inspector];

/** What the recorded servers get wrong; the folder they serve has one name twice on purpose. */
const KNOWN: [RegExp, string[]][] = [
  [/^ts-sdk-2\.4\.0/, ["warning ext-entry-names-unique"]],
  [/^ext-skills-0\.14\.0-legacy/, ["warning ext-list-bad-cursor"]],
  [/^ext-skills-0\.14\.0-modern/, ["error ext-get-cache", "warning ext-list-bad-cursor"]],
  [/^hf-mcp-server-.*legacy/, ["error ext-entry-size", "warning ext-entry-names-unique"]],
  [
    /^hf-mcp-server-.*modern/,
    ["error ext-entry-size", "error ext-get-cache", "warning ext-entry-names-unique"],
  ],
  [/^hf-mcp-server-.*stdio/, []],
];

const names = transcripts(/^(?:ts-sdk-2|ext-skills-0\.14|hf-mcp-server)/);

describe.runIf(names.length > 0)("recorded sessions with real servers", () => {
  it.each(names)("%s", (name) => {
    const judged = judgeAll(transcriptEvidence(name), PROFILES);
    expect(judged.failed).toEqual(KNOWN.find(([pattern]) => pattern.test(name))?.[1]);
    const broken = judged.results.filter(({ reason }) => reason?.startsWith("the rule itself failed"));
    expect(broken).toEqual([]);
  });
});
