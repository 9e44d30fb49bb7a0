import type { WireMessage } from "./wire";

/** Server-to-client requests an inspector answers; everything else gets "method not found". */
const ANSWERS: Record<string, () => unknown> = { ping: () => ({}), "roots/list": () => ({ roots: [] }) };

/** The answer to a request of the server's: what an inspector can say, or that it knows no such method. */
export function replyTo(method: string, id: WireMessage["id"]): WireMessage {
  // By own names only: `constructor` is a method that a server may ask for.
  const answer = Object.hasOwn(ANSWERS, method) ? ANSWERS[method] : undefined;
  return answer
    ? { jsonrpc: "2.0", id, result: answer() }
    : { jsonrpc: "2.0", id, error: { code: -32601, message: `Method not found: ${method}` } };
}
