import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { profiles } from "../../shared/rules/profiles";
import { root } from "../support/fixtures";

/** Rows of the catalogue that bind this app and not the servers it looks at: a test of ours keeps each. */
const PATH = /\b(?:test|electron|shared|renderer)\/[\w./-]+\.(?:ts|tsx|mjs)\b/g;
const exclusions = profiles.flatMap((profile) => profile.exclusions);
const naming = exclusions.filter(({ reason }) => /\btest\/[\w./-]+\.test\.ts\b/.test(reason));

describe("rows that are no rule", () => {
  it("that bind hosts or clients all name a test", () => {
    const binding = exclusions.filter(({ reason }) =>
      /\b[Bb]inds (?:hosts|clients)\b|Asked of the app/.test(reason),
    );
    expect(binding.length).toBeGreaterThanOrEqual(60);
    expect(binding.filter((each) => !naming.includes(each)).map(({ id }) => id)).toEqual([]);
  });

  it("name only files that are there", () => {
    const named = exclusions.flatMap(({ reason }) => reason.match(PATH) ?? []);
    expect([...new Set(named)].filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  it.each(naming.map(({ id, reason }) => [id, reason] as const))(
    "%s is named by the test that keeps it",
    (id, reason) => {
      const files = (reason.match(PATH) ?? []).filter((file) => file.endsWith(".test.ts"));
      const texts = files.map((file) => readFileSync(join(root, file), "utf8"));
      expect(
        texts.some((text) => new RegExp(`\\b${id}(?![\\w-])`).test(text)),
        reason,
      ).toBe(true);
    },
  );
});
