import type { CompletionAnswer } from "../../../shared/contract";
import { objectOf } from "../discovery/entry";
import type { LiveServer } from "./live-server";

/** Servers that declare completion and then do not know the method: asked once, then never again. */
const refused = new WeakSet<object>();

/**
 * Asks for values of one template variable, with the values of the others as context (base spec: completion).
 * Nothing is sent to a server that declares no completion, or that once answered "method not found".
 * Never throws: the answer says how it went.
 */
export async function complete(
  server: LiveServer,
  request: { template: string; variable: string; value: string; context: Record<string, string> },
  signal: AbortSignal,
): Promise<CompletionAnswer> {
  const connection = server.connection;
  if (!connection)
    return {
      values: [],
      state: "failed",
      problem: { code: "disconnected", message: "The server is not connected." },
    };
  if (!connection.completions || refused.has(connection)) return { values: [], state: "unsupported" };
  const params = {
    ref: { type: "ref/resource", uri: request.template },
    argument: { name: request.variable, value: request.value },
    ...(Object.keys(request.context).length > 0 ? { context: { arguments: request.context } } : {}),
  };
  const exchange = await connection.request("completion/complete", params, { signal, purpose: "complete" });
  const { outcome } = exchange;
  if (outcome.kind === "result") {
    const completion = objectOf(objectOf(outcome.result)?.completion);
    const values = Array.isArray(completion?.values)
      ? completion.values.filter((value) => typeof value === "string")
      : [];
    return {
      values,
      state: "ok",
      ...(typeof completion?.total === "number" ? { total: completion.total } : {}),
      ...(typeof completion?.hasMore === "boolean" ? { hasMore: completion.hasMore } : {}),
    };
  }
  if (outcome.kind === "error" && outcome.code === -32601) {
    refused.add(connection);
    return { values: [], state: "unsupported" };
  }
  const message =
    outcome.kind === "error"
      ? `The server answered with error ${String(outcome.code)}: ${String(outcome.message)}`
      : outcome.reason;
  return {
    values: [],
    state: "failed",
    problem: { code: outcome.kind === "error" ? "rpc-error" : outcome.problem, message },
  };
}
