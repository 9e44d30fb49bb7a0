import type { ProxyAgent } from "undici";

/** The proxy that the environment names for an address. */
export interface ChosenProxy {
  /** Whole address, with user and password where it has them. */
  url: string;
  /** The same for people to read: without the password. */
  shown: string;
  /** The variable it comes from. */
  variable: string;
}

/** A request that did not get past the proxy, or failed behind it. */
export class ProxyError extends Error {
  override readonly name = "ProxyError";
  constructor(
    readonly proxy: ChosenProxy,
    override readonly cause: unknown,
  ) {
    super(`The request went through the proxy ${proxy.shown} and failed.`);
  }
}

/**
 * The proxy for an address, by HTTP_PROXY, HTTPS_PROXY (where that is not set, HTTP_PROXY) and NO_PROXY; lower case
 * wins, as it does for curl. NO_PROXY holds hosts, which stand for what is below them too, `host:port`, or `*`.
 * @returns undefined for a direct way
 */
export function proxyFor(address: string, env: NodeJS.ProcessEnv = process.env): ChosenProxy | undefined {
  const url = new URL(address);
  const names =
    url.protocol === "https:"
      ? ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"]
      : ["http_proxy", "HTTP_PROXY"];
  const variable = names.find((name) => env[name] !== undefined);
  const value = variable === undefined ? undefined : env[variable]?.trim();
  if (variable === undefined || !value || isExempt(url, env.no_proxy ?? env.NO_PROXY ?? "")) return undefined;
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  return { url: whole, shown: withoutPassword(whole), variable };
}

function isExempt(url: URL, list: string): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, "").toLowerCase();
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return list.split(/[,\s]+/).some((entry) => {
    if (entry === "*") return true;
    const [, name = "", only] = /^(\[[^\]]*\]|[^:]*(?::[^:]*:.*)?)(?::(\d+))?$/.exec(entry) ?? [];
    const exempt = name
      .replace(/^\[|\]$/g, "")
      .replace(/^\*?\./, "")
      .toLowerCase();
    if (exempt === "" || (only !== undefined && only !== port)) return false;
    return host === exempt || host.endsWith(`.${exempt}`);
  });
}

function withoutPassword(address: string): string {
  try {
    const url = new URL(address);
    if (url.password) url.password = "•••";
    return decodeURI(url.href).replace(/\/$/, "");
  } catch {
    return address.replace(/\/\/[^@/]*@/, "//•••@");
  }
}

/** Agents by address of the proxy; made when first needed, as the proxy client is loaded only then. */
const agents = new Map<string, ProxyAgent>();

/**
 * `fetch`, through the proxy that the environment names, if any.
 * @throws ProxyError for what fails on the way through one; what `fetch` throws otherwise
 */
export async function environmentProxy(address: string, init: RequestInit): Promise<Response> {
  const options: RequestInit = { ...init, redirect: init.redirect ?? "manual" };
  const proxy = proxyFor(address);
  if (!proxy) return fetch(address, options);
  try {
    const { ProxyAgent, fetch: proxied } = await import("undici");
    let dispatcher = agents.get(proxy.url);
    if (!dispatcher) {
      // Plain http is passed on as it is: many proxies open tunnels to port 443 alone.
      dispatcher = new ProxyAgent({ uri: proxy.url, proxyTunnel: false });
      agents.set(proxy.url, dispatcher);
    }
    return (await proxied(address, { ...options, dispatcher } as never)) as unknown as Response;
  } catch (error) {
    if (error instanceof Error && error.name === "AbortError") throw error;
    throw new ProxyError(proxy, error);
  }
}
