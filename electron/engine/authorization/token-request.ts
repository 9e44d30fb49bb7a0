import {
  type AuthorizationServerMetadata,
  exchangeAuthorization,
  type FetchLike,
  IssuerMismatchError,
  type OAuthClientInformationMixed,
  OAuthError,
  OAuthErrorCode,
  type OAuthTokens,
  refreshAuthorization,
  selectClientAuthMethod,
} from "@modelcontextprotocol/client";
import { ConnectionError } from "../connections/connection-error";
import { reason, revocationOf } from "./discover";
import type { KnownClient, StoredTokens } from "./token-store";

/** Errors after which the same tokens may be renewed later on. */
const PASSING = new Set<string>([
  OAuthErrorCode.ServerError,
  OAuthErrorCode.TemporarilyUnavailable,
  OAuthErrorCode.TooManyRequests,
]);

/** What an exchange of a code is made with. */
export interface CodeExchange {
  metadata: AuthorizationServerMetadata;
  client: KnownClient;
  code: string;
  /** The issuer that the answer named (RFC 9207). */
  iss: string | undefined;
  verifier: string;
  redirectUri: string;
  resource: string;
  /** Scopes that were asked for: granted as such unless the answer says otherwise (RFC 6749 section 5.1). */
  scope: string | undefined;
}

/** Exchanges a code for tokens, once. @throws ConnectionError with the authorization server's own words */
export async function exchangeCode(exchange: CodeExchange, fetchFn: FetchLike): Promise<StoredTokens> {
  const { metadata, client, code, iss, verifier, redirectUri, resource, scope } = exchange;
  try {
    const given = await exchangeAuthorization(metadata.issuer, {
      metadata,
      clientInformation: informationOf(client),
      authorizationCode: code,
      iss,
      codeVerifier: verifier,
      redirectUri,
      resource,
      fetchFn,
    });
    const revocation = revocationOf(metadata);
    return withAnswer(
      {
        accessToken: "",
        since: Date.now(),
        resource,
        client,
        authorizationEndpoint: metadata.authorization_endpoint,
        tokenEndpoint: metadata.token_endpoint,
        ...(scope === undefined ? {} : { scope }),
        ...(revocation === undefined ? {} : { revocationEndpoint: revocation }),
        ...(metadata.token_endpoint_auth_methods_supported
          ? { authMethods: metadata.token_endpoint_auth_methods_supported }
          : {}),
      },
      given,
    );
  } catch (error) {
    throw refused(error, "The authorization server did not give a token for the sign-in");
  }
}

/** Renews tokens. @throws ConnectionError `sign-in-ended` when they are refused for good, another one when that is not said */
export async function renewTokens(stored: StoredTokens, fetchFn: FetchLike): Promise<StoredTokens> {
  try {
    const given = await refreshAuthorization(stored.client.issuer, {
      metadata: metadataOf(stored),
      clientInformation: informationOf(stored.client),
      refreshToken: stored.refreshToken ?? "",
      resource: stored.resource,
      fetchFn,
    });
    return withAnswer(stored, given);
  } catch (error) {
    if (error instanceof OAuthError && !PASSING.has(error.code)) {
      throw new ConnectionError({
        code: "sign-in-ended",
        message: "The sign-in has ended: the authorization server does not renew it.",
        hint: "Sign in again.",
        detail: words(error),
      });
    }
    throw refused(error, "The sign-in could not be renewed");
  }
}

/** Takes tokens back (RFC 7009): the one that renews, which ends the others too, else the access token. */
export async function revokeTokens(stored: StoredTokens, fetchFn: FetchLike): Promise<void> {
  if (stored.revocationEndpoint === undefined) return;
  const { clientId, clientSecret } = stored.client;
  const form = new URLSearchParams({
    token: stored.refreshToken ?? stored.accessToken,
    token_type_hint: stored.refreshToken ? "refresh_token" : "access_token",
  });
  const headers = new Headers({ "Content-Type": "application/x-www-form-urlencoded" });
  const method = selectClientAuthMethod(informationOf(stored.client), stored.authMethods ?? []);
  if (method === "client_secret_basic" && clientSecret !== undefined) {
    const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
    headers.set("Authorization", `Basic ${Buffer.from(pair).toString("base64")}`);
  } else {
    form.set("client_id", clientId);
    if (method === "client_secret_post" && clientSecret !== undefined)
      form.set("client_secret", clientSecret);
  }
  const answer = await fetchFn(stored.revocationEndpoint, { method: "POST", headers, body: form.toString() });
  if (!answer.ok) throw new Error(`it answered with HTTP ${answer.status}`);
}

function withAnswer(before: StoredTokens, given: OAuthTokens): StoredTokens {
  if (given.token_type.toLowerCase() !== "bearer") {
    throw new ConnectionError({
      code: "sign-in-token-type",
      message: `The authorization server gave a token of the type ${given.token_type.slice(0, 40)}, which this app cannot send.`,
      hint: "The app sends Bearer tokens (RFC 6750).",
    });
  }
  if (!/^[\x21-\x7e]{1,16000}$/.test(given.access_token)) {
    throw new ConnectionError({
      code: "sign-in-token",
      message: "The authorization server gave a token that no header can hold.",
    });
  }
  const { expiresAt: _, ...kept } = before;
  return {
    ...kept,
    accessToken: given.access_token,
    ...(given.refresh_token === undefined ? {} : { refreshToken: given.refresh_token }),
    ...(given.scope === undefined ? {} : { scope: given.scope }),
    ...(given.expires_in === undefined ? {} : { expiresAt: Date.now() + given.expires_in * 1_000 }),
  };
}

/** The least metadata that the SDK renews with. */
function metadataOf(stored: StoredTokens): AuthorizationServerMetadata {
  return {
    issuer: stored.client.issuer,
    authorization_endpoint: stored.authorizationEndpoint,
    token_endpoint: stored.tokenEndpoint,
    response_types_supported: ["code"],
    ...(stored.authMethods ? { token_endpoint_auth_methods_supported: stored.authMethods } : {}),
  };
}

function informationOf({ clientId, clientSecret, authMethod }: KnownClient): OAuthClientInformationMixed {
  return {
    client_id: clientId,
    ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
    ...(authMethod === undefined ? {} : { token_endpoint_auth_method: authMethod }),
  } as OAuthClientInformationMixed;
}

function refused(error: unknown, what: string): ConnectionError {
  if (error instanceof ConnectionError) return error;
  if (error instanceof IssuerMismatchError) return issuerMismatch();
  if (error instanceof OAuthError) {
    const stranger = error.code === OAuthErrorCode.InvalidClient;
    return new ConnectionError({
      code: stranger ? "sign-in-client" : "sign-in-token",
      message: `${what} (${String(error.code).slice(0, 60)}).`,
      hint: stranger
        ? "It does not know this app any more. Sign in again: the app registers anew."
        : "Sign in again. If that does not help, its own log tells why.",
      detail: words(error),
    });
  }
  return new ConnectionError({ code: "sign-in-token", message: `${what}.`, detail: reason(error) });
}

/** The answer came from another authorization server than was asked: nothing of it is shown or used. */
export function issuerMismatch(): ConnectionError {
  return new ConnectionError({
    code: "sign-in-issuer",
    message: "The answer came from another authorization server than was asked, or does not say from which.",
    hint: "Nothing of it was used (RFC 9207). Do not try again before you know why.",
  });
}

function words(error: OAuthError): string {
  return `${error.code}: ${error.message}`.slice(0, 500);
}
