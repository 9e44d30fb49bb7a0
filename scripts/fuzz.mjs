#!/usr/bin/env node
/**
 * `npm run test:fuzz`: all hostile inputs and 10,000 mutated answers, with fixed seeds; writes docs/hostile-inputs.md.
 */
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const run = (file, args) =>
  spawnSync(process.execPath, [join(root, file), ...args], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, FUZZ: "full" },
  }).status ?? 1;

const built = run("scripts/build.mjs", []);
const tried = built || run("node_modules/vitest/vitest.mjs", ["run", "--project", "servers", "test/fuzz"]);
run("node_modules/@biomejs/biome/bin/biome", ["format", "--write", "docs/hostile-inputs.md"]);
process.exit(tried);
