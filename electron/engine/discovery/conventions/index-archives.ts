import type { ManifestFile, SkillDetail } from "../../../../shared/model/skill";
import { encodeSegment, skillRoot } from "../../../../shared/uri/skill-uri";
import { ConnectionError } from "../../connections/connection-error";
import { decodeContents, digestOf, mainContent } from "../../servers/contents";
import { mimeOfName } from "../../skill-server/scan/mime";
import { type ArchiveFormat, type Unpacked, unpack, unsafePath } from "../../well-known/archive";
import { type Asker, stringOf } from "../ask";
import { objectOf } from "../entry";
import type { FileAnswer } from "./convention";

/** Skills that an index offers as one archive only: unpacked in memory when they are opened, never onto disk. */

export interface Source {
  uri: string;
  digest?: string;
  /** Absent where only the media type of the answer tells. */
  format?: ArchiveFormat;
}

interface Archive {
  files: ReadonlyMap<string, Uint8Array>;
  /** Whether the bytes of the archive agreed with the digest in the index. */
  verified: boolean;
  answerSeq?: number;
}

/** The limit of the extension for one skill, in bytes. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Archives kept unpacked; the oldest goes first. */
const MAX_KEPT = 16;

/** By the entry as received, which is another object after each listing. */
const kept = new Map<unknown, Promise<Archive>>();

/** Where an entry without a SKILL.md of its own has its archive (draft: `type` archive, or `archives`). */
export function archiveSource(entry: Record<string, unknown>): Source | undefined {
  const own = entry.type === "archive";
  if (!own && stringOf(entry, "url") !== undefined) return undefined;
  const offered = own ? [entry] : Array.isArray(entry.archives) ? entry.archives.map(objectOf) : [];
  for (const each of offered) {
    const uri = stringOf(each, "url");
    const format = uri === undefined ? undefined : formatOf(uri, stringOf(each, "mimeType"));
    const digest = stringOf(each, "digest");
    if (uri !== undefined && format) return { uri, format, ...(digest === undefined ? {} : { digest }) };
  }
  return undefined;
}

function formatOf(uri: string, mimeType: string | undefined): ArchiveFormat | undefined {
  if (mimeType === "application/zip" || /\.zip$/i.test(uri)) return "zip";
  return mimeType === "application/gzip" || /\.(?:tar\.gz|tgz)$/i.test(uri) ? "tar.gz" : undefined;
}

/**
 * The URI of the SKILL.md that a client makes of an archive: below the archive's own URI without its ending, or below
 * the skill's name where an entry has only `archives`.
 */
export function unpackedUri(
  entry: Record<string, unknown>,
  { uri }: Source,
  name: string | undefined,
): string {
  if (entry.type === "archive" || name === undefined) {
    return `${uri.replace(/\.(?:tar\.gz|tgz|zip)$/i, "")}/SKILL.md`;
  }
  return `skill://${encodeSegment(name)}/SKILL.md`;
}

/**
 * The files in a skill's archive. They have digests where that of the archive agreed with the index.
 * @throws ConnectionError when it cannot be had, is another than the index says, or is not safe to unpack
 */
export async function archivedFiles(skill: SkillDetail, source: Source, ask: Asker): Promise<ManifestFile[]> {
  const { files, verified } = await opened(skill, source, ask);
  const root = skillRoot(skill.uri)!;
  return [...files].map(([path, bytes]) => ({
    uri: `${root}/${path.split("/").map(encodeSegment).join("/")}`,
    path,
    size: bytes.length,
    ...(verified ? { digest: digestOf(bytes) } : {}),
  }));
}

/** A file of the archive, as if it were read by its URI; undefined for what lies elsewhere. @throws as above */
export async function readArchived(
  skill: SkillDetail,
  source: Source,
  uri: string,
  ask: Asker,
): Promise<FileAnswer | undefined> {
  const root = `${skillRoot(skill.uri)}/`;
  if (!uri.startsWith(root)) return undefined;
  const { files, answerSeq } = await opened(skill, source, ask);
  const found = [...files].find(
    ([path]) => path.split("/").map(encodeSegment).join("/") === uri.slice(root.length),
  );
  if (!found) {
    throw new ConnectionError({
      code: "not-in-archive",
      message: `${source.uri} holds no ${uri.slice(root.length)}.`,
      hint: "The skill comes as one archive; its files are listed under Files.",
    });
  }
  const [path, bytes] = found;
  const mimeType = mimeOfName(path);
  const blob = Buffer.from(bytes).toString("base64");
  const content = { uri, blob, ...(mimeType === undefined ? {} : { mimeType }) };
  return { uri, result: { contents: [content] }, ...(answerSeq === undefined ? {} : { answerSeq }) };
}

function opened(skill: SkillDetail, source: Source, ask: Asker): Promise<Archive> {
  const known = kept.get(skill.rawEntry);
  if (known) return known;
  if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value);
  const archive = fetched(source, ask);
  kept.set(skill.rawEntry, archive);
  // A failed attempt is no answer: the next opening asks again.
  archive.catch(() => kept.delete(skill.rawEntry));
  return archive;
}

async function fetched({ uri, digest, format }: Source, ask: Asker): Promise<Archive> {
  const { connection, signal, purpose } = ask;
  const { result, exchange } = await connection.call("resources/read", { uri }, { signal, purpose });
  const content = mainContent(decodeContents(result, uri), uri);
  if (!content) throw refused(uri, "was answered without any content");
  const actual = digestOf(content.bytes);
  if (digest !== undefined && digest !== actual)
    throw refused(uri, `has another SHA-256 than the index says: expected ${digest}, got ${actual}`);
  const packedAs = format ?? formatOf(uri, content.mimeType);
  if (!packedAs) throw refused(uri, "is neither a .tar.gz nor a .zip");
  const unpacked = await unpack(content.bytes, packedAs, MAX_BYTES);
  return {
    files: filesOf(uri, unpacked),
    verified: digest !== undefined,
    ...(exchange.answerSeq === undefined ? {} : { answerSeq: exchange.answerSeq }),
  };
}

function filesOf(uri: string, { entries, files, problem }: Unpacked): ReadonlyMap<string, Uint8Array> {
  if (problem) throw refused(uri, `cannot be unpacked: ${problem}`);
  const bad = entries.find(({ name, kind }) => unsafePath(name) || kind === "link");
  if (bad) {
    const what = bad.kind === "link" ? "a link" : "a path that leads out of the folder";
    throw refused(uri, `has ${what}: ${JSON.stringify(bad.name)}`);
  }
  if (!files.some(({ path }) => path === "SKILL.md")) throw refused(uri, "has no SKILL.md at its root");
  return new Map(files.map(({ path, bytes }) => [path, bytes]));
}

const refused = (uri: string, why: string) =>
  new ConnectionError({
    code: "bad-archive",
    message: `The archive ${uri} ${why}. It is not unpacked.`,
    hint: "Its bytes can still be looked at under Resources.",
  });
