import type { Exchange } from "../../../shared/model/evidence";
import {
  PURPOSE,
  type SiteFacts,
  type SiteTag,
} from "../../../shared/rules/well-known-agent-skills-0.2.0/facts";
import type { ExchangeLog } from "../inspection/exchange-log";
import { archiveFormat, type UnpackedFile, unpack } from "./archive";
import { type FetchOptions, type HttpAnswer, request, sha256 } from "./fetch";
import type { IndexSkill } from "./index-document";
import { allowedOrigins, DEFAULT_TIMEOUT, MAX_ARTIFACT, MAX_INDEX, parse, type SiteOptions } from "./site";

/** Requests to a site, each kept as an exchange: what rules look at and findings show. */

export interface Taken {
  exchange: Exchange;
  /** Absent when there was no answer. */
  answer?: HttpAnswer;
  /** The body as JSON, for indexes. */
  json?: unknown;
  /** The files of an archive. */
  files?: UnpackedFile[];
}

export class SiteRecorder {
  readonly exchanges: Exchange[] = [];
  private readonly fetchOptions: FetchOptions;
  private readonly artifacts = new Map<string, Promise<Taken>>();
  private readonly heads = new Set<string>();

  /** @throws ConnectionError when an allowed origin is none */
  constructor(
    origin: string,
    options: SiteOptions & { signal: AbortSignal },
    private readonly log: ExchangeLog,
  ) {
    this.fetchOptions = {
      timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT,
      signal: options.signal,
      origins: allowedOrigins(origin, options.allowOrigins),
    };
  }

  get(url: string, tag: SiteTag, about?: string): Promise<Taken> {
    const isIndex = tag === "index" || tag === "earlier-index";
    return this.send("GET", url, tag, about, isIndex ? MAX_INDEX : MAX_ARTIFACT, async (answer) => {
      const json = isIndex ? parse(answer) : undefined;
      return json === undefined ? {} : { json };
    });
  }

  /** The artifact of an entry, fetched once however many entries name it. */
  artifact(skill: IndexSkill, about: string): Promise<Taken> {
    const key = `${skill.type} ${skill.url}`;
    const known = this.artifacts.get(key);
    if (known) return known;
    const taken = this.send("GET", skill.url, "artifact", about, MAX_ARTIFACT, async (answer) => {
      if (skill.type !== "archive" || answer.status !== 200) return {};
      const format = archiveFormat(answer.headers["content-type"], answer.url);
      if (!format) return {};
      const { files, ...archive } = await unpack(answer.bytes, format);
      return { archive, files };
    });
    this.artifacts.set(key, taken);
    return taken;
  }

  async head(url: string, tag: SiteTag): Promise<void> {
    if (this.heads.has(url)) return;
    this.heads.add(url);
    await this.send("HEAD", url, tag, undefined, 0, async () => ({}));
  }

  private async send(
    method: "GET" | "HEAD",
    url: string,
    tag: SiteTag,
    about: string | undefined,
    maxBytes: number,
    look: (answer: HttpAnswer) => Promise<Pick<SiteFacts, "json" | "archive"> & { files?: UnpackedFile[] }>,
  ): Promise<Taken> {
    const id = this.log.nextId();
    const startedAt = Date.now();
    const begun = performance.now();
    const answer = await request(method, url, maxBytes, this.fetchOptions);
    const durationMs = performance.now() - begun;
    const kept = { id, method, params: { url }, purpose: PURPOSE, tag, startedAt, durationMs };
    const base = about === undefined ? kept : { ...kept, about };
    if (answer.kind === "none") return this.keep({ ...base, outcome: answer });
    const { files, ...seen } = await look(answer);
    const facts: SiteFacts = {
      url: answer.url,
      redirects: answer.redirects,
      size: answer.bytes.length,
      ...(method === "GET" ? { digest: sha256(answer.bytes) } : {}),
      ...seen,
    };
    const exchange: Exchange = {
      ...base,
      outcome: { kind: "result", result: facts },
      httpStatus: answer.status,
      headers: answer.headers,
    };
    return {
      ...this.keep(exchange),
      answer,
      ...(files ? { files } : {}),
      ...("json" in seen ? { json: seen.json } : {}),
    };
  }

  private keep(exchange: Exchange): Taken {
    this.exchanges.push(exchange);
    const { outcome, headers, httpStatus } = exchange;
    const raw =
      outcome.kind === "result"
        ? JSON.stringify({ result: { status: httpStatus, headers, ...(outcome.result as object) } })
        : undefined;
    this.log.add({ ...exchange, seq: 0, ...(raw === undefined ? {} : { rawAnswer: raw }) });
    return { exchange };
  }
}
