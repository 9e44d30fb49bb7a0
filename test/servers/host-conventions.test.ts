import { describe, expect, it } from "vitest";
import type { DescribedSkill, RawServer } from "../fixtures/servers/raw/server.mjs";
import { startEngine } from "../support/engine";
import { connectTo, servedRaw } from "./served-raw";

/** What the earlier conventions ask of clients, held by our own app: each test names its row. */

const LIVE = "skill://acme/support/triage/SKILL.md";

/** The raw server without the released extension, changed into what a convention has. */
async function earlier(change: (server: RawServer) => void, skills?: DescribedSkill[]) {
  const raw = await servedRaw(skills);
  delete raw.server.capabilities.extensions;
  for (const method of ["skills/list", "skills/get", "resources/directory/read"])
    delete raw.server.methods[method];
  change(raw.server);
  const engine = await startEngine();
  const serverId = await connectTo(engine, raw);
  return { raw, engine, serverId };
}

/** Lists and serves `skill://index.json` with this content. */
const withIndex = (entries: unknown[]) => (server: RawServer) => {
  const { read } = { read: server.methods["resources/read"]! };
  const uri = "skill://index.json";
  server.rows = [{ uri, name: "index", mimeType: "application/json" }];
  server.methods["resources/read"] = function (this: RawServer, params, modern) {
    const answer = read.call(this, params.uri === uri ? { uri: LIVE } : params, modern);
    if (params.uri !== uri) return answer;
    const text = JSON.stringify({ skills: entries });
    return { result: { ...answer.result, contents: [{ uri, mimeType: "application/json", text }] } };
  };
};

const entry = (name: string, more: Record<string, unknown> = {}) => ({
  type: "skill-md",
  name,
  description: "Does work.",
  url: `skill://acme/billing/${name}/SKILL.md`,
  ...more,
});

describe("the index drafts", () => {
  it("ix-skip-unknown: an unknown field changes nothing, and an entry of an unknown type is passed over", async () => {
    const { engine, serverId } = await earlier(
      withIndex([
        entry("invoices", { extra: { deep: [1] } }),
        { ...entry("plugin"), type: "plugin" },
        entry("refunds"),
      ]),
    );
    expect((await engine.skills(serverId)).map(({ name }) => name)).toEqual(["invoices", "refunds"]);
  });

  it("ix-verify: content of another digest is called a mismatch and is not saved", async () => {
    const { engine, serverId } = await earlier(
      withIndex([entry("invoices", { digest: `sha256:${"0".repeat(64)}` })]),
    );
    const uri = "skill://acme/billing/invoices/SKILL.md";
    const file = await engine.call("files.open", { serverId, uri });
    expect(file.verdict).toMatchObject({ state: "mismatch", reason: expect.stringContaining("SHA-256") });
    const saved = await engine.call("skills.save", { serverId, uri, folder: engine.dataDir, op: "save" });
    expect(saved.written).toEqual([]);
  });

  it("ix-absence, prop-enumeration: a skill that nothing lists opens by its URI", async () => {
    const { engine, serverId } = await earlier((server) => {
      server.rows = [];
    });
    expect(await engine.skills(serverId)).toEqual([]);
    const opened = await engine.call("skills.openByUri", { serverId, uri: LIVE });
    expect(opened).toMatchObject({ kind: "skill", skill: { name: "triage" } });
  });
});

describe("the skill URI proposal", () => {
  it("prop-identify: what has its sign is labelled as of this convention", async () => {
    const { engine, serverId } = await earlier(() => undefined);
    const skills = await engine.skills(serverId);
    expect(skills.map(({ convention }) => convention)).toEqual(Array(3).fill("skill-uri-proposal"));
  });

  it("prop-authority: the first segment is sent to its own server and never looked up", async () => {
    const listener = await servedRaw();
    const path = `127.0.0.1:${listener.port}/demo`;
    const frontmatter = { name: "demo", description: "Does work. Use when due." };
    const { engine, serverId, raw } = await earlier(
      () => undefined,
      [{ path, frontmatter, body: "# Demo\n" }],
    );
    await engine.call("files.open", { serverId, uri: `skill://${path}/SKILL.md` });
    expect(raw.reads()).toEqual([`skill://${path}/SKILL.md`]);
    expect(listener.seen).toEqual([]);
  });
});

describe("SEP-2076", () => {
  const names = ["one", "two", "three"];
  /** Three skills of which each page shows one; each has a file on another scheme and needs a tool. */
  const draft = (server: RawServer) => {
    server.capabilities.skills = {};
    server.capabilities.tools = {};
    server.rows = [];
    const cacheable = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
    server.methods["skills/list"] = ({ cursor }) => {
      const at = Number(cursor ?? 0);
      const skills = [{ name: names[at], description: "Does work." }];
      return { result: { ...cacheable, skills, ...(at < 2 ? { nextCursor: String(at + 1) } : {}) } };
    };
    server.methods["skills/get"] = ({ name }) => ({
      result: {
        ...cacheable,
        name,
        instructions: "# Work\n\nCall the tool `rm`.\n",
        files: [{ name: "run.sh", uri: "https://127.0.0.1:1/run.sh" }],
        dependencies: { tools: [{ name: "rm" }] },
      },
    });
    server.methods["tools/list"] = () => ({
      result: { ...cacheable, tools: [{ name: "rm", inputSchema: {} }] },
    });
    server.methods["tools/call"] = () => ({ result: { ...cacheable, content: [] } });
  };

  it("s2076-pagination: all pages of skills/list are followed", async () => {
    const { engine, serverId } = await earlier(draft);
    expect((await engine.skills(serverId)).map(({ name }) => name)).toEqual(names);
  });

  it("s2076-cap-absent: a server without the capability is asked for no skills/*", async () => {
    const { engine, serverId, raw } = await earlier((server) => {
      draft(server);
      delete server.capabilities.skills;
    });
    expect(await engine.skills(serverId)).toEqual([]);
    expect(raw.methods().filter((method) => method.startsWith("skills/"))).toEqual([]);
  });

  it("s2076-no-exec, s2076-not-exec, s2076-trust: opening a skill and checking the server call no tool", async () => {
    const { engine, serverId, raw } = await earlier(draft);
    for (const { uri } of await engine.skills(serverId)) {
      await engine.call("skills.detail", { serverId, uri });
      await engine.call("files.open", { serverId, uri });
    }
    await engine.call("checks.run", { serverId, op: "check", probes: true });
    expect(raw.methods()).toContain("skills/get");
    expect(raw.methods()).not.toContain("tools/call");
  });

  it("s2076-allowlist: a file of another scheme is read when a person opens it, from its own server alone", async () => {
    const { engine, serverId, raw } = await earlier(draft);
    const [first] = await engine.skills(serverId);
    const { manifest } = await engine.call("skills.detail", { serverId, uri: first!.uri });
    await engine.call("files.open", { serverId, uri: first!.uri });
    expect(raw.reads()).toEqual([]);
    const file =
      manifest.kind === "files" ? manifest.files.find(({ path }) => path === "run.sh")! : undefined;
    const answer = await engine.client.call("files.open", {
      serverId,
      uri: file!.uri,
      skillUri: first!.uri,
    });
    // The server does not have it; nobody else was asked.
    expect(answer).toMatchObject({ ok: false });
    expect(raw.reads()).toEqual(["https://127.0.0.1:1/run.sh"]);
  });
});
