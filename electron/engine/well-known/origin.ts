import { ConnectionError } from "../connections/connection-error";

/** Where a well-known site lies, and which addresses may be asked for it. */

export const INDEX_PATH = "/.well-known/agent-skills/index.json";
/** Version 0.1.0 of the discovery text. */
export const EARLIER_PATH = "/.well-known/skills/index.json";

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** True for HTTPS, and for plain HTTP to this machine. */
function isSafe(url: URL): boolean {
  return url.protocol === "https:" || (url.protocol === "http:" && LOOPBACK.test(url.hostname));
}

/**
 * The origin that was named: `https://host`, with or without a path behind it.
 * @throws ConnectionError when it is no address, or plain HTTP to another machine
 */
export function parseOrigin(text: string): string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new ConnectionError({
      code: "bad-address",
      message: `"${text}" is no address.`,
      hint: "Write the site as https://host, e.g. well-known:https://example.com.",
    });
  }
  if (!isSafe(url) || url.username !== "" || url.password !== "") {
    throw new ConnectionError({
      code: "bad-address",
      message: `${url.origin === "null" ? text : url.origin} cannot be asked: a well-known index is fetched over HTTPS, without a name and a password in the address.`,
      hint: "Use https://. Plain http:// is for this machine only, e.g. http://127.0.0.1:8080.",
    });
  }
  return url.origin;
}

/** Why a URL may not be fetched; undefined when it may. */
export function mayFetch(text: string, origins: ReadonlySet<string>): string | undefined {
  const url = new URL(text);
  if (!isSafe(url)) return `${url.protocol}//${url.host} is neither HTTPS nor this machine`;
  return origins.has(url.origin)
    ? undefined
    : `${url.origin} is not among the allowed origins (--allow-origin ${url.origin} adds it)`;
}
