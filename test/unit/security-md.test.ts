import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../support/fixtures";

const text = readFileSync(join(root, "SECURITY.md"), "utf8");
const rows = text.split("\n").filter((line) => /^\| (?!-)/.test(line) && !line.includes("Shown by"));

describe("SECURITY.md", () => {
  it.each(rows)("names tests that are there: %s", (row) => {
    const named = [...row.matchAll(/`(test\/[^`]+)`/g)].map(([, path]) => path!);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it("says how to report in private", () => {
    expect(text).toContain("Report a vulnerability");
  });
});
