/**
 * Runs the mutants of the earlier conventions: the built-in server speaks the convention and its answers are changed,
 * and only the convention's own profile judges.
 */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { caughtBy, ended } from "./check.mjs";
import { dialectPeer } from "./dialect-peer.mjs";
import { mutantSite } from "./site-proxy.mjs";
import { fastmcp3 } from "./tables/fastmcp-3.mjs";
import { nimblebrain } from "./tables/nimblebrain.mjs";
import { resourceCatalog } from "./tables/resource-catalog.mjs";
import { sep2076 } from "./tables/sep-2076.mjs";
import { sep2640IndexDraft } from "./tables/sep-2640-index-draft.mjs";
import { sep2640V1Draft } from "./tables/sep-2640-v1-draft.mjs";
import { skillUriProposal } from "./tables/skill-uri-proposal.mjs";
import { skilljack } from "./tables/skilljack.mjs";
import { skillsOverMcp } from "./tables/skills-over-mcp.mjs";
import { skillsRef } from "./tables/skills-ref.mjs";
import { wellKnown } from "./tables/well-known.mjs";

/** One table a profile: `dialects` as `--as` has them, patches of further right servers, mutants and reasons. */
export const conventionTables = [
  skillUriProposal,
  sep2640V1Draft,
  sep2076,
  nimblebrain,
  fastmcp3,
  skilljack,
  skillsOverMcp,
  skillsRef,
  sep2640IndexDraft,
  resourceCatalog,
  wellKnown,
];

/**
 * @param engine the bundle of `engine.ts`
 * @param samples the built-in skills
 * @param check made by `makeCheck`
 * @param wanted whether the mutants of a rule, of a profile, are run
 * @param onRow told of each row
 * @returns rows of mutants, and runs of right servers
 */
export async function runConventions(engine, samples, check, wanted, onRow) {
  const rows = [];
  const clean = [];
  for (const table of conventionTables) {
    const mutants = table.mutants.filter(([rule]) => wanted(rule, table.profile));
    if (mutants.length === 0) continue;
    const targets = new Targets(engine, samples);
    try {
      const right = await rightServers(table, targets, check);
      clean.push(...right.seen);
      for (const [rule, what, patch, options = {}] of mutants)
        for (const era of options.era ? [options.era] : table.eras) {
          const { note = false, dialect = table.dialects[0] } = options;
          const row = { rule, what, era, note };
          const judged = () => targets.check(dialect, patch, era, table.profile, check);
          try {
            const report = await judged();
            rows.push({
              ...row,
              ...caughtBy(report, rule, note, right.known),
              others: failed(report).filter((id) => id !== rule),
            });
          } catch (error) {
            rows.push({ ...row, ...ended(error) });
          }
          onRow(rows.at(-1));
        }
    } finally {
      await targets.close();
    }
  }
  return { rows, clean };
}

/** Right servers of a convention: nothing may fail there. What is noted there catches no mutant. */
async function rightServers({ profile, dialects, eras, rights = [] }, targets, check) {
  const seen = [];
  const known = new Set();
  const each = [
    ...dialects.map((dialect) => [dialect, dialect, {}]),
    ...rights.map(([what, patch, dialect = dialects[0]]) => [`${dialect}, ${what}`, dialect, patch]),
  ];
  for (const era of eras)
    for (const [what, dialect, patch] of each) {
      const report = await targets.check(dialect, patch, era, profile, check);
      const accused = report.findings.filter(({ outcome }) => outcome === "fail");
      for (const { message } of report.findings) known.add(message);
      seen.push({
        name: `${dialect === "folder" ? "a " : "built-in server as "}${what}, by ${profile}`,
        era,
        accused: accused.map(({ rule, message }) => `${rule}: ${message}`),
        summary: report.summary,
      });
    }
  return { seen, known };
}

/** Rules with a failure, each once. */
function failed(report) {
  return [
    ...new Set(report.findings.filter(({ outcome }) => outcome === "fail").map(({ rule }) => rule)),
  ].sort();
}

/** What a table's patches are applied to: servers of the samples are made once, those of other skills each time. */
class Targets {
  #engine;
  #samples;
  #servers = new Map();

  constructor(engine, samples) {
    this.#engine = engine;
    this.#samples = samples;
  }

  async check(dialect, patch, era, profile, check) {
    const folder = patch.files ? await folderOf(patch.files) : this.#samples;
    const opened = [];
    try {
      if (dialect === "folder") return await check({ folder }, era, undefined, [profile]);
      const server = patch.files ? await this.#create(dialect, folder) : await this.#shared(dialect);
      if (patch.files) opened.push(server);
      if (dialect !== "well-known") {
        const memory = () => Promise.resolve(dialectPeer(server, patch, this.#engine.packs));
        return await check({ memory }, era, undefined, [profile]);
      }
      const http = await server.serveHttp({ port: 0 });
      const site = await mutantSite(new URL(http.url).origin, patch.sites, this.#engine.packs);
      opened.push(http, site);
      return await check({ site: site.origin }, era, undefined, [profile]);
    } finally {
      for (const each of opened.reverse()) await each.close();
      if (patch.files) await rm(folder, { recursive: true });
    }
  }

  #create(dialect, folder) {
    return this.#engine.createSkillServer({ folders: [folder], convention: dialect, watch: false });
  }

  async #shared(dialect) {
    const made = this.#servers.get(dialect) ?? (await this.#create(dialect, this.#samples));
    this.#servers.set(dialect, made);
    return made;
  }

  async close() {
    for (const server of this.#servers.values()) await server.close();
  }
}

/** A folder with these files, by their paths in it. */
async function folderOf(files) {
  const folder = await mkdtemp(join(tmpdir(), "mutant-"));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}
