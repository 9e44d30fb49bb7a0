import {
  type AuthorizationServerMetadata,
  type FetchLike,
  RegistrationRejectedError,
  registerClient,
} from "@modelcontextprotocol/client";
import { ConnectionError } from "../connections/connection-error";
import { reason } from "./discover";
import type { KnownClient } from "./token-store";

const GIVE_ID =
  "Register the app there by hand and enter its client ID under Edit, or add a token as a header.";

/**
 * Makes this app known to an authorization server (RFC 7591).
 * @throws ConnectionError when it takes no registrations, or refuses this one
 */
export async function register(
  metadata: AuthorizationServerMetadata,
  redirectUri: string,
  scope: string | undefined,
  fetchFn: FetchLike,
): Promise<KnownClient> {
  if (!metadata.registration_endpoint) throw cannotRegister(metadata.issuer);
  try {
    const given = await registerClient(metadata.issuer, {
      metadata,
      clientMetadata: {
        client_name: "MCP Skill Inspector",
        redirect_uris: [redirectUri],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
        application_type: "native",
      },
      ...(scope === undefined ? {} : { scope }),
      fetchFn,
    });
    return {
      clientId: given.client_id,
      ...(given.client_secret === undefined ? {} : { clientSecret: given.client_secret }),
      ...(given.token_endpoint_auth_method === undefined
        ? {}
        : { authMethod: given.token_endpoint_auth_method }),
      issuer: metadata.issuer,
      redirectUri,
    };
  } catch (error) {
    if (error instanceof ConnectionError) throw error;
    const rejected = error instanceof RegistrationRejectedError;
    throw new ConnectionError({
      code: "sign-in-registration",
      message: rejected
        ? `The authorization server refuses to register the app (HTTP ${error.status}).`
        : "The authorization server's answer to the registration cannot be used.",
      hint: GIVE_ID,
      detail: rejected ? error.body.slice(0, 500) : reason(error),
    });
  }
}

/** There is no way for the app to make itself known. */
export function cannotRegister(issuer: string): ConnectionError {
  return new ConnectionError({
    code: "sign-in-registration",
    message: `The authorization server ${issuer} does not let apps register themselves.`,
    hint: GIVE_ID,
  });
}
