import { spawn } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";

/** The machine as far as opening a browser goes; tests give their own. */
export interface Machine {
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
}

const HERE: Machine = { platform: process.platform, env: process.env };
/** How long the page that leads to the app is kept: browsers can be slow to start. */
const KEPT_MS = 60_000;

/** Whether there is a screen to show windows on. Only Linux can be without one and say so. */
export function hasDisplay({ platform, env }: Machine = HERE): boolean {
  return platform !== "linux" || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

/** The command that opens an address in the user's browser, without a shell; undefined where there is none. */
export function openerOf(machine: Machine = HERE): { command: string; args: string[] } | undefined {
  if (machine.platform === "darwin") return { command: "open", args: [] };
  if (machine.platform === "win32") return { command: "rundll32", args: ["url.dll,FileProtocolHandler"] };
  if (!hasDisplay(machine) || !onPath("xdg-open", machine.env)) return undefined;
  return { command: "xdg-open", args: [] };
}

/** Opens an address in the user's browser. @returns false where that cannot be done */
export async function openInBrowser(address: string, machine: Machine = HERE): Promise<boolean> {
  const opener = openerOf(machine);
  if (!opener) return false;
  return new Promise((resolve) => {
    const child = spawn(opener.command, [...opener.args, address], {
      stdio: "ignore",
      detached: true,
      env: machine.env,
    });
    child.once("error", () => resolve(false));
    child.once("spawn", () => resolve(true));
    child.unref();
  });
}

/**
 * Opens an address that holds a secret: through a page in a folder of our own, since the arguments of a process are
 * for every user of the machine to see. @returns removes that page
 */
export async function openPrivately(address: string, machine: Machine = HERE): Promise<() => Promise<void>> {
  if (!openerOf(machine)) return async () => undefined;
  // Browsers from snap packages see the home folder, but not /tmp.
  const base = machine.platform === "linux" && existsSync("/snap") ? homedir() : tmpdir();
  const folder = await mkdtemp(join(base, "skill-inspector-"));
  const remove = async () => {
    clearTimeout(timer);
    await rm(folder, { recursive: true, force: true });
  };
  const timer = setTimeout(() => void remove(), KEPT_MS);
  const page = join(folder, "open.html");
  await writeFile(page, `<!doctype html><meta http-equiv="refresh" content="0;url=${address}">\n`, {
    mode: 0o600,
  });
  await openInBrowser(pathToFileURL(page).href, machine);
  return remove;
}

function onPath(name: string, env: NodeJS.ProcessEnv): boolean {
  return (env.PATH ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
