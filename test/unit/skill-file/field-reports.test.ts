import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../../support/fixtures";

/** What went wrong for users of other tools with SKILL.md and its URIs, by the id of the report, and the test that holds it. */
const SERVED = "test/servers/field-reports-skills.test.ts";
const HELD_BY: Record<string, string> = {
  ...Object.fromEntries(
    "a01 a02 a03 a04 a06 a07 a08 a09 a11 a12 a14 b01 b03 b06 b08".split(" ").map((id) => [id, SERVED]),
  ),
  a13: "test/rules/agent-skills/names.test.ts",
  b04: "test/rules/skills-ext-stable/directory-cases.ts",
  b05: "test/rules/skills-ext-stable/manifest-cases.ts",
  b09: "test/rules/skills-ext-stable/manifest-cases.ts",
};

/** The collected reports, which lie beside the repository where the project is worked on. */
const COLLECTED = join(root, "../shared/field-reports.json");

describe("field reports of the areas skill-file and uris", () => {
  it.each(Object.entries(HELD_BY))("%s is held by a test that names it", (id, file) => {
    expect(readFileSync(join(root, file), "utf8"), file).toMatch(
      new RegExp(`field report [a-z0-9, ]*\\b${id}\\b`),
    );
  });

  it("none is left out", () => {
    // Without the collection the table above is what is known.
    const all = existsSync(COLLECTED)
      ? (JSON.parse(readFileSync(COLLECTED, "utf8")) as { id: string; area: string }[])
          .filter(({ area }) => area === "skill-file" || area === "uris")
          .map(({ id }) => id)
      : Object.keys(HELD_BY);
    expect(Object.keys(HELD_BY).sort()).toEqual(all.sort());
  });
});
