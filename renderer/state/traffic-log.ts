import type { TrafficRow } from "../../shared/model/traffic";

/** Rows of traffic, oldest first, bounded. `rows` and `bySeq` are shared between versions. */
export interface TrafficLog {
  readonly rows: TrafficRow[];
  readonly bySeq: Map<number, TrafficRow>;
  /** Rows that were let go here, and (in all) at the host. */
  readonly droppedHere: number;
  readonly droppedAtHost: number;
  readonly version: number;
}

export const EMPTY_TRAFFIC: TrafficLog = {
  rows: [],
  bySeq: new Map(),
  droppedHere: 0,
  droppedAtHost: 0,
  version: 0,
};

/**
 * Appends rows and drops the oldest past `limit`. A response gives its request the pair, so either finds the other.
 * Rows already held (a page and an event can overlap) are skipped.
 */
export function withTraffic(
  log: TrafficLog,
  added: TrafficRow[],
  dropped: number,
  limit: number,
): TrafficLog {
  const { rows, bySeq } = log;
  for (const row of added) {
    const held = bySeq.get(row.seq);
    if (held) {
      if (row.pair !== undefined) held.pair = row.pair;
      continue;
    }
    // A page of older rows can arrive after newer events: keep the order by seq.
    if (rows.length > 0 && row.seq < rows[rows.length - 1]!.seq)
      rows.splice(lowerBound(rows, row.seq), 0, row);
    else rows.push(row);
    bySeq.set(row.seq, row);
    if (row.direction === "in" && row.pair !== undefined) {
      const request = bySeq.get(row.pair);
      if (request) request.pair = row.seq;
    }
  }
  let local = log.droppedHere;
  // Dropping in blocks keeps the cost of a shift off every batch.
  if (rows.length > limit + Math.ceil(limit / 10)) {
    const old = rows.splice(0, rows.length - limit);
    for (const row of old) bySeq.delete(row.seq);
    local += old.length;
  }
  const atHost = Math.max(log.droppedAtHost, dropped);
  return { rows, bySeq, droppedHere: local, droppedAtHost: atHost, version: log.version + 1 };
}

/** Index of the first row whose seq is not below `seq`. */
export function lowerBound(rows: readonly TrafficRow[], seq: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle]!.seq < seq) low = middle + 1;
    else high = middle;
  }
  return low;
}
