import { ConnectionError } from "../connections/connection-error";
import { archiveFormat, unpack, unsafePath } from "./archive";
import { type FetchOptions, type HttpAnswer, request, sha256 } from "./fetch";
import { fileUrl, type IndexSkill, readIndex, type SiteIndex } from "./index-document";
import { EARLIER_PATH, INDEX_PATH, parseOrigin } from "./origin";

/**
 * A client of a well-known site (Agent Skills Discovery 0.2.0, and 0.1.0 where there is only that). Listing reads the
 * index and nothing else; a skill's files are fetched when it is opened, and only used once they match its digest.
 * Nothing is written to disk and nothing in a skill is ever run.
 */

export interface SiteOptions {
  /** Limit for one request, in milliseconds. Default 30,000. */
  timeoutMs?: number;
  /** Further origins that artifacts may come from; the site's own always may. */
  allowOrigins?: readonly string[];
}

export interface SiteListing extends SiteIndex {
  /** The URL that gave the index. */
  url: string;
}

/** The files of an opened skill by path; the bytes are those that were verified. */
export type SiteFiles = Map<string, Uint8Array>;

export const MAX_INDEX = 8 * 1024 * 1024;
export const MAX_ARTIFACT = 32 * 1024 * 1024;
export const DEFAULT_TIMEOUT = 30_000;
/** Opened skills kept by their digest. */
const MAX_KEPT = 64;

export class WellKnownSite {
  readonly origin: string;
  private readonly origins: ReadonlySet<string>;
  private readonly kept = new Map<string, SiteFiles>();
  private listing: { value: SiteListing; until: number } | undefined;

  /** @throws ConnectionError when the origin is none, or not HTTPS */
  constructor(
    origin: string,
    private readonly options: SiteOptions = {},
  ) {
    this.origin = parseOrigin(origin);
    this.origins = allowedOrigins(this.origin, options.allowOrigins);
  }

  /**
   * The skills by name and description, from the index alone. Kept for as long as the site's Cache-Control says.
   * @throws ConnectionError when there is no index
   */
  async list(signal: AbortSignal): Promise<SiteListing> {
    if (this.listing && Date.now() < this.listing.until) return this.listing.value;
    for (const path of [INDEX_PATH, EARLIER_PATH]) {
      const answer = await this.get(`${this.origin}${path}`, MAX_INDEX, signal);
      if (answer.status === 404 && path === INDEX_PATH) continue;
      if (answer.status !== 200) throw noIndex(answer.url, `it is answered with status ${answer.status}`);
      const json = parse(answer);
      if (json === undefined) throw noIndex(answer.url, "it is no JSON");
      const value = { ...readIndex(json, answer.url), url: answer.url };
      this.listing = { value, until: Date.now() + 1_000 * maxAge(answer.headers["cache-control"]) };
      return value;
    }
    throw noIndex(this.origin, `neither ${INDEX_PATH} nor ${EARLIER_PATH} is there`);
  }

  /**
   * Fetches a skill and verifies it. One whose digest was verified before is not fetched again.
   * @throws ConnectionError when it cannot be had, does not match its digest, or its archive is not safe to unpack
   */
  async open(skill: IndexSkill, signal: AbortSignal): Promise<SiteFiles> {
    if (skill.type === "files") return this.openFiles(skill, signal);
    if (!/^sha256:[0-9a-f]{64}$/.test(skill.digest ?? ""))
      throw refused(
        "no-digest",
        `The entry of ${skill.name} has no valid digest, so its content is not used.`,
      );
    const known = this.kept.get(skill.digest!);
    if (known) return known;
    const answer = await this.artifact(skill.url, signal);
    const digest = sha256(answer.bytes);
    if (digest !== skill.digest)
      throw refused(
        "digest-mismatch",
        `${answer.url} does not match the index: expected ${skill.digest}, got ${digest}. It is not used.`,
      );
    const files = skill.type === "skill-md" ? new Map([["SKILL.md", answer.bytes]]) : await filesOf(answer);
    if (this.kept.size >= MAX_KEPT) this.kept.delete(this.kept.keys().next().value!);
    this.kept.set(skill.digest!, files);
    return files;
  }

  /** 0.1.0 has no digests: SKILL.md when the skill is opened. */
  private async openFiles(skill: IndexSkill, signal: AbortSignal): Promise<SiteFiles> {
    return new Map([["SKILL.md", (await this.artifact(fileUrl(skill, "SKILL.md"), signal)).bytes]]);
  }

  private async artifact(url: string, signal: AbortSignal): Promise<HttpAnswer> {
    const answer = await this.get(url, MAX_ARTIFACT, signal);
    if (answer.status === 200) return answer;
    throw refused("not-found", `${url} is answered with status ${answer.status}.`);
  }

  private async get(url: string, maxBytes: number, signal: AbortSignal): Promise<HttpAnswer> {
    const settings: FetchOptions = {
      timeoutMs: this.options.timeoutMs ?? DEFAULT_TIMEOUT,
      signal,
      origins: this.origins,
    };
    const answer = await request("GET", url, maxBytes, settings);
    if (answer.kind === "answer") return answer;
    throw new ConnectionError({
      code: answer.problem,
      message: `${url} could not be fetched: ${answer.reason}.`,
      hint: "Check the address, and whether the site can be reached from this machine.",
    });
  }
}

/** The site's own origin and those that were allowed beside it. @throws ConnectionError for one that is no origin */
export function allowedOrigins(origin: string, more: readonly string[] = []): ReadonlySet<string> {
  return new Set([origin, ...more.map(parseOrigin)]);
}

/** The index as JSON; undefined when it is none. */
export function parse({ bytes }: HttpAnswer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}

/** Seconds for which an answer may be used again. */
function maxAge(header: string | undefined): number {
  if (header === undefined || /\bno-(?:store|cache)\b/i.test(header)) return 0;
  return Math.min(Number(/\bmax-age=(\d{1,9})/i.exec(header)?.[1] ?? 0), 86_400);
}

/** The files of an archive. @throws ConnectionError when it is not safe, or no skill */
async function filesOf(answer: HttpAnswer): Promise<SiteFiles> {
  const format = archiveFormat(answer.headers["content-type"], answer.url);
  if (!format) throw refused("bad-archive", `${answer.url} is neither a .tar.gz nor a .zip.`);
  const { entries, files, problem } = await unpack(answer.bytes, format);
  if (problem) throw refused("bad-archive", `${answer.url} cannot be unpacked: ${problem}.`);
  const bad = entries.find(({ name, kind }) => unsafePath(name) || kind === "link");
  if (bad)
    throw refused(
      "unsafe-archive",
      `${answer.url} has ${bad.kind === "link" ? "a link" : "a path that leads out of the folder"}: ${JSON.stringify(bad.name)}. It is not unpacked.`,
    );
  if (!files.some(({ path }) => path === "SKILL.md"))
    throw refused("bad-archive", `${answer.url} has no SKILL.md at its root.`);
  return new Map(files.map(({ path, bytes }) => [path, bytes]));
}

const noIndex = (url: string, why: string) =>
  new ConnectionError({
    code: "no-index",
    message: `There is no index of skills at ${url}: ${why}.`,
    hint: `A site publishes it at ${INDEX_PATH}.`,
  });

const refused = (code: string, message: string) =>
  new ConnectionError({ code, message, hint: "Tell whoever publishes the site; its check says more." });
