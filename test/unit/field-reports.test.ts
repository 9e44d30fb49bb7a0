import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../support/fixtures";

const SERVED = "test/servers/field-reports-skills.test.ts";

/**
 * What went wrong for users of other inspectors, by the id of the report, and the tests that would fail if the same
 * fault were ours. Areas that stand here are whole; the others (scale, desktop) have tests
 * for some of their reports and are not claimed.
 */
const HELD_BY: Record<string, string[]> = {
  ...Object.fromEntries(
    "a01 a02 a03 a04 a06 a07 a08 a09 a11 a12 a14 b01 b03 b06 b08".split(" ").map((id) => [id, [SERVED]]),
  ),
  a13: ["test/rules/agent-skills/names.test.ts"],
  b04: ["test/rules/skills-ext-stable/directory-cases.ts"],
  b05: ["test/rules/skills-ext-stable/manifest-cases.ts"],
  b09: ["test/rules/skills-ext-stable/manifest-cases.ts"],
  c01: ["test/e2e/web/templates-field-reports.test.ts"],
  c02: ["test/e2e/web/templates-field-reports.test.ts"],
  c04: ["test/e2e/web/templates-field-reports.test.ts"],
  c05: ["test/e2e/web/templates-field-reports.test.ts"],
  c06: ["test/e2e/web/templates-field-reports.test.ts"],
  c07: ["test/e2e/web/templates-field-reports.test.ts"],
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
  g01: ["test/e2e/web/foreign-page.test.ts"],
  g02: ["test/e2e/web/hostile.test.ts"],
  g03: ["test/unit/web/web-host.test.ts"],
  g04: ["test/unit/desktop/external-url.test.ts"],
  g05: ["test/e2e/web/hostile.test.ts"],
  g06: ["test/e2e/web/hostile.test.ts"],
  g08: ["test/servers/skill-server/files.test.ts"],
  g09: ["test/servers/skill-server/files.test.ts"],
  g11: ["test/e2e/web/foreign-page.test.ts"],
};
const AREAS = ["skill-file", "uris", "templates-and-completion", "stdio", "http", "security"];

/** The collected reports, which lie beside the repository where the project is worked on. */
const COLLECTED = join(root, "../shared/field-reports.json");

describe("field reports", () => {
  it.each(Object.entries(HELD_BY))("%s is held by a test that names it", (id, files) => {
    for (const file of files)
      expect(readFileSync(join(root, file), "utf8"), file).toMatch(
        new RegExp(`field report [a-z0-9, ]*\\b${id}\\b`),
      );
  });

  it("none of these areas is left out", () => {
    // Without the collection the table above is what is known.
    const all = existsSync(COLLECTED)
      ? (JSON.parse(readFileSync(COLLECTED, "utf8")) as { id: string; area: string }[])
          .filter(({ area }) => AREAS.includes(area))
          .map(({ id }) => id)
      : Object.keys(HELD_BY);
    expect(Object.keys(HELD_BY).sort()).toEqual(all.sort());
  });
});
