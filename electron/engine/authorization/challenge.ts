import { extractWWWAuthenticateParams } from "@modelcontextprotocol/client";

/** What a server says of the authorization it wants (RFC 6750; RFC 9728 section 5.1). */
export interface Challenge {
  /** Where its protected resource metadata lies. */
  metadataUrl?: string;
  scope?: string;
  error?: string;
  description?: string;
}

/** Longer headers are no challenge anybody means. */
const MAX_HEADER = 8_000;

/**
 * The Bearer challenge of a `WWW-Authenticate` header, which may name other schemes before it.
 * @returns an empty challenge where there is none
 */
export function challengeOf(header: string | null): Challenge {
  if (header === null || header.length > MAX_HEADER) return {};
  const at = /(?:^|,\s*)(?=(?:bearer|dpop)\s)/i.exec(header);
  if (!at) return {};
  const own = header.slice(at.index + at[0].length);
  const { resourceMetadataUrl, scope, error, errorDescription } = extractWWWAuthenticateParams(
    new Response(null, { headers: { "WWW-Authenticate": own } }),
  );
  return {
    ...(resourceMetadataUrl ? { metadataUrl: resourceMetadataUrl.href } : {}),
    ...(scope ? { scope } : {}),
    ...(error ? { error } : {}),
    ...(errorDescription ? { description: errorDescription } : {}),
  };
}

/** The scopes in a space-separated text (RFC 6749 section 3.3). */
export function scopesOf(text: string | undefined): string[] {
  return [...new Set((text ?? "").split(/\s+/).filter((scope) => scope !== ""))];
}
