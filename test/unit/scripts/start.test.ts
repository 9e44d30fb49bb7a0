import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../support/fixtures";
import { tempFolder } from "../../support/temp";

it("npm start says in one line that the dependencies are not installed", () => {
  const clone = tempFolder();
  cpSync(join(root, "scripts"), join(clone, "scripts"), { recursive: true });
  const { status, stderr } = spawnSync(process.execPath, [join(clone, "scripts", "start.mjs")], {
    encoding: "utf8",
    timeout: 60_000,
  });
  expect(status).toBe(1);
  expect(stderr).toBe("The dependencies are not installed: run `npm ci` first.\n");
}, 70_000);
