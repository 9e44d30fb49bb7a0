/** The real app for pictures: the browser UI in a home of its own, and the calls by which scenes prepare it. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * Starts `skill-inspector web` on an empty home.
 * @returns its address, good for one page, and what ends it
 */
export async function startApp() {
  const data = mkdtempSync(join(tmpdir(), "skill-inspector-shots-"));
  const child = spawn(process.execPath, [join(root, "dist", "cli.mjs"), "web", "--no-open"], {
    env: { ...process.env, HOME: data, SKILL_INSPECTOR_DATA: data },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
      const found = /http:\/\/\S+#token=\S+/.exec(text);
      if (found) resolve(found[0]);
    });
    child.once("exit", (code) => reject(new Error(`The app ended with ${code}: ${text}`)));
  });
  return {
    url,
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGINT");
      await ended;
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Makes a call of the contract with the page's own session. @returns its value @throws Error in the host's words */
export async function call(page, name, input) {
  const result = await page.evaluate(
    async ([name, input]) => {
      const headers = {
        Authorization: `Bearer ${sessionStorage.getItem("skill-inspector-session")}`,
        "Content-Type": "application/json",
      };
      let answer = await (
        await fetch("/api/call", { method: "POST", headers, body: JSON.stringify({ name, input }) })
      ).json();
      while (answer.deferred) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        answer = await (await fetch(`/api/result/${answer.deferred}`, { headers })).json();
      }
      return answer;
    },
    [name, input],
  );
  if (!result.ok) throw new Error(`${name}: ${result.message}`);
  return result.value;
}

/** The test server, right or with faults. */
export const rawServer = (...args) => ({
  kind: "stdio",
  command: process.execPath,
  args: [join(root, "test/fixtures/servers/raw.mjs"), ...args],
  env: {},
});

/** Adds a server and agrees to its command, without waiting for what comes of it. @returns its id */
export async function addServer(page, label, transport, { confirm = true, ...more } = {}) {
  const { config } = await call(page, "servers.add", { label, transport, ...more });
  const { serverId } = config;
  if (transport.kind !== "stdio" || !confirm) return serverId;
  const commandLine = [transport.command, ...transport.args]
    .map((part) => (/^[\w@%+=:,./\\-]+$/.test(part) ? part : JSON.stringify(part)))
    .join(" ");
  const begun = call(page, "servers.confirm", { serverId, commandLine });
  await Promise.race([begun, new Promise((resolve) => setTimeout(resolve, 1_500))]);
  begun.catch(() => undefined);
  return serverId;
}

/** Opens an address fragment in the page, as a reload or a link would. */
export const show = (page, parts) =>
  page.evaluate(
    (hash) => {
      location.hash = hash;
    },
    `#${new URLSearchParams(parts)}`,
  );
