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
 * @param aliases names our probes invent to those that the recording asked for
 */
export function recordedAnswers(name: string, aliases: Record<string, string> = {}): Answer {
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
  const renamed = (text: string, back: boolean) =>
    Object.entries(aliases).reduce(
      (all, [ours, theirs]) => (back ? all.replaceAll(theirs, ours) : all.replaceAll(ours, theirs)),
      text,
    );
  return (method, params) => {
    const asked = key(method, params);
    const alias = renamed(asked, false);
    const answer = answers.get(alias);
    if (!answer) return { kind: "none", reason: "not in the recording", problem: "closed" };
    return alias === asked ? answer : JSON.parse(renamed(JSON.stringify(answer), true));
  };
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, inner) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
