import { describe, expect, it } from "vitest";
import { canonicalJson } from "../../../../renderer/document/compare/canonical";
import { diffRows, folded, isSame } from "../../../../renderer/document/compare/diff-rows";

describe("diffRows", () => {
  it("pairs a removed line with the added one and marks the words that changed", () => {
    const [same, changed] = diffRows("a\nsize: 12\n", "a\nsize: 13\n");
    expect(same).toMatchObject({ kind: "same", left: { number: 1 }, right: { number: 1 } });
    expect(changed).toEqual({
      kind: "changed",
      left: {
        number: 2,
        pieces: [
          { text: "size: ", changed: false },
          { text: "12", changed: true },
        ],
      },
      right: {
        number: 2,
        pieces: [
          { text: "size: ", changed: false },
          { text: "13", changed: true },
        ],
      },
    });
  });

  it("leaves the other side empty where lines exist on one side alone, and keeps both numberings", () => {
    const rows = diffRows("a\nb\nc\n", "a\nc\nd\n");
    expect(rows.map((row) => (row.kind === "folded" ? null : [row.left?.number, row.right?.number]))).toEqual(
      [
        [1, 1],
        [2, undefined],
        [3, 2],
        [undefined, 3],
      ],
    );
  });

  it("folds long equal stretches and keeps lines around each difference", () => {
    const text = (middle: string) =>
      Array.from({ length: 41 }, (_, at) => (at === 20 ? middle : `line ${at}`)).join("\n");
    const rows = folded(diffRows(text("x"), text("y")));
    expect(rows.map((row) => row.kind)).toEqual([
      "folded",
      ...Array(4).fill("same"),
      "changed",
      ...Array(4).fill("same"),
      "folded",
    ]);
    expect(rows[0]).toEqual({ kind: "folded", count: 16 });
  });

  it("finds no difference between objects that only order their keys differently", () => {
    const left = canonicalJson({ b: 1, a: { d: [1, 2], c: null } });
    const right = canonicalJson({ a: { c: null, d: [1, 2] }, b: 1 });
    expect(isSame(diffRows(left, right))).toBe(true);
    expect(isSame(diffRows(left, canonicalJson({ b: 1, a: { d: [2, 1], c: null } })))).toBe(false);
  });

  it("keeps a key named __proto__ as data", () => {
    expect(canonicalJson(JSON.parse('{"__proto__":{"x":1}}'))).toContain('"__proto__"');
  });
});
