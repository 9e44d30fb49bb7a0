#!/usr/bin/env node
/**
 * `npm test`: sets up what the tests need on a bare machine, runs all of them and ends with one line,
 * `N passed, N failed`.
 *
 *   npm test                         everything
 *   npm test -- unit servers         some parts: check, build, unit, servers, web, desktop
 *   npm test -- unit uri             the unit tests whose file name holds "uri"
 */
import { bin, Missing, run } from "./test/run.mjs";
import { runProject } from "./test/vitest.mjs";

/** A part that is one step counts as one. */
const step = (command, args) => async () =>
  (await run(command, args)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
const project = (name) => (filters) => runProject(name, filters);

const parts = [
  ["check", "Format and lint", step(bin("biome"), ["check", "."])],
  ["check", "Types", step(bin("tsc"), ["--noEmit", "-p", "."])],
  ["build", "Build", step(process.execPath, ["scripts/build.mjs"])],
  ["unit", "Unit, rules and contract", project("unit")],
  ["servers", "Real servers and the command line", project("servers")],
  ["web", "Browser UI in Chromium", project("web")],
  ["desktop", "Desktop app in Electron", project("desktop")],
];

const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

async function main() {
  const words = process.argv.slice(2);
  const known = new Set(parts.map(([id]) => id));
  const chosen = words.filter((word) => known.has(word));
  const filters = words.filter((word) => !known.has(word));
  const filterable = new Set(["unit", "servers", "web", "desktop"]);
  const wanted = (id) =>
    chosen.length > 0 ? chosen.includes(id) : filters.length === 0 || id === "build" || filterable.has(id);

  const started = Date.now();
  const total = { passed: 0, failed: 0 };
  const summary = [];
  for (const [id, title, execute] of parts) {
    if (!wanted(id)) continue;
    console.log(`\n=== ${title} ===`);
    const from = Date.now();
    let result = { passed: 0, failed: 1 };
    try {
      result = await execute(filters);
    } catch (error) {
      console.error(error instanceof Missing ? error.message : error);
    }
    total.passed += result.passed;
    total.failed += result.failed;
    summary.push(`${title}: ${result.passed} passed, ${result.failed} failed (${seconds(from)})`);
    console.log(`--- ${summary.at(-1)}`);
    if (id === "build" && result.failed > 0) {
      console.error("Nothing else can run without a build.");
      break;
    }
  }
  if (total.passed + total.failed === 0) {
    console.error(`No test matches ${words.join(" ")}.`);
    total.failed = 1;
  }
  console.log(`\n=== Summary, ${seconds(started)} in all ===`);
  for (const line of summary) console.log(line);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 ? 1 : 0;
}

await main();
