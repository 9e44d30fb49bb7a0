/** Names of the environment that ask for a proxy. */
const NAMES = ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"];

let proxied: Promise<typeof fetch> | undefined;

/** `fetch`, through the proxy that the environment names, if any. The proxy client is loaded only then. */
export async function environmentProxy(url: string, init: RequestInit): Promise<Response> {
  const options: RequestInit = { ...init, redirect: init.redirect ?? "manual" };
  if (!NAMES.some((name) => process.env[name])) return fetch(url, options);
  proxied ??= import("undici").then(({ EnvHttpProxyAgent, fetch: undiciFetch }) => {
    const dispatcher = new EnvHttpProxyAgent();
    return ((input: string, settings: RequestInit) =>
      undiciFetch(input, { ...settings, dispatcher } as never)) as unknown as typeof fetch;
  });
  return (await proxied)(url, options);
}
