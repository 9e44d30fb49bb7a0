import { capture, which } from "./run.mjs";

let updated = false;

/**
 * Installs Debian packages where this process may: as root, with apt-get.
 * @returns undefined when they are installed, else one sentence saying why not.
 */
export function installPackages(names) {
  if (!which("apt-get")) return "this system has no apt-get";
  if (process.getuid?.() !== 0) return `not root: run \`sudo apt-get install ${names.join(" ")}\` yourself`;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  console.log(`Installing ${names.join(", ")} with apt-get …`);
  if (!updated) {
    const update = capture("apt-get", ["update", "-q"], { env, timeout: 300_000 });
    if (update.code !== 0) return `apt-get update failed: ${lastLines(update.output)}`;
    updated = true;
  }
  const install = capture("apt-get", ["install", "-y", "-q", "--no-install-recommends", ...names], {
    env,
    timeout: 900_000,
    maxBuffer: 64 << 20,
  });
  return install.code === 0 ? undefined : `apt-get install failed: ${lastLines(install.output)}`;
}

export const lastLines = (text) => text.trim().split("\n").slice(-4).join(" / ");
