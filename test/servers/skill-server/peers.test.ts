import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { describe, expect, onTestFinished, test } from "vitest";
import { samplesFolder } from "../../../electron/engine/skill-server";
import { serverOf } from "./client";

/** The official SDK's own skills client, connected over HTTP to the samples. */
async function officialClient(era: "legacy" | "modern", faults: string[] = []) {
  const requests: string[] = [];
  const server = await serverOf({ folders: [samplesFolder()], pageSize: 3, faults });
  server.onRequest = (line) => requests.push(line);
  const { url } = await server.serveHttp({ port: 0 });
  const mode = era === "modern" ? { pin: "2026-07-28" } : ("legacy" as const);
  const client = new Client({ name: "peer", version: "1" }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  onTestFinished(() => client.close());
  return { client, skills: new SkillsClient(client), requests };
}

describe.each(["legacy", "modern"] as const)("the official SDK's skills client, %s", (era) => {
  test("lists, verifies and reads every file, and walks every directory", async () => {
    const { skills, requests } = await officialClient(era);
    expect([skills.supported, skills.directoryRead]).toEqual([true, true]);
    const listing = await skills.list();
    expect(listing.skills).toHaveLength(10);
    expect(listing.invalid).toEqual([]);
    let files = 0;
    for (const skill of listing.skills) {
      expect((await skills.get(skill.uri)).skill).toEqual(skill);
      if (skill.resources === "dynamic") throw new Error("a sample must not be dynamic");
      for (const { uri } of skill.resources) {
        expect((await skills.read(skill, uri)).verified).toBe(true);
        files += 1;
      }
      const { resources } = await skills.readDirectory(skill.uri.slice(0, -"/SKILL.md".length));
      expect(resources.map(({ uri }) => uri)).toContain(skill.uri);
    }
    expect(files).toBeGreaterThan(35);
    expect(requests.filter((line) => line.includes("error"))).toEqual([]);
    expect(requests.some((line) => line.startsWith(`${era} skills/list -> ok`))).toBe(true);
  });

  test("completes a template and reads what it completed", async () => {
    const { client } = await officialClient(era);
    const ref = { type: "ref/resource" as const, uri: "skill://acme/{team}/{skill}/SKILL.md" };
    const { completion } = await client.complete({
      ref,
      argument: { name: "skill", value: "d" },
      context: { arguments: { team: "billing" } },
    });
    expect(completion.values[0]).toBe("dunning");
    const { contents } = await client.readResource({ uri: "skill://acme/billing/dunning/SKILL.md" });
    expect(contents[0]?.mimeType).toBe("text/markdown");
  });

  test.each([
    ["wrong-digest", "digest"],
    ["wrong-size", "size"],
    ["frontmatter-differs", "frontmatter"],
  ])("refuses what the fault %s spoils", async (fault, reason) => {
    const { skills } = await officialClient(era, [fault]);
    const [skill] = (await skills.list()).skills;
    const last = skill && skill.resources !== "dynamic" ? skill.resources.at(-1)?.uri : undefined;
    const read = skills.read(skill!, fault === "frontmatter-differs" ? undefined : last);
    await expect(read).rejects.toMatchObject({ reason });
  });
});
