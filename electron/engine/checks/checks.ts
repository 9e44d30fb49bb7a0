import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CallInput, SkillBadge } from "../../../shared/contract";
import type { OtherServer } from "../../../shared/model/evidence";
import type { Finding } from "../../../shared/model/finding";
import type { Report } from "../../../shared/model/report";
import { ConnectionError, problemOf } from "../connections/connection-error";
import type { ClientIdentity } from "../connections/negotiate";
import type { EventHub } from "../events";
import { evidenceHeader, saveEvidence } from "../inspection/evidence-file";
import { ExchangeLog } from "../inspection/exchange-log";
import { type InspectOptions, inspectServer } from "../inspection/inspect";
import { inspectWellKnown } from "../inspection/inspect-well-known";
import type { LiveServer } from "../servers/live-server";

/** Runs checks for the UI: progress, findings and badges as they come, the report at the end. */
export class Checks {
  private readonly reports = new Map<string, Report>();
  private readonly evidences = new Map<
    string,
    { log: ExchangeLog; header: ReturnType<typeof evidenceHeader> }
  >();

  constructor(
    private readonly hub: EventHub,
    private readonly client: ClientIdentity,
    private readonly workerFile: string,
  ) {}

  /** The last report of a server. */
  report(serverId: string): Report | null {
    return this.reports.get(serverId) ?? null;
  }

  forget(serverId: string): void {
    this.reports.delete(serverId);
    this.evidences.get(serverId)?.log.close();
    this.evidences.delete(serverId);
  }

  /** The evidence of the last run as a file's bytes. */
  async evidence(serverId: string): Promise<Uint8Array | undefined> {
    const found = this.evidences.get(serverId);
    if (!found) return undefined;
    const folder = await mkdtemp(join(tmpdir(), "skill-inspector-"));
    try {
      const file = join(folder, "evidence");
      await saveEvidence(file, found.header, found.log.saved());
      return await readFile(file);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  close(): void {
    for (const { log } of this.evidences.values()) log.close();
  }

  /**
   * @param all every server of the app: rules that look across servers take the lists of the connected ones
   * @throws ConnectionError when the server is not connected, or the run failed
   */
  async run(
    server: LiveServer,
    input: CallInput<"checks.run">,
    signal: AbortSignal,
    all: readonly LiveServer[],
  ): Promise<Report> {
    const { serverId } = server.config;
    const connection = server.connection;
    if (!connection) {
      throw new ConnectionError({
        code: "disconnected",
        message: "The server is not connected.",
        hint: "Connect it, then check again.",
      });
    }
    const log = new ExchangeLog();
    this.evidences.get(serverId)?.log.close();
    const progress = { serverId, op: input.op, skillsDone: 0, skillsTotal: 0, requests: 0 };
    const reason = new AbortController();
    signal.addEventListener("abort", () => reason.abort("the run was cancelled"), { once: true });
    this.hub.emit("badges", { serverId, reset: true, badges: [] });
    try {
      const { transport, label } = server.config;
      const options: InspectOptions = {
        profiles: input.profiles,
        probes: input.probes ?? true,
        signal: reason.signal,
        client: this.client,
        workerFile: this.workerFile,
        others: othersOf(server, all),
        onProgress: (state) => this.hub.emit("check", Object.assign(progress, state)),
        onSkill: (uri, findings) =>
          this.hub.emit("badges", { serverId, reset: false, badges: [badge(uri, findings, false)] }),
      };
      // A web site is judged by what it serves, not by how this app puts it into MCP; it has no evidence to save.
      const isSite = transport.kind === "well-known";
      const report = isSite
        ? await inspectWellKnown(transport.url, label, options)
        : await inspectServer(
            connection,
            (inner) => server.openFresh(inner, log.nextId),
            { label, kind: transport.kind },
            log,
            options,
          );
      this.reports.set(serverId, report);
      this.evidences.delete(serverId);
      if (isSite) log.close();
      else this.evidences.set(serverId, { log, header: evidenceHeader(connection, report) });
      this.hub.emit("badges", { serverId, reset: true, badges: finalBadges(server, report) });
      this.hub.emit("findings", { serverId, findings: report.findings, rules: report.rules });
      this.hub.emit("check", { ...progress, phase: report.incomplete ? "cancelled" : "done" });
      return report;
    } catch (error) {
      log.close();
      this.hub.emit("check", { ...progress, phase: "failed", problem: problemOf(error) });
      throw error;
    }
  }
}

/** What the other connected servers list. */
function othersOf(server: LiveServer, all: readonly LiveServer[]): OtherServer[] {
  return all
    .filter((other) => other !== server && other.connection !== undefined)
    .map((other) => ({
      label: other.config.label,
      skills: [...other.skills.values()].map(({ name, uri }) => ({ name, uri })),
    }));
}

/** Badges of every skill of a finished run: counts from the report itself, so that they never contradict it. */
function finalBadges(server: LiveServer, report: Report): SkillBadge[] {
  const bySkill = new Map<string, Finding[]>();
  for (const finding of report.findings) {
    const skill = finding.subject.skill;
    if (skill === undefined) continue;
    const list = bySkill.get(skill);
    if (list) list.push(finding);
    else bySkill.set(skill, [finding]);
  }
  return [...server.skills.keys()].map((uri) =>
    badge(uri, bySkill.get(uri) ?? [], report.incomplete === undefined),
  );
}

function badge(uri: string, findings: Finding[], checked: boolean): SkillBadge {
  const count = (severity: string) => findings.filter((finding) => finding.severity === severity).length;
  return { uri, errors: count("error"), warnings: count("warning"), checked };
}
