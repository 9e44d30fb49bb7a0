import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { HttpTransport } from "../../electron/engine/connections/http";
import { StdioTransport } from "../../electron/engine/connections/stdio";
import type { WireTransport } from "../../electron/engine/connections/wire";
import { discover } from "../../electron/engine/discovery/discover";
import type { EraChoice } from "../../shared/model/server";
import { cliFile } from "../support/cli";
import { connect } from "../support/connect";
import { freePort } from "../support/free-port";
import { type HfServer, startHfServer } from "../support/hf-server";
import { until } from "../support/until";

const ROOT = join(import.meta.dirname, "../..");
const fixture = (name: string) => join(ROOT, "test/fixtures/servers", name);
const CLEAN = join(ROOT, "test/fixtures/skills/clean");

interface Peer {
  name: string;
  args: string[];
  /** Over HTTP: it prints its address, or is started by `start`, which gives it. */
  http?: boolean;
  start?: () => Promise<string>;
  /** The older transport, asked for by name. */
  sse?: boolean;
  /** Eras it speaks. */
  eras: EraChoice[];
}

const everything = createRequire(import.meta.url).resolve(
  "@modelcontextprotocol/server-everything/dist/index.js",
);
let hf: HfServer | undefined;

async function startHf(): Promise<string> {
  hf ??= await startHfServer();
  return hf.url;
}

/** Starts an HTTP peer and waits until it prints what matches. @returns the match */
async function printed(args: string[], match: RegExp, env: Record<string, string> = {}): Promise<string> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(() => void child.kill());
  let text = "";
  // Read to its end: a peer may write more, and must not find its stderr closed.
  child.stderr.on("data", (chunk: Buffer) => {
    text += chunk.toString("utf8");
  });
  await until(() => match.test(text), { what: () => `it is up, but it said: ${text}`, timeoutMs: 30_000 });
  return match.exec(text)![0];
}

/** The reference server over HTTP, which takes its port from the environment. */
async function startEverything(): Promise<string> {
  const port = await freePort();
  await printed([everything, "streamableHttp"], /on port \d+/, { PORT: String(port) });
  return `http://127.0.0.1:${port}/mcp`;
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
    eras: ["legacy"],
  },
  {
    name: "SDK v1 over SSE, asked for",
    args: [fixture("sdk-v1-http.mjs"), "--sse"],
    http: true,
    sse: true,
    eras: ["legacy"],
  },
  {
    name: "SDK v2, modern only",
    args: [fixture("sdk-v2-skills.mjs"), CLEAN, "--only", "modern"],
    eras: ["modern"],
  },
  {
    name: "SDK v2, modern only",
    args: [fixture("sdk-v2-skills.mjs"), CLEAN, "--only", "modern", "--http", "0"],
    http: true,
    eras: ["modern"],
  },
  { name: "hf-mcp-server 0.4.23", args: [], http: true, start: startHf, eras: ["legacy", "modern"] },
  { name: "reference server", args: [everything, "stdio"], eras: ["legacy"] },
  {
    name: "reference server",
    args: [],
    http: true,
    start: startEverything,
    eras: ["legacy"],
  },
  { name: "our own", args: [cliFile, "serve", CLEAN], eras: ["legacy", "modern"] },
  { name: "our own", args: [cliFile, "serve", CLEAN, "--http", "0"], http: true, eras: ["legacy", "modern"] },
  { name: "raw", args: [fixture("raw.mjs")], eras: ["legacy", "modern"] },
  { name: "raw, legacy only", args: [fixture("raw.mjs"), "--era", "legacy"], eras: ["legacy"] },
  { name: "raw, modern only", args: [fixture("raw.mjs"), "--era", "modern"], eras: ["modern"] },
];

const rows: string[] = [];

describe("every transport, era and peer: connected, listed, read, completed", () => {
  const cases = PEERS.flatMap((peer) =>
    (["auto", ...peer.eras] as EraChoice[]).map((era) => ({ peer, era })),
  );
  // The first to use a peer of the registry may have to install it.
  it.each(cases)("$peer.name, http $peer.http, era $era", { timeout: 360_000 }, async ({ peer, era }) => {
    let transport: (kind?: "sse") => WireTransport = () =>
      new StdioTransport({ command: process.execPath, args: peer.args, env: {} });
    if (peer.http) {
      const url = await (peer.start?.() ?? printed(peer.args, /http:\/\/\S+/));
      transport = (kind) =>
        new HttpTransport(kind ?? (peer.sse ? "sse" : "http"), { url, headers: async () => ({}) });
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
    hf?.stop();
    // A run of a few cases must not take the others out of the table.
    if (rows.length < cases.length) return;
    const head =
      "| peer | transport | era asked → spoken | connected | skills listed | read | completed |\n|---|---|---|---|---|---|---|";
    writeFileSync(
      join(ROOT, "test/servers/PEERS.md"),
      `# Peers, as the tests found them\n\nMade by \`test/servers/peers-table.test.ts\`.\n\n${head}\n${rows.join("\n")}\n`,
    );
  });
});
