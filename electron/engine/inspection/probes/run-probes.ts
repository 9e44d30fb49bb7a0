import type { Exchange, ServerEvidence, SkillBrief } from "../../../../shared/model/evidence";
import { probesByProfile } from "../../../../shared/rules/all-probes";
import {
  MAX_PROBE_REQUESTS,
  nextCursor,
  type Probe,
  type ProbeContext,
  type ProbeRequest,
  probedSkills as probed,
} from "../../../../shared/rules/probe";
import { conventionProfiles } from "../../../../shared/rules/profiles";
import type { Connection } from "../../connections/connection";
import type { ExchangeLog } from "../exchange-log";
import { plain } from "../plain";

/** A server that leaves so many requests in a row unanswered is not asked further. */
const MAX_SILENT = 3;

export interface ProbeRunOptions {
  /** Opens a further connection, for probes that must not share one. */
  fresh: (signal: AbortSignal) => Promise<Connection>;
  log: ExchangeLog;
  signal: AbortSignal;
  /** Profiles that the user asked for by name: their probes outside the protocol are sent too. */
  asked?: readonly string[];
}

/** URIs of the skills that probes are made about: they are judged only when the probes are in. */
export function probedSkills(server: ServerEvidence, skills: readonly SkillBrief[]): Set<string> {
  return new Set(probed({ server, skills }).map((brief) => brief.uri));
}

/**
 * Sends the probes one after another: deliberate odd requests that only read (DESIGN section 5).
 * @returns their exchanges, each with purpose `probe:<id>`, and why they were not all made. Ends early, with what it
 * has, when the signal aborts.
 */
export async function runProbes(
  first: Connection,
  server: ServerEvidence,
  skills: readonly SkillBrief[],
  options: ProbeRunOptions,
): Promise<{ exchanges: Exchange[]; stopped?: string }> {
  const context: ProbeContext = { server, skills };
  const exchanges: Exchange[] = [];
  const run = new ProbeRun(first, options);
  try {
    for (const { profile, probes } of [...probesByProfile, ...conventionProbes(server)]) {
      for (const probe of probes) {
        if (options.signal.aborted) break;
        if (probe.forced && !options.asked?.includes(profile)) continue;
        if (probe.when(context)) exchanges.push(...(await run.probe(probe, context)));
      }
    }
  } finally {
    await run.close();
  }
  return { exchanges, ...(run.stopped ? { stopped: run.stopped } : {}) };
}

/** Probes of the conventions that were recognised or asked for. */
function conventionProbes(server: ServerEvidence): { profile: string; probes: readonly Probe[] }[] {
  const found = conventionProfiles.filter(({ profile }) => server.conventions.includes(profile.id));
  return found.map(({ profile, probes }) => ({ profile: profile.id, probes: probes ?? [] }));
}

class ProbeRun {
  private readonly opened: Connection[] = [];
  /** Requests in a row that were not answered. */
  private silent = 0;
  /** A server of both eras may have taken a request for another era: what follows needs a new connection. */
  private spent = false;

  constructor(
    private connection: Connection,
    private readonly options: ProbeRunOptions,
  ) {}

  get stopped(): string | undefined {
    return this.silent >= MAX_SILENT
      ? `the server left ${MAX_SILENT} requests in a row unanswered`
      : undefined;
  }

  async probe(probe: Probe, context: ProbeContext): Promise<Exchange[]> {
    const answers: Exchange[] = [];
    if (this.spent) await this.reconnect();
    for (
      let requests = probe.next(context, answers);
      requests.length > 0;
      requests = probe.next(context, answers)
    ) {
      for (const request of requests) {
        if (this.stopped) return answers;
        if (answers.length >= MAX_PROBE_REQUESTS || this.options.signal.aborted) return answers;
        answers.push(...(await this.send(probe, request)));
      }
    }
    return answers;
  }

  /** Closes the connections it opened itself. */
  async close(): Promise<void> {
    await Promise.all(this.opened.map((connection) => connection.close()));
  }

  private async reconnect(): Promise<void> {
    this.connection = await this.options.fresh(this.options.signal);
    this.opened.push(this.connection);
    this.options.log.add(this.connection.handshake);
    this.spent = false;
  }

  private async send(probe: Probe, request: ProbeRequest): Promise<Exchange[]> {
    if (request.reconnect) await this.reconnect();
    if (request.omitMeta || request.method === "initialize") this.spent = true;
    const pages: Exchange[] = [];
    let params = request.params;
    for (let page = 0; page < (request.pages ?? 1); page++) {
      const exchange = await this.connection.request(request.method, params, {
        purpose: `probe:${probe.id}`,
        signal: this.options.signal,
        ...(request.omitMeta ? { omitMeta: request.omitMeta } : {}),
      });
      this.options.log.add(exchange);
      const silent = exchange.outcome.kind === "none" && exchange.outcome.problem !== "cancelled";
      this.silent = silent ? this.silent + 1 : 0;
      pages.push({
        ...plain(exchange),
        ...(request.about === undefined ? {} : { about: request.about }),
        ...(request.tag === undefined ? {} : { tag: request.tag }),
      });
      const cursor = nextCursor(exchange);
      if (cursor === undefined) break;
      params = { ...request.params, cursor };
    }
    return pages;
  }
}
