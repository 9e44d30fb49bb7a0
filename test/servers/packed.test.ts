import { execFile } from "node:child_process";
import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { root } from "../support/fixtures";
import { tempFolder } from "../support/temp";

const run = promisify(execFile);
const MEGABYTE = 1024 * 1024;

it("the packed tarball is small, has no dependencies, and does the main job in an empty folder", async () => {
  const packed = tempFolder();
  await run("npm", ["pack", root, "--ignore-scripts", "--silent"], { cwd: packed });
  const tarball = join(packed, readdirSync(packed)[0]!);
  expect(statSync(tarball).size).toBeLessThan(5 * MEGABYTE);
  const empty = tempFolder();
  writeFileSync(join(empty, "package.json"), "{}");
  await run("npm", ["install", "--silent", "--no-audit", "--no-fund", "--offline", tarball], { cwd: empty });
  expect(readdirSync(join(empty, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
    "mcp-skill-inspector",
  ]);
  const { stdout } = await run(
    "npx",
    ["--offline", "mcp-skill-inspector", "check", "samples", "--format", "json"],
    {
      cwd: empty,
      maxBuffer: 64 * MEGABYTE,
    },
  );
  expect(JSON.parse(stdout).summary).toMatchObject({ errors: 0, warnings: 0, skills: 10 });
}, 120_000);
