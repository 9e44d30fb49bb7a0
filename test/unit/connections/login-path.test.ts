import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loginPath } from "../../../electron/engine/connections/login-path";
import { noProcessLeft } from "../../support/processes";
import { tempFolder } from "../../support/temp";

const NVM = "/home/me/.nvm/versions/node/v22/bin";
const BARE = "/usr/bin:/bin";

/** A shell whose profile is the given script, before it runs what it was asked to. */
function shellWith(profile: string, run = '[ "$1" = -ilc ] && eval "$2"'): string {
  const file = join(tempFolder(), "shell");
  writeFileSync(file, `#!/bin/sh\n${profile}\n${run}\n`);
  chmodSync(file, 0o755);
  return file;
}
const fromFinder = (SHELL: string, timeoutMs = 5_000) =>
  loginPath({ platform: "darwin", env: { SHELL, PATH: BARE, HOME: "/home/me" }, timeoutMs });

describe("the PATH of an app that a desktop started (field report d04)", () => {
  it("is the login shell's, with our own behind it", async () => {
    const path = await fromFinder(shellWith(`PATH=${NVM}:/usr/bin; export PATH`));
    expect(path).toBe(`${NVM}:/usr/bin:/bin`);
  });

  it("is found in whatever the profile prints, also when it never ends after that", async () => {
    const noisy = `echo "Welcome! PATH=/wrong"; export PATH=${NVM}:$PATH; trap 'echo bye' EXIT`;
    expect(await fromFinder(shellWith(noisy))).toBe(`${NVM}:${BARE}`);
    const from = Date.now();
    const lingering = shellWith(`export PATH=${NVM}:$PATH`, 'eval "$2"; sleep 4719');
    expect(await fromFinder(lingering)).toBe(`${NVM}:${BARE}`);
    expect(Date.now() - from).toBeLessThan(4_000);
    await noProcessLeft("sleep\u00004719");
  });

  it("costs no more than the time limit when the profile hangs, and leaves no process", async () => {
    const from = Date.now();
    const path = await fromFinder(shellWith("sleep 4720"), 300);
    expect(Date.now() - from).toBeLessThan(3_000);
    expect(path?.split(":").slice(0, 2)).toEqual(["/usr/bin", "/bin"]);
    await noProcessLeft("sleep\u00004720");
  });

  it.each([
    ["fails", "exit 3"],
    ["ends by a signal", "kill -9 $$"],
    ["prints no path", "echo; exit 0"],
  ])("is our own with the usual folders behind it when the shell %s", async (_how, profile) => {
    const path = (await fromFinder(shellWith(profile)))?.split(":");
    expect(path?.slice(0, 2)).toEqual(["/usr/bin", "/bin"]);
    expect(path).toContain("/opt/homebrew/bin");
    expect(path).toContain("/usr/local/bin");
  });

  it("is our own with the usual folders behind it when there is no such shell", async () => {
    expect(await fromFinder("/no/such/shell")).toContain(`${BARE}:/usr/local/bin:/opt/homebrew/bin`);
  });

  it.each<[string, NodeJS.Platform, Record<string, string>]>([
    ["from a terminal", "darwin", { TERM: "xterm-256color" }],
    ["on Windows", "win32", {}],
  ])("is left alone %s, and no shell is started", async (_where, platform, more) => {
    const SHELL = shellWith("export PATH=/asked", 'eval "$2"');
    expect(await loginPath({ platform, env: { SHELL, PATH: BARE, ...more } })).toBe(BARE);
  });
});
