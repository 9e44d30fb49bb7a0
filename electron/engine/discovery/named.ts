const SCHEME = /[A-Za-z][A-Za-z0-9+.-]{0,40}$/;
/** Where a URI in prose ends: white space, a quote, a bracket, or a brace, which makes it a template. */
const END = /[\s<>"'`(){}[\]|\\^]/g;

/**
 * The URIs that a server's instructions name, each once, in their order. Web addresses and templates are left out:
 * neither names a resource of the server. Linear in the length of the text.
 */
export function namedUris(instructions: string | undefined): string[] {
  const text = instructions ?? "";
  const found = new Set<string>();
  for (let at = text.indexOf("://"); at >= 0; at = text.indexOf("://", at + 3)) {
    const scheme = SCHEME.exec(text.slice(Math.max(0, at - 41), at))?.[0];
    if (scheme === undefined || /^(?:https?|file)$/i.test(scheme)) continue;
    END.lastIndex = at + 3;
    const end = END.exec(text)?.index ?? text.length;
    const rest = text.slice(at + 3, end).replace(/[.,;:!?*_]{1,8}$/, "");
    if (rest !== "" && text[end] !== "{") found.add(`${scheme}://${rest}`);
  }
  return [...found];
}
