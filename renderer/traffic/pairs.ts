import type { TrafficKind, TrafficRow } from "../../shared/model/traffic";
import type { TrafficLog } from "../state/traffic-log";

/** One line of the list: a request with its answer, or a message that has no partner. */
export interface Line {
  row: TrafficRow;
  answer?: TrafficRow;
}

export type KindFilter = "all" | "errors" | "requests" | "notifications" | "output";

export interface TrafficFilter {
  serverId?: string;
  kind: KindFilter;
  text: string;
}

const KINDS: Record<Exclude<KindFilter, "all" | "errors">, readonly TrafficKind[]> = {
  requests: ["request", "response", "error"],
  notifications: ["notification"],
  output: ["noise", "stderr", "transport"],
};

/** Lines that pass the filter, oldest first. An answer whose request is held belongs to the request's line. */
export function linesOf(log: TrafficLog, filter: TrafficFilter): Line[] {
  const lines: Line[] = [];
  const text = filter.text.trim().toLowerCase();
  for (const row of log.rows) {
    if (filter.serverId !== undefined && row.serverId !== filter.serverId) continue;
    const partner = row.pair === undefined ? undefined : log.bySeq.get(row.pair);
    const isAnswer = row.kind === "response" || row.kind === "error";
    if (isAnswer && partner) continue;
    const line: Line = partner && !isAnswer ? { row, answer: partner } : { row };
    if (!passes(line, filter.kind)) continue;
    if (text !== "" && !holds(row, text) && !(line.answer && holds(line.answer, text))) continue;
    lines.push(line);
  }
  return lines;
}

function passes({ row, answer }: Line, kind: KindFilter): boolean {
  if (kind === "all") return true;
  if (kind === "errors") return isBad(row) || (answer !== undefined && isBad(answer));
  return KINDS[kind].includes(row.kind);
}

/** A message that tells of something wrong. */
export function isBad({ kind, httpStatus }: TrafficRow): boolean {
  return kind === "error" || kind === "noise" || (httpStatus !== undefined && httpStatus >= 400);
}

function holds(row: TrafficRow, text: string): boolean {
  return (
    (row.method?.toLowerCase().includes(text) ?? false) ||
    row.preview.toLowerCase().includes(text) ||
    row.id === text ||
    (row.purpose?.toLowerCase().includes(text) ?? false) ||
    String(row.errorCode ?? "") === text
  );
}
