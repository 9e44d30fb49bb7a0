import { describe, expect, it } from "vitest";
import type { Row } from "../../../../renderer/sidebar/rows";
import { treeAct, typeAhead } from "../../../../renderer/sidebar/tree-keys";
import { server } from "../fixtures";

const row = (id: string, level: number, expanded?: boolean): Row => ({
  kind: "server",
  server: server(id),
  id,
  serverId: id,
  level,
  expanded,
  position: 1,
  siblings: 1,
});
const rows = [
  row("samples", 1, true),
  row("acme", 2, true),
  row("dunning", 3),
  row("support", 2, false),
  row("zebra", 1),
];
const press = (key: string, active: number) => treeAct({ key, rows, active, page: 2 });

describe("keys of the tree", () => {
  it.each<[string, number, number]>([
    ["ArrowDown", 0, 1],
    ["ArrowDown", 4, 4],
    ["ArrowUp", 0, 0],
    ["Home", 3, 0],
    ["End", 0, 4],
    ["PageDown", 1, 3],
    ["PageUp", 1, 0],
    ["ArrowRight", 1, 2],
    ["ArrowLeft", 2, 1],
    ["ArrowLeft", 3, 0],
  ])("%s at %i goes to %i", (key, active, index) => {
    expect(press(key, active)).toEqual({ kind: "go", index });
  });

  it("opens a closed row with the right arrow and closes an open one with the left", () => {
    expect(press("ArrowRight", 3)).toEqual({ kind: "toggle", index: 3, expanded: true });
    expect(press("ArrowLeft", 1)).toEqual({ kind: "toggle", index: 1, expanded: false });
    expect(press("ArrowRight", 2)).toBeUndefined();
  });

  it("opens with Enter and Space, and leaves other keys alone", () => {
    expect(press("Enter", 2)).toEqual({ kind: "open", index: 2 });
    expect(press(" ", 2)).toEqual({ kind: "open", index: 2 });
    expect(press("Tab", 2)).toBeUndefined();
  });

  it("finds the next row that begins with what was typed, around the end", () => {
    const label = ({ id }: Row) => id;
    expect(typeAhead(rows, 0, "s", label)).toBe(3);
    expect(typeAhead(rows, 3, "s", label)).toBe(0);
    expect(typeAhead(rows, 3, "SU", label)).toBe(3);
    expect(typeAhead(rows, 0, "x", label)).toBeUndefined();
  });
});
