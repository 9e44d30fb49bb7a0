import { randomUUID } from "node:crypto";
import type { OpenedFile, OpenedSkillFile } from "../../../shared/contract";
import type { SkillDetail } from "../../../shared/model/skill";
import { compareFrontmatter } from "../../../shared/skill-file/compare";
import { parseFrontmatter } from "../../../shared/skill-file/frontmatter";
import { ConnectionError } from "../connections/connection-error";
import { discoveryConvention } from "../discovery/conventions";
import { type DecodedContent, decodeContents, digestOf, mainContent } from "./contents";
import type { LiveServer } from "./live-server";
import { openedSkill } from "./opened-skill";
import { readFile } from "./read-file";
import { verify } from "./verify";

const UNCANCELLED = new AbortController().signal;

/** Bytes kept for the UI, in all. */
const KEPT_BYTES = 256 * 1024 * 1024;

/** Opens files for the user and keeps their bytes behind handles, the oldest leaving first. */
export class Files {
  private readonly kept = new Map<string, { serverId: string; key: string; bytes: Uint8Array }>();
  private size = 0;

  /** The bytes behind a handle, or undefined when they are no longer kept. */
  bytes(handle: string): Uint8Array | undefined {
    return this.kept.get(handle)?.bytes;
  }

  /** Keeps bytes made for the UI, e.g. a file to save. @returns their handle */
  keepFor(serverId: string, key: string, bytes: Uint8Array): string {
    return this.keep(serverId, ` ${key}`, bytes);
  }

  /** Forgets everything of one server. */
  forget(serverId: string): void {
    for (const [handle, entry] of this.kept) if (entry.serverId === serverId) this.drop(handle);
  }

  /**
   * Reads one file of a server, which is the user's act, and compares it with its entry.
   * @throws ConnectionError with the server's words when it cannot be read
   */
  async open(
    server: LiveServer,
    asked: string,
    skillUri: string | undefined,
    signal: AbortSignal,
  ): Promise<OpenedSkillFile> {
    const connection = server.connection;
    if (!connection) {
      throw new ConnectionError({
        code: "disconnected",
        message: "The server is not connected.",
        hint: "Connect it, then open the file again.",
      });
    }
    const listed = skillUri === undefined ? ownerOf(server.skills, asked) : server.skills.get(skillUri);
    // Where the digests stand elsewhere than in the listing they are fetched beside the file: without them it would
    // be called unverifiable. They belong to the skill, so that one reader who turns away does not end that.
    const [{ uri, result, answerSeq }, skill] = await Promise.all([
      readFile(connection, listed, asked, signal),
      listed && openedSkill(server, listed, UNCANCELLED),
    ]);
    const contents = decodeContents(result, uri);
    const main = mainContent(contents, uri);
    if (!main) {
      throw new ConnectionError({
        code: "empty-answer",
        message: "The server answered without any content.",
        hint: "A resources/read result holds at least one element with text or blob; look at the traffic.",
      });
    }
    const file = this.opened(server.config.serverId, uri, main, skill);
    const also = contents
      .filter((content) => content !== main)
      .map((content) => ({
        uri: content.uri,
        ...mime(content),
        size: content.bytes.length,
        handle: this.keep(server.config.serverId, `${uri} ${content.uri}`, content.bytes),
      }));
    const opened: OpenedSkillFile = { ...file, also, exchangeSeq: answerSeq };
    if (!file.textual || !holdsFrontmatter(skill, uri)) return opened;
    const frontmatter = parseFrontmatter(new TextDecoder("utf-8", { ignoreBOM: true }).decode(main.bytes));
    opened.frontmatter = frontmatter;
    if (skill?.uri === uri && statesFrontmatter(skill) && frontmatter.data) {
      opened.frontmatterDiff = compareFrontmatter(skill.frontmatter, frontmatter.data);
    }
    return opened;
  }

  private opened(
    serverId: string,
    uri: string,
    content: DecodedContent,
    skill: SkillDetail | undefined,
  ): OpenedFile {
    const digest = digestOf(content.bytes);
    return {
      serverId,
      uri,
      ...(skill ? { skillUri: skill.uri } : {}),
      ...mime(content),
      size: content.bytes.length,
      digest,
      sent: content.sent,
      textual: isTextual(content.bytes),
      handle: this.keep(serverId, uri, content.bytes),
      verdict: verify(skill, uri, content.bytes.length, digest),
      also: [],
    };
  }

  private keep(serverId: string, key: string, bytes: Uint8Array): string {
    for (const [handle, entry] of this.kept) {
      if (entry.serverId === serverId && entry.key === key) this.drop(handle);
    }
    const handle = randomUUID();
    this.kept.set(handle, { serverId, key, bytes });
    this.size += bytes.length;
    for (const oldest of this.kept.keys()) {
      if (this.size <= KEPT_BYTES || oldest === handle) break;
      this.drop(oldest);
    }
    return handle;
  }

  private drop(handle: string): void {
    this.size -= this.kept.get(handle)?.bytes.length ?? 0;
    this.kept.delete(handle);
  }
}

/** The listed skill whose directory holds a URI most closely, or that has it for its own. */
export function ownerOf(skills: ReadonlyMap<string, SkillDetail>, uri: string): SkillDetail | undefined {
  const own = skills.get(uri);
  if (own) return own;
  for (let at = uri.lastIndexOf("/"); at > 0; at = uri.lastIndexOf("/", at - 1)) {
    const above = uri.slice(0, at);
    // The last two are the documents of earlier conventions that have no SKILL.md of that name.
    const skill = skills.get(`${above}/SKILL.md`) ?? skills.get(above) ?? skills.get(`${above}/document`);
    if (skill) return skill;
  }
  return undefined;
}

/** Whether a file should begin with frontmatter: a SKILL.md, or what an earlier convention has in its place. */
function holdsFrontmatter(skill: SkillDetail | undefined, uri: string): boolean {
  const main = skill?.uri === uri;
  if (main && discoveryConvention(skill.convention)?.frontmatter === false) return false;
  return main || /\/SKILL\.md$/i.test(uri);
}

/** Whether a skill's entry states its frontmatter, which the file must then agree with. */
export function statesFrontmatter({ convention, manifest, frontmatter }: SkillDetail): boolean {
  if (convention !== "sep-2640" && convention !== "sep-2640-v1-draft")
    return Object.keys(frontmatter).length > 0;
  return manifest.kind !== "unknown";
}

function mime(content: DecodedContent): { mimeType?: string } {
  return content.mimeType === undefined ? {} : { mimeType: content.mimeType };
}

/** UTF-8 without NUL: worth showing as text. */
function isTextual(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
