import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareFrontmatter, sameValue } from "../../../shared/skill-file/compare";

describe("comparing an entry's frontmatter with its file's", () => {
  it("finds what differs, is missing or too much, and nothing else", () => {
    const entry = { name: "x", version: "1.0", metadata: { a: "1", b: ["x", "y"] }, extra: null };
    const file = { metadata: { b: ["x", "y"], a: "1" }, version: 1.0, name: "x", license: "MIT" };
    expect(compareFrontmatter(entry, file)).toEqual([
      { key: "version", entry: "1.0", file: 1 },
      { key: "extra", entry: null },
      { key: "license", file: "MIT" },
    ]);
  });

  it("minds the order of a list", () => {
    expect(compareFrontmatter({ a: [1, 2] }, { a: [2, 1] })).toHaveLength(1);
  });

  it("tells an object from a list and from null", () => {
    expect(sameValue({}, [])).toBe(false);
    expect(sameValue(null, {})).toBe(false);
    expect(sameValue({ 0: "a" }, ["a"])).toBe(false);
    expect(sameValue({ a: undefined }, { b: undefined })).toBe(false);
  });

  it("survives any depth", () => {
    const deep = () => {
      let value: unknown = "x";
      for (let i = 0; i < 100_000; i++) value = [value];
      return value;
    };
    expect(sameValue(deep(), deep())).toBe(true);
  });

  it("finds a JSON copy equal, with its keys in any order", () => {
    const reverse = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(reverse)
        : typeof value === "object" && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .reverse()
                .map(([key, item]) => [key, reverse(item)]),
            )
          : value;
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string().filter((key) => key !== "__proto__"),
          fc.jsonValue(),
        ),
        (object) => {
          const copy = reverse(JSON.parse(JSON.stringify(object))) as Record<string, unknown>;
          expect(compareFrontmatter(object, copy)).toEqual([]);
        },
      ),
    );
  });
});
