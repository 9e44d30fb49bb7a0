import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ExchangeOutcome } from "../../shared/model/evidence";
import type { Answer } from "./convention-evidence";
import { transcripts } from "./transcript-evidence";

const folder = fileURLToPath(new URL("../../../shared/peers/transcripts/", import.meta.url));

/** Whether a recorded session is there; they lie beside the repository where the product is developed. */
export const recorded = (name: string) => transcripts(/\.json$/).includes(name);

/**
 * Answers as recorded with a real server. What was not asked then gets no answer; of two equal requests the first
 * counts.
 */
export function recordedAnswers(name: string): Answer {
  const recording = JSON.parse(readFileSync(`${folder}${name}`, "utf8"));
  const answers = new Map<string, ExchangeOutcome>();
  const open = new Map<unknown, string>();
  const key = (method: string, { _meta, ...params }: Record<string, unknown>) =>
    method === "initialize" ? method : `${method} ${sorted(params)}`;
  for (const { dir, msg } of recording.messages ?? recording.log) {
    if (dir === "->" && msg?.id !== undefined) open.set(msg.id, key(msg.method, msg.params ?? {}));
    const asked = dir === "<-" && msg ? open.get(msg.id) : undefined;
    if (asked === undefined || answers.has(asked)) continue;
    answers.set(asked, msg.error ? { kind: "error", ...msg.error } : { kind: "result", result: msg.result });
  }
  return (method, params) =>
    answers.get(key(method, params)) ?? { kind: "none", reason: "not in the recording", problem: "closed" };
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, inner) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
