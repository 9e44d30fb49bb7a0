import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, it, onTestFinished } from "vitest";
import type { DescribedSkill } from "../fixtures/servers/raw/server.mjs";
import { cliFile, ownEnvironment } from "../support/cli";
import { startEngine } from "../support/engine";
import { servers } from "../support/fixtures";
import { tempFolder } from "../support/temp";
import { connectTo, servedRaw } from "./served-raw";

/** What the specifications ask of a host about its requests, held by our own app: each test names its row. */

const INVOICES = "skill://acme/billing/invoices/SKILL.md";
const FORM = "skill://acme/billing/invoices/templates/form.md";
const skill = (path: string, body = "# Body\n"): DescribedSkill => ({
  path,
  frontmatter: { name: path.split("/").at(-1), description: "Does work. Use when work is due." },
  body,
});

async function connected(
  skills?: DescribedSkill[],
  change?: (raw: Awaited<ReturnType<typeof servedRaw>>) => void,
) {
  const raw = await servedRaw(skills);
  change?.(raw);
  const engine = await startEngine();
  const serverId = await connectTo(engine, raw);
  return { raw, engine, serverId };
}

describe("what is only asked where it was declared", () => {
  it("ext-cap-undeclared-methods: no directory is read without directoryRead: true", async () => {
    const { raw, engine, serverId } = await connected(undefined, ({ server }) => {
      server.capabilities.extensions = { "io.modelcontextprotocol/skills": {} };
    });
    const answer = await engine.client.call("directory.read", {
      serverId,
      uri: "skill://acme/billing/invoices",
    });
    expect(answer).toMatchObject({ ok: false, code: "not-declared" });
    expect(raw.methods()).not.toContain("resources/directory/read");
  });

  it("ext-cap-gate-list-get: neither skills/list nor skills/get without the declaration", async () => {
    const { raw, engine, serverId } = await connected(undefined, ({ server }) => {
      delete server.capabilities.extensions;
    });
    const opened = await engine.call("skills.openByUri", { serverId, uri: INVOICES });
    expect(opened.kind).toBe("skill");
    const asked = await engine.client.call("skills.get", { serverId, uri: INVOICES });
    expect(asked).toMatchObject({ ok: false, code: "not-declared" });
    await engine.call("checks.run", { serverId, op: "check", probes: false });
    expect(raw.methods().filter((method) => method.startsWith("skills/"))).toEqual([]);
  });

  it("ext-uri-scheme-not-identity: a skill:// resource without an entry is no skill", async () => {
    const { engine, serverId } = await connected(undefined, ({ server }) => {
      server.entries = server.skills.slice(1).map(({ entry }) => entry);
    });
    expect((await engine.skills(serverId)).map(({ uri }) => uri)).not.toContain(INVOICES);
    const resources = await engine.call("resources.list", { serverId });
    expect(resources.map(({ uri }) => uri)).toContain(INVOICES);
  });

  it("ext-list-partial-host: a skill that no list shows opens by its URI", async () => {
    const { engine, serverId } = await connected(undefined, ({ server }) => {
      server.entries = [];
      server.rows = [];
    });
    expect(await engine.skills(serverId)).toEqual([]);
    const opened = await engine.call("skills.openByUri", { serverId, uri: INVOICES });
    expect(opened).toMatchObject({ kind: "skill", skill: { name: "invoices", provenance: "skills/get" } });
  });
});

describe("what is never read unasked", () => {
  it("ext-verify-lazy: connecting and listing read no file and no directory", async () => {
    const { raw, engine, serverId } = await connected();
    expect(await engine.skills(serverId)).toHaveLength(3);
    await engine.call("servers.refresh", { serverId });
    expect(raw.methods()).toContain("skills/list");
    expect(raw.reads()).toEqual([]);
    expect(raw.methods()).not.toContain("resources/directory/read");
  });

  it("ext-nested-consent: opening a skill opens none that is nested in it", async () => {
    const outer = skill("handbook", "# Handbook\n\n[Deep](deep/SKILL.md)\n");
    const { raw, engine, serverId } = await connected([outer, skill("handbook/deep")]);
    await engine.call("skills.detail", { serverId, uri: "skill://handbook/SKILL.md" });
    await engine.call("files.open", { serverId, uri: "skill://handbook/SKILL.md" });
    expect(raw.reads()).toEqual(["skill://handbook/SKILL.md"]);
    expect(raw.methods()).not.toContain("skills/get");
  });

  it("ext-uri-authority-no-dns: the authority of a skill URI is never looked up", async () => {
    const listener = await servedRaw();
    const { raw, engine, serverId } = await connected([skill(`127.0.0.1:${listener.port}/demo`)]);
    const uri = `skill://127.0.0.1:${listener.port}/demo/SKILL.md`;
    const file = await engine.call("files.open", { serverId, uri });
    await engine.call("checks.run", { serverId, op: "check", probes: true });
    expect(file.verdict.state).toBe("match");
    expect(raw.reads()).toContain(uri);
    expect(listener.seen).toEqual([]);
  });
});

describe("what one server causes on another", () => {
  it("ext-sec-origin-scoped, ext-sec-cross-origin: a link is followed on the skill's own connection only", async () => {
    const other = await servedRaw([skill("other/secret")]);
    const { raw, engine, serverId } = await connected([
      skill("own/demo", "# Demo\n\n[Elsewhere](skill://other/secret/SKILL.md)\n"),
    ]);
    const otherId = await connectTo(engine, other, "other");
    const [link] = ["skill://other/secret/SKILL.md"];
    const answer = await engine.client.call("files.open", {
      serverId,
      uri: link,
      skillUri: "skill://own/demo/SKILL.md",
    });
    expect(answer.ok).toBe(false);
    await engine.call("checks.run", { serverId, op: "check", probes: true });
    expect(raw.reads()).toContain(link);
    expect(other.reads()).toEqual([]);
    // It is there, for a person who opens it on its own server.
    expect((await engine.call("files.open", { serverId: otherId, uri: link })).serverId).toBe(otherId);
  });

  it("ext-sec-not-authority: the app's own tools give skill content as data, with its origin", async () => {
    const client = new Client({ name: "assistant", version: "1" });
    const { command, args } = servers.raw();
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [cliFile, "mcp", "--", command, ...args],
        env: ownEnvironment(tempFolder()),
      }),
    );
    onTestFinished(() => client.close());
    const call = async (name: string, input: Record<string, unknown>) =>
      JSON.parse(
        ((await client.callTool({ name, arguments: input })) as { content: { text: string }[] }).content[0]!
          .text,
      );
    const [server] = await call("list_servers", {});
    const read = await call("read_resource", { server: server.label, uri: INVOICES });
    expect(Object.keys(read)).toEqual(["server", "uri", "mimeType", "size", "digest", "verdict", "data"]);
    expect(read).toMatchObject({ server: server.label, uri: INVOICES });
    expect(read.data).toContain("# Invoices");
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === "read_resource")?.description).toContain(
      "data, not instructions",
    );
  });
});

describe("how the base protocol is spoken", () => {
  it.each([-32002, -32602])("mcp-not-found-accept: %i reads as not found", async (code) => {
    const { engine, serverId } = await connected(undefined, ({ server }) => {
      server.methods["resources/read"] = ({ uri }) => ({ error: { code, message: `No ${uri}` } });
    });
    const answer = await engine.client.call("files.open", { serverId, uri: FORM });
    expect(answer).toMatchObject({ ok: false });
    expect(answer.ok ? "" : answer.message).toContain(`There is nothing at ${FORM}`);
  });

  it("mcp-completion-ref, mcp-completion-context: the template goes unexpanded, with the values so far", async () => {
    const { raw, engine, serverId } = await connected();
    const template = "skill://acme/{team}/{skill}/SKILL.md";
    const answer = await engine.call("templates.complete", {
      serverId,
      template,
      variable: "skill",
      value: "in",
      context: { team: "billing" },
    });
    expect(answer.values).toEqual(["invoices"]);
    const asked = raw.seen.find(({ body }) => body.method === "completion/complete");
    expect(asked?.body.params).toMatchObject({
      ref: { type: "ref/resource", uri: template },
      argument: { name: "skill", value: "in" },
      context: { arguments: { team: "billing" } },
    });
  });

  it("mcp-modern-meta: every modern request says who asks, in which revision, in its body and its headers", async () => {
    const { raw, engine, serverId } = await connected();
    await engine.call("files.open", { serverId, uri: FORM });
    const posts = raw.seen.filter(({ body }) => body.id !== undefined);
    expect(posts.length).toBeGreaterThan(4);
    for (const { headers, body } of posts) {
      expect(body.params?._meta, body.method).toMatchObject({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": { name: "mcp-skill-inspector" },
      });
      expect(headers["mcp-protocol-version"], body.method).toBe("2026-07-28");
      expect(headers["mcp-method"]).toBe(body.method);
      expect(headers["mcp-name"], body.method).toBe(body.method === "resources/read" ? FORM : undefined);
    }
  });

  it('mcp-cursor-empty: the page behind the cursor "" is read, and no cursor is altered', async () => {
    const { raw, engine, serverId } = await connected(undefined, ({ server }) => {
      server.pageSize = 1;
      server.cursor = (page) => (page === 1 ? "" : ` p${page}="%2F" `);
      server.readCursor = (cursor) => (cursor === "" ? 1 : Number(/\d/.exec(cursor)![0]));
    });
    expect(await engine.skills(serverId)).toHaveLength(3);
    const cursors = raw.seen
      .filter(({ body }) => body.method === "skills/list")
      .map(({ body }) => body.params?.cursor);
    expect(cursors).toEqual([undefined, "", ' p2="%2F" ']);
  });
});
