import { createHash } from "node:crypto";
import type { ContentPart, FileEvidence, FileFacts } from "../../../../shared/model/evidence";
import { textFacts } from "../../../../shared/skill-file/text-facts";

/** The bytes of one content part as they came, not yet decoded. */
export interface RawBody {
  text?: string;
  blob?: string;
  bytes?: Uint8Array;
}

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Facts of one file's bytes, computed once (DESIGN section 5). */
export function factsOf(body: RawBody, uri: string): FileFacts {
  const bytes =
    body.bytes ??
    (body.text !== undefined ? Buffer.from(body.text, "utf8") : Buffer.from(body.blob ?? "", "base64"));
  const digest = `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
  const facts: FileFacts = { digest, ...textFacts(bytes, uri) };
  if (body.text !== undefined && LONE_SURROGATE.test(body.text)) facts.loneSurrogate = true;
  return facts;
}

/**
 * Splits the `contents` of a resources/read result into parts without bytes and the body that answers the request:
 * the part with the requested uri, else the first.
 */
export function splitContents(
  result: unknown,
  uri: string,
): { parts: ContentPart[]; body: RawBody | undefined } {
  const contents = (result as { contents?: unknown } | null)?.contents;
  if (!Array.isArray(contents)) return { parts: [], body: undefined };
  let chosen: RawBody | undefined;
  let exact = false;
  const parts = contents.map((item): ContentPart => {
    const part = (typeof item === "object" && item !== null ? item : {}) as Record<string, unknown>;
    const text = typeof part.text === "string" ? part.text : undefined;
    const blob = typeof part.blob === "string" ? part.blob : undefined;
    const badBody = wrongType(part.text) ?? wrongType(part.blob);
    if ((text !== undefined || blob !== undefined) && !exact && (part.uri === uri || !chosen)) {
      chosen = text !== undefined ? { text } : { blob };
      exact = part.uri === uri;
    }
    return {
      uri: part.uri,
      mimeType: part.mimeType,
      body:
        text !== undefined ? (blob !== undefined ? "both" : "text") : blob !== undefined ? "blob" : "none",
      ...(blob !== undefined && !BASE64.test(blob) ? { badBase64: true } : {}),
      ...(badBody === undefined ? {} : { badBody }),
      ...(part._meta !== undefined ? { meta: part._meta } : {}),
    };
  });
  return { parts, body: chosen };
}

/** What a body was, when it was there and no string. */
function wrongType(body: unknown): string | undefined {
  if (body === undefined || typeof body === "string") return undefined;
  if (body === null) return "null";
  return Array.isArray(body) ? "an array" : typeof body === "object" ? "an object" : `a ${typeof body}`;
}

/** Fills a file's parts and facts from what reading it gave. */
export function fillFacts(file: FileEvidence, body: RawBody | undefined): void {
  if (body) file.facts = factsOf(body, file.uri);
}
