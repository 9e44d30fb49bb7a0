/**
 * The lowest layer: one peer, whole JSON-RPC messages as text in both directions. A transport knows nothing of MCP
 * methods or eras; it only carries, and says how the carrying went.
 */

export type WireKind = "stdio" | "http" | "sse" | "memory";

/** Why a connection ended. */
export interface WireClose {
  reason: "asked" | "exit" | "failed" | "limit";
  message: string;
  code?: number | null;
  signal?: string | null;
}

/** What a transport tells its owner. Set before `start`. */
export interface WireHandlers {
  /** One message as received. It may still be no JSON: the owner decides. */
  onText(text: string, info?: { httpStatus?: number; headers?: Record<string, string> }): void;
  /** Text on the message channel that cannot be a message, e.g. a line over the limit, cut. */
  onNoise(text: string, bytes: number, cut: boolean): void;
  onStderr(text: string): void;
  onClose(close: WireClose): void;
  /** One request could not be carried; `id` is its JSON-RPC id. */
  onFailure(
    id: number | undefined,
    message: string,
    info?: { httpStatus?: number; headers?: Record<string, string>; body?: string },
  ): void;
}

export interface WireMessage {
  jsonrpc: "2.0";
  id?: number | string;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
  error?: unknown;
}

export interface WireTransport {
  readonly kind: WireKind;
  handlers: WireHandlers;
  /** Starts carrying. @throws ConnectionError when the peer cannot be reached or started. */
  start(signal: AbortSignal): Promise<void>;
  /** Sends one message; resolves when it was handed over, not when it was answered. */
  send(text: string, message: WireMessage): Promise<void>;
  /** Whether the server can send what nobody asked for; absent means that it always can. */
  readonly pushes?: boolean;
  /** Told once the era is settled, for transports whose headers depend on it. */
  setProtocolVersion?(version: string): void;
  /** Gives up waiting for one request, e.g. closes its HTTP stream. */
  abandon?(id: number): void;
  /** Ends the connection and everything it started; resolves when nothing is left. Safe to call twice. */
  close(): Promise<void>;
}
