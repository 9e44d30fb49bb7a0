import { describe, expect, it } from "vitest";
import { makeRows, type Row, type RowsInput } from "../../../../renderer/sidebar/rows";
import { pathOf, SkillTree } from "../../../../renderer/sidebar/skill-tree";
import { withSkills } from "../../../../renderer/state/skill-list";
import type { ServerState } from "../../../../shared/model/server";
import type { SkillSummary } from "../../../../shared/model/skill";
import { server, skill } from "../fixtures";

function rowsOf(skills: SkillSummary[], more: Partial<RowsInput> = {}, state: Partial<ServerState> = {}) {
  const list = withSkills(undefined, skills, true);
  const tree = new SkillTree().sync(list);
  const rows = makeRows({
    servers: new Map([["a", server("a", state)]]),
    lists: new Map([["a", list]]),
    trees: new Map([["a", tree]]),
    templates: new Map(),
    resources: new Map(),
    toggled: new Map(),
    ...more,
  });
  return { rows, tree, list };
}
const text = (row: Row) => {
  const indent = " ".repeat(row.level - 1);
  if (row.kind === "folder") return `${indent}${row.label}/`;
  if (row.kind === "skill") return `${indent}${row.node.segment}`;
  return `${indent}(${row.kind})`;
};
const shape = (rows: Row[]) => rows.map(text);
const uris = (...paths: string[]) => paths.map((path) => skill(`skill://${path}/SKILL.md`));

describe("tree rows", () => {
  it("puts skills under their path, a nested skill under its skill", () => {
    const { rows } = rowsOf(uris("acme/billing/refunds", "acme/handbook", "acme/handbook/travel", "zebra"));
    expect(shape(rows)).toEqual([
      "(server)",
      " acme/",
      "  billing/",
      "   refunds",
      "  handbook",
      "   travel",
      " zebra",
    ]);
  });

  it("joins folders that hold nothing but the next", () => {
    const { rows } = rowsOf(uris("a/b/c/one", "a/b/c/two"));
    expect(shape(rows)).toEqual(["(server)", " a/b/c/", "  one", "  two"]);
  });

  it("sorts numbers by value and ignores case", () => {
    const { rows } = rowsOf(uris("s10", "S9", "s1"));
    expect(shape(rows).slice(1)).toEqual([" s1", " S9", " s10"]);
  });

  it("gives position and number of siblings to each level", () => {
    const { rows } = rowsOf(uris("x/one", "x/two", "y"));
    const facts = rows.map(({ level, position, siblings }) => [level, position, siblings]);
    expect(facts).toEqual([
      [1, 1, 1],
      [2, 1, 2],
      [3, 1, 2],
      [3, 2, 2],
      [2, 2, 2],
    ]);
  });

  it("keeps closed what was closed, and starts large trees closed", () => {
    const { rows, tree } = rowsOf(uris("x/one", "x/two"));
    expect(shape(rows)).toContain("  one");
    const id = `n:a:${tree.root.children.get("x")!.key}`;
    expect(shape(rowsOf(uris("x/one", "x/two"), { toggled: new Map([[id, false]]) }).rows)).toEqual([
      "(server)",
      " x/",
    ]);
    const many = Array.from({ length: 300 }, (_, at) => skill(`skill://g${at % 3}/s${at}/SKILL.md`));
    expect(rowsOf(many).rows).toHaveLength(4);
  });

  it("shows only what matches a filter and the way to it, opened", () => {
    const skills = uris("x/one", "x/two", "y/three");
    const { rows } = rowsOf(skills, {
      matches: new Map([["a", new Set([1])]]),
      toggled: new Map([["n:a:/x", false]]),
    });
    expect(shape(rows)).toEqual(["(server)", " x/", "  two"]);
    expect(rowsOf(skills, { matches: new Map([["a", new Set<number>()]]) }).rows).toEqual([]);
  });

  it("gives two URIs of one path a row each", () => {
    const { rows } = rowsOf([skill("skill://x/SKILL.md"), skill("skill://x", { name: "x" })]);
    const ids = rows.map(({ id }) => id);
    expect(shape(rows)).toEqual(["(server)", " x", " x"]);
    expect(new Set(ids).size).toBe(3);
  });

  it.each<[Partial<ServerState>, string, string | undefined]>([
    [{ status: "needs-confirmation" }, "warn", "confirm"],
    [{ status: "needs-sign-in" }, "warn", "sign-in"],
    [{ status: "connecting" }, "busy", "cancel"],
    [{ status: "failed", problem: { code: "x", message: "It broke." } }, "bad", "server"],
    [{ status: "disconnected" }, "plain", "connect"],
    [{ listing: "running" }, "busy", undefined],
    [{ listing: "partial" }, "warn", "server"],
    [{ listing: "complete" }, "plain", "server"],
  ])("says how a server stands: %j", (state, tone, act) => {
    const { rows } = rowsOf([], {}, state);
    const note = rows.find((row) => row.kind === "state");
    expect(note?.kind === "state" && [note.state.tone, note.state.act]).toEqual([tone, act]);
  });

  it("has a section for templates that says loading, then why it failed", () => {
    const counts = { skills: 0, templates: 2, resources: 0 };
    const toggled = new Map([["s:a:templates", true]]);
    const last = (templates: RowsInput["templates"]) =>
      rowsOf(uris("x"), { toggled, templates }, { counts }).rows.at(-1);
    expect(last(new Map())).toMatchObject({ kind: "state", state: { tone: "busy" } });
    const problem = { code: "timeout", message: "No answer." };
    expect(last(new Map([["a", { items: [], loading: false, problem }]]))).toMatchObject({
      state: { tone: "bad", text: "No answer." },
    });
  });
});

describe("skill tree", () => {
  it("tells equal names apart by their folder", () => {
    const { tree } = rowsOf(uris("acme/billing/refunds", "acme/support/refunds", "other"));
    expect(tree.alsoIn(0)).toBe("also in support");
    expect(tree.alsoIn(1)).toBe("also in billing");
    expect(tree.alsoIn(2)).toBeUndefined();
  });

  it("grows with its list and starts over with a new one", () => {
    const list = withSkills(undefined, uris("x/one"), true);
    const tree = new SkillTree().sync(list);
    tree.sync(withSkills(list, uris("x/two"), false));
    expect(tree.root.total).toBe(2);
    tree.sync(withSkills(list, uris("y"), true));
    expect([...tree.root.children.keys()]).toEqual(["y"]);
  });

  it("keeps schemes apart and shows what is no skill URI at all", () => {
    expect(pathOf("skill://a/b/SKILL.md")).toEqual(["a", "b"]);
    expect(pathOf("skill://name")).toEqual(["name"]);
    expect(pathOf("github://o/r/SKILL.md")).toEqual(["github:", "o", "r"]);
    expect(pathOf("not a uri")).toEqual(["not a uri"]);
  });

  it("builds and flattens 100,000 skills within ten seconds even on a busy machine", () => {
    const skills = Array.from({ length: 100_000 }, (_, at) => skill(`skill://g${at % 100}/s${at}/SKILL.md`));
    const began = performance.now();
    const { rows } = rowsOf(skills);
    expect(rows).toHaveLength(101);
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});
