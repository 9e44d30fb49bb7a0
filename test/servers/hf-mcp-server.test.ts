import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../support/cli";
import { HF_SKILL, type HfServer, startHfServer } from "../support/hf-server";

let server: HfServer;
beforeAll(async () => {
  server = await startHfServer();
}, 360_000);
afterAll(() => server?.stop());

describe("@llmindset/hf-mcp-server 0.4.23 over HTTP", () => {
  it.each([
    ["legacy", ["ext-entry-size"]],
    ["modern", ["ext-entry-size", "ext-get-cache"]],
  ])(
    "in the %s era has the failures that the official suite finds, and no other error of the extension",
    async (era, expected) => {
      const { stdout, code } = await runCli(["check", server.url, "--era", era, "--format", "json"]);
      const report = JSON.parse(stdout);
      const errors: { rule: string; severity: string; profile: string }[] = report.findings;
      const failed = errors.filter(
        ({ severity, profile }) => severity === "error" && profile === "skills-ext-stable",
      );
      expect([...new Set(failed.map(({ rule }) => rule))].sort()).toEqual(expected);
      expect(code).toBe(1);
    },
  );
  it("lists and reads its skill", async () => {
    const { stdout } = await runCli(["read", server.url, "skill://demo/SKILL.md"]);
    expect(stdout).toBe(HF_SKILL);
  });
});
