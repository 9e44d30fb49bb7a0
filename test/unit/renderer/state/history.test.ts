import { describe, expect, it } from "vitest";
import {
  currentOf,
  lastWhere,
  moved,
  NO_HISTORY,
  opened,
  withoutServer,
} from "../../../../renderer/state/history";
import { samePage, type Target } from "../../../../renderer/state/target";

const skill = (uri: string, serverId = "a"): Target => ({ kind: "skill", serverId, uri });
const walk = (...targets: Target[]) =>
  targets.reduce((history, target) => opened(history, target), NO_HISTORY);

describe("history", () => {
  it("goes back and forward and stops at the ends", () => {
    const history = walk(skill("1"), skill("2"), skill("3"));
    expect(currentOf(moved(history, -1))).toEqual(skill("2"));
    expect(currentOf(moved(moved(history, -9), 1))).toEqual(skill("2"));
    expect(moved(history, 1)).toBe(history);
  });

  it("drops what lay ahead once something else is opened", () => {
    const history = opened(moved(walk(skill("1"), skill("2"), skill("3")), -2), skill("4"));
    expect(history.entries).toEqual([skill("1"), skill("4")]);
  });

  it("takes the same place once, and another tab of the same skill as a step", () => {
    const once = walk(skill("1"), skill("1"));
    expect(once.entries).toHaveLength(1);
    const source: Target = { kind: "skill", serverId: "a", uri: "1", tab: "source" };
    expect(opened(once, source).entries).toHaveLength(2);
    expect(samePage(source, skill("1"))).toBe(true);
  });

  it("replaces the current entry where asked", () => {
    const history = opened(walk(skill("1"), skill("2")), skill("3"), true);
    expect(history.entries).toEqual([skill("1"), skill("3")]);
  });

  it("keeps no more than 200 entries, the newest", () => {
    let history = NO_HISTORY;
    for (let at = 0; at < 250; at++) history = opened(history, skill(String(at)));
    expect(history.entries).toHaveLength(200);
    expect(currentOf(history)).toEqual(skill("249"));
  });

  it("forgets a removed server and stays at what was open", () => {
    const history = moved(walk(skill("1", "gone"), skill("2"), skill("3", "gone")), -1);
    const left = withoutServer(history, "gone");
    expect(left.entries).toEqual([skill("2")]);
    expect(currentOf(left)).toEqual(skill("2"));
    expect(currentOf(withoutServer(walk(skill("1", "gone")), "gone"))).toBeUndefined();
  });

  it("finds the last place of a kind before the current one", () => {
    const history = walk(skill("1"), skill("2"), { kind: "settings" });
    expect(lastWhere(history, ({ kind }) => kind === "skill")).toEqual(skill("2"));
  });
});
