import {
  type AuthorizationServerMetadata,
  buildDiscoveryUrls,
  checkResourceAllowed,
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  type FetchLike,
  IssuerMismatchError,
  type OAuthProtectedResourceMetadata,
  resourceUrlFromServerUrl,
} from "@modelcontextprotocol/client";
import { ConnectionError } from "../connections/connection-error";
import { safeAddress } from "./addresses";
import type { Challenge } from "./challenge";

/** Where and for what to sign in, as the server's metadata say. */
export interface Discovered {
  metadata: AuthorizationServerMetadata;
  /** The resource indicator, as its metadata write it (RFC 8707). */
  resource: string;
  /** Scopes that the resource names; empty where it names none. */
  scopes: string[];
}

const FOR_SERVER = "This is for whoever runs the server to put right; a token in a header may do meanwhile.";

/**
 * Finds the authorization server of an MCP server: its protected resource metadata (RFC 9728), or where it has none
 * its own origin (base spec 2025-03-26), then that server's metadata (RFC 8414, OpenID Connect Discovery). Every
 * address in them is checked, so that none that could do harm is ever kept.
 * @throws ConnectionError that says what is missing or wrong, and where
 */
export async function discover(
  serverUrl: string,
  challenge: Challenge,
  fetchFn: FetchLike,
): Promise<Discovered> {
  if (challenge.metadataUrl) safeAddress(challenge.metadataUrl, "metadata address", serverUrl);
  const resource = await resourceMetadata(serverUrl, challenge.metadataUrl, fetchFn);
  if (resource) checkResource(serverUrl, resource.resource);
  const named = resource?.authorization_servers?.[0];
  const issuer = named ?? new URL("/", serverUrl).href;
  safeAddress(issuer, "authorization server", serverUrl);
  const metadata = await serverMetadata(issuer, named !== undefined, fetchFn);
  checkMetadata(metadata, serverUrl);
  return {
    metadata,
    resource: resource?.resource ?? resourceUrlFromServerUrl(serverUrl).href,
    scopes: resource?.scopes_supported ?? [],
  };
}

async function resourceMetadata(
  serverUrl: string,
  named: string | undefined,
  fetchFn: FetchLike,
): Promise<OAuthProtectedResourceMetadata | undefined> {
  try {
    return await discoverOAuthProtectedResourceMetadata(
      serverUrl,
      named ? { resourceMetadataUrl: named } : {},
      fetchFn,
    );
  } catch (error) {
    if (error instanceof ConnectionError) throw error;
    // Only an address that nobody named may be missing; a server that wants a key for everything refuses it as well.
    if (named === undefined && /does not implement|HTTP 4\d\d/.test(String(error))) return undefined;
    throw new ConnectionError({
      code: "sign-in-resource-metadata",
      message: named
        ? "The server names its sign-in metadata at an address that gives none."
        : "The server's sign-in metadata cannot be read.",
      hint: FOR_SERVER,
      detail: [named, reason(error)].filter(Boolean).join("\n"),
    });
  }
}

async function serverMetadata(
  issuer: string,
  named: boolean,
  fetchFn: FetchLike,
): Promise<AuthorizationServerMetadata> {
  let metadata: AuthorizationServerMetadata | undefined;
  try {
    metadata = await discoverAuthorizationServerMetadata(issuer, { fetchFn });
  } catch (error) {
    if (error instanceof ConnectionError) throw error;
    if (error instanceof IssuerMismatchError) {
      throw new ConnectionError({
        code: "sign-in-issuer",
        message: `The authorization server calls itself ${error.received ?? "nothing"}, not ${issuer}.`,
        hint: "Metadata that name another issuer are not used (RFC 8414 section 3.3): tokens could go to the wrong one.",
      });
    }
    throw new ConnectionError({
      code: "sign-in-server-metadata",
      message: `The metadata of the authorization server ${issuer} cannot be used.`,
      hint: FOR_SERVER,
      detail: reason(error),
    });
  }
  if (metadata) return metadata;
  const asked = buildDiscoveryUrls(issuer).map(({ url }) => url.href);
  throw new ConnectionError(
    named
      ? {
          code: "sign-in-server-metadata",
          message: `The authorization server ${issuer} publishes no metadata.`,
          hint: FOR_SERVER,
          detail: `Looked for:\n${asked.join("\n")}`,
        }
      : {
          code: "sign-in-unknown",
          message: "The server asks for sign-in and says nothing of how to.",
          hint: "Add the token or header it wants under Edit; its own documentation tells which.",
          detail: `Looked for:\n${[new URL("/.well-known/oauth-protected-resource", issuer).href, ...asked].join("\n")}`,
        },
  );
}

/** Metadata for another resource would give that resource's tokens away (RFC 9728 section 3.3). */
function checkResource(serverUrl: string, resource: string): void {
  let fits = false;
  try {
    fits = checkResourceAllowed({
      requestedResource: resourceUrlFromServerUrl(serverUrl),
      configuredResource: resource,
    });
  } catch {
    // An address that is none fits nothing.
  }
  if (fits) return;
  throw new ConnectionError({
    code: "sign-in-resource",
    message: `The sign-in metadata are for another server: ${resource.slice(0, 300)}.`,
    hint: `They should name ${resourceUrlFromServerUrl(serverUrl).href}, or what lies above it.`,
  });
}

function checkMetadata(metadata: AuthorizationServerMetadata, serverUrl: string): void {
  const { authorization_endpoint, token_endpoint, registration_endpoint } = metadata;
  safeAddress(authorization_endpoint, "authorization endpoint", serverUrl);
  safeAddress(token_endpoint, "token endpoint", serverUrl);
  if (registration_endpoint) safeAddress(registration_endpoint, "registration endpoint", serverUrl);
  const revocation = revocationOf(metadata);
  if (revocation) safeAddress(revocation, "revocation endpoint", serverUrl);
  if (!metadata.response_types_supported.includes("code")) {
    throw new ConnectionError({
      code: "sign-in-unsupported",
      message: "The authorization server does not offer the response type code.",
      hint: FOR_SERVER,
    });
  }
  // Base spec, Authorization: without it in the metadata a client must not go on.
  if (!metadata.code_challenge_methods_supported?.includes("S256")) {
    throw new ConnectionError({
      code: "sign-in-unsupported",
      message: "The authorization server does not say that it supports PKCE with S256.",
      hint: "A sign-in without it could be stolen. Its metadata should hold code_challenge_methods_supported.",
    });
  }
}

/** Where tokens are taken back (RFC 7009), if anywhere. */
export function revocationOf(metadata: AuthorizationServerMetadata): string | undefined {
  const address = (metadata as { revocation_endpoint?: unknown }).revocation_endpoint;
  return typeof address === "string" ? address : undefined;
}

/** An error in a line or two: of a schema's complaints, what is wrong at which field. */
export function reason(error: unknown): string {
  const issues = (error as { issues?: { path?: unknown[]; message?: string }[] } | null)?.issues;
  const text = Array.isArray(issues)
    ? issues.map(({ path, message }) => `${(path ?? []).join(".")}: ${message}`).join("; ")
    : error instanceof Error
      ? error.message
      : String(error);
  return text.slice(0, 500);
}
