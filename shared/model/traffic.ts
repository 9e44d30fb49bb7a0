export type TrafficKind =
  | "request"
  | "response"
  | "error"
  | "notification"
  | "noise"
  | "stderr"
  | "transport";

/** One message in either direction, as a row. The raw text is fetched by `seq` when it is looked at. */
export interface TrafficRow {
  /** Running number in the app, the address of the message. */
  seq: number;
  serverId: string;
  /** Milliseconds since the Unix epoch. */
  at: number;
  direction: "out" | "in";
  kind: TrafficKind;
  method?: string;
  /** JSON-RPC id, printed. */
  id?: string;
  /** `seq` of the request that a response answers, or of the response once it is there. */
  pair?: number;
  /** Milliseconds from request to response, on responses. */
  durationMs?: number;
  /** Bytes of the raw text. */
  bytes: number;
  /** The first characters, for the list. */
  preview: string;
  /** True when the text was cut to the stated limit. */
  cut?: boolean;
  httpStatus?: number;
  errorCode?: number;
  /** Why it was sent when it was no user action, e.g. `probe:unknown-skill`. */
  purpose?: string;
}

/** The whole of one message. Secrets are masked before it is stored. */
export interface TrafficMessage extends TrafficRow {
  raw: string;
  headers?: Record<string, string>;
}
