import type { Page } from "../conventions/convention";
import { packTarGz } from "../conventions/pack";
import { packZip } from "../conventions/pack-zip";
import type { Json } from "../rpc/json-rpc";
import { sha256 } from "../scan/facts";
import { changed, changedContents, type Fault } from "./fault";

const FILES = [
  {
    path: "SKILL.md",
    text: '---\nname: "zip-slip"\ndescription: "Tests what a client does with archives. Use when testing."\n---\n',
  },
  { path: "../../../../tmp/skill-inspector-zip-slip.txt", text: "escaped\n" },
  { path: "/tmp/skill-inspector-zip-slip-absolute.txt", text: "escaped\n" },
].map(({ path, text }) => ({ path, bytes: Buffer.from(text) }));

/** An archive of a media type with names that lead out of it; undefined for a type that is none of an archive. */
export function slipped(mimeType: unknown): Buffer | undefined {
  if (mimeType === "application/gzip") return packTarGz(FILES);
  return mimeType === "application/zip" ? packZip(FILES) : undefined;
}

/** An index that states the digests of what is served in the place of its archives, so that only these are wrong. */
function withDigests(text: string): string {
  const index = JSON.parse(text) as Json;
  const skills = (index.skills as Json[]).map((entry) => {
    if (Array.isArray(entry.archives)) return { ...entry, archives: entry.archives.map(withDigest) };
    return entry.type === "archive" && "digest" in entry ? withDigest(entry) : entry;
  });
  return JSON.stringify({ ...index, skills }, null, 2);
}

function withDigest(entry: Json): Json {
  const bytes = slipped(String(entry.url).endsWith(".zip") ? "application/zip" : "application/gzip");
  return { ...entry, digest: sha256(bytes!) };
}

function page(served: Page): Page {
  if (served.type === "application/json")
    return { ...served, body: Buffer.from(withDigests(served.body.toString("utf8"))) };
  const body = slipped(served.type);
  return body ? { ...served, body } : served;
}

/** Puts an archive that slips in the place of every one that is served, on a web site and over MCP. */
export const slippedArchives: Required<Pick<Fault, "page" | "served">> = {
  page,
  served: (served) => {
    // The released extension has no archives of skills: an archive there is a file that someone wrote.
    if (served.methods["skills/list"]) return served;
    const archives = changedContents(served, (content) => {
      const bytes = typeof content.blob === "string" ? slipped(content.mimeType) : undefined;
      return bytes ? { ...content, blob: bytes.toString("base64") } : content;
    });
    return changed(archives, "resources/read", (result, { uri }) => {
      if (uri !== "skill://index.json") return result;
      const [index] = result.contents as Json[];
      return { ...result, contents: [{ ...index, text: withDigests(String(index!.text)) }] };
    });
  },
};
