import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { samplesFolder } from "../../electron/engine/skill-server";
import type { Era } from "../../shared/model/server";
import { serverOf } from "../servers/skill-server/client";
import { root, servers, skillsFolder } from "../support/fixtures";
import { installedPeer } from "../support/installed-peer";
import { tempFolder } from "../support/temp";
import { until } from "../support/until";

/** A server that both the suite and our check judge. */
export interface Target {
  name: string;
  eras: Era[];
  /** Starts it for the running test. @returns the address of its endpoint */
  start(): Promise<string>;
}

const BOTH: Era[] = ["legacy", "modern"];
const HF = ["@llmindset/hf-mcp-server", "0.4.23"] as const;

/** Faults that the suite has a check for; on the null of `entries-of-wrong-type` it breaks off itself. */
const FAULTS = [
  "missing-size",
  "size-as-text",
  "uppercase-digest",
  "unknown-digest-algorithm",
  "no-manifest",
  "skillmd-not-listed",
  "file-listed-twice",
  "traversal-uris",
  "frontmatter-differs",
  "name-differs",
  "listed-twice",
  "wrong-type",
  "repeated-cursor",
  "no-cache-hints",
  "no-result-type",
  "wrong-mime-type",
  "extension-not-an-object",
  "no-resources-capability",
  "declared-not-implemented",
];

async function builtIn(folder: string, faults: string[]): Promise<string> {
  const server = await serverOf({ folders: [folder], faults });
  return (await server.serveHttp({ port: 0 })).url;
}

/** Starts a fixture server over HTTP and waits for the address it prints to stderr. */
async function sdkServer(): Promise<string> {
  const { command, args } = servers.sdkV2(skillsFolder("clean"), "--http", "0");
  const child = spawn(command, args, { stdio: ["ignore", "ignore", "pipe"] });
  onTestFinished(() => void child.kill());
  let text = "";
  child.stderr.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  const address = () => /http:\/\/\S+/.exec(text)?.[0];
  await until(() => address() !== undefined, { what: () => `the SDK's server says its address: ${text}` });
  return address()!;
}

/** The server of the registry, over one skill whose entry it takes from a file. */
async function hfServer(): Promise<string> {
  const home = await installedPeer(...HF);
  const folder = tempFolder();
  const uri = "skill://demo/SKILL.md";
  const frontmatter = { name: "demo", description: "A demo skill. Use when trying things." };
  const text = `---\nname: ${frontmatter.name}\ndescription: ${frontmatter.description}\n---\n\n# Demo\n`;
  mkdirSync(join(folder, "demo"));
  writeFileSync(join(folder, "demo/SKILL.md"), text);
  const digest = `sha256:${createHash("sha256").update(text).digest("hex")}`;
  const skills = [{ uri, frontmatter, resources: [{ uri, digest }] }];
  writeFileSync(join(folder, "skills.json"), JSON.stringify({ skills }));
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  const script = join(home, "dist/server/streamableHttp.js");
  const env = { ...process.env, HF_SKILLS_DIR: folder };
  const child = spawn(process.execPath, [script, "--port", String(port)], { env, stdio: "ignore" });
  onTestFinished(() => void child.kill());
  const url = `http://127.0.0.1:${port}/mcp`;
  const answers = () =>
    fetch(url, { method: "POST" }).then(
      () => true,
      () => false,
    );
  await until(answers, { what: () => "the server of the registry answers", timeoutMs: 60_000 });
  return url;
}

/** @returns the targets, the large server of the registry only where it was fetched before */
export function targets(): Target[] {
  const hf = existsSync(join(root, ".cache/peers", `${HF[0].replace(/[@/]/g, "-")}-${HF[1]}`));
  return [
    { name: "the built-in server", eras: BOTH, start: () => builtIn(samplesFolder(), []) },
    { name: "SDK 2.4.0", eras: BOTH, start: sdkServer },
    ...(hf ? [{ name: "hf-mcp-server 0.4.23", eras: BOTH, start: hfServer }] : []),
    ...FAULTS.map(
      (fault): Target => ({
        name: fault,
        eras: ["modern"],
        start: () => builtIn(skillsFolder("clean"), [fault]),
      }),
    ),
  ];
}
