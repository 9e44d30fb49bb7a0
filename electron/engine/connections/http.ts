import net from "node:net";
import type {
  JSONRPCMessage,
  SSEClientTransport,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { DEFAULT_LIMITS, isDeeper, type Limits } from "../../../shared/model/limits";
import type { Problem } from "../../../shared/model/server";
import { ConnectionError } from "./connection-error";
import { boundedEvents, deliverAnswer, infoOf, readText } from "./http-answer";
import { networkProblem, notMcpProblem, statusProblem } from "./http-problems";
import { isAbort, LoopbackFetch } from "./loopback-fetch";
import { proxyFor } from "./proxy";
import { behindProxy } from "./proxy-problems";
import { type RequestAuthorization, withToken } from "./request-authorization";
import type { WireHandlers, WireMessage, WireTransport } from "./wire";

export interface HttpOptions {
  url: string;
  /** Resolved when connecting: values may come from the secret store. */
  headers: () => Promise<Record<string, string>>;
  /** Where a sign-in stands behind it: asked before and told after each request. */
  authorization?: RequestAuthorization;
  /** Default: `DEFAULT_LIMITS`. */
  limits?: Limits;
}

type SdkTransport = StreamableHTTPClientTransport | SSEClientTransport;
/** Streams opened by GET in the life of a connection: a server that keeps ending them gets no more. */
const MAX_STREAMS = 6;

/** Only Streamable HTTP has sessions, which can be ended. */
function isStreamable(sdk: SdkTransport): sdk is StreamableHTTPClientTransport {
  return "terminateSession" in sdk;
}

// Node 18, as an older Electron brings it, would try only the first address of a name such as localhost.
net.setDefaultAutoSelectFamily?.(true);

/**
 * An HTTP server through the SDK's transports, which know sessions, headers and streams (base spec: Streamable HTTP;
 * HTTP with SSE before it). Answers to POST are read here, so that each message is kept as it came, with status and
 * headers; the SDK is told that there was nothing to read.
 */
export class HttpTransport implements WireTransport {
  handlers!: WireHandlers;
  /** The last failure in words, for the error of a connect. */
  problem: Problem | undefined;
  private sdk: SdkTransport | undefined;
  private readonly waiting = new Map<number, AbortController>();
  private streams = 0;
  /** Whether the last GET opened an event stream. */
  private streaming = false;
  private readonly loopback = new LoopbackFetch();
  private closed = false;

  constructor(
    readonly kind: "http" | "sse",
    private readonly options: HttpOptions,
  ) {}

  get sessionId(): string | undefined {
    return this.sdk && isStreamable(this.sdk) ? this.sdk.sessionId : undefined;
  }

  get pushes(): boolean {
    return this.streaming;
  }

  private get limits(): Limits {
    return this.options.limits ?? DEFAULT_LIMITS;
  }

  async start(signal: AbortSignal): Promise<void> {
    const url = parse(this.options.url);
    const headers = await this.options.headers();
    // Loaded with the first HTTP server: it is half of what a command would otherwise have to load.
    const { SSEClientTransport, StreamableHTTPClientTransport } = await import(
      "@modelcontextprotocol/client"
    );
    const settings = {
      requestInit: { headers },
      fetch: (input: string | URL, init?: RequestInit) => this.fetch(input, init),
    };
    this.sdk =
      this.kind === "sse"
        ? new SSEClientTransport(url, settings)
        : new StreamableHTTPClientTransport(url, settings);
    this.sdk.onmessage = (message: unknown) => this.handlers.onText(textOf(message, this.limits));
    this.sdk.onerror = () => {};
    this.sdk.onclose = () => this.ended("The server closed the connection.", "failed");
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener(
        "abort",
        () => reject(new ConnectionError({ code: "cancelled", message: "Connecting was cancelled." })),
        { once: true },
      );
    });
    try {
      await Promise.race([this.sdk.start(), aborted]);
    } catch (error) {
      if (error instanceof ConnectionError) throw error;
      throw new ConnectionError(this.problem ?? networkProblem(error, this.options.url));
    }
  }

  async send(_text: string, message: WireMessage): Promise<void> {
    if (!this.sdk || this.closed) throw new Error("the connection is closed");
    const id = typeof message.id === "number" && message.method !== undefined ? message.id : undefined;
    const abort = new AbortController();
    if (id !== undefined) this.waiting.set(id, abort);
    try {
      if (isStreamable(this.sdk))
        await this.sdk.send(message as JSONRPCMessage, { requestSignal: abort.signal });
      else await this.sdk.send(message as JSONRPCMessage);
    } catch (error) {
      if (isAbort(error)) throw error;
      this.problem ??= networkProblem(error, this.options.url);
      throw new Error(this.problem.message);
    } finally {
      if (id !== undefined && this.kind === "sse") this.waiting.delete(id);
    }
  }

  setProtocolVersion(version: string): void {
    this.sdk?.setProtocolVersion?.(version);
  }

  abandon(id: number): void {
    this.waiting.get(id)?.abort();
    this.waiting.delete(id);
  }

  async close(): Promise<void> {
    if (this.closed) return;
    const sdk = this.sdk;
    if (sdk && isStreamable(sdk) && sdk.sessionId) {
      // The session is ended where the server allows it; a server that does not answer must not hold us up.
      await Promise.race([
        sdk.terminateSession().catch(() => {}),
        new Promise((resolve) => setTimeout(resolve, 500)),
      ]);
    }
    this.ended("Disconnected.", "asked");
    for (const abort of this.waiting.values()) abort.abort();
    await sdk?.close().catch(() => {});
  }

  private ended(message: string, reason: "asked" | "failed"): void {
    if (this.closed) return;
    this.closed = true;
    this.handlers.onClose({ reason, message });
  }

  /** The fetch both SDK transports use. */
  private async fetch(input: string | URL, init: RequestInit = {}): Promise<Response> {
    const method = init.method ?? "GET";
    const post = method === "POST";
    if (method === "GET") this.streaming = false;
    if (!post && method === "GET" && this.kind === "http" && ++this.streams > MAX_STREAMS) {
      if (this.streams === MAX_STREAMS + 1)
        this.handlers.onFailure(
          undefined,
          `The event stream ended ${MAX_STREAMS} times; it is not opened again.`,
        );
      return new Response(null, { status: 405 });
    }
    const id = post ? requestId(init.body) : undefined;
    // What went wrong before says nothing of this request.
    if (id !== undefined) this.problem = undefined;
    let response: Response;
    try {
      const reach = (request: RequestInit) => this.loopback.fetch(String(input), request);
      // A stream that Streamable HTTP servers need not offer, and the end of a session, say nothing of the sign-in.
      const counts = post || this.kind === "sse";
      response = await withToken(this.options.authorization, counts, reach, init);
    } catch (error) {
      if (isAbort(error)) throw error;
      this.problem = networkProblem(error, String(input));
      this.handlers.onFailure(id, this.problem.message);
      throw error;
    }
    if (post && this.kind === "http") return this.answered(response, id);
    if (method === "GET") return this.stream(response);
    if (post && !response.ok) {
      this.problem = this.refusal(response.status, await readText(response.clone(), this.limits));
      this.handlers.onFailure(id, this.problem.message, infoOf(response));
    }
    return response;
  }

  /** Takes the answer to a POST; the SDK sees only status and headers. */
  private answered(response: Response, id: number | undefined): Response {
    const challenge = response.headers.get("www-authenticate");
    const retryAfter = response.headers.get("retry-after");
    if (response.status >= 300 && response.status < 400) {
      const redirect = { to: response.headers.get("location"), from: response.url };
      this.problem = this.refusal(response.status, "", { redirect });
      this.handlers.onFailure(id, this.problem.message, { httpStatus: response.status });
      return response;
    }
    // What the server says goes into the problem before the request that waits for it ends.
    let answered = false;
    const handlers: WireHandlers = {
      ...this.handlers,
      onText: (text, info) => {
        answered = true;
        if (!response.ok) this.problem = this.refusal(response.status, text, { challenge, retryAfter });
        this.handlers.onText(text, info);
      },
      onFailure: (failed, message, info) => {
        if (!response.ok)
          this.problem = this.refusal(response.status, info?.body ?? "", { challenge, retryAfter });
        else if (!answered && info?.body !== undefined)
          this.problem = notMcpProblem(this.options.url, response, info.body);
        this.handlers.onFailure(failed, message, info);
      },
    };
    const headers = new Headers(response.headers);
    for (const name of ["content-type", "content-length", "content-encoding"]) headers.delete(name);
    const seen = new Response(null, { status: 202, headers });
    deliverAnswer(response, id, handlers, this.sessionId !== undefined, this.limits)
      .catch((error: unknown) => {
        if (!isAbort(error))
          this.handlers.onFailure(
            id,
            `the answer broke off: ${error instanceof Error ? error.message : error}`,
          );
      })
      .finally(() => id !== undefined && this.waiting.delete(id));
    return seen;
  }

  /** What to say of a status; a proxy on the way is named, as the answer may be its own. */
  private refusal(...said: Parameters<typeof statusProblem>): Problem {
    const proxy = proxyFor(this.options.url);
    const problem = statusProblem(...said);
    return proxy ? behindProxy(problem, proxy) : problem;
  }

  /** Looks at the answer to a GET: only an event stream is one, and what is not is asked for once. */
  private stream(response: Response): Response {
    const type = (response.headers.get("content-type") ?? "").toLowerCase();
    this.streaming = response.ok && type.startsWith("text/event-stream");
    if (this.streaming) {
      const { status, headers } = response;
      return new Response(boundedEvents(response, this.limits) ?? null, { status, headers });
    }
    if (response.status !== 405) {
      const challenge = response.headers.get("www-authenticate");
      this.problem = response.ok
        ? {
            code: "no-stream",
            message: `A GET of this address gives ${type || "no content type"}, not an event stream.`,
          }
        : this.refusal(response.status, "", { challenge });
      this.handlers.onFailure(undefined, this.problem.message, { httpStatus: response.status });
    }
    if (this.kind === "sse") return response;
    void response.body?.cancel();
    this.streams = MAX_STREAMS + 1;
    return new Response(null, { status: 405 });
  }
}

function parse(text: string): URL {
  try {
    const url = new URL(text);
    if (url.protocol === "http:" || url.protocol === "https:") return url;
  } catch {
    // Told below.
  }
  throw new ConnectionError({
    code: "bad-url",
    message: `${text} is no http or https address.`,
    hint: "Write it whole, e.g. https://host/mcp.",
  });
}

/** A message as text; one too deep to be written down gives as much as tells that. */
function textOf(message: unknown, { nesting }: Limits): string {
  return isDeeper(message, nesting) ? "[".repeat(nesting + 1) : JSON.stringify(message);
}

function requestId(body: unknown): number | undefined {
  if (typeof body !== "string") return undefined;
  const message = JSON.parse(body) as WireMessage;
  return typeof message.id === "number" && message.method !== undefined ? message.id : undefined;
}
