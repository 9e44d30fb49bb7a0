import type { Problem } from "../../../shared/model/server";
import type { RpcExchange } from "./rpc-exchange";

/**
 * Whether an error says that nothing is served at the URI: -32602 from 2026-07-28 on, -32002 before, either of which
 * a client takes (spec: Resources, Error Handling).
 */
const isNotFound = (method: string, code: unknown) =>
  method === "resources/read" && (code === -32602 || code === -32002);

/** What to show for an exchange that gave no result. */
export function exchangeProblem(exchange: RpcExchange): Problem {
  const { outcome, method, params } = exchange;
  if (outcome.kind === "error") {
    const words = `${method} was answered with error ${String(outcome.code)}: ${String(outcome.message)}`;
    return {
      code: `rpc-error ${String(outcome.code)}`,
      message: isNotFound(method, outcome.code)
        ? `There is nothing at ${String(params.uri)}. ${words}`
        : words,
      ...(outcome.data !== undefined
        ? { detail: JSON.stringify(outcome.data, null, 2)?.slice(0, 4_000) }
        : {}),
    };
  }
  if (outcome.kind === "none") {
    return {
      code: outcome.problem,
      message: outcome.problem === "cancelled" ? `${method} was cancelled.` : `${method}: ${outcome.reason}`,
      ...(outcome.problem === "timeout"
        ? { hint: "Raise the timeout of this server, or look at the traffic." }
        : {}),
    };
  }
  return { code: "ok", message: `${method} was answered.` };
}
