import { MODERN_REVISION } from "../../../../shared/model/server";
import { INVALID_PARAMS, isObject, type Json, RpcError, UNSUPPORTED_VERSION } from "./json-rpc";

/** Legacy revisions, newest first; the first is offered where a client asks for an unknown one. */
export const LEGACY_REVISIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;
/** The last revision in which several messages may come in one array. */
export const LAST_BATCH_REVISION = "2025-03-26";

const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities";
const SERVER_INFO_KEY = "io.modelcontextprotocol/serverInfo";
export const SUBSCRIPTION_KEY = "io.modelcontextprotocol/subscriptionId";

/** True when a request speaks for itself (2026-07-28): its `_meta` names a revision. */
export function claimsModern(params: Json): boolean {
  return isObject(params._meta) && VERSION_KEY in params._meta;
}

/**
 * Judges the `_meta` that every modern request carries.
 * @returns the revision
 * @throws RpcError -32602 where a field is missing or wrong, -32022 where the revision is not spoken
 */
export function modernVersion(params: Json): string {
  const meta = isObject(params._meta) ? params._meta : {};
  const version = meta[VERSION_KEY];
  if (typeof version !== "string") {
    throw new RpcError(INVALID_PARAMS, `params._meta must carry ${VERSION_KEY} as a string`);
  }
  if (version !== MODERN_REVISION) {
    throw new RpcError(UNSUPPORTED_VERSION, `Unsupported protocol version: ${version}`, {
      supported: [MODERN_REVISION],
      requested: version,
    });
  }
  if (!isObject(meta[CAPABILITIES_KEY])) {
    throw new RpcError(INVALID_PARAMS, `params._meta must carry ${CAPABILITIES_KEY} as an object`);
  }
  return version;
}

/** @returns the revision that an `initialize` request settles on */
export function negotiateLegacy(params: Json): string {
  const wanted = params.protocolVersion;
  if (typeof wanted !== "string") {
    throw new RpcError(INVALID_PARAMS, "initialize needs protocolVersion as a string");
  }
  return LEGACY_REVISIONS.find((revision) => revision === wanted) ?? LEGACY_REVISIONS[0];
}

/** Methods whose complete results extend CacheableResult in 2026-07-28. */
const CACHEABLE = new Set([
  "server/discover",
  "tools/list",
  "prompts/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "resources/directory/read",
  "skills/list",
  "skills/get",
]);

/** How long a client may take an answer for current; short, since the folders are being worked on. */
const TTL_MS = 1_000;

/** Adds what a result of 2026-07-28 carries; fields the handler has set stay. */
export function modernResult(method: string, result: Json, serverInfo: Json): Json {
  const hints = CACHEABLE.has(method) ? { ttlMs: TTL_MS, cacheScope: "private" } : {};
  const meta = isObject(result._meta) ? result._meta : {};
  return { resultType: "complete", ...hints, ...result, _meta: { ...meta, [SERVER_INFO_KEY]: serverInfo } };
}
