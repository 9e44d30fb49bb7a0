import { expect, it } from "vitest";
import { namedUris } from "../../../electron/engine/discovery/named";

it("finds URIs in prose, without the punctuation around them", () => {
  expect(
    namedUris("Read `skill://a/SKILL.md`, (skill://b/usage) and <skill://c>. Then **skill://d/SKILL.md**!"),
  ).toEqual(["skill://a/SKILL.md", "skill://b/usage", "skill://c", "skill://d/SKILL.md"]);
});

it("leaves out templates, web addresses and repetitions", () => {
  expect(
    namedUris(
      "skill://{name}/SKILL.md skill://docs/{x}/SKILL.md https://a.b/SKILL.md file:///a skill://x skill://x",
    ),
  ).toEqual(["skill://x"]);
  expect(namedUris(undefined)).toEqual([]);
});

it("takes a long text without anything in it in little time", () => {
  const begun = process.cpuUsage();
  expect(namedUris(`${"a".repeat(200_000)}://${"{".repeat(50_000)}`)).toEqual([]);
  const { user } = process.cpuUsage(begun);
  expect(user / 1000).toBeLessThan(2_000);
});
