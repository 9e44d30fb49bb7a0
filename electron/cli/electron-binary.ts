import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Where to look for Electron, and how long to try for it. */
export interface ElectronSearch {
  /** A file beside which `electron` would be installed, e.g. one in `dist`. */
  from: string;
  env: NodeJS.ProcessEnv;
  err: (line: string) => void;
  /** Limits in milliseconds: to reach the download site, and to fetch from it. */
  reachMs?: number;
  fetchMs?: number;
}

export type ElectronFound = { file: string } | { reason: string };

const RELEASES = "https://github.com/electron/electron/releases/download/";

/**
 * The Electron binary: the one ELECTRON_OVERRIDE_DIST_PATH names, else the installed package's, which fetches it on
 * first use. Decides within seconds where its site cannot be reached; never throws.
 */
export async function obtainElectron(search: ElectronSearch): Promise<ElectronFound> {
  const { env, err, reachMs = 4_000, fetchMs = 600_000 } = search;
  const folder = packageFolder(search.from);
  const override = env.ELECTRON_OVERRIDE_DIST_PATH;
  const present = binaryOf(folder, override);
  if (present) return { file: present };
  if (override) {
    return {
      reason: `ELECTRON_OVERRIDE_DIST_PATH is ${override}, but there is no Electron in it. Correct or unset it.`,
    };
  }
  if (!folder) {
    return { reason: "the package electron is not installed. Install it beside this one, then start again." };
  }
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
  const how = `Run \`npx install-electron\` where it can be reached, or set ELECTRON_OVERRIDE_DIST_PATH to an unpacked Electron ${version}; then start again.`;
  if (!(await reachable(env, version, reachMs))) {
    return { reason: `the Electron binary is not installed and its download site cannot be reached. ${how}` };
  }
  err(`Fetching Electron ${version} (about 110 MB, once) …`);
  const failure = await runInstaller(join(folder, "install.js"), env, fetchMs);
  const file = failure === undefined ? binaryOf(folder, undefined) : undefined;
  return file
    ? { file }
    : { reason: `Electron could not be fetched (${failure ?? "it is not where it belongs"}). ${how}` };
}

function packageFolder(from: string): string | undefined {
  try {
    return dirname(createRequire(from).resolve("electron/package.json"));
  } catch {
    return undefined;
  }
}

function binaryOf(folder: string | undefined, override: string | undefined): string | undefined {
  const pathFile = folder && join(folder, "path.txt");
  const named = pathFile && existsSync(pathFile) ? readFileSync(pathFile, "utf8").trim() : undefined;
  const base = override ?? (folder && join(folder, "dist"));
  const file = base && (named || override) ? join(base, named ?? usualName(process.platform)) : undefined;
  return file && existsSync(file) ? file : undefined;
}

function usualName(platform: NodeJS.Platform): string {
  if (platform === "darwin") return "Electron.app/Contents/MacOS/Electron";
  return platform === "win32" ? "electron.exe" : "electron";
}

/** Whether anything answers where the download would come from. A proxy is left to the installer, which knows them. */
async function reachable(env: NodeJS.ProcessEnv, version: string, ms: number): Promise<boolean> {
  if (env.HTTPS_PROXY || env.https_proxy || env.GLOBAL_AGENT_HTTPS_PROXY) return true;
  const mirror = env.ELECTRON_MIRROR ?? env.npm_config_electron_mirror ?? RELEASES;
  try {
    const url = `${mirror.replace(/\/?$/, "/")}v${version}/SHASUMS256.txt`;
    const answer = await fetch(url, { method: "HEAD", redirect: "manual", signal: AbortSignal.timeout(ms) });
    return answer.status < 400;
  } catch {
    return false;
  }
}

/** Runs the package's own installer. @returns why it failed */
function runInstaller(script: string, env: NodeJS.ProcessEnv, ms: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script], {
      env,
      stdio: ["ignore", "ignore", "pipe"],
      timeout: ms,
    });
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-2_000);
    });
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => {
      if (code === 0) return resolve(undefined);
      resolve(signal ? `no end after ${ms / 1000} s` : (said.trim().split("\n")[0] ?? `exit ${code}`));
    });
  });
}
