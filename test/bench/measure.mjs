import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

/** A limit for one command, in milliseconds: nothing measured here takes a tenth of it on an idle machine. */
const LIMIT_MS = 600_000;

/** What Linux says of a process, in MB; 0 where it says nothing. @param field `VmHWM` (peak) or `VmRSS` (now) */
export function memoryOf(pid, field) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/**
 * Runs a command to its end.
 * @param codes exit codes that count as done
 * @returns its wall time in seconds, the peak memory of its process in MB, what it printed, and the end
 *   of what it said to stderr
 */
export function timed([file, ...args], codes = [0]) {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const child = spawn(file, args, { stdio: ["ignore", "pipe", "pipe"] });
    let peak = 0;
    let output = "";
    let errors = "";
    const sample = setInterval(() => {
      peak = Math.max(peak, memoryOf(child.pid, "VmHWM"));
    }, 50);
    const limit = setTimeout(() => child.kill("SIGKILL"), LIMIT_MS);
    child.stdout.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      errors = (errors + text).slice(-2_000);
    });
    const end = () => {
      clearInterval(sample);
      clearTimeout(limit);
    };
    child.once("error", (error) => {
      end();
      reject(error);
    });
    child.once("close", (code) => {
      end();
      if (codes.includes(code))
        resolve({ seconds: (performance.now() - begun) / 1000, peak, output, errors });
      else reject(new Error(`${file} ${args.join(" ")} ended with ${code}: ${errors}`));
    });
  });
}

/** The middle of some numbers, and the least and the greatest. */
export function spread(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = (sorted.length - 1) / 2;
  const median = (sorted[Math.floor(half)] + sorted[Math.ceil(half)]) / 2;
  return { median, least: sorted[0], greatest: sorted.at(-1) };
}

/**
 * Measures several things in turn, A B A B, so that a machine that changes its speed changes it for all of them.
 * @param things name to a function that resolves to a number
 * @returns name to the numbers, in the order measured
 */
export async function inTurn(things, runs) {
  const numbers = Object.fromEntries(Object.keys(things).map((name) => [name, []]));
  for (let run = 0; run < runs; run++) {
    for (const [name, measure] of Object.entries(things)) numbers[name].push(await measure());
  }
  return numbers;
}

/** The ratio of two things measured in turn, pair by pair. */
export const ratios = (of, to) => spread(of.map((number, run) => number / to[run]));

const short = (number) => (number >= 100 ? Math.round(number).toLocaleString("en") : number.toFixed(2));

/** `1.23 (1.10–1.41)`: the median with its spread. */
export const shown = ({ median, least, greatest }) =>
  least === greatest ? short(median) : `${short(median)} (${short(least)}–${short(greatest)})`;

/**
 * One row of the table.
 * @param ratio of the thing to what it is compared with, and `most` it may be; either may be absent
 */
export function row(what, value, { ratio, to, most } = {}) {
  const goal = most === undefined ? "" : `at most ${most}${ratio.median <= most ? ": met" : ": missed"}`;
  return [what, value, ratio === undefined ? "" : `${shown(ratio)} of ${to}`, goal];
}
