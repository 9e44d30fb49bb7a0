import { skillRoot } from "../../../shared/uri/skill-uri";
import type { Host } from "../../client/host";

/** Most directories that one comparison reads. */
const MAX_DIRECTORIES = 200;

/**
 * Every file the server shows below a skill's root, by walking its directories.
 * @param onDirectory told of each directory before it is read, with the number read so far.
 * @throws HostError of the first directory that could not be read; Error past 200 directories.
 */
export async function walkDirectories(
  host: Host,
  serverId: string,
  skillUri: string,
  signal: AbortSignal,
  onDirectory: (done: number) => void,
): Promise<string[]> {
  const queue = [skillRoot(skillUri) ?? skillUri];
  const seen = new Set(queue);
  const files = new Set<string>();
  for (let at = 0; at < queue.length && !signal.aborted; at++) {
    if (at >= MAX_DIRECTORIES) throw new Error(`The skill has more than ${MAX_DIRECTORIES} directories.`);
    onDirectory(at);
    const { children } = await host.call("directory.read", { serverId, uri: queue[at]!, skillUri });
    for (const child of children) {
      if (!child.directory) files.add(child.uri);
      else {
        const uri = child.uri.replace(/\/$/, "");
        if (!seen.has(uri)) queue.push(uri);
        seen.add(uri);
      }
    }
  }
  return [...files].sort();
}

/** URIs one a line, for a diff. */
export const uriLines = (uris: readonly string[]): string => uris.map((uri) => `${uri}\n`).join("");
