#!/usr/bin/env node
/**
 * `npm run bench`: what the product costs, beside a floor and beside the MCP Inspector where the tests of official
 * tools have put it into the cache. Things that are compared are measured in turn, and the ratio is taken pair by pair.
 *
 *   npm run bench                        everything; writes docs/bench.md
 *   npm run bench -- --quick             one run of each, without the large catalogue; writes nothing
 *   npm run bench -- check pages         some parts: check, pages, desktop, screen, rules
 *   npm run bench -- --runs 7 --large 1  runs of each, and runs with 20,000 skills
 *   npm run bench -- --note "..."        a sentence about the machine, kept with the table
 */
import { existsSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { checkRows } from "../test/bench/check.mjs";
import { desktopRows } from "../test/bench/desktop.mjs";
import { pageRows } from "../test/bench/pages.mjs";
import { ruleRows } from "../test/bench/rules.mjs";
import { screenRows } from "../test/bench/screen.mjs";
import { root } from "./test/run.mjs";

const PARTS = ["check", "pages", "desktop", "screen", "rules"];
const words = process.argv.slice(2);
const option = (name, fallback) => {
  const at = words.indexOf(name);
  return at === -1 ? fallback : words.splice(at, 2)[1];
};
const flag = (name) => words.includes(name) && words.splice(words.indexOf(name), 1).length > 0;

const quick = flag("--quick");
const runs = Number(option("--runs", quick ? 1 : 5));
const large = Number(option("--large", quick ? 0 : 3));
const remark = option("--note", "");
const wrong = words.find((word) => !PARTS.includes(word));
if (wrong !== undefined || !(runs >= 1) || !(large >= 0)) {
  process.stderr.write(`${wrong ?? "--runs and --large want numbers"}: parts are ${PARTS.join(", ")}.\n`);
  process.exit(2);
}
if (!existsSync(join(root, "dist", "cli.mjs"))) {
  process.stderr.write("There is no build yet: run `npm run build` first.\n");
  process.exit(2);
}

const measured = {
  check: () => checkRows(runs, large),
  pages: () => pageRows(runs),
  desktop: () => desktopRows(runs),
  screen: () => screenRows(quick ? [100, 1_000] : [100, 1_000, 10_000, 100_000]),
  rules: () => ruleRows(runs, quick ? 2_000 : 20_000),
};
const chosen = words.length > 0 ? PARTS.filter((part) => words.includes(part)) : PARTS;
const rows = [
  ["what", "median (least–greatest)", "ratio, median (least–greatest)", "goal"],
  ["---", "---", "---", "---"],
];
for (const part of chosen) {
  process.stderr.write(`Measuring: ${part} …\n`);
  rows.push(...(await measured[part]()));
}
const table = rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
const machine = `${cpus().length} cores, ${process.platform === "linux" ? "Linux" : process.platform} ${process.arch}, Node ${process.versions.node.split(".")[0]}`;
process.stdout.write(`${table}\n\n${machine}; runs: ${runs}.${remark ? ` ${remark}` : ""}\n`);

const PAGE = `# What it costs

Made by \`npm run bench\`. ${machine}; median of ${runs} runs${large > 0 ? `, at 20,000 skills of ${large}` : "; 20,000 skills were left out"}. ${remark}

${table}

The floor is a bare loop that sends the same requests, at most eight at once, and hashes the same bytes; it keeps
nothing and judges nothing. Things that are compared are measured in turn, and each ratio is taken pair by pair.
The rival is measured where \`.cache/peers\` holds it, with a Node that it accepts.
`;
if (!quick && words.length === 0) writeFileSync(join(root, "docs", "bench.md"), PAGE);
