import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "./free-port";
import { installedPeer } from "./installed-peer";
import { removeFolder, tempFolder } from "./temp";
import { until } from "./until";

/** What the one skill that it serves holds. */
export const HF_SKILL =
  "---\nname: demo\ndescription: A demo skill. Use when trying things.\n---\n\n# Demo\n";

export interface HfServer {
  url: string;
  stop(): void;
}

/** Starts `@llmindset/hf-mcp-server` over HTTP with one skill of ours, without any account of its own. */
export async function startHfServer(): Promise<HfServer> {
  const home = await installedPeer("@llmindset/hf-mcp-server", "0.4.23");
  const folder = tempFolder({ keep: true });
  mkdirSync(join(folder, "demo"));
  writeFileSync(join(folder, "demo/SKILL.md"), HF_SKILL);
  const uri = "skill://demo/SKILL.md";
  const digest = `sha256:${createHash("sha256").update(HF_SKILL).digest("hex")}`;
  const frontmatter = { name: "demo", description: "A demo skill. Use when trying things." };
  const skills = [{ uri, frontmatter, resources: [{ uri, digest }] }];
  writeFileSync(join(folder, "skills.json"), JSON.stringify({ skills }));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/mcp`;
  const server = spawn(
    process.execPath,
    [join(home, "dist/server/streamableHttp.js"), "--port", String(port)],
    { env: { ...process.env, HF_SKILLS_DIR: folder }, stdio: "ignore" },
  );
  const answers = () =>
    fetch(url, { method: "POST" }).then(
      () => true,
      () => false,
    );
  await until(answers, { what: () => "the server answers", timeoutMs: 60_000 });
  return {
    url,
    stop() {
      server.kill();
      removeFolder(folder);
    },
  };
}
