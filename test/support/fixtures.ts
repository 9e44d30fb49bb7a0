import { randomUUID } from "node:crypto";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/** The repository's root. */
export const root = fileURLToPath(new URL("../../", import.meta.url));
const fixture = (path: string) => fileURLToPath(new URL(`../fixtures/${path}`, import.meta.url));

/** A folder of skills under test/fixtures/skills, by its name. */
export const skillsFolder = (name: string) => fixture(`skills/${name}`);

/** How a fixture server is started. */
export interface ServerCommand {
  command: string;
  args: string[];
}

const node = (file: string, args: string[] = []): ServerCommand => ({
  command: process.execPath,
  args: [file, ...args],
});

/** The real servers that tests connect to; each is a command that speaks MCP over stdio. */
export const servers = {
  /** The official SDK's skill server, second generation, both eras. */
  sdkV2: (folder = skillsFolder("clean"), ...args: string[]) =>
    node(fixture("servers/sdk-v2-skills.mjs"), [folder, ...args]),
  /** `@olaservo/ext-skills`, both eras, with completion. */
  extSkills: (folder = skillsFolder("clean"), ...args: string[]) =>
    node(fixture("servers/ext-skills.mjs"), [folder, ...args]),
  /** The reference server: templates with completion, no skills. */
  everything: () =>
    node(createRequire(import.meta.url).resolve("@modelcontextprotocol/server-everything/dist/index.js"), [
      "stdio",
    ]),
  /** A server of the SDK's first generation: revision 2025-11-25 at most. */
  sdkV1: () => node(fixture("servers/sdk-v1.mjs")),
  /** The raw server, right unless told otherwise. */
  raw: (...args: string[]) => node(fixture("servers/raw.mjs"), args),
  /** The raw server with faults. */
  faulty: (...faults: string[]) =>
    node(
      fixture("servers/raw.mjs"),
      faults.flatMap((fault) => ["--fault", fault]),
    ),
};

/**
 * Adds an argument no other process has, by which `processesWith` finds the server and what it started.
 * Every fixture server lets it pass.
 */
export function marked(server: ServerCommand): ServerCommand & { marker: string } {
  const marker = `marker-${randomUUID()}`;
  return { ...server, args: [...server.args, "--marker", marker], marker };
}
