import { describe, expect, it } from "vitest";
import { startEngine } from "../support/engine";
import { servers } from "../support/fixtures";

const RULE = "insp-names-across-servers";

describe("names of skills across servers", () => {
  it("are noted on both servers that use one, and not judged where a server stands alone", async () => {
    const engine = await startEngine();
    const check = async (label: string) => {
      const { config } = await engine.server(label);
      const report = await engine.call("checks.run", {
        serverId: config.serverId,
        op: `check ${label}`,
        profiles: ["inspector"],
        probes: false,
      });
      return {
        outcome: report.rules.find(({ rule }) => rule === RULE)?.outcome,
        notes: report.findings.filter(({ rule }) => rule === RULE).map(({ message }) => message),
      };
    };
    await engine.addServer("one", servers.raw());
    const samples = await engine.settled("Samples");
    await engine.call("servers.disconnect", { serverId: samples.config.serverId });
    expect((await check("one")).outcome).toBe("not-applicable");
    await engine.addServer("two", servers.raw());
    const [first, second] = [await check("one"), await check("two")];
    expect(first.notes).toHaveLength(3);
    expect(first.notes.join("\n")).toContain("skill://acme/billing/invoices/SKILL.md on two");
    expect(second.notes.join("\n")).toContain("skill://acme/billing/invoices/SKILL.md on one");
    expect([first.outcome, second.outcome]).toEqual(["pass", "pass"]);
  });
});
