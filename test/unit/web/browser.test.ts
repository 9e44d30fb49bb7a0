import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { hasDisplay, openerOf, openPrivately } from "../../../electron/web/browser";
import { createWebPlatform } from "../../../electron/web/web-platform";
import { tempFolder } from "../../support/temp";
import { until } from "../../support/until";

/** A Linux desktop whose xdg-open writes down what it was asked to open. */
function desktop() {
  const bin = tempFolder();
  const opened = join(bin, "opened");
  writeFileSync(
    join(bin, "xdg-open"),
    `#!/bin/sh\nprintf '%s\\n' "$@" > ${opened}.part && mv ${opened}.part ${opened}\n`,
  );
  chmodSync(join(bin, "xdg-open"), 0o755);
  const machine = { platform: "linux" as const, env: { DISPLAY: ":7", PATH: `${bin}:${process.env.PATH}` } };
  const read = () => {
    try {
      return readFileSync(opened, "utf8").trim();
    } catch {
      return undefined;
    }
  };
  return {
    machine,
    async opened() {
      await until(() => read() !== undefined, { what: () => "it opened" });
      return read()!;
    },
  };
}

it("knows where a browser can be opened", () => {
  const { machine } = desktop();
  expect(openerOf(machine)).toEqual({ command: "xdg-open", args: [] });
  expect(openerOf({ ...machine, env: { PATH: machine.env.PATH } })).toBeUndefined();
  expect(openerOf({ platform: "linux", env: { DISPLAY: ":7", PATH: tempFolder() } })).toBeUndefined();
  expect(openerOf({ platform: "darwin", env: {} })?.command).toBe("open");
  expect(openerOf({ platform: "win32", env: {} })?.command).toBe("rundll32");
  expect(hasDisplay({ platform: "linux", env: { WAYLAND_DISPLAY: "wayland-0" } })).toBe(true);
  expect(hasDisplay({ platform: "linux", env: {} })).toBe(false);
});

it("keeps an address with a secret out of the arguments of any process", async () => {
  const { machine, opened } = desktop();
  const address = "http://127.0.0.1:1234/#token=secret";
  const remove = await openPrivately(address, machine);
  const page = await opened();
  expect(page).toMatch(/^file:\/\/.*\.html$/);
  const file = fileURLToPath(page);
  expect(readFileSync(file, "utf8")).toContain(`url=${address}"`);
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(statSync(dirname(file)).mode & 0o077).toBe(0);
  await remove();
  expect(() => statSync(dirname(file))).toThrow("ENOENT");
});

it("hands plain web addresses to the browser, as one argument", async () => {
  const { machine, opened } = desktop();
  await createWebPlatform(machine).openExternal(
    "http://a.test/?x=$(touch /tmp/p)&y=\"'`|;".replace(" ", "%20"),
  );
  expect(await opened()).toBe("http://a.test/?x=$(touch%20/tmp/p)&y=%22%27`|;");
});

it("says what a browser page cannot do", async () => {
  const platform = createWebPlatform({ platform: "linux", env: {} });
  await expect(platform.openExternal("https://a.test/")).rejects.toMatchObject({ code: "unavailable" });
  await expect(platform.pickFolder()).rejects.toMatchObject({ code: "unavailable" });
});
