#!/usr/bin/env node
/**
 * Writes the pages of `docs/` that are made from tables of the code: `rules.md` and `faults.md`. Needs a build.
 *
 *   node scripts/docs.mjs            write them
 *   node scripts/docs.mjs --check    fail when they are not current
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

function cli(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, "dist", "cli.mjs"), ...args], {
    encoding: "utf8",
    maxBuffer: 64 << 20,
  });
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}: ${stderr}`);
  return stdout;
}

/** Text as it is, in Markdown: nothing of it is markup, and in a table cell no bar ends the cell. */
const plain = (text) => text.replace(/[\\`*_{}[\]<>#|]/g, "\\$&").replace(/\s+/g, " ");

function rulesPage() {
  const { profiles, rules, exclusions } = JSON.parse(cli("rules", "--format", "json"));
  const of = (list, { id }) => list.filter(({ profile }) => profile === id);
  const lines = [
    "# Rules",
    "",
    `${rules.length} rules in ${profiles.length} profiles; ${exclusions.length} further requirements are no rules, each with its reason.`,
    "Made by `node scripts/docs.mjs` from the rules themselves; the same list is printed by `skill-inspector rules`.",
    "A rule's level decides what breaking it is: MUST an error, SHOULD a warning, everything else information.",
    "",
    "| profile | what it is | rules | excluded |",
    "| --- | --- | --- | --- |",
    ...profiles.map(
      (one) =>
        `| [\`${one.id}\`](#${one.id.replaceAll(".", "")}) | [${plain(one.title)}](${one.specUrl}) | ${of(rules, one).length} | ${of(exclusions, one).length} |`,
    ),
  ];
  for (const profile of profiles) {
    lines.push("", `## ${profile.id}`, "", `${plain(profile.title)}. [Source](${profile.specUrl})`);
    let section = "";
    for (const rule of of(rules, profile)) {
      // "same" stands for the section of the rule before.
      if (rule.section !== "same") ({ section } = rule);
      lines.push(
        ...["", `### ${rule.id}`, "", `**${rule.level}** · ${plain(rule.title)}`, ""],
        `- Why: ${plain(rule.why)}`,
        `- Fix: ${plain(rule.fix)}`,
        `- Looks at: each ${rule.scope} · [${plain(section)}](${rule.specUrl})`,
      );
    }
    const left = of(exclusions, profile);
    if (left.length === 0) continue;
    lines.push("", "| no rule | level | because |", "| --- | --- | --- |");
    for (const { id, level, reason } of left) lines.push(`| \`${id}\` | ${level} | ${plain(reason)} |`);
  }
  return `${lines.join("\n")}\n`;
}

function faultsPage() {
  const faults = cli("serve", "--list-faults")
    .trim()
    .split("\n")
    .map((line) => /^(\S+)\s+(\w+): (.*) A correct client: (.*)$/.exec(line).slice(1));
  const lines = [
    "# Faults the built-in server commits on demand",
    "",
    `${faults.length} faults, for trying clients and checks: \`skill-inspector serve --fault ID\`, repeatable. See [serving](serving.md).`,
    "Made by `node scripts/docs.mjs`; the same list is printed by `skill-inspector serve --list-faults`.",
  ];
  for (const kind of [...new Set(faults.map(([, each]) => each))]) {
    lines.push("", `## ${kind}`, "", "| fault | the server | a correct client |", "| --- | --- | --- |");
    for (const [id, each, what, client] of faults)
      if (each === kind) lines.push(`| \`${id}\` | ${plain(what)} | ${plain(client)} |`);
  }
  return `${lines.join("\n")}\n`;
}

const pages = { "rules.md": rulesPage(), "faults.md": faultsPage() };
for (const [name, text] of Object.entries(pages)) {
  const file = join(root, "docs", name);
  if (!process.argv.includes("--check")) writeFileSync(file, text);
  else if (readFileSync(file, "utf8") !== text) {
    console.error(`docs/${name} is not current: run \`node scripts/docs.mjs\`.`);
    process.exitCode = 1;
  }
}
