import type { Exchange } from "../model/evidence";
import { isRecord, show } from "./values";

/** The codes that rules speak of (JSON-RPC 2.0 and the base protocol). */
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;
/** Resource not found, up to 2025-11-25. */
export const RESOURCE_NOT_FOUND = -32002;

/** The result object of an exchange; undefined when it ended otherwise or the result is no object. */
export function resultOf(exchange: Exchange | undefined): Record<string, unknown> | undefined {
  if (exchange?.outcome.kind !== "result") return undefined;
  return isRecord(exchange.outcome.result) ? exchange.outcome.result : undefined;
}

/** The error of an exchange, when it ended with one. */
export function errorOf(
  exchange: Exchange | undefined,
): { code: unknown; message: unknown; data?: unknown } | undefined {
  return exchange?.outcome.kind === "error" ? exchange.outcome : undefined;
}

/** True when the answer is an error with this code. */
export function hasCode(exchange: Exchange | undefined, code: number): boolean {
  return errorOf(exchange)?.code === code;
}

/** How an exchange ended, as a phrase for `actual`: `error -32603 "boom"`, `a result`, `no answer: timed out`. */
export function outcomeText(exchange: Exchange): string {
  const { outcome } = exchange;
  if (outcome.kind === "error") return `error ${show(outcome.code, 20)} ${show(outcome.message, 120)}`;
  if (outcome.kind === "none") return `no answer: ${outcome.reason}`;
  return `a result: ${show(outcome.result, 160)}`;
}

/** A request as a phrase: method and, where it names one, the URI. */
export function requestText(exchange: Exchange): string {
  const { uri } = exchange.params;
  return typeof uri === "string" ? `${exchange.method} of ${uri}` : exchange.method;
}

/** The string `uri` of a request. */
export function uriOf(exchange: Exchange): string | undefined {
  return typeof exchange.params.uri === "string" ? exchange.params.uri : undefined;
}
