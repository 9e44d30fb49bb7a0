import type { CallResult, ContractHandler, EventMessage } from "../../shared/contract";

export interface ScriptedHandler extends ContractHandler {
  /** Names and inputs as they reached the handler, in order. */
  seen: { name: string; input: unknown }[];
  emit(events: EventMessage[]): void;
  /** How many listen at present. */
  listening(): number;
}

type Answers = Record<string, (input: never) => unknown>;

/**
 * The engine's side of the contract with chosen answers, for what a healthy engine does not do: throw, be slow,
 * flood. A thrown error stays thrown; everything else becomes `{ok:true,value}`.
 */
export function scriptedHandler(
  answers: Answers = {},
  files: Record<string, Uint8Array> = {},
): ScriptedHandler {
  const listeners = new Set<(events: EventMessage[]) => void>();
  const seen: ScriptedHandler["seen"] = [];
  return {
    seen,
    async handle(name, input): Promise<CallResult<unknown>> {
      seen.push({ name, input });
      return { ok: true, value: await answers[name]?.(input as never) };
    },
    bytes: async (handle) => files[handle],
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit(events) {
      for (const listener of listeners) listener(events);
    },
    listening: () => listeners.size,
  };
}
