import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { HttpTransport } from "../../electron/engine/connections/http";
import { StdioTransport } from "../../electron/engine/connections/stdio";
import type { WireTransport } from "../../electron/engine/connections/wire";
import { discover } from "../../electron/engine/discovery/discover";
import type { EraChoice } from "../../shared/model/server";
import { connect } from "../support/connect";

const ROOT = join(import.meta.dirname, "../..");
const fixture = (name: string) => join(ROOT, "test/fixtures/servers", name);
const CLEAN = join(ROOT, "test/fixtures/skills/clean");

interface Peer {
  name: string;
  args: string[];
  http?: boolean;
  sse?: boolean;
  /** Eras it speaks. */
  eras: EraChoice[];
  template?: { uri: string; variable: string; value: string };
}

const PEERS: Peer[] = [
  { name: "SDK v2 skills", args: [fixture("sdk-v2-skills.mjs"), CLEAN], eras: ["legacy", "modern"] },
  {
    name: "SDK v2 skills",
    args: [fixture("sdk-v2-skills.mjs"), CLEAN, "--http", "0"],
    http: true,
    eras: ["legacy", "modern"],
  },
  { name: "ext-skills 0.14.0", args: [fixture("ext-skills.mjs"), CLEAN], eras: ["legacy", "modern"] },
  { name: "SDK v1", args: [fixture("sdk-v1.mjs")], eras: ["legacy"] },
  { name: "SDK v1 with sessions", args: [fixture("sdk-v1-http.mjs")], http: true, eras: ["legacy"] },
  {
    name: "SDK v1 over SSE",
    args: [fixture("sdk-v1-http.mjs"), "--sse"],
    http: true,
    sse: true,
    eras: ["legacy"],
  },
  { name: "raw", args: [fixture("raw.mjs")], eras: ["legacy", "modern"] },
];

const rows: string[] = [];

/** Starts an HTTP peer and waits for the address it prints. */
async function address(args: string[]): Promise<string> {
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] });
  onTestFinished(() => void child.kill());
  let text = "";
  for await (const chunk of child.stderr) {
    text += chunk;
    const url = /http:\/\/\S+/.exec(text)?.[0];
    if (url) return url;
  }
  throw new Error(`no address: ${text}`);
}

describe("every transport, era and peer: connected, listed, read, completed", () => {
  const cases = PEERS.flatMap((peer) =>
    (["auto", ...peer.eras] as EraChoice[]).map((era) => ({ peer, era })),
  );
  it.each(cases)("$peer.name, http $peer.http, era $era", async ({ peer, era }) => {
    let transport: (kind?: "sse") => WireTransport = () =>
      new StdioTransport({ command: process.execPath, args: peer.args, env: {} });
    if (peer.http) {
      const url = await address(peer.args);
      transport = (kind) => new HttpTransport(kind ?? "http", { url, headers: async () => ({}) });
    }
    const { connection } = await connect({ command: "", args: [] } as never, era, { transport });
    const skills: string[] = [];
    const templates: string[] = [];
    const resources: string[] = [];
    const end = await discover(
      connection,
      {
        onSkills: (found) => void skills.push(...found.map((skill) => skill.uri)),
        onTemplates: (found) => void templates.push(...found.map((template) => template.uriTemplate)),
        onResources: (found) => void resources.push(...found.map((resource) => resource.uri)),
      },
      new AbortController().signal,
    );
    expect(end).toMatchObject({ complete: true });
    expect(skills.length + resources.length).toBeGreaterThan(0);
    const read = await connection.request("resources/read", { uri: skills[0] ?? resources[0]! });
    expect(read.outcome.kind).toBe("result");
    if (era !== "auto") expect(connection.era).toBe(era);
    let completed = "not offered";
    const variable = /\{\+?(\w+)/.exec(templates[0] ?? "")?.[1];
    if (connection.completions && variable) {
      const answer = await connection.request("completion/complete", {
        ref: { type: "ref/resource", uri: templates[0] },
        argument: { name: variable, value: "" },
      });
      expect(answer.outcome.kind).toBe("result");
      completed = "yes";
    }
    rows.push(
      `| ${peer.name} | ${connection.kind} | ${era} → ${connection.era} ${connection.protocolVersion} | yes | ${skills.length} | yes | ${completed} |`,
    );
  });

  afterAll(() => {
    const head =
      "| peer | transport | era asked → spoken | connected | skills listed | read | completed |\n|---|---|---|---|---|---|---|";
    writeFileSync(
      join(ROOT, "test/servers/PEERS.md"),
      `# Peers, as the tests found them\n\nMade by \`test/servers/peers-table.test.ts\`.\n\n${head}\n${rows.join("\n")}\n`,
    );
  });
});
