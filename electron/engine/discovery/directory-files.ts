import type { ManifestFile } from "../../../shared/model/skill";
import { ConnectionError } from "../connections/connection-error";
import { exchangeProblem } from "../connections/exchange-problem";
import type { Asker } from "./ask";
import { objectOf } from "./entry";
import { walkPages } from "./walk";

/** Directories read for one opened skill, at most. */
const MAX_DIRECTORIES = 200;

/**
 * The files that directory reads show below a skill's root (spec: Reading Directories), asked for level by level.
 * @throws ConnectionError with the server's words
 */
export async function filesBelow(
  root: string,
  { connection, signal, purpose }: Asker,
): Promise<ManifestFile[]> {
  const files: ManifestFile[] = [];
  const directories = new Set([root]);
  for (const uri of directories) {
    const walk = await walkPages(connection, {
      method: "resources/directory/read",
      key: "resources",
      params: { uri },
      purpose,
      signal,
      maxPages: 100,
      onPage: (items) => {
        for (const child of items.map(objectOf)) {
          if (typeof child?.uri !== "string" || !child.uri.startsWith(`${root}/`)) continue;
          if (child.mimeType === "inode/directory") {
            if (directories.size < MAX_DIRECTORIES) directories.add(child.uri);
            continue;
          }
          files.push({
            uri: child.uri,
            ...(typeof child.size === "number" ? { size: child.size } : {}),
            ...(typeof child.mimeType === "string" ? { mimeType: child.mimeType } : {}),
          });
        }
      },
    });
    if (walk.failed) throw new ConnectionError(exchangeProblem(walk.failed));
  }
  return files;
}
