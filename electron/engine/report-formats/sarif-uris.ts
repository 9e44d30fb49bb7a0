import { isAbsolute, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** `uriBaseId` of everything below the folder that the command was given in. */
const ROOT = "SRCROOT";

/**
 * A file on disk as an artifact location: relative to the source root where it lies below it, else its file URL.
 * @param file a path as a report prints it, or a file URL
 */
export function folderUri(file: string, cwd: string): { uri: string; uriBaseId?: string } {
  const path = file.startsWith("file:") ? pathOf(file) : file;
  if (path === undefined) return { uri: uriReference(file) };
  const near = isAbsolute(path) ? relative(cwd, path) : path;
  if (near.startsWith("..") || isAbsolute(near)) return { uri: pathToFileURL(path).href };
  return { uri: near.split(sep).map(segment).join("/"), uriBaseId: ROOT };
}

/** A server's own URI as a URI reference: characters that no URI may have are encoded, whatever was sent. */
export function uriReference(uri: string): string {
  return uri
    .replace(/%(?![0-9A-Fa-f]{2})/g, "%25")
    .replace(/[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]/gu, encoded)
    .replace(/[[\]]/g, encoded)
    .replace(/#/g, (mark, at, whole: string) => (whole.indexOf("#") === at ? mark : "%23"));
}

function encoded(character: string): string {
  // Half of a surrogate pair has no bytes.
  return /^[\ud800-\udfff]$/.test(character) ? "%EF%BF%BD" : encodeURIComponent(character);
}

/** One segment of a path. A colon in the first one would read as a scheme. */
function segment(name: string): string {
  return name.replace(/[^A-Za-z0-9\-._~!$&'()*+,;=@]/gu, encoded);
}

function pathOf(url: string): string | undefined {
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}
