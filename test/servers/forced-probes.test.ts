import { describe, expect, it } from "vitest";
import { checkJson, target } from "../support/cli";
import { servers } from "../support/fixtures";

const outcome = (report: { rules: { rule: string; outcome: string; reason?: string }[] }) =>
  report.rules.find(({ rule }) => rule === "ext-dir-undeclared");

describe("probes outside the protocol", () => {
  it("are sent only when a person asks for their profile by name, and then judged", async () => {
    // It implements directory reads, and says so only where no client looks.
    const server = servers.faulty("extension-envelope");
    const left = await checkJson(target(server));
    const forced = await checkJson(["--profile", "skills-ext-stable", ...target(server)]);
    expect(outcome(left.report)).toMatchObject({ outcome: "not-applicable" });
    expect(outcome(left.report)?.reason).toContain("asked for by name");
    expect(outcome(forced.report)?.outcome).toBe("pass");
    const note = forced.report.findings.find(({ rule }) => rule === "ext-dir-undeclared");
    expect(note?.message).toContain("implemented but not declared");
  });
});
