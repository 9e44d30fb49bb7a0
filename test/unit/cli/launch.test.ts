import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { obtainElectron } from "../../../electron/cli/electron-binary";
import { launch } from "../../../electron/cli/launch";
import { tempFolder } from "../../support/temp";

/** A folder for ELECTRON_OVERRIDE_DIST_PATH with a program in place of Electron: real processes, no window. */
function electronThat(script: string): string {
  const folder = tempFolder();
  const file = join(folder, "electron");
  writeFileSync(file, `#!${process.execPath}\n${script}\n`);
  chmodSync(file, 0o755);
  return folder;
}

async function start(script: string, more: { target?: Parameters<typeof launch>[0]["target"] } = {}) {
  const reasons: string[] = [];
  const lines: string[] = [];
  const code = await launch({
    distDir: tempFolder(),
    env: { PATH: process.env.PATH, DISPLAY: ":7", ELECTRON_OVERRIDE_DIST_PATH: electronThat(script) },
    platform: "linux",
    err: (line) => lines.push(line),
    web: async (reason) => {
      reasons.push(reason);
      return 42;
    },
    ...more,
  });
  return { code, reason: reasons[0], lines };
}

describe("opening the app", () => {
  it("runs the desktop app to its end, with its target out of sight of other users", async () => {
    const target = { label: "mine", transport: { kind: "builtin" as const } };
    const seen = join(tempFolder(), "seen.json");
    const { code, reason } = await start(
      `require("node:fs").writeFileSync(${JSON.stringify(seen)}, JSON.stringify({ args: process.argv.slice(2), target: process.env.SKILL_INSPECTOR_TARGET }));
       process.send({ ready: true }, () => process.exit(0));`,
      { target },
    );
    expect([code, reason]).toEqual([0, undefined]);
    const { args, target: given } = JSON.parse(readFileSync(seen, "utf8")) as {
      args: string[];
      target: string;
    };
    expect(JSON.parse(given)).toEqual(target);
    expect(args.join(" ")).not.toContain("mine");
    expect(args.includes("--no-sandbox")).toBe(process.getuid?.() === 0);
  });

  it("passes on the exit code of an app that was up, and does not start a second one", async () => {
    expect(await start(`process.send({ ready: true }, () => process.exit(3));`)).toMatchObject({
      code: 3,
      reason: undefined,
    });
  });

  it("counts an app that is open already as opened", async () => {
    expect(await start("process.exit(0);")).toMatchObject({ code: 0, reason: undefined });
  });

  it.each([
    [
      "lacks a library",
      'console.error("electron: error while loading shared libraries: libnss3.so: cannot open"); process.exit(127);',
      /lacks the library libnss3\.so/,
    ],
    [
      "has no display",
      'console.error("[1:1:ERROR:x] Missing X server or $DISPLAY"); process.exit(1);',
      /\$DISPLAY/,
    ],
    ["dies of anything else", 'console.error("cannot do it"); process.exit(5);', /cannot do it/],
    ["is killed", 'process.kill(process.pid, "SIGKILL");', /ended before its window was there/],
  ])("goes to the browser, and says why, when Electron %s", async (_what, script, why) => {
    const { code, reason } = await start(script);
    expect(code).toBe(42);
    expect(reason).toMatch(why);
  });

  it("shows what the app says, and not what Chromium logs", async () => {
    const { lines } = await start(
      'console.error("[12:0101/120000.1:ERROR:bus.cc(399)] no bus\\nRunning without it"); process.send({}, () => process.exit(0));',
    );
    expect(lines).toEqual(["Running without it"]);
  });

  it("goes to the browser at once where there is no display", async () => {
    const reasons: string[] = [];
    const web = async (reason: string) => reasons.push(reason);
    const code = await launch({
      distDir: tempFolder(),
      env: {},
      platform: "linux",
      err: () => undefined,
      web,
    });
    expect([code, reasons[0]]).toEqual([1, expect.stringContaining("no display")]);
  });
});

describe("finding Electron", () => {
  /** A place where the package is installed, but its binary was never fetched. */
  function installed(installer = "process.exit(1)") {
    const base = tempFolder();
    const folder = join(base, "node_modules", "electron");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{"name":"electron","version":"45.5.0"}');
    writeFileSync(join(folder, "install.js"), installer);
    return { from: join(base, "main.cjs"), folder };
  }

  it("says how to get it where the package is not there", async () => {
    const found = await obtainElectron({ from: join(tempFolder(), "x.js"), env: {}, err: () => undefined });
    expect(found).toMatchObject({ reason: expect.stringContaining("electron is not installed") });
  });

  it("says so when the folder that was named holds none", async () => {
    const env = { ELECTRON_OVERRIDE_DIST_PATH: "/nowhere" };
    const found = await obtainElectron({ from: installed().from, env, err: () => undefined });
    expect(found).toMatchObject({ reason: expect.stringContaining("/nowhere") });
  });

  it("decides fast where the download site cannot be reached, without trying to fetch", async () => {
    const { from, folder } = installed('require("node:fs").writeFileSync(__dirname + "/tried", "")');
    const said: string[] = [];
    const started = Date.now();
    const found = await obtainElectron({
      from,
      env: { ELECTRON_MIRROR: "http://127.0.0.1:1/" },
      err: (line) => said.push(line),
    });
    expect(found).toMatchObject({
      reason: expect.stringMatching(/cannot be reached.*npx install-electron.*45\.5\.0/),
    });
    expect(Date.now() - started).toBeLessThan(5_000);
    expect([said, existsSync(join(folder, "tried"))]).toEqual([[], false]);
  });

  it("fetches it once and then has it", async () => {
    const { from, folder } = installed(
      `const fs = require("node:fs"); fs.mkdirSync(__dirname + "/dist"); fs.writeFileSync(__dirname + "/dist/electron", ""); fs.writeFileSync(__dirname + "/path.txt", "electron");`,
    );
    const said: string[] = [];
    // With a proxy set the installer, which knows proxies, is asked instead of the site.
    const search = {
      from,
      env: { HTTPS_PROXY: "http://127.0.0.1:1" },
      err: (line: string) => said.push(line),
    };
    const file = join(folder, "dist", "electron");
    expect(await obtainElectron(search)).toEqual({ file });
    expect(await obtainElectron(search)).toEqual({ file });
    expect(said).toEqual([expect.stringContaining("Fetching Electron 45.5.0")]);
  });

  it("gives up a fetch that does not end", async () => {
    const { from } = installed("setInterval(() => {}, 1000)");
    const search = { from, env: { HTTPS_PROXY: "x" }, err: () => undefined, fetchMs: 300 };
    expect(await obtainElectron(search)).toMatchObject({
      reason: expect.stringContaining("no end after 0.3 s"),
    });
  });
});
