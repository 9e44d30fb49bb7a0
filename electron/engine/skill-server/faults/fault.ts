import type { IncomingMessage, ServerResponse } from "node:http";
import type { Call, Page, Served } from "../conventions/convention";
import type { Json } from "../rpc/json-rpc";

/** Where a line-based client is written to, as a fault sees it. */
export interface LineIo {
  /** Writes as it is: no line end is added. */
  write(bytes: string | Buffer): void;
  stderr(text: string): void;
  /** Ends the connection at once, as a crash does. */
  crash(): void;
}

/** One way to be wrong on purpose. Every hook is optional; each sees what the hooks of faults before it left. */
export interface Fault {
  /** As given to `--fault`. */
  id: string;
  kind: "content" | "protocol" | "transport" | "hostile";
  /** What the server does, in one sentence. */
  what: string;
  /** What a correct client does about it. */
  client: string;
  /** Changes what is served. */
  served?(served: Served): Served;
  /** Puts other messages in the place of one that is about to be sent. */
  outgoing?(message: Json): Json[];
  /** Writes one message text to a line-based client (stdio, in memory). */
  line?(text: string, io: LineIo): void | Promise<void>;
  /**
   * Sees an HTTP request before it is answered.
   * @param method the JSON-RPC method, absent for GET and DELETE
   * @returns true when it has answered (or never will)
   */
  http?(
    request: IncomingMessage,
    response: ServerResponse,
    method: string | undefined,
  ): boolean | Promise<boolean>;
  /** Changes a page of a web site. */
  page?(page: Page, path: string): Page;
}

/** Changes the result of one method; errors pass. */
export function changed(
  served: Served,
  method: string,
  change: (result: Json, params: Json, call: Call) => Json | Promise<Json>,
): Served {
  const handler = served.methods[method];
  if (!handler) return served;
  return {
    ...served,
    methods: {
      ...served.methods,
      [method]: async (params, call) => change(await handler(params, call), params, call),
    },
  };
}

/** Changes every skill entry, wherever it is shown. */
export function changedEntries(served: Served, change: (entry: Json) => Json): Served {
  const list = changed(served, "skills/list", (result) =>
    Array.isArray(result.skills) ? { ...result, skills: result.skills.map(change) } : result,
  );
  return changed(list, "skills/get", (result) => ({ ...result, skill: change(result.skill as Json) }));
}

/** Changes the files of every entry that lists them. */
export function changedFiles(served: Served, change: (files: Json[], entry: Json) => unknown): Served {
  return changedEntries(served, (entry) =>
    Array.isArray(entry.resources)
      ? { ...entry, resources: change(entry.resources as Json[], entry) }
      : entry,
  );
}

/** Changes each contents element that `resources/read` gives. */
export function changedContents(served: Served, change: (content: Json) => Json): Served {
  return changed(served, "resources/read", (result) => ({
    ...result,
    contents: (result.contents as Json[]).map(change),
  }));
}

/** Never settles: the answer does not come. */
export const never = () => new Promise<never>(() => {});

/** @param ms milliseconds */
export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
