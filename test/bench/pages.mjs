import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright";
import { findChromium } from "../../scripts/test/chromium.mjs";
import { root } from "../../scripts/test/run.mjs";
import { inTurn, memoryOf, ratios, row, shown, spread } from "./measure.mjs";
import { rival } from "./rival.mjs";

const LIMIT_MS = 120_000;
/** What a host settles to after its page was opened and left alone. */
const IDLE_MS = 3_000;

/** The process and its descendants on Linux, in MB: a launcher may do its work in a child. */
function treeMemory(pid, processes) {
  const children = processes.filter(({ parent }) => parent === pid);
  return memoryOf(pid, "VmRSS") + children.reduce((sum, child) => sum + treeMemory(child.pid, processes), 0);
}

async function processTable() {
  const ps = spawn("ps", ["-e", "-o", "pid=,ppid="], { stdio: ["ignore", "pipe", "ignore"] });
  let text = "";
  for await (const chunk of ps.stdout) text += chunk;
  return text
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .map(([pid, parent]) => ({ pid, parent }));
}

/** Starts a command that serves a page, opens the page, and waits until `usable` is seen in it. */
async function open(browser, [file, ...args], usable) {
  const home = mkdtempSync(join(tmpdir(), "skill-inspector-bench-"));
  const env = { ...process.env, HOME: home, SKILL_INSPECTOR_DATA: home, MCP_AUTO_OPEN_ENABLED: "false" };
  const begun = performance.now();
  const child = spawn(file, args, { env, cwd: home, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const context = await browser.newContext();
  try {
    const address = await new Promise((resolve, reject) => {
      let text = "";
      const limit = setTimeout(() => reject(new Error(`No address was printed: ${text}`)), LIMIT_MS);
      const look = (chunk) => {
        text += chunk;
        const found = /http:\/\/(?:localhost|127\.0\.0\.1):\d+\S*/.exec(text);
        if (!found) return;
        clearTimeout(limit);
        resolve(found[0]);
      };
      child.stdout.on("data", look);
      child.stderr.on("data", look);
    });
    const page = await context.newPage();
    await page.goto(address, { timeout: LIMIT_MS });
    await usable(page).first().waitFor({ timeout: LIMIT_MS });
    const seconds = (performance.now() - begun) / 1000;
    await page.waitForTimeout(IDLE_MS);
    return { seconds, memory: treeMemory(child.pid, await processTable()) };
  } finally {
    await context.close();
    process.kill(-child.pid, "SIGKILL");
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Command to usable page, and the memory of the idle host, beside the rival's where it is there. */
export async function pageRows(runs) {
  const chromiumFile = findChromium();
  if (!chromiumFile) return [row("command to usable page", "not measured: no Chromium here")];
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const browser = await chromium.launch({ executablePath: chromiumFile, args });
  const memory = { ours: [], theirs: [] };
  const measure = (who, command, usable) => async () => {
    const seen = await open(browser, command, usable);
    memory[who].push(seen.memory);
    return seen.seconds;
  };
  const other = rival();
  try {
    const ours = [process.execPath, join(root, "dist/cli.mjs"), "web", "--no-open"];
    const seconds = await inTurn(
      {
        // Usable: its skills are listed. The rival lists none by itself, so its first button counts.
        ours: measure("ours", ours, (page) => page.getByRole("treeitem")),
        ...(other
          ? { theirs: measure("theirs", [...other, "--web"], (page) => page.getByRole("button")) }
          : {}),
      },
      runs,
    );
    const against = (mine, their, most) =>
      other ? { ratio: ratios(mine, their), to: "the rival", most } : undefined;
    const rows = [
      row(
        "browser mode: command to usable page",
        `${shown(spread(seconds.ours))} s`,
        against(seconds.ours, seconds.theirs, 0.5),
      ),
      row(
        "browser mode: memory of the idle host",
        `${shown(spread(memory.ours))} MB`,
        against(memory.ours, memory.theirs, 0.7),
      ),
    ];
    if (other)
      rows.push(
        row("MCP Inspector 2.12: command to usable page", `${shown(spread(seconds.theirs))} s`),
        row("MCP Inspector 2.12: memory of the idle host", `${shown(spread(memory.theirs))} MB`),
      );
    return rows;
  } finally {
    await browser.close();
  }
}
