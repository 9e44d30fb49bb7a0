import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  CompleteResultSchema,
  ListResourcesResultSchema,
  ReadResourceResultSchema,
  ResourceListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { samplesFolder } from "../../electron/engine/skill-server";
import { folderOf, put, serverOf, skillMd } from "../servers/skill-server/client";
import { until } from "../support/until";
import { fetchTools, inspectorCli } from "./suite";

vi.setConfig({ testTimeout: 180_000 });
beforeAll(fetchTools, 400_000);

/** The official client of the first generation, connected over HTTP. */
async function firstGeneration(folder: string, pageSize?: number, watch = false) {
  const server = await serverOf({ folders: [folder], watch, ...(pageSize ? { pageSize } : {}) });
  const { url } = await server.serveHttp({ port: 0 });
  const client = new Client({ name: "peer", version: "1" });
  const errors: string[] = [];
  client.onerror = (error) => errors.push(error.message);
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  onTestFinished(() => client.close());
  return { client, errors };
}

const entries = z.looseObject({
  skills: z.array(
    z.looseObject({
      uri: z.string(),
      resources: z.array(z.looseObject({ uri: z.string(), size: z.number() })),
    }),
  ),
  nextCursor: z.string().optional(),
});

describe("@modelcontextprotocol/sdk 1.32.2, the client", () => {
  test("lists page by page, reads every file, walks a directory and completes", async () => {
    const { client, errors } = await firstGeneration(samplesFolder(), 3);
    const skills: z.infer<typeof entries>["skills"] = [];
    let cursor: string | undefined;
    do {
      const params = cursor === undefined ? {} : { cursor };
      const page = await client.request({ method: "skills/list", params }, entries);
      skills.push(...page.skills);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(skills).toHaveLength(10);
    let files = 0;
    for (const { uri, size } of skills.flatMap(({ resources }) => resources)) {
      const { contents } = await client.readResource({ uri });
      const content = ReadResourceResultSchema.parse({ contents }).contents[0]!;
      const bytes = "text" in content ? Buffer.from(content.text) : Buffer.from(content.blob, "base64");
      expect(bytes.length).toBe(size);
      files += 1;
    }
    expect(files).toBeGreaterThan(40);

    const root = skills[0]!.uri.slice(0, -"/SKILL.md".length);
    const directory = { method: "resources/directory/read", params: { uri: root } };
    const { resources } = await client.request(directory, ListResourcesResultSchema);
    expect(resources.map(({ uri }) => uri)).toContain(skills[0]!.uri);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.length).toBeGreaterThan(0);
    const answer = await client.complete({
      ref: { type: "ref/resource", uri: "skill://acme/{team}/{skill}/SKILL.md" },
      argument: { name: "skill", value: "d" },
      context: { arguments: { team: "billing" } },
    });
    expect(CompleteResultSchema.parse(answer).completion.values[0]).toBe("dunning");
    expect(errors).toEqual([]);
  });

  test("is told of a change, by the list and by what it subscribed to", async () => {
    const folder = await folderOf({ "alpha/SKILL.md": skillMd("alpha") });
    const { client, errors } = await firstGeneration(folder, undefined, true);
    let changes = 0;
    client.setNotificationHandler(ResourceListChangedNotificationSchema, () => {
      changes += 1;
    });
    await client.subscribeResource({ uri: "skill://alpha/SKILL.md" });
    await put(folder, "beta/SKILL.md", skillMd("beta"));
    await until(() => changes > 0, { what: () => "the client was told that the list changed" });
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toContain("skill://beta/SKILL.md");
    expect(errors).toEqual([]);
  });
});

interface Verified {
  uri: string;
  conformance: unknown[];
  frontmatter: unknown[];
  files: { status: string }[];
}

describe("the MCP Inspector 2.12.0, --verify", () => {
  const verify = (url: string, era: string) =>
    inspectorCli([url, "--transport", "http", "--protocol-era", era, "--method", "skills/list", "--verify"]);

  test.each(["legacy", "modern"])("verifies every file of every skill, %s", async (era) => {
    const server = await serverOf({ folders: [samplesFolder()], pageSize: 3 });
    const { url } = await server.serveHttp({ port: 0 });
    const { code, stdout, stderr } = await verify(url, era);
    expect(code, stderr).toBe(0);
    const skills = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Verified);
    expect(skills).toHaveLength(10);
    expect(skills.flatMap(({ conformance, frontmatter }) => [...conformance, ...frontmatter])).toEqual([]);
    const states = skills.flatMap(({ files }) => files.map(({ status }) => status));
    expect(states.length).toBeGreaterThan(40);
    expect(new Set(states)).toEqual(new Set(["verified"]));
  });

  test("does complain where a fault spoils a digest", async () => {
    const server = await serverOf({ folders: [samplesFolder()], faults: ["wrong-digest"] });
    const { url } = await server.serveHttp({ port: 0 });
    expect((await verify(url, "modern")).code).toBe(7);
  });
});
