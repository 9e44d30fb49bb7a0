import { INVALID_PARAMS, type Json, RpcError } from "../rpc/json-rpc";
import type { ServedFile } from "../scan/catalogue";
import type { Library } from "../scan/library";
import { asText, mimeOfName } from "../scan/mime";
import { FileGone, readFound } from "../scan/read-file";
import { pathOfUri } from "../scan/uris";

/** The file a URI names, in whatever equivalent spelling; undefined when none is served there. */
export function fileAt(library: Library, uri: string): ServedFile | undefined {
  const path = pathOfUri(uri);
  return path && library.catalogue.file(path);
}

/**
 * The one contents element of a served file, byte for byte: text where UTF-8 loses nothing, else a blob.
 * @param uri as requested; it is echoed, so that a client finds its own spelling
 * @throws RpcError with `code` when the file is gone
 */
export async function contentsOf(file: ServedFile, uri: string, code = INVALID_PARAMS): Promise<Json> {
  try {
    const { bytes } = await readFound(file.disk);
    const text = asText(bytes, file.mimeType);
    const mimeType =
      mimeOfName(file.name) ?? (text === undefined ? "application/octet-stream" : "text/plain");
    if (text === undefined) return { uri, mimeType, blob: bytes.toString("base64") };
    return { uri, mimeType, text };
  } catch (error) {
    if (error instanceof FileGone) throw new RpcError(code, `Resource not found: ${uri}`, { uri });
    throw error;
  }
}
