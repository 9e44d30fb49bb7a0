import type { Exchange, ServerEvidence, SkillBrief } from "../../../../shared/model/evidence";
import type { Connection } from "../../connections/connection";
import type { ExchangeLog } from "../exchange-log";

/** URIs of the skills that probes are made about: they are judged only when the probes are in. */
export function probedSkills(_server: ServerEvidence, _briefs: SkillBrief[]): Set<string> {
  return new Set();
}

/** Sends the probes one after another: deliberate odd requests that only read (DESIGN section 5). */
export async function runProbes(
  _connection: Connection,
  _server: ServerEvidence,
  _briefs: SkillBrief[],
  _log: ExchangeLog,
  _signal: AbortSignal,
): Promise<Exchange[]> {
  return [];
}
