/**
 * What the page of the app may load and do, for the desktop's app:// and for the browser alike (DESIGN section 8).
 * Nothing by default; scripts, workers, fonts and calls from the app itself; images also from memory (`blob:`).
 * @param socket further origin of the event stream, where the browser does not count `ws:` as `'self'`
 */
export function contentSecurityPolicy(socket?: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self'${socket ? ` ${socket}` : ""}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Headers of every answer, whatever it holds. */
export const STRICT_HEADERS: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
};
