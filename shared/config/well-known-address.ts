/** Addresses of web sites that publish skills (Agent Skills Discovery 0.2.0, and 0.1.0 before it). */

const PREFIX = "well-known:";

/**
 * The origin of the site that an address means: `well-known:https://host`, or a URL below `/.well-known/agent-skills`
 * or `/.well-known/skills`. Any other address may be an MCP server.
 * @returns `https://host`, or undefined when it is no address of a site
 */
export function wellKnownOrigin(text: string): string | undefined {
  const named = text.trim();
  const prefixed = named.toLowerCase().startsWith(PREFIX);
  try {
    const url = new URL(prefixed ? named.slice(PREFIX.length) : named);
    if (!/^https?:$/.test(url.protocol)) return undefined;
    return prefixed || /^\/\.well-known\/(?:agent-)?skills(?:\/|$)/.test(url.pathname)
      ? url.origin
      : undefined;
  } catch {
    return undefined;
  }
}

/** How such a site is written as one address. */
export const wellKnownAddress = (origin: string) => `${PREFIX}${origin}`;
