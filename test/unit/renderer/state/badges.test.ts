import { describe, expect, it } from "vitest";
import { badgesOf } from "../../../../renderer/state/badges";
import type { Report } from "../../../../shared/model/report";
import { finding } from "../fixtures";

const report = (more: Partial<Report>): Report => ({
  tool: { name: "t", version: "0" },
  target: { label: "x", kind: "stdio" },
  era: null,
  protocolVersion: null,
  profiles: [],
  summary: {
    pass: 0,
    fail: 0,
    note: 0,
    notApplicable: 0,
    untestable: 0,
    errors: 0,
    warnings: 0,
    infos: 0,
    skills: 2,
    files: 2,
    durationMs: 1,
  },
  findings: [],
  rules: [],
  exchanges: [],
  ...more,
});
const about = (skill: string) => ({ subject: { kind: "skill" as const, skill, uri: skill } });

describe("badges of a report", () => {
  it("says checked for every listed skill of a complete report, with its counts", () => {
    const findings = [finding("r", "error", about("u1")), finding("n", "info", about("u2"))];
    expect(badgesOf(report({ findings }), ["u1", "u2"])).toEqual([
      { uri: "u1", errors: 1, warnings: 0, checked: true },
      { uri: "u2", errors: 0, warnings: 0, checked: true },
    ]);
  });

  it("never says checked for an incomplete report or another number of skills", () => {
    const findings = [finding("r", "warning", about("u1"))];
    expect(badgesOf(report({ findings, incomplete: "budget" }), ["u1", "u2"])).toEqual([
      { uri: "u1", errors: 0, warnings: 1, checked: false },
    ]);
    expect(badgesOf(report({}), ["u1", "u2", "u3"])).toEqual([]);
  });
});
