import type { Era } from "../../../../shared/model/server";
import type { Json } from "../rpc/json-rpc";
import type { Library } from "../scan/library";

/** What a method handler knows of the request besides its params. */
export interface Call {
  era: Era;
  protocolVersion: string;
}

/** Answers one method. Throws RpcError; anything else thrown becomes -32603. */
export type Handler = (params: Json, call: Call) => Json | Promise<Json>;

/** What a convention may use to answer. */
export interface ConventionContext {
  library: Library;
  /** Entries per page of a list. */
  pageSize: number;
}

/** A convention applied to one library. Base methods (handshake, ping, subscriptions) are the session's. */
export interface Served {
  /** Capabilities as declared in the era, e.g. `resources`, `completions`, `extensions`. */
  capabilities(era: Era): Json;
  instructions?(): string | undefined;
  /** Methods by name; those not here are answered -32601. */
  methods: Readonly<Record<string, Handler>>;
}

/** One way in which servers serve skills: everything that sets it apart from the others is in its file. */
export interface ConventionDefinition {
  /** As given to `--as`. */
  id: string;
  title: string;
  serve(context: ConventionContext): Served;
}
