import { describe, expect, it } from "vitest";
import type { EraChoice } from "../../shared/model/server";
import { connect, failToConnect, listAll } from "../support/connect";
import { marked, type ServerCommand, servers } from "../support/fixtures";
import { noProcessLeft } from "../support/processes";

interface Entry {
  uri: string;
  frontmatter: { name: string };
  resources: { uri: string; digest: string; size: number }[];
}

const both: [string, () => ServerCommand, number][] = [
  ["the SDK's skill server", () => servers.sdkV2(), 5],
  ["ext-skills with pages of two", () => servers.extSkills(undefined, "--page", "2"), 5],
  ["the raw server with pages of two", () => servers.raw("--page", "2"), 3],
];

describe.each(both)("%s", (_name, server, count) => {
  it.each<[EraChoice, string, string]>([
    ["modern", "modern", "2026-07-28"],
    ["legacy", "legacy", "2025-11-25"],
    ["auto", "modern", "2026-07-28"],
  ])(
    "asked for %s speaks %s, lists its skills, reads one, and leaves no process",
    async (era, spoken, version) => {
      const started = marked(server());
      const { connection } = await connect(started, era);
      expect(connection.era).toBe(spoken);
      expect(connection.protocolVersion).toBe(version);
      expect(connection.skillsDeclared).toBe(true);
      expect(connection.directoryRead).toBe(true);

      const skills = (await listAll(connection, "skills/list", "skills")) as Entry[];
      expect(skills).toHaveLength(count);
      expect(new Set(skills.map((skill) => skill.uri)).size).toBe(count);

      const first = skills[0]!;
      const { result } = await connection.call("resources/read", { uri: first.uri });
      const [content] = (result as { contents: { uri: string; text: string }[] }).contents;
      expect(content?.uri).toBe(first.uri);
      expect(content?.text).toContain(`name: ${first.frontmatter.name}`);

      await connection.close();
      await noProcessLeft(started.marker);
    },
  );
});

describe("eras that a server does not speak", () => {
  it("falls back to legacy for the first-generation SDK and says so", async () => {
    const { connection } = await connect(servers.sdkV1());
    expect(connection.era).toBe("legacy");
    expect(connection.protocolVersion).toBe("2025-11-25");
    expect(connection.skillsDeclared).toBe(false);
    expect(connection.notes.join(" ")).toContain("legacy");
    const rows = (await listAll(connection, "resources/list", "resources")) as { uri: string }[];
    expect(rows.filter((row) => row.uri.startsWith("skill://"))).toHaveLength(3);
  });

  it("falls back to legacy for the reference server", async () => {
    const { connection } = await connect(servers.everything());
    expect(connection.era).toBe("legacy");
    expect(connection.completions).toBe(true);
  });

  it.each([
    ["the first-generation SDK", () => servers.sdkV1()],
    ["the raw server in legacy only", () => servers.raw("--era", "legacy")],
  ])("names the era and the way out when %s cannot speak modern", async (_name, server) => {
    const problem = await failToConnect(server(), "modern");
    expect(problem.message).toContain("modern");
    expect(problem.message).toContain("server/discover");
    expect(problem.hint).toContain("Auto");
  });

  it.each([
    ["the SDK's skill server", () => servers.sdkV2(undefined, "--only", "modern")],
    ["the raw server", () => servers.raw("--era", "modern")],
  ])("connects to %s in modern only, and says why legacy fails there", async (_name, server) => {
    const { connection } = await connect(server(), "auto");
    expect(connection.era).toBe("modern");
    const problem = await failToConnect(server(), "legacy");
    expect(problem.message.length).toBeGreaterThan(10);
    expect(problem.code).not.toBe("no-answer");
  });
});

describe("completion", () => {
  const complete = async (server: ServerCommand, uri: string, name: string, value: string, given = {}) => {
    const { connection } = await connect(server);
    const { result } = await connection.call("completion/complete", {
      ref: { type: "ref/resource", uri },
      argument: { name, value },
      context: { arguments: given },
    });
    return (result as { completion: { values: string[] } }).completion.values;
  };

  it("completes a second variable by the first, with the first-generation SDK and the raw server", async () => {
    const template = "skill://{team}/{skill}/SKILL.md";
    expect(await complete(servers.sdkV1(), template, "skill", "", { team: "billing" })).toEqual([
      "invoices",
      "refunds",
    ]);
    expect(await complete(servers.sdkV1(), template, "skill", "", { team: "support" })).toEqual(["triage"]);
    const raw = "skill://acme/{team}/{skill}/SKILL.md";
    expect(await complete(servers.raw(), raw, "team", "")).toEqual(["billing", "support"]);
    expect(await complete(servers.raw(), raw, "skill", "r", { team: "billing" })).toEqual(["refunds"]);
  });

  it("completes paths with ext-skills and a number with the reference server", async () => {
    expect(
      await complete(servers.extSkills(), "skill://{+skillFilePath}", "skillFilePath", "code-review/"),
    ).toEqual(["code-review/references/checklist.md", "code-review/templates/report.md"]);
    expect(
      await complete(servers.everything(), "demo://resource/dynamic/text/{resourceId}", "resourceId", "7"),
    ).toEqual(["7"]);
  });
});
