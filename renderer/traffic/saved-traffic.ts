import { z } from "zod";
import type { TrafficMessage, TrafficRow } from "../../shared/model/traffic";
import type { TrafficLog } from "../state/traffic-log";

/** Traffic out of a file, for looking at. Never mixed with the live one. */
export interface LoadedTraffic {
  name: string;
  log: TrafficLog;
  messages: ReadonlyMap<number, TrafficMessage>;
  /** Server names by id, as they were when it was saved. */
  labels: ReadonlyMap<string, string>;
}

const line = z.object({
  seq: z.number().int(),
  serverId: z.string(),
  server: z.string().optional(),
  at: z.number(),
  direction: z.enum(["out", "in"]),
  kind: z.enum(["request", "response", "error", "notification", "noise", "stderr", "transport"]),
  method: z.string().optional(),
  id: z.string().optional(),
  pair: z.number().int().optional(),
  durationMs: z.number().optional(),
  bytes: z.number(),
  preview: z.string(),
  cut: z.boolean().optional(),
  httpStatus: z.number().optional(),
  errorCode: z.number().optional(),
  purpose: z.string().optional(),
  raw: z.string(),
  headers: z.record(z.string(), z.string()).optional(),
});

/** One message a line (NDJSON), each with the name its server has now. Secrets are masked in messages already. */
export function writeTraffic(
  messages: readonly TrafficMessage[],
  labelOf: (serverId: string) => string | undefined,
): string {
  return messages
    .map((message) => `${JSON.stringify({ ...message, server: labelOf(message.serverId) })}\n`)
    .join("");
}

/**
 * Reads a file that `writeTraffic` made.
 * @throws Error that names the first line that is no message of it
 */
export function readTraffic(name: string, text: string): LoadedTraffic {
  const messages = new Map<number, TrafficMessage>();
  const labels = new Map<string, string>();
  for (const [at, written] of text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .entries()) {
    if (written.trim() === "") continue;
    const { server, ...message } = lineOf(written, at + 1);
    messages.set(message.seq, message);
    if (server !== undefined) labels.set(message.serverId, server);
  }
  if (messages.size === 0) throw new Error("The file holds no messages.");
  const sorted = [...messages.values()].sort((a, b) => a.seq - b.seq);
  const rows = sorted.map(({ raw: _raw, headers: _headers, ...row }): TrafficRow => row);
  const log: TrafficLog = {
    rows,
    bySeq: new Map(rows.map((row) => [row.seq, row])),
    droppedHere: 0,
    droppedAtHost: 0,
    version: 0,
  };
  return { name, log, messages, labels };
}

function lineOf(written: string, number: number): z.infer<typeof line> {
  let value: unknown;
  try {
    value = JSON.parse(written);
  } catch {
    throw new Error(`Line ${number} is no JSON.`);
  }
  const read = line.safeParse(value);
  if (read.success) return read.data;
  const issue = read.error.issues[0]!;
  const field = issue.path.join(".");
  throw new Error(`Line ${number} is no saved message: ${field === "" ? "" : `${field}: `}${issue.message}.`);
}
