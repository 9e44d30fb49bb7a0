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
  const rows = [];
  const wanted = mutants.filter(([rule]) => only.length === 0 || only.includes(rule));
  for (const [rule, what, patch, options = {}] of wanted) {
    const era = options.era ?? "modern";
    rows.push({ rule, what, era, ...options, ...(await judge(check, rule, patch, era, options)) });
    onProgress(rows.length, wanted.length, rows.at(-1));
  }
  const clean = only.length === 0 ? await cleanServers(engine, paths, check) : [];
  const known = new Set([...mutants.map(([rule]) => rule), ...Object.keys(unbreakable)]);
  const all = engine.profiles.filter(({ id }) => PROFILES.includes(id)).flatMap(({ rules }) => rules);
  const missing = all.map(({ id }) => id).filter((id) => !known.has(id));
  return { rows, clean, missing, unbreakable, rules: all.length };
}

/** Runs the rules over what a transport leads to. @returns the report */
function makeCheck(engine, workerFile) {
  const { Connection, Traffic, ExchangeLog, MemoryTransport, StdioTransport, inspectServer } = engine;
  return async (way, era, timeoutMs = 5_000) => {
    const transport = () => (way.memory ? new MemoryTransport(way.memory) : new StdioTransport(way.stdio));
    const signal = AbortSignal.timeout(LIMIT);
    const client = { name: "mutants", version: "0.1.0" };
    const log = new ExchangeLog();
    const traffic = new Traffic();
    const open = (inner, nextExchangeId = log.nextId) =>
      Connection.open({ serverId: "s1", transport, era, timeoutMs, client, traffic, nextExchangeId }, inner);
    const connection = await open(signal);
    try {
      const options = { probes: true, signal, client, workerFile };
      return await inspectServer(connection, open, { label: "mutant", kind: "stdio" }, log, options);
    } finally {
      await connection.close();
      log.close();
    }
  };
}

async function judge(check, rule, patch, era, { note = false, timeoutMs }) {
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
async function cleanServers({ createSkillServer }, { samples }, check) {
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
  for (const [name, way] of targets) {
    for (const era of ["legacy", "modern"]) {
      const report = await check(way, era, 10_000);
      const accused = report.findings.filter(({ severity }) => severity !== "info");
      seen.push({
        name,
        era,
        accused: accused.map(({ rule, message }) => `${rule}: ${message}`),
        summary: report.summary,
        untestable: report.rules.filter(({ outcome }) => outcome === "untestable").map(({ rule }) => rule),
      });
    }
  }
  await builtin.close();
  return seen;
}
