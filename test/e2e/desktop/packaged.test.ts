import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FuseV1Options, getCurrentFuseWire } from "@electron/fuses";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { asarNames, type PackedApp, packApp, startPacked } from "../../support/packaged";
import { sandboxArgs } from "../../support/provided";
import { removeFolder, tempFolder } from "../../support/temp";
import { until } from "../../support/until";

/** How a fuse stands in the binary: a digit. */
const OFF = "0".charCodeAt(0);
const ON = "1".charCodeAt(0);

/** The app as it is installed: packed by the real packager, with its fuses set, outside the source tree. */
let work: string;
let app: string;
let executable: string;

beforeAll(async () => {
  work = tempFolder({ keep: true });
  app = await packApp(work);
  executable = join(app, "mcp-skill-inspector");
}, 180_000);
afterAll(() => removeFolder(work));

/** Clicks on what the page shows with this text, once it is there. */
const clickOn = (packed: PackedApp, selector: string, text: string) =>
  until(
    () =>
      packed.evaluate<boolean>(
        `(() => {
          const all = [...document.querySelectorAll(${JSON.stringify(selector)})];
          const found = all.find((each) => each.innerText.includes(${JSON.stringify(text)}));
          found?.click();
          return found !== undefined;
        })()`,
      ),
    { what: () => `${selector} “${text}”` },
  );

describe("the packaged app", () => {
  it("has every fuse set that shuts a door", async () => {
    const fuses = await getCurrentFuseWire(executable);
    const off = [
      FuseV1Options.RunAsNode,
      FuseV1Options.EnableNodeOptionsEnvironmentVariable,
      FuseV1Options.EnableNodeCliInspectArguments,
      FuseV1Options.LoadBrowserProcessSpecificV8Snapshot,
    ];
    const on = [FuseV1Options.EnableCookieEncryption, FuseV1Options.OnlyLoadAppFromAsar];
    expect(off.map((fuse) => fuses[fuse])).toEqual(off.map(() => OFF));
    expect(on.map((fuse) => fuses[fuse])).toEqual(on.map(() => ON));
  });

  it("holds the app in its archive, and neither the command line nor any module folder", () => {
    const names = asarNames(join(app, "resources", "app.asar"));
    expect(names).toEqual(expect.arrayContaining(["main.cjs", "preload.cjs", "renderer", "package.json"]));
    expect(names).not.toEqual(expect.arrayContaining(["cli.mjs"]));
    expect(names).not.toContain("node_modules");
  });

  it("lists the samples, opens one, and checks them", { timeout: 90_000 }, async () => {
    const home = tempFolder();
    const evil = join(home, "evil.cjs");
    const trace = join(home, "ran");
    writeFileSync(evil, `require("node:fs").writeFileSync(${JSON.stringify(trace)}, "ran")`);
    const packed = await startPacked(executable, home, { env: { NODE_OPTIONS: `--require ${evil}` } });
    onTestFinished(packed.quit);
    const text = () => packed.evaluate<string>("document.body.innerText");
    await clickOn(packed, "[role=treeitem]", "dunning");
    await until(async () => (await text()).includes("Chasing an overdue invoice"), {
      what: () => "the opened skill",
    });
    await clickOn(packed, "button", "Check all");
    // The rules run in a thread whose code lies beside the archive.
    await until(async () => (await text()).includes("Samples: checked, no errors or warnings"), {
      what: () => "the report",
      timeoutMs: 30_000,
    });
    expect(await packed.evaluate("typeof require + typeof process")).toBe("undefinedundefined");
    expect(existsSync(trace)).toBe(false);
  });

  it("opens what it is started with: a link as a form and nothing more", { timeout: 60_000 }, async () => {
    const home = tempFolder();
    const trace = join(home, "ran");
    const link = `skill-inspector://add?command=${encodeURIComponent(`touch ${trace}`)}`;
    const packed = await startPacked(executable, home, { args: [link] });
    onTestFinished(packed.quit);
    const field = "document.querySelector('[role=dialog] textarea')?.value ?? ''";
    await until(async () => (await packed.evaluate<string>(field)).includes(trace), {
      what: () => "the form with the command",
    });
    expect(existsSync(trace)).toBe(false);

    // A second link comes by a second start, and does not throw away what the form holds.
    const second = spawn(
      executable,
      [...sandboxArgs, "skill-inspector://add?url=https%3A%2F%2Fevil.test%2F"],
      {
        env: packed.env,
        stdio: "ignore",
      },
    );
    await new Promise((resolve) => second.once("exit", resolve));
    await until(
      async () =>
        (await packed.evaluate<string>("document.body.innerText")).includes("asks to add another server"),
      { what: () => "the word about the second link" },
    );
    expect(await packed.evaluate<string>(field)).toContain(trace);
    const servers = join(home, "config", "mcp-skill-inspector", "servers.json");
    expect(existsSync(servers) ? readFileSync(servers, "utf8") : "").not.toContain(trace);
  });
});
