import type { Era } from "../../../../shared/model/server";
import type { Json, RpcError } from "../rpc/json-rpc";
import type { Library, LibraryChange } from "../scan/library";

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
  /** Eras it exists in; earlier conventions know only the legacy one. */
  eras: readonly Era[];
  /** Capabilities as declared in the era, e.g. `resources`, `completions`, `extensions`. */
  capabilities(era: Era): Json;
  instructions?(): string | undefined;
  /** Methods by name; those not here are answered -32601. */
  methods: Readonly<Record<string, Handler>>;
  /** What the server says of itself, where the convention's servers have a fixed answer. */
  serverInfo?: Json;
  /** The error for a method that is not there; -32601 where left out. */
  unknownMethod?(method: string): RpcError;
  /** Refuses a subscription by throwing; any URI is accepted where left out. */
  subscribe?(uri: string): void;
  /** The convention's own URIs for what changed; those of the released extension where left out. */
  changedUris?(change: LibraryChange): string[];
  /** Notifications of a changed list; that of resources where left out. */
  listNotices?: readonly string[];
}

/** One file of a web site; `undefined` for what is not there. */
export interface Page {
  type: string;
  body: Buffer;
}
export interface Site {
  /** @param path the raw path of the request, without query */
  page(path: string): Promise<Page | undefined>;
}

/** One way in which servers serve skills: everything that sets it apart from the others is in its file. */
export interface ConventionDefinition {
  /** As given to `--as`. */
  id: string;
  title: string;
  /** Speaks MCP; a convention without it is no MCP and has `site`. */
  serve?(context: ConventionContext): Served;
  /** Answers plain HTTP instead. */
  site?(context: ConventionContext): Site;
}
