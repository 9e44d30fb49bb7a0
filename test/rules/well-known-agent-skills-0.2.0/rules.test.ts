import { describe, expect, it } from "vitest";
import { createSkillServer, samplesFolder } from "../../../electron/engine/skill-server";
import { wellKnown } from "../../../shared/rules/well-known-agent-skills-0.2.0";
import { siteCases } from "./cases";
import { judgeCase, judgeSite, testSites } from "./judge-site";

describe("a site that", () => testSites(siteCases));

it("has for every rule a case in which it passes and one in which it finds something", async () => {
  const found = new Set<string>();
  const passed = new Set<string>();
  for (const each of siteCases) {
    const { findings, results } = await judgeCase(each);
    const said = new Set(findings.map(({ rule }) => rule));
    for (const rule of said) found.add(rule);
    for (const { rule, outcome } of results) if (outcome === "pass" && !said.has(rule)) passed.add(rule);
  }
  const ids = wellKnown.profile.rules.map(({ id }) => id);
  expect(ids.filter((id) => !found.has(id))).toEqual([]);
  expect(ids.filter((id) => !passed.has(id))).toEqual([]);
});

it("has no error and no warning for the site that the built-in server serves", async () => {
  const server = await createSkillServer({
    folders: [samplesFolder()],
    convention: "well-known",
    watch: false,
  });
  try {
    const { url } = await server.serveHttp({ port: 0 });
    const { failed, noted, results } = await judgeSite(new URL(url).origin);
    expect(failed).toEqual([]);
    expect(noted).toEqual(["wk-cors"]);
    expect(results.filter(({ outcome }) => outcome === "untestable")).toEqual([]);
  } finally {
    await server.close();
  }
});
