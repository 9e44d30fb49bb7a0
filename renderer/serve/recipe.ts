import type { ServeOptions } from "../../shared/contract";

/** What the form holds: what to serve, and how. */
export interface Recipe {
  folders: readonly string[];
  convention: string;
  faults: readonly string[];
}

/** The words of the command by which a client starts the same server itself, over stdio. */
export function commandWords({ folders, convention, faults }: Recipe, fallback: string): string[] {
  return [
    "skill-inspector",
    "serve",
    ...folders.map((folder) => (folder.startsWith("-") ? `./${folder}` : folder)),
    ...(convention === fallback ? [] : ["--as", convention]),
    ...faults.flatMap((fault) => ["--fault", fault]),
  ];
}

/** An `mcp.json` with one server: an address, or the words of a command. */
export function mcpJson(server: { url: string } | { words: readonly string[] }): string {
  const entry =
    "url" in server
      ? { type: "http", url: server.url }
      : { command: server.words[0], args: server.words.slice(1) };
  return JSON.stringify({ mcpServers: { skills: entry } }, null, 2);
}

type Fault = ServeOptions["faults"][number];

/** The faults that have every word of a search somewhere in what is said of them, by kind in the order given. */
export function faultsByKind(
  faults: readonly Fault[],
  search: string,
): { kind: Fault["kind"]; faults: Fault[] }[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = new Map<Fault["kind"], Fault[]>();
  for (const fault of faults) {
    const text = `${fault.id} ${fault.kind} ${fault.what} ${fault.client}`.toLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    groups.set(fault.kind, [...(groups.get(fault.kind) ?? []), fault]);
  }
  return [...groups].map(([kind, found]) => ({ kind, faults: found }));
}
