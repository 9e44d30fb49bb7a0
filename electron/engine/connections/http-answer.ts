import { createParser } from "eventsource-parser";
import { DEFAULT_LIMITS, type Limits, megabytes } from "../../../shared/model/limits";
import { boundedBody } from "./bounded-body";
import { statusProblem } from "./http-problems";
import { tooDeep, tooLong } from "./over-limit";
import type { WireHandlers } from "./wire";

/** What an answer says besides its body, with lower-case names. */
export interface AnswerInfo {
  httpStatus: number;
  headers: Record<string, string>;
}

export function infoOf(response: Response): AnswerInfo {
  const headers: Record<string, string> = {};
  response.headers.forEach((value, name) => {
    headers[name] = name === "set-cookie" ? "•••" : value;
  });
  return { httpStatus: response.status, headers };
}

/**
 * Hands on every message of one answer as it came: a JSON body, or the events of a stream. What is neither is told
 * as a failure of the request. Reading ends with the body.
 * @param id of the request it answers; absent for notifications, whose answers carry nothing
 * @param inSession whether the request named a session: then 404 is about that (base spec: Session Management)
 */
export async function deliverAnswer(
  response: Response,
  id: number | undefined,
  handlers: WireHandlers,
  inSession = false,
  limits: Limits = DEFAULT_LIMITS,
): Promise<void> {
  const refusal = (body: string) =>
    inSession && response.status === 404
      ? "The server does not know the session any more (HTTP 404)."
      : statusProblem(response.status, body, { retryAfter: response.headers.get("retry-after") }).message;
  const info = infoOf(response);
  const type = (response.headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
  if (response.ok && type === "text/event-stream") {
    await readEvents(response, handlers, info, limits);
    handlers.onFailure(id, "the stream ended before the request was answered", info);
    return;
  }
  const body = await readText(response, limits);
  // What is too deep is handed on whole: whoever takes it apart says so.
  const deep = type.endsWith("json") && tooDeep(body, limits) !== undefined;
  const messages = deep ? [body] : type.endsWith("json") ? jsonMessages(body) : undefined;
  if (messages) {
    for (const message of messages) handlers.onText(message, info);
    if (response.ok) handlers.onFailure(id, "the answer held no message for this request", { ...info, body });
    else handlers.onFailure(id, refusal(body), { ...info, body });
    return;
  }
  if (response.ok && body === "" && id === undefined) return;
  const why = response.ok
    ? `the answer is no MCP message: HTTP ${response.status}, content type ${type || "not given"}`
    : refusal(body);
  if (id !== undefined || !response.ok) handlers.onFailure(id, why, { ...info, body });
}

/**
 * Reads an event stream to its end; each event's data is one message.
 * @throws Error when an event grows beyond the limit of a message
 */
export async function readEvents(
  response: Response,
  handlers: WireHandlers,
  info: AnswerInfo,
  limits: Limits = DEFAULT_LIMITS,
): Promise<void> {
  const parser = createParser({ onEvent: (event) => handlers.onText(event.data, info) });
  const decoder = new TextDecoder();
  const reader = boundedEvents(response, limits)?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read())
    parser.feed(decoder.decode(next.value, { stream: true }));
}

/**
 * The body of an event stream, which fails once an event grows beyond the limit of a message: a reader of events
 * keeps what has no end yet.
 */
export function boundedEvents(response: Response, limits: Limits): ReadableStream<Uint8Array> | undefined {
  const most = megabytes(limits.messageMb);
  let event = 0;
  let line = 0;
  let last = 0;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      for (const byte of chunk) {
        event++;
        const end = byte === 13 || (byte === 10 && last !== 13);
        // An event ends with an empty line; lines end with CR, LF or both.
        if (end && line === 0) event = 0;
        if (end) line = 0;
        else if (byte !== 10) line++;
        last = byte;
      }
      if (event > most) controller.error(new Error(tooLong(most, limits)));
      else controller.enqueue(chunk);
    },
  });
  return response.body?.pipeThrough(count);
}

/** The whole body as text. @throws Error when it grows beyond the limit of a message */
export async function readText(response: Response, limits: Limits): Promise<string> {
  const most = megabytes(limits.messageMb);
  const body = await boundedBody(response, most);
  if (!body) throw new Error(tooLong(most, limits));
  return body.toString("utf8");
}

/** The messages of a JSON body: one, or the elements of a batch; undefined when it holds none. */
function jsonMessages(body: string): string[] | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    if (Array.isArray(parsed)) return parsed.map((message) => JSON.stringify(message));
    return isMessage(parsed) ? [body] : undefined;
  } catch {
    return undefined;
  }
}

function isMessage(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    ("jsonrpc" in value || "result" in value || "method" in value)
  );
}
