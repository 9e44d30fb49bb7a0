import { visible } from "../../../shared/model/visible";
import { resolveReference } from "../../../shared/uri/rfc3986";

/**
 * What a link or an image of a document may do. Everything that is not named here stays text: an allow-list, since
 * the schemes that a browser would act on are not ours to enumerate.
 */
export type LinkAction =
  /** A place in the same document. */
  | { kind: "anchor"; id: string }
  /** Something on the same server, opened inside the app. */
  | { kind: "resource"; uri: string; fragment?: string }
  /** A web page, opened in the browser after the full host was shown. */
  | { kind: "external"; url: string; host: string }
  /** Nothing happens; `why` is for the reader. */
  | { kind: "inert"; why: string };

/** Schemes that never name something on an MCP server, whatever the document's own scheme is. */
const NEVER_ON_SERVER = new Set([
  "javascript",
  "vbscript",
  "data",
  "blob",
  "file",
  "about",
  "view-source",
  "ws",
  "wss",
  "ftp",
]);

/**
 * Decides about a link target as written in markdown.
 * @param href the target; markdown has percent-encoded what a URI may not hold.
 * @param base URI of the document. A relative target is resolved against it as a string (RFC 3986 section 5), so a
 * document on a server can only lead to that server.
 */
export function classifyLink(href: string, base: string): LinkAction {
  // Browsers drop these inside of a scheme; what they would make of it must be what is judged.
  const target = href.replace(/[\t\n\r]/g, "").trim();
  if (target === "") return { kind: "inert", why: "no target" };
  if (target.startsWith("#")) return { kind: "anchor", id: decode(target.slice(1)) };
  if (/^[/\\]{2}/.test(target)) return external(`https:${target.replaceAll("\\", "/")}`);
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(target)?.[1]?.toLowerCase();
  if (scheme === "http" || scheme === "https") return external(target);
  const baseScheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(base)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== "skill" && (scheme !== baseScheme || NEVER_ON_SERVER.has(scheme)))
    return { kind: "inert", why: `${visible(scheme)}: link, not followed` };
  // A Windows path or another text with a colon before any slash has no scheme that could be resolved.
  if (scheme === undefined && /^[^/?#]*:/.test(target))
    return { kind: "inert", why: "neither a path nor a URI, not followed" };
  const resolved = resolveReference(base, target);
  if (/^https?:/i.test(resolved)) return external(resolved);
  const hash = resolved.indexOf("#");
  if (hash < 0) return { kind: "resource", uri: resolved };
  return { kind: "resource", uri: resolved.slice(0, hash), fragment: decode(resolved.slice(hash + 1)) };
}

function external(text: string): LinkAction {
  try {
    const url = new URL(text);
    return { kind: "external", url: url.href, host: url.host };
  } catch {
    return { kind: "inert", why: "no valid web address" };
  }
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
