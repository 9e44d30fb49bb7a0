/**
 * Runs every mutant and every clean server through the engine, in this process, and tells what was seen.
 * A mutant is caught when its own rule has a finding: one that fails, or a note where the requirement asks for one.
 */
import { fileURLToPath } from "node:url";
import { caughtBy, ended, makeCheck } from "./check.mjs";
import { conventionTables, runConventions } from "./conventions.mjs";
import { mutantPeer } from "./peer.mjs";
import { agentSkills, agentSkillsUnbreakable } from "./tables/agent-skills.mjs";
import { base, baseUnbreakable } from "./tables/base.mjs";
import { extension, extensionUnbreakable } from "./tables/extension.mjs";
import { inspector, inspectorUnbreakable } from "./tables/inspector.mjs";
import { templates, uris, urisUnbreakable } from "./tables/uris.mjs";

const mutants = [...extension, ...base, ...agentSkills, ...uris, ...templates, ...inspector];
const unbreakable = {
  ...extensionUnbreakable,
  ...baseUnbreakable,
  ...agentSkillsUnbreakable,
  ...urisUnbreakable,
  ...inspectorUnbreakable,
  ...Object.assign({}, ...conventionTables.map((table) => table.unbreakable)),
};
const fixture = (path) => fileURLToPath(new URL(`../fixtures/${path}`, import.meta.url));

/**
 * @param engine the bundle of `engine.ts`
 * @param paths `worker`: the bundle of the inspection worker; `samples`: the built-in skills
 * @param only ids of rules or of profiles of earlier conventions, or none for all
 * @param onRow told of each mutant as it is done
 * @returns what was seen of each mutant and each clean server, and rules that have neither mutant nor reason
 */
export async function runMutants(engine, paths, only, onRow) {
  const check = makeCheck(engine, paths.worker);
  const wanted = (rule, profile) => only.length === 0 || only.includes(rule) || only.includes(profile);
  const clean = only.length === 0 ? await cleanServers(engine, paths, check) : [];
  const rows = await runBase(
    check,
    mutants.filter(([rule]) => wanted(rule)),
    onRow,
  );
  const earlier = await runConventions(engine, paths.samples, check, wanted, onRow);
  const known = new Set([
    ...mutants.map(([rule]) => rule),
    ...conventionTables.flatMap((table) => table.mutants.map(([rule]) => rule)),
    ...Object.keys(unbreakable),
  ]);
  const all = engine.allProfiles.flatMap(({ rules }) => rules);
  const missing = all.map(({ id }) => id).filter((id) => !known.has(id));
  return {
    rows: [...rows, ...earlier.rows],
    clean: [...clean, ...earlier.clean],
    missing,
    unbreakable,
    rules: all.length,
  };
}

/** The mutants of the released extension and of what it stands on, on the raw server. */
async function runBase(check, wanted, onRow) {
  const rows = [];
  if (wanted.length === 0) return rows;
  const legacyToo = await applyInBothEras(check);
  for (const mutant of wanted)
    for (const era of erasOf(mutant, legacyToo)) {
      const [rule, what, patch] = mutant;
      const options = { ...mutant[3], era };
      rows.push({ rule, what, ...options, ...(await judge(check, rule, patch, options)) });
      onRow(rows.at(-1));
    }
  return rows;
}

/** Rules that have the same to say of a right server in both eras; the others are of the modern era alone. */
async function applyInBothEras(check) {
  const [legacy, modern] = await Promise.all(
    ["legacy", "modern"].map((era) => check({ memory: () => Promise.resolve(mutantPeer()) }, era)),
  );
  const before = new Map(legacy.rules.map(({ rule, outcome }) => [rule, outcome]));
  return new Set(
    modern.rules.filter(({ rule, outcome }) => before.get(rule) === outcome).map(({ rule }) => rule),
  );
}

const erasOf = ([rule, , , { era } = {}], legacyToo) =>
  era ? [era] : legacyToo.has(rule) ? ["modern", "legacy"] : ["modern"];

async function judge(check, rule, patch, { era, note = false, timeoutMs }) {
  const peer = () => Promise.resolve(mutantPeer(patch));
  try {
    const report = await check(
      patch.stdio ? { stdio: node(fixture("servers/raw.mjs"), ...patch.stdio) } : { memory: peer },
      era,
      timeoutMs,
    );
    return { ...caughtBy(report, rule, note), others: firedOf(report).filter((id) => id !== rule) };
  } catch (error) {
    return ended(error);
  }
}

const node = (...args) => ({ command: process.execPath, args, env: {} });

/** Rules with an error or a warning, each once. */
function firedOf(report) {
  const severe = report.findings.filter(({ severity }) => severity !== "info");
  return [...new Set(severe.map(({ rule }) => rule))].sort();
}

/** Servers that are right: nothing of severity error or warning may be said of them. */
async function cleanServers(engine, { samples }, check) {
  const { createSkillServer } = engine;
  const builtin = await createSkillServer({ folders: [samples], watch: false });
  const sdk = node(fixture("servers/sdk-v2-skills.mjs"), fixture("skills/clean"));
  const raw = node(fixture("servers/raw.mjs"));
  const targets = [
    ["built-in server, samples", { memory: () => Promise.resolve(builtin) }],
    ["SDK 2.4.0 server, test/fixtures/skills/clean", { stdio: sdk }],
    ["raw server", { stdio: raw }],
    ["raw server, in this process", { memory: () => Promise.resolve(mutantPeer()) }],
  ];
  const seen = [];
  const look = async (name, way, era) => {
    const report = await check(way, era, 10_000);
    const accused = report.findings.filter(({ severity }) => severity !== "info");
    seen.push({
      name,
      era,
      accused: accused.map(({ rule, message }) => `${rule}: ${message}`),
      summary: report.summary,
    });
  };
  for (const era of ["legacy", "modern"]) for (const [name, way] of targets) await look(name, way, era);
  await builtin.close();
  return seen;
}
