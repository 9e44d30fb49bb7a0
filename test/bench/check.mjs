import { join } from "node:path";
import { root } from "../../scripts/test/run.mjs";
import { inTurn, ratios, row, shown, spread, timed } from "./measure.mjs";
import { rival } from "./rival.mjs";

const node = process.execPath;
/** By itself it reads 256 skills. */
const BOUND = "--skill-catalog-max-skills";
/** Its exit codes when it did what it does: 8 means that its own bounds on reads ended the check early. */
const RIVAL_DONE = [0, 1, 8];
const serverOf = (skills) => [node, join(root, "test/fixtures/servers/raw.mjs"), "--skills", String(skills)];

/** Seconds of a check over stdio, of the floor, and of the rival where it is there; and the peak memory of the check. */
async function measure(skills, runs, withRival) {
  const server = serverOf(skills);
  const peaks = [];
  const said = new Set();
  const other = withRival ? rival() : undefined;
  const seconds = await inTurn(
    {
      floor: async () => {
        const { output } = await timed([node, join(root, "test/bench/floor.mjs"), ...server]);
        if (JSON.parse(output).skills !== skills) throw new Error(`The floor saw not all skills: ${output}`);
        return JSON.parse(output).ms / 1000;
      },
      check: async () => {
        const run = await timed([node, join(root, "dist/cli.mjs"), "check", "--no-probes", "--", ...server]);
        if (!run.output.includes(`${skills} skills`)) throw new Error(`Not all was checked: ${run.output}`);
        peaks.push(run.peak);
        return run.seconds;
      },
      ...(other
        ? {
            rival: async () => {
              const args = ["--cli", ...server, "--method", "skills/list", "--verify", BOUND, String(skills)];
              const run = await timed([...other, ...args], RIVAL_DONE);
              said.add(/(?:Checked|Verified) \d+ skills and \d+ files/.exec(run.errors)?.[0] ?? "nothing");
              return run.seconds;
            },
          }
        : {}),
    },
    runs,
  );
  return { ...seconds, peaks, said: [...said].join("; ") };
}

/** A check over stdio of a raw server: 2,000 and 20,000 one-file skills. @param large runs at 20,000, 0 for none */
export async function checkRows(runs, large) {
  const small = await measure(2_000, runs, true);
  const rows = [
    row("floor: the same requests and hashes, 2,000 skills", `${shown(spread(small.floor))} s`),
    row("check, 2,000 skills", `${shown(spread(small.check))} s`, {
      ratio: ratios(small.check, small.floor),
      to: "the floor",
      most: 1.5,
    }),
    row("check, 2,000 skills, peak memory", `${shown(spread(small.peaks))} MB`),
  ];
  if (small.rival) {
    rows.push(
      row(`MCP Inspector 2.12 --verify, 2,000 skills (“${small.said}”)`, `${shown(spread(small.rival))} s`),
      row("check, 2,000 skills", `${shown(spread(small.check))} s`, {
        ratio: ratios(small.check, small.rival),
        to: "the rival",
        most: 0.5,
      }),
    );
  }
  if (large === 0) return rows;
  const big = await measure(20_000, large, false);
  const middle = spread(small.check).median;
  const growth = big.peaks.map((peak) => (peak - spread(small.peaks).median) / 1.8);
  rows.push(
    row("check, 20,000 skills", `${shown(spread(big.check))} s`, {
      ratio: ratios(big.check, big.floor),
      to: "the floor",
    }),
    row("check, 20,000 skills", `${shown(spread(big.check))} s`, {
      ratio: spread(big.check.map((seconds) => seconds / middle)),
      to: "2,000",
      most: 10.5,
    }),
    row("check, 20,000 skills, peak memory", `${shown(spread(big.peaks))} MB`),
    row("check: growth of memory for 10,000 skills", `${shown(spread(growth))} MB`),
  );
  return rows;
}
