import { spawnSync } from "node:child_process";
import { chmodSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { servers } from "../../support/fixtures";
import { openApp } from "../../support/open-app";
import { tempFolder } from "../../support/temp";
import { startBrowser } from "../../support/web";

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

/** Another account of this machine; only root can become one, others have the modes of the files to go by. */
const NOBODY = 65_534;
const asRoot = process.getuid?.() === 0;

/** What that account finds: the app's port, its processes, and every file of it that it can read. */
const LOOK = `
const { readFileSync, readdirSync } = require("node:fs");
const [origin, home, pid] = process.argv.slice(1);
const seen = { uid: process.getuid(), read: [] };
const walk = (folder) => {
  let entries = [];
  try { entries = readdirSync(folder, { withFileTypes: true }); } catch { return; }
  for (const entry of entries) {
    const path = folder + "/" + entry.name;
    if (entry.isDirectory()) walk(path);
    else try { readFileSync(path); seen.read.push(path); } catch {}
  }
};
walk(home);
const may = (path) => { try { return readFileSync(path, "utf8"); } catch { return ""; } };
seen.line = may("/proc/" + pid + "/cmdline");
seen.environment = may("/proc/" + pid + "/environ");
const headers = { "Content-Type": "application/json", Origin: origin };
const call = (name, more) => fetch(origin + "/api/call", { method: "POST", headers: { ...headers, ...more }, body: JSON.stringify({ name, input: {} }) }).then((answer) => answer.status);
Promise.all([call("servers.list"), call("servers.list", { Authorization: "Bearer guessed" }), fetch(origin + "/api/session", { method: "POST", headers, body: '{"token":"guessed"}' }).then((answer) => answer.status)])
  .then((statuses) => console.log(JSON.stringify({ ...seen, statuses })));
`;

it("a second user of the machine reads no file of the app's, finds no secret in its processes, and gets no answer", async () => {
  const home = tempFolder();
  const { app, ui } = await openApp(browser, { home });
  await app.addServer("own", servers.raw());
  await app.server("own").waitFor();

  const files = readdirSync(home, { recursive: true, encoding: "utf8" })
    .map((path) => join(home, path))
    .filter((path) => statSync(path).isFile());
  expect(files.length).toBeGreaterThan(0);
  for (const path of files) expect([path, statSync(path).mode & 0o077]).toEqual([path, 0]);

  const look = [LOOK, ui.origin, home, String(ui.child.pid)];
  // The folder of the test is closed to others; what counts is that the app's own files are.
  chmodSync(home, 0o755);
  const found = spawnSync(process.execPath, ["-e", ...look], {
    encoding: "utf8",
    cwd: "/",
    ...(asRoot ? { uid: NOBODY, gid: NOBODY } : {}),
  });
  const seen = JSON.parse(found.stdout) as {
    uid: number;
    read: string[];
    line: string;
    environment: string;
    statuses: number[];
  };
  expect(seen.statuses).toEqual([401, 401, 401]);
  const token = /#token=([\w-]+)/.exec(ui.url)![1]!;
  expect(seen.line).not.toContain(token);
  if (asRoot) {
    expect(seen.uid).toBe(NOBODY);
    expect(seen.read).toEqual([]);
    expect(seen.environment).toBe("");
  }
});
