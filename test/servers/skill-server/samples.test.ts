import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { samplesFolder } from "../../../electron/engine/skill-server";
import { inMemory, type Received, serverOf } from "./client";

const samples = () => serverOf({ folders: [samplesFolder()] });

/** Links and images of a markdown text outside code. */
function linksOf(text: string): string[] {
  const prose = text.replace(/^ *```[\s\S]*?^ *```/gm, "").replace(/`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1]!);
}

describe("the sample skills", () => {
  test("are ten, none left out, every name its folder's and used once", async () => {
    const server = await samples();
    expect(server.skipped).toEqual([]);
    const client = await inMemory(server, "modern");
    const skills = await client.all("skills/list", "skills");
    expect(skills).toHaveLength(10);
    const names = skills.map((skill) => skill.frontmatter.name);
    expect(new Set(names).size).toBe(10);
    for (const skill of skills) expect(skill.uri.split("/").at(-2)).toBe(skill.frontmatter.name);
  });

  test("keep the rules of the format", async () => {
    const client = await inMemory(await samples(), "modern");
    for (const { uri, frontmatter } of await client.all("skills/list", "skills")) {
      expect(frontmatter.description, uri).toMatch(/\bUse when\b/);
      expect(frontmatter.description.length, uri).toBeLessThanOrEqual(1024);
      expect(typeof frontmatter.license, uri).toBe("string");
      for (const value of Object.values(frontmatter.metadata)) expect(typeof value, uri).toBe("string");
      const { result } = await client.request("resources/read", { uri });
      expect(result.contents[0].text.split("\n").length, uri).toBeLessThan(500);
    }
  });

  test("lead with every link to a file that is served", async () => {
    const client = await inMemory(await samples(), "modern");
    const skills = await client.all("skills/list", "skills");
    let checked = 0;
    for (const { uri, resources } of skills) {
      const root = uri.slice(0, -"/SKILL.md".length);
      const own = new Set(resources.map((file: Received) => decodeURI(file.uri)));
      const { result } = await client.request("resources/read", { uri });
      for (const link of linksOf(result.contents[0].text)) {
        if (link.startsWith("https://")) continue;
        if (link.startsWith("skill://")) expect(skills.map((skill) => skill.uri)).toContain(link);
        else expect(own, `${uri} links to ${link}`).toContain(decodeURI(`${root}/${link}`));
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(25);
  });

  test("can all be read, byte for byte what is on disk, with the stated size and digest", async () => {
    const client = await inMemory(await samples(), "legacy");
    const types = new Set<string>();
    for (const { resources } of await client.all("skills/list", "skills")) {
      for (const { uri, digest, size } of resources) {
        const { result } = await client.request("resources/read", { uri });
        const [content] = result.contents;
        const bytes = Buffer.from(
          content.text ?? content.blob,
          content.text === undefined ? "base64" : "utf8",
        );
        const path = decodeURIComponent(uri.slice("skill://".length));
        expect(bytes.equals(await readFile(join(samplesFolder(), path))), uri).toBe(true);
        expect(bytes.length).toBe(size);
        expect(`sha256:${createHash("sha256").update(bytes).digest("hex")}`).toBe(digest);
        types.add(content.mimeType);
      }
    }
    expect([...types]).toEqual(
      expect.arrayContaining(["image/png", "application/gzip", "text/csv", "text/markdown"]),
    );
  });

  test("complete the team, then only its skills, and every result can be read", async () => {
    const client = await inMemory(await samples(), "modern");
    const uri = "skill://acme/{team}/{skill}/SKILL.md";
    const complete = async (name: string, value: string, context?: object) => {
      const answer = await client.request("completion/complete", {
        ref: { type: "ref/resource", uri },
        argument: { name, value },
        ...(context ? { context: { arguments: context } } : {}),
      });
      return answer.result.completion.values as string[];
    };
    expect(await complete("team", "")).toEqual(["billing", "handbook", "support"]);
    expect(await complete("skill", "", { team: "billing" })).toEqual(["dunning", "refunds"]);
    expect(await complete("skill", "re")).toEqual(["refund-questions", "refunds", "travel"]);
    for (const team of await complete("team", "")) {
      for (const skill of await complete("skill", "", { team })) {
        const { result } = await client.request("resources/read", {
          uri: `skill://acme/${team}/${skill}/SKILL.md`,
        });
        expect(result.contents[0].text).toContain(`name: ${skill}`);
      }
    }
  });
});
