/**
 * Runs every mutant and every clean server through the engine, in this process, and tells what was seen.
 * A mutant is caught when its own rule has a finding: one that fails, or a note where the requirement asks for one.
 */
import { fileURLToPath } from "node:url";
import { mutantPeer } from "./peer.mjs";
import { agentSkills, agentSkillsUnbreakable } from "./tables/agent-skills.mjs";
import { base, baseUnbreakable } from "./tables/base.mjs";
import { extension, extensionUnbreakable } from "./tables/extension.mjs";
import { inspector, inspectorUnbreakable } from "./tables/inspector.mjs";
import { templates, uris, urisUnbreakable } from "./tables/uris.mjs";

const PROFILES = ["skills-ext-stable", "mcp-base", "agent-skills", "rfc3986", "rfc6570", "inspector"];
const mutants = [...extension, ...base, ...agentSkills, ...uris, ...templates, ...inspector];
const unbreakable = {
  ...extensionUnbreakable,
  ...baseUnbreakable,
  ...agentSkillsUnbreakable,
  ...urisUnbreakable,
  ...inspectorUnbreakable,
};
const fixture = (path) => fileURLToPath(new URL(`../fixtures/${path}`, import.meta.url));
/** The whole of one mutant, in milliseconds. */
const LIMIT = 60_000;

/**
 * @param engine the bundle of `engine.ts`
 * @param paths `worker`: the bundle of the inspection worker; `samples`: the built-in skills
 * @param only ids of rules, or none for all
 * @returns what was seen of each mutant and each clean server, and rules that have neither mutant nor reason
 */
export async function runMutants(engine, paths, only, onProgress) {
  const check = makeCheck(engine, paths.worker);
  const clean = only.length === 0 ? await cleanServers(engine, paths, check) : [];
  const legacyToo = await applyInBothEras(check);
  const rows = [];
  const wanted = mutants
    .filter(([rule]) => only.length === 0 || only.includes(rule))
    .flatMap((mutant) =>
      erasOf(mutant, legacyToo).map((era) => [...mutant.slice(0, 3), { ...mutant[3], era }]),
    );
  for (const [rule, what, patch, options] of wanted) {
    rows.push({ rule, what, ...options, ...(await judge(check, rule, patch, options)) });
    onProgress(rows.length, wanted.length, rows.at(-1));
  }
  const known = new Set([...mutants.map(([rule]) => rule), ...Object.keys(unbreakable)]);
  const all = engine.profiles.filter(({ id }) => PROFILES.includes(id)).flatMap(({ rules }) => rules);
  const missing = all.map(({ id }) => id).filter((id) => !known.has(id));
  return { rows, clean, missing, unbreakable, rules: all.length };
}

/** Runs the rules over what a transport leads to. @returns the report */
function makeCheck(engine, workerFile) {
  const { Connection, Traffic, ExchangeLog, MemoryTransport, StdioTransport, inspectServer } = engine;
  return async (way, era, timeoutMs = 5_000, profiles = undefined) => {
    const transport = () => (way.memory ? new MemoryTransport(way.memory) : new StdioTransport(way.stdio));
    const signal = AbortSignal.timeout(LIMIT);
    const client = { name: "mutants", version: "0.1.0" };
    const log = new ExchangeLog();
    const traffic = new Traffic();
    const open = (inner, nextExchangeId = log.nextId) =>
      Connection.open({ serverId: "s1", transport, era, timeoutMs, client, traffic, nextExchangeId }, inner);
    const connection = await open(signal);
    try {
      const options = { profiles, probes: true, signal, client, workerFile };
      return await inspectServer(connection, open, { label: "mutant", kind: "stdio" }, log, options);
    } finally {
      await connection.close();
      log.close();
    }
  };
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
    const own = report.findings.filter((finding) => finding.rule === rule);
    const caught = own.some(({ outcome }) => outcome === "fail" || note);
    const result = report.rules.find((one) => one.rule === rule);
    return {
      caught,
      seen: own[0]?.outcome ?? [result?.outcome ?? "not run", result?.reason].filter(Boolean).join(": "),
      message: own[0]?.message,
      others: firedOf(report).filter((id) => id !== rule),
    };
  } catch (error) {
    const problem = error?.problem ? `${error.problem.code}: ${error.problem.message}` : String(error);
    return { caught: false, seen: `the check ended: ${problem}`, others: [] };
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
  const { createSkillServer, conventions } = engine;
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
  const look = async (name, way, era, profiles) => {
    const report = await check(way, era, 10_000, profiles);
    const accused = report.findings.filter(({ severity }) => severity !== "info");
    seen.push({
      name,
      era,
      accused: accused.map(({ rule, message }) => `${rule}: ${message}`),
      summary: report.summary,
    });
  };
  for (const era of ["legacy", "modern"]) {
    for (const [name, way] of targets) await look(name, way, era);
    for (const { id } of conventions) {
      if (!engine.conventionProfiles.some(({ profile }) => profile.id === id)) continue;
      const dialect = await createSkillServer({ folders: [samples], convention: id, watch: false });
      const way = { memory: () => Promise.resolve(dialect) };
      try {
        await look(`built-in server as ${id}, by its own profile`, way, era, [id]);
      } catch (error) {
        // Some dialects are of one era only.
        if (error.problem?.code !== "wrong-era") throw error;
      }
      await dialect.close();
    }
  }
  await builtin.close();
  return seen;
}
