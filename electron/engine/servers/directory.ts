import type { DirectoryView } from "../../../shared/contract";
import { relativePath, skillRoot } from "../../../shared/uri/skill-uri";
import { ConnectionError } from "../connections/connection-error";
import { exchangeProblem } from "../connections/exchange-problem";
import { objectOf } from "../discovery/entry";
import { walkPages } from "../discovery/walk";
import { ownerOf } from "./files";
import type { LiveServer } from "./live-server";

/** Media type of a directory resource (spec: Directory Resources). */
export const DIRECTORY_TYPE = "inode/directory";

/**
 * Reads one directory with all its pages and lays it beside the manifest (spec: Reading Directories).
 * The method is only sent where `directoryRead: true` was declared.
 * @throws ConnectionError
 */
export async function readDirectory(
  server: LiveServer,
  uri: string,
  skillUri: string | undefined,
  signal: AbortSignal,
): Promise<DirectoryView> {
  const connection = server.connection;
  if (!connection)
    throw new ConnectionError({ code: "disconnected", message: "The server is not connected." });
  if (!connection.directoryRead) {
    throw new ConnectionError({
      code: "not-declared",
      message: "This server does not offer directory reads.",
      hint: `It would declare "directoryRead": true under the skills extension.`,
    });
  }
  const walk = await walkPages(connection, {
    method: "resources/directory/read",
    key: "resources",
    params: { uri },
    purpose: "directory",
    signal,
  });
  if (walk.failed) throw new ConnectionError(exchangeProblem(walk.failed));
  const skill = skillUri === undefined ? ownerOf(server.skills, `${uri}/x`) : server.skills.get(skillUri);
  const root = skill ? skillRoot(skill.uri) : undefined;
  const listed = skill?.manifest.kind === "files" ? skill.manifest.files.map((file) => file.uri) : [];
  const known = new Set(listed);
  // A dynamic skill has no manifest, and one that may lack files says nothing of those it does not list.
  const complete = skill?.manifest.kind === "files" && !skill.manifest.partial;
  const children: DirectoryView["children"] = [];
  for (const page of walk.pages) {
    if (page.outcome.kind !== "result") continue;
    const resources = objectOf(page.outcome.result)?.resources;
    for (const raw of Array.isArray(resources) ? resources : []) {
      const child = objectOf(raw);
      if (typeof child?.uri !== "string") continue;
      const childUri = child.uri;
      const directory = child.mimeType === DIRECTORY_TYPE;
      const isListed = directory
        ? listed.some((file) => file.startsWith(`${childUri}/`))
        : known.has(childUri);
      children.push({
        uri: childUri,
        name: typeof child.name === "string" ? child.name : childUri.slice(childUri.lastIndexOf("/") + 1),
        ...(typeof child.mimeType === "string" ? { mimeType: child.mimeType } : {}),
        ...(typeof child.size === "number" ? { size: child.size } : {}),
        directory,
        ...(complete || isListed ? { inManifest: isListed } : {}),
      });
    }
  }
  const seen = new Set(children.map((child) => child.uri));
  const missing = listed.filter((file) => {
    const path = root === undefined ? undefined : relativePath(uri, file);
    return path !== undefined && !path.includes("/") && !seen.has(file);
  });
  return { uri, children, missing };
}
