#!/usr/bin/env node
/**
 * `npm test`: sets up what the tests need on a bare machine, runs all of them and ends with one line,
 * `N passed, N failed`.
 *
 *   npm test                         everything
 *   npm test -- unit servers         some parts: check, build, unit, servers, web, desktop
 *   npm test -- unit uri             the unit tests whose file name holds "uri"
 */
import { existsSync } from "node:fs";
import { bin, Missing, run } from "./test/run.mjs";
import { runProject } from "./test/vitest.mjs";

/** A part that is one step counts as one. */
const step = (command, args) => async () =>
  (await run(command, args)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
const project = (name) => (filters) => runProject(name, filters);

/** Id, title, what to do; `needs` names the part without which it cannot run. */
const parts = [
  { id: "check", title: "Format and lint", execute: step(bin("biome"), ["check", "."]) },
  { id: "check", title: "Types", execute: step(bin("tsc"), ["--noEmit", "-p", "."]) },
  { id: "check", title: "Nothing unused", execute: step(bin("knip"), ["--no-progress"]) },
  { id: "unit", title: "Unit, rules and contract", execute: project("unit"), filterable: true },
  { id: "build", title: "Build", execute: step(process.execPath, ["scripts/build.mjs"]) },
  {
    id: "servers",
    title: "Real servers and the command line",
    execute: project("servers"),
    filterable: true,
    needs: "build",
  },
  { id: "web", title: "Browser UI in Chromium", execute: project("web"), filterable: true, needs: "build" },
  {
    id: "desktop",
    title: "Desktop app in Electron",
    execute: project("desktop"),
    filterable: true,
    needs: "build",
  },
];

const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/** The parts that the words on the command line ask for; what a part needs comes along. */
function choose(words) {
  const named = new Set(words.filter((word) => parts.some(({ id }) => id === word)));
  const filters = words.filter((word) => !named.has(word));
  const wanted = (part) => (named.size > 0 ? named.has(part.id) : filters.length === 0 || part.filterable);
  const needed = new Set(parts.filter(wanted).map(({ needs }) => needs));
  return { filters, chosen: parts.filter((part) => wanted(part) || needed.has(part.id)) };
}

async function attempt(part, filters, broken) {
  if (broken.has(part.needs)) {
    console.error(`Not run, for the ${part.needs} failed; this counts as a failure.`);
    return { passed: 0, failed: 1 };
  }
  try {
    return await part.execute(filters);
  } catch (error) {
    console.error(error instanceof Missing ? error.message : error);
    return { passed: 0, failed: 1 };
  }
}

async function main() {
  if (!existsSync(bin("vitest"))) {
    console.error("The dependencies are not installed: run `npm ci` first.\n0 passed, 1 failed");
    process.exitCode = 1;
    return;
  }
  const words = process.argv.slice(2);
  const { chosen, filters } = choose(words);
  const started = Date.now();
  const total = { passed: 0, failed: 0 };
  const summary = [];
  const broken = new Set();
  let tests = 0;
  for (const part of chosen) {
    console.log(`\n=== ${part.title} ===`);
    const from = Date.now();
    const { passed, failed } = await attempt(part, filters, broken);
    if (failed > 0) broken.add(part.id);
    total.passed += passed;
    total.failed += failed;
    if (part.filterable) tests += passed + failed;
    summary.push(`${part.title}: ${passed} passed, ${failed} failed (${seconds(from)})`);
    console.log(`--- ${summary.at(-1)}`);
  }
  if (filters.length > 0 && tests === 0) {
    console.error(`No test matches ${filters.join(" ")}.`);
    total.failed += 1;
  }
  console.log(`\n=== Summary, ${seconds(started)} in all ===`);
  for (const line of summary) console.log(line);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 ? 1 : 0;
}

await main();
