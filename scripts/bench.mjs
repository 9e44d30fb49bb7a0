#!/usr/bin/env node
/**
 * `npm run bench`: what a check costs, as ratios against a floor measured in the same run (median of several). The
 * floor is a bare loop that sends the same requests and hashes the same bytes (test/bench/floor.mjs).
 *
 *   node scripts/bench.mjs [--runs N] [--skip-large]
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const flag = (name) => process.argv.includes(name);
const runs = Number(process.argv[process.argv.indexOf("--runs") + 1]) || 5;
const cli = join(root, "dist", "cli.mjs");
if (!existsSync(cli)) {
  process.stderr.write("There is no build yet: run `npm run build` first.\n");
  process.exit(2);
}
const server = (skills) => [
  process.execPath,
  join(root, "test/fixtures/servers/raw.mjs"),
  "--skills",
  String(skills),
];

/** Runs a command to its end. @returns seconds and, from /proc where there is one, its peak memory in MB */
function time(args) {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
    let peak = 0;
    const timer = setInterval(async () => {
      const { readFile } = await import("node:fs/promises");
      const status = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "");
      peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    }, 50);
    child.once("error", reject);
    child.once("exit", (code) => {
      clearInterval(timer);
      if (code !== 0) reject(new Error(`${args.join(" ")} ended with ${code}`));
      else resolve({ seconds: (performance.now() - begun) / 1000, peak });
    });
  });
}

async function measure(args, count) {
  const all = [];
  for (let i = 0; i < count; i++) all.push(await time(args));
  const seconds = all.map((one) => one.seconds).sort((a, b) => a - b);
  return {
    median: seconds[Math.floor(seconds.length / 2)],
    spread: `${seconds[0].toFixed(2)}–${seconds.at(-1).toFixed(2)}`,
    peak: Math.max(...all.map((one) => one.peak)),
  };
}

const rows = [];
const row = (...cells) => rows.push(`| ${cells.join(" | ")} |`);
row("what", "median s", "spread s", "peak MB", "ratio");
row("---", "---", "---", "---", "---");
let small;
for (const [skills, count] of [
  [2_000, runs],
  ...(flag("--skip-large") ? [] : [[20_000, Math.min(runs, 3)]]),
]) {
  const floor = await measure([join(root, "test/bench/floor.mjs"), ...server(skills)], count);
  const check = await measure([cli, "check", "--no-probes", "--", ...server(skills)], count);
  const show = ({ median, spread, peak }) => [median.toFixed(2), spread, peak.toFixed(0)];
  row(`floor, ${skills} skills`, ...show(floor), "1");
  row(`check, ${skills} skills`, ...show(check), `${(check.median / floor.median).toFixed(2)} of the floor`);
  if (small)
    row(`check, 20,000 against 2,000`, "", "", "", `${(check.median / small.median).toFixed(1)} times`);
  small = check;
}
process.stdout.write(`${rows.join("\n")}\n`);
