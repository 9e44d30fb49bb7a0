import { createHash } from "node:crypto";

/** One element of a resources/read answer, decoded. */
export interface DecodedContent {
  uri: string;
  mimeType?: string;
  sent: "text" | "blob";
  bytes: Uint8Array;
}

/** `sha256:` plus hex over raw bytes (spec: Integrity and Verification). */
export function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

/**
 * The contents of a resources/read result with their bytes: UTF-8 of `text`, decoded base64 of `blob`.
 * Elements that hold neither are left out; rules judge them from the raw answer.
 */
export function decodeContents(result: unknown, requested: string): DecodedContent[] {
  const contents = (result as { contents?: unknown } | null)?.contents;
  if (!Array.isArray(contents)) return [];
  const decoded: DecodedContent[] = [];
  for (const item of contents) {
    const part = item as { uri?: unknown; mimeType?: unknown; text?: unknown; blob?: unknown } | null;
    const base = {
      uri: typeof part?.uri === "string" ? part.uri : requested,
      ...(typeof part?.mimeType === "string" ? { mimeType: part.mimeType } : {}),
    };
    if (typeof part?.text === "string")
      decoded.push({ ...base, sent: "text", bytes: Buffer.from(part.text, "utf8") });
    else if (typeof part?.blob === "string")
      decoded.push({ ...base, sent: "blob", bytes: Buffer.from(part.blob, "base64") });
  }
  return decoded;
}

/** The content that answers the request: the one with its uri, else the first. */
export function mainContent(contents: DecodedContent[], requested: string): DecodedContent | undefined {
  return contents.find((content) => content.uri === requested) ?? contents[0];
}
