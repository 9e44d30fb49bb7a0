import type { Exchange } from "../../../shared/model/evidence";
import type { RpcExchange } from "../connections/rpc-exchange";

/** An exchange as evidence: without the raw text, which stays in the log. */
export function plain(exchange: RpcExchange): Exchange {
  const { rawAnswer: _raw, seq: _seq, answerSeq: _answer, metaKeys: _meta, ...kept } = exchange;
  return kept;
}

/** A read as evidence: its contents are described by parts and facts, so their bodies are left out. */
export function withoutBodies(exchange: RpcExchange): Exchange {
  const kept = plain(exchange);
  if (kept.outcome.kind !== "result") return kept;
  const result = kept.outcome.result as { contents?: unknown } | null;
  if (!Array.isArray(result?.contents)) return kept;
  const contents = result.contents.map((part: unknown) => {
    if (typeof part !== "object" || part === null) return part;
    const { text: _text, blob: _blob, ...rest } = part as Record<string, unknown>;
    return rest;
  });
  return { ...kept, outcome: { kind: "result", result: { ...result, contents } } };
}

/** A list page as the address of an entry: the page itself is kept once, with the server. */
export function withoutResult(exchange: RpcExchange): Exchange {
  return { ...plain(exchange), outcome: { kind: "result", result: undefined } };
}
