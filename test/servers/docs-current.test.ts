import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { root } from "../support/fixtures";

it("the pages made from tables of the code are current", async () => {
  const check = promisify(execFile)(process.execPath, [join(root, "scripts", "docs.mjs"), "--check"]);
  expect((await check).stderr).toBe("");
});
