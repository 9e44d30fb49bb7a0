import type { TrafficMessage } from "../../shared/model/traffic";
import { asHostError, type Host } from "../client/host";
import type { Line } from "./pairs";

/** More than this is not put into one file. */
export const MOST_SAVED = 20_000;
const AT_ONCE = 16;

export interface Collected {
  messages: TrafficMessage[];
  /** Messages the host no longer holds. */
  gone: number;
  /** Older messages left out since there were more than one file takes. */
  over: number;
}

/**
 * The whole messages behind lines, oldest first.
 * @param onProgress told of messages fetched and in all
 * @throws HostError when the host fails other than by having let a message go
 */
export async function collect(
  host: Host,
  lines: readonly Line[],
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<Collected> {
  const all = lines.flatMap(({ row, answer }) => (answer ? [row.seq, answer.seq] : [row.seq]));
  all.sort((a, b) => a - b);
  const wanted = all.slice(-MOST_SAVED);
  const found = new Map<number, TrafficMessage>();
  let next = 0;
  let done = 0;
  const work = async () => {
    while (next < wanted.length && !signal.aborted) {
      const seq = wanted[next++]!;
      const message = await fetchOne(host, seq);
      if (message) found.set(seq, message);
      onProgress(++done, wanted.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const messages = wanted.flatMap((seq) => found.get(seq) ?? []);
  return { messages, gone: wanted.length - messages.length, over: all.length - wanted.length };
}

async function fetchOne(host: Host, seq: number): Promise<TrafficMessage | undefined> {
  try {
    return await host.call("traffic.message", { seq });
  } catch (error) {
    const problem = asHostError(error);
    if (problem.code === "dropped") return undefined;
    throw problem;
  }
}
