import type { Problem } from "../../../shared/model/server";
import type { RpcExchange } from "./rpc";

/** What to show for an exchange that gave no result. */
export function exchangeProblem(exchange: RpcExchange): Problem {
  const { outcome, method } = exchange;
  if (outcome.kind === "error") {
    return {
      code: `rpc-error ${String(outcome.code)}`,
      message: `${method} was answered with error ${String(outcome.code)}: ${String(outcome.message)}`,
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
