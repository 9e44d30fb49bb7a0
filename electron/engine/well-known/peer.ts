import { isUtf8 } from "node:buffer";
import { bareMediaType } from "../../../shared/rules/media-types";
import { ConnectionError } from "../connections/connection-error";
import type { MemoryPeer } from "../connections/memory";
import { type HttpAnswer, request, sha256 } from "./fetch";
import { EARLIER_PATH, INDEX_PATH, parseOrigin } from "./origin";
import { DEFAULT_TIMEOUT, MAX_ARTIFACT, MAX_INDEX } from "./site";

/** Under `capabilities.experimental`: what is listed is a web site's, put into MCP by this app. */
export const SITE_CAPABILITY = "well-known";

interface Message {
  id?: number | string;
  method?: string;
  params?: { uri?: unknown };
}

/** JSON-RPC: the server cannot do what is asked, for a reason of its own. */
const FAILED = -32000;
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;

class Refused extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/**
 * A web site that publishes skills, as a peer in this process, so that the app shows it as it shows a server: its
 * index is the one resource that it lists, and each read is one GET. Nothing is fetched but what is read, and nothing
 * from another origin.
 * @throws ConnectionError when the address is none, or there is no index
 */
export async function sitePeer(url: string): Promise<MemoryPeer> {
  const origin = parseOrigin(url);
  const index = await findIndex(origin);
  return {
    session: (send) => {
      const stop = new AbortController();
      return {
        receive: (text) => {
          const { id, method, params } = JSON.parse(text) as Message;
          if (id === undefined || method === undefined) return;
          const reply = (answer: object) => send(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
          answerOf(method, params?.uri, { origin, index, signal: stop.signal }).then(
            (result) => reply({ result }),
            (error: unknown) => {
              const code = error instanceof Refused ? error.code : FAILED;
              reply({ error: { code, message: error instanceof Error ? error.message : String(error) } });
            },
          );
        },
        close: () => stop.abort("the connection was closed"),
      };
    },
  };
}

interface Site {
  origin: string;
  /** URL of the index. */
  index: string;
  signal: AbortSignal;
}

/** The index that the site has, of 0.2.0 or else of 0.1.0. */
async function findIndex(origin: string): Promise<string> {
  const { signal } = new AbortController();
  const seen: string[] = [];
  for (const path of [INDEX_PATH, EARLIER_PATH]) {
    const url = `${origin}${path}`;
    const answer = await fetched({ origin, index: url, signal }, url);
    if (answer.status === 200) return url;
    seen.push(`${path} is answered with status ${answer.status}`);
  }
  throw new ConnectionError({
    code: "no-index",
    message: `There is no index of skills at ${origin}: ${seen.join(", ")}.`,
    hint: `A site publishes it at ${INDEX_PATH}. If this is an MCP server, give its address instead.`,
  });
}

/** @throws ConnectionError when there is no answer */
async function fetched({ origin, index, signal }: Site, url: string): Promise<HttpAnswer> {
  const limit = url === index ? MAX_INDEX : MAX_ARTIFACT;
  const answer = await request("GET", url, limit, {
    timeoutMs: DEFAULT_TIMEOUT,
    signal,
    origins: new Set([origin]),
  });
  if (answer.kind === "answer") return answer;
  throw new ConnectionError({
    code: answer.problem,
    message: `${url} could not be fetched: ${answer.reason}.`,
    hint: "Check the address, and whether the site can be reached from this machine.",
  });
}

async function answerOf(method: string, uri: unknown, site: Site): Promise<object> {
  switch (method) {
    case "initialize":
      return {
        protocolVersion: "2025-11-25",
        capabilities: { resources: {}, experimental: { [SITE_CAPABILITY]: {} } },
        serverInfo: { name: new URL(site.origin).host, version: "0" },
      };
    case "ping":
      return {};
    case "resources/list":
      return { resources: [await listedIndex(site)] };
    case "resources/templates/list":
      return { resourceTemplates: [] };
    case "resources/read":
      if (typeof uri !== "string" || !/^https?:\/\/[^/]/i.test(uri))
        throw new Refused(INVALID_PARAMS, "uri is no address of a web site");
      return { contents: [contentOf(uri, await file(site, uri))] };
    default:
      throw new Refused(METHOD_NOT_FOUND, `A web site knows no ${method}`);
  }
}

/** With the digest of the index, so that whoever lists again sees a change. */
async function listedIndex(site: Site): Promise<object> {
  const { bytes } = await file(site, site.index);
  return {
    uri: site.index,
    name: "index.json",
    mimeType: "application/json",
    size: bytes.length,
    _meta: { digest: sha256(bytes) },
  };
}

async function file(site: Site, url: string): Promise<HttpAnswer> {
  const answer = await fetched(site, url);
  if (answer.status === 200) return answer;
  throw new Refused(INVALID_PARAMS, `${url} is answered with status ${answer.status}`);
}

function contentOf(uri: string, { bytes, headers }: HttpAnswer): object {
  const type = headers["content-type"];
  const mimeType = type === undefined ? {} : { mimeType: bareMediaType(type) };
  return isUtf8(bytes) && !bytes.includes(0)
    ? { uri, ...mimeType, text: bytes.toString("utf8") }
    : { uri, ...mimeType, blob: bytes.toString("base64") };
}
