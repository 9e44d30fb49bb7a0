import type { z } from "zod";
import { type CallName, type CallResult, type ContractHandler, calls } from "../contract";
import { isDeeper } from "../model/limits";

/** No call of ours nests deeper; what does could be neither written down nor sent on. */
const MAX_INPUT_DEPTH = 256;
/** No call has as many: naming each unknown one would take seconds. */
const MAX_INPUT_KEYS = 1_000;

/**
 * The one way into a handler, for all three hosts: validates the call's name and input, and turns every failure
 * into an answer. Never throws.
 * @param name the call's name as it came over the border; anything but a known name answers `unknown-call`
 * @param input as it came over the border; what the call's schema refuses answers `bad-input` with path and reason
 * @param report told of what a handler threw; the caller across the border gets the message alone, never a stack
 */
export async function dispatch(
  handler: ContractHandler,
  name: unknown,
  input: unknown,
  report?: (error: unknown) => void,
): Promise<CallResult<unknown>> {
  if (!isCall(name))
    return fail("unknown-call", `There is no call named ${JSON.stringify(clip(String(name)))}.`);
  if (isDeeper(input, MAX_INPUT_DEPTH))
    return fail("bad-input", `${name}: its input nests more than ${MAX_INPUT_DEPTH} levels deep.`);
  if (typeof input === "object" && input !== null && Object.keys(input).length > MAX_INPUT_KEYS)
    return fail("bad-input", `${name}: its input has more than ${MAX_INPUT_KEYS} fields.`);
  const parsed = calls[name].input.safeParse(input ?? {});
  if (!parsed.success)
    return fail("bad-input", `${name}: ${parsed.error.issues.slice(0, 3).map(reason).join("; ")}`);
  try {
    return await handler.handle(name, parsed.data);
  } catch (error) {
    report?.(error);
    return fail("internal", "The app could not do this because of a fault of its own.", messageOf(error));
  }
}

function isCall(name: unknown): name is CallName {
  return typeof name === "string" && Object.hasOwn(calls, name);
}

function reason(issue: z.core.$ZodIssue): string {
  const path = issue.path.map(String).join(".");
  return path === "" ? issue.message : `${path}: ${issue.message}`;
}

function messageOf(error: unknown): string {
  return clip(error instanceof Error ? error.message : String(error));
}

const clip = (text: string) => (text.length > 500 ? `${text.slice(0, 500)}…` : text);

function fail(code: string, message: string, detail?: string): CallResult<never> {
  return { ok: false, code, message, ...(detail ? { detail } : {}) };
}
