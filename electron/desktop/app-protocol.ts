import type { Protocol } from "electron";
import { createStaticFiles } from "../web/static-files";

/** The origin of the app's own page; nothing else is trusted. */
export const APP_ORIGIN = "app://inspector";
export const APP_PAGE = `${APP_ORIGIN}/index.html`;

/** Before the app is ready: makes app:// an origin like https, so that CSP, workers and storage work as usual. */
export function declareAppScheme(protocol: Pick<Protocol, "registerSchemesAsPrivileged">): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: "app", privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

/** Serves the built renderer, and no other file, as app://inspector/. */
export function serveApp(protocol: Pick<Protocol, "handle">, rendererDir: string): void {
  protocol.handle("app", createAppResponder(rendererDir));
}

/** Answers one request of the app:// scheme; only GET of the own host gets a file. */
export function createAppResponder(rendererDir: string): (request: Request) => Promise<Response> {
  const files = createStaticFiles(rendererDir);
  return async (request) => {
    const { host, pathname } = new URL(request.url);
    if (request.method !== "GET" || `app://${host}` !== APP_ORIGIN) {
      return new Response("Refused.", {
        status: 403,
        headers: { "Content-Security-Policy": "default-src 'none'" },
      });
    }
    const { status, headers, body } = await files.answer(pathname);
    return new Response(body as Uint8Array<ArrayBuffer>, { status, headers });
  };
}
