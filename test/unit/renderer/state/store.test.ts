import { beforeEach, describe, expect, it } from "vitest";
import { useApp } from "../../../../renderer/state/store";
import { finding, server, skill, traffic } from "../fixtures";

const start = useApp.getState();
beforeEach(() =>
  useApp.setState({ ...start, traffic: { ...start.traffic, rows: [], bySeq: new Map() } }, true),
);

const progress = (op: string, phase: "reading" | "judging" | "done") => ({
  event: "check" as const,
  data: { serverId: "a", op, phase, skillsDone: 0, skillsTotal: 1, requests: 0 },
});
const found = (...rules: string[]) => ({
  event: "findings" as const,
  data: { serverId: "a", findings: rules.map((rule) => finding(rule, "error")), rules: [] },
});
const rulesFound = () =>
  useApp
    .getState()
    .checks.get("a")
    ?.findings.map(({ rule }) => rule);

describe("events", () => {
  it("appends skills, replaces one by its URI, starts over on a reset", () => {
    const { addSkills } = useApp.getState();
    addSkills("a", [skill("skill://x/SKILL.md"), skill("skill://y/SKILL.md")], true);
    const before = useApp.getState().skills.get("a");
    addSkills("a", [skill("skill://x/SKILL.md", { name: "renamed" })], false);
    const after = useApp.getState().skills.get("a")!;
    expect(after).not.toBe(before);
    expect(after.rows.map(({ name }) => name)).toEqual(["renamed", "y"]);
    addSkills("a", [skill("skill://z/SKILL.md")], true);
    expect(useApp.getState().skills.get("a")?.rows).toHaveLength(1);
  });

  it("forgets everything of a removed server", () => {
    const { setServers, removeServer, addSkills, receive, open } = useApp.getState();
    setServers([server("a")]);
    addSkills("a", [skill("skill://x/SKILL.md")], true);
    receive([progress("1", "reading"), found("r1")]);
    open({ kind: "server", serverId: "a" });
    removeServer("a");
    const { servers, skills, checks, history } = useApp.getState();
    expect([servers.size, skills.size, checks.size, history.entries.length]).toEqual([0, 0, 0, 0]);
  });

  it("collects the findings of a run and drops those of the run before", () => {
    const { receive } = useApp.getState();
    receive([progress("1", "reading"), found("r1")]);
    receive([found("r2")]);
    expect(rulesFound()).toEqual(["r1", "r2"]);
    receive([progress("1", "done"), progress("2", "reading"), found("r3")]);
    expect(rulesFound()).toEqual(["r3"]);
  });

  it("counts no finding twice when a run's last events come after its end", () => {
    const { receive } = useApp.getState();
    receive([progress("1", "reading"), progress("1", "done")]);
    receive([progress("1", "judging"), found("r1")]);
    expect(rulesFound()).toEqual([]);
    expect(useApp.getState().checks.get("a")?.progress?.phase).toBe("done");
  });

  it("sums badges, one for a URI replacing the one before it", () => {
    const badges = (errors: number, reset: boolean) =>
      useApp.getState().receive([
        {
          event: "badges",
          data: { serverId: "a", reset, badges: [{ uri: "u", errors, warnings: 1, checked: true }] },
        },
      ]);
    badges(3, true);
    badges(1, false);
    expect(useApp.getState().badges.get("a")).toMatchObject({ errors: 1, warnings: 1 });
  });

  it("bounds the traffic by the setting and keeps its order when a page comes late", () => {
    const { setSettings, settings, addTraffic } = useApp.getState();
    setSettings({ ...settings, limits: { ...settings.limits, trafficMessages: 1_000 } });
    addTraffic([traffic(5), traffic(6)], 0);
    addTraffic([traffic(1), traffic(2), traffic(5)], 0);
    expect(useApp.getState().traffic.rows.map(({ seq }) => seq)).toEqual([1, 2, 5, 6]);
    addTraffic(
      Array.from({ length: 5_000 }, (_, at) => traffic(at + 10)),
      0,
    );
    const { rows, bySeq, droppedHere } = useApp.getState().traffic;
    expect(rows.length).toBe(1_000);
    expect(bySeq.size).toBe(1_000);
    expect(rows.at(-1)?.seq).toBe(5_009);
    expect(droppedHere).toBe(4_004);
  });

  it("takes 100,000 skills in batches within ten seconds even on a busy machine", () => {
    const began = performance.now();
    for (let batch = 0; batch < 200; batch++) {
      const rows = Array.from({ length: 500 }, (_, at) => skill(`skill://g${batch}/s${at}/SKILL.md`));
      useApp.getState().addSkills("a", rows, batch === 0);
    }
    expect(useApp.getState().skills.get("a")?.rows).toHaveLength(100_000);
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});
