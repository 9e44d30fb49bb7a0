import { ConnectionError } from "../connections/connection-error";

/**
 * Whether an address that a server names for sign-in may be used at all: whole, https (plain http on this machine
 * alone), without a user name, and not inside this machine or a private network unless the server itself is.
 * A name that resolves to a private address is not looked up: over https only who holds its certificate can answer.
 * @param what names the address in the error, e.g. "authorization endpoint"
 * @throws ConnectionError that names the address and what is wrong with it
 */
export function safeAddress(raw: string | URL, what: string, serverUrl: string): URL {
  const refuse = (why: string) =>
    new ConnectionError({
      code: "sign-in-address",
      message: `The server's ${what} is not used: ${why}.`,
      hint: "Nothing was sent there. This is for whoever runs the server to put right.",
      detail: String(raw).slice(0, 500),
    });
  let url: URL;
  try {
    url = new URL(raw);
  } catch {
    throw refuse("it is no whole address");
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") throw refuse(`it begins with ${url.protocol}`);
  if (url.username !== "" || url.password !== "") throw refuse("it holds a user name");
  if (url.protocol === "http:" && !isLoopback(url.hostname)) throw refuse("it is not encrypted (http)");
  if (isInside(url.hostname) && !isInside(new URL(serverUrl).hostname))
    throw refuse("it leads into this machine or a private network, where the server itself is not");
  return url;
}

/** Whether a host is this machine, by name or number. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, "");
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127\./.test(host);
}

/** Loopback, link-local and private addresses; `URL` has already brought every way of writing them to one form. */
function isInside(hostname: string): boolean {
  if (isLoopback(hostname)) return true;
  const four = /^(\d+)\.(\d+)\.\d+\.\d+$/.exec(hostname);
  if (four) return insideFour(Number(four[1]), Number(four[2]));
  if (!hostname.startsWith("[")) return false;
  const six = hostname.slice(1, -1);
  const mapped = /^::(?:ffff:)?([0-9a-f]{1,4}):[0-9a-f]{1,4}$/.exec(six);
  if (mapped) {
    const high = Number.parseInt(mapped[1]!, 16);
    return insideFour(high >> 8, high & 0xff);
  }
  return six === "::" || /^f[cd][0-9a-f]{2}:/.test(six) || /^fe[89ab][0-9a-f]:/.test(six);
}

function insideFour(first: number, second: number): boolean {
  return (
    first === 0 ||
    first === 10 ||
    first === 127 ||
    (first === 100 && second >= 64 && second < 128) ||
    (first === 169 && second === 254) ||
    (first === 172 && second >= 16 && second < 32) ||
    (first === 192 && second === 168)
  );
}
