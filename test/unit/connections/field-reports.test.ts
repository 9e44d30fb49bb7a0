import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../../support/fixtures";

/**
 * What went wrong for users of other inspectors with stdio and HTTP servers, by the id of the report, and the tests
 * that would fail if the same fault were ours.
 */
const HELD_BY: Record<string, string[]> = {
  d01: ["test/servers/connect-faults.test.ts"],
  d02: ["test/servers/stdio/long-lines.test.ts"],
  d03: ["test/unit/connections/spawn-command.test.ts"],
  d04: ["test/unit/connections/login-path.test.ts", "test/servers/stdio/environment.test.ts"],
  d05: ["test/servers/stdio/life.test.ts"],
  d06: ["test/servers/stdio/life.test.ts"],
  d08: ["test/servers/cli-output.test.ts"],
  d09: ["test/servers/stdio/environment.test.ts", "test/unit/connections/spawn-environment.test.ts"],
  e01: ["test/servers/http/sessions.test.ts"],
  e02: ["test/servers/http/sessions.test.ts"],
  e04: ["test/servers/http/refusals.test.ts"],
  e05: ["test/servers/http/sessions.test.ts", "test/servers/http/errors.test.ts"],
  e06: ["test/servers/http/tls.test.ts"],
  e07: ["test/servers/skill-server/http.test.ts"],
  e08: ["test/servers/http/sessions.test.ts", "test/servers/skill-server/http.test.ts"],
};

/** The collected reports, which lie beside the repository where the project is worked on. */
const COLLECTED = join(root, "../shared/field-reports.json");

describe("field reports of the areas stdio and http", () => {
  it.each(Object.entries(HELD_BY))("%s is held by a test that names it", (id, files) => {
    for (const file of files)
      expect(readFileSync(join(root, file), "utf8"), file).toMatch(new RegExp(`field report ${id}\\b`));
  });

  it("none is left out", () => {
    // Without the collection the table above is what is known.
    const all = existsSync(COLLECTED)
      ? (JSON.parse(readFileSync(COLLECTED, "utf8")) as { id: string; area: string }[])
          .filter(({ area }) => area === "stdio" || area === "http")
          .map(({ id }) => id)
      : Object.keys(HELD_BY);
    expect(Object.keys(HELD_BY).sort()).toEqual(all.sort());
  });
});
