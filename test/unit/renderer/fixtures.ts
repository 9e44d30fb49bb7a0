import type { Finding, Severity } from "../../../shared/model/finding";
import type { ServerState } from "../../../shared/model/server";
import type { SkillSummary } from "../../../shared/model/skill";
import type { TrafficRow } from "../../../shared/model/traffic";

export function skill(uri: string, more: Partial<SkillSummary> = {}): SkillSummary {
  const name =
    uri
      .replace(/\/SKILL\.md$/, "")
      .split("/")
      .at(-1) ?? "";
  return {
    uri,
    name,
    description: `About ${name}.`,
    convention: "sep-2640",
    provenance: "skills/list",
    ...more,
  };
}

export function server(serverId: string, more: Partial<ServerState> = {}): ServerState {
  return {
    config: {
      serverId,
      label: serverId,
      transport: { kind: "builtin" },
      era: "auto",
      timeoutMs: 30_000,
      autoConnect: true,
    },
    status: "connected",
    notes: [],
    completions: false,
    counts: { skills: 0, templates: 0, resources: 0 },
    listing: "complete",
    ...more,
  };
}

export function traffic(seq: number, more: Partial<TrafficRow> = {}): TrafficRow {
  return { seq, serverId: "a", at: seq, direction: "out", kind: "request", bytes: 10, preview: "", ...more };
}

export function finding(rule: string, severity: Severity, more: Partial<Finding> = {}): Finding {
  return {
    rule,
    profile: "p",
    level: severity === "error" ? "MUST" : severity === "warning" ? "SHOULD" : "MAY",
    severity,
    outcome: "fail",
    subject: { kind: "server" },
    message: `${rule} is broken`,
    fix: "Mend it.",
    specUrl: "https://example.com/spec",
    fingerprint: `${rule}-${more.subject?.skill ?? ""}`,
    evidence: [],
    ...more,
  };
}
