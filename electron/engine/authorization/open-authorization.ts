import { randomBytes } from "node:crypto";
import { type FetchLike, startAuthorization } from "@modelcontextprotocol/client";
import { register } from "./client";
import type { Discovered } from "./discover";
import { cancelled } from "./fetch";
import { listenForRedirect, type RedirectListener } from "./redirect-listener";
import type { KnownClient } from "./token-store";

export interface Opening {
  found: Discovered;
  scope: string | undefined;
  /** As whom the app is known there; undefined when it has to register. */
  known: KnownClient | undefined;
  /** The port the user has registered for the browser to come back to. */
  callbackPort: number | undefined;
  signal: AbortSignal;
  fetchFn: FetchLike;
  /** The state, the verifier and a client's secret are added to it. */
  secrets: string[];
  onStranger: () => void;
  /** Keeps a registration that was made. */
  onRegistered: (client: KnownClient) => Promise<void>;
}

/** What waits for the browser now. */
export interface Opened {
  listener: RedirectListener;
  client: KnownClient;
  verifier: string;
  /** The page to open, with PKCE challenge, state and resource (OAuth 2.1, RFC 8707). */
  page: URL;
}

/**
 * Listens for the answer, makes the app known where it is not, and prepares the page for the browser.
 * @throws ConnectionError; nothing listens then
 */
export async function openAuthorization(opening: Opening): Promise<Opened> {
  const { found, scope, signal, fetchFn, secrets, onRegistered } = opening;
  const { metadata, resource } = found;
  const state = randomBytes(32).toString("base64url");
  secrets.push(state);
  const { listener, known } = await listen(state, opening);
  try {
    const client = known ?? (await register(metadata, listener.redirectUri, scope, fetchFn));
    if (client.clientSecret) secrets.push(client.clientSecret);
    if (!known) await onRegistered(client);
    const { authorizationUrl, codeVerifier } = await startAuthorization(metadata.issuer, {
      metadata,
      clientInformation: { client_id: client.clientId },
      redirectUrl: listener.redirectUri,
      ...(scope === undefined ? {} : { scope }),
      state,
      resource,
    });
    secrets.push(codeVerifier);
    if (signal.aborted) throw cancelled();
    return { listener, client, verifier: codeVerifier, page: authorizationUrl };
  } catch (error) {
    listener.close();
    throw error;
  }
}

/** At the port that was asked for or registered; where the registered one is taken by now, at another and anew. */
async function listen(
  state: string,
  { known, callbackPort, onStranger }: Opening,
): Promise<{ listener: RedirectListener; known: KnownClient | undefined }> {
  const wanted = callbackPort ?? portOf(known?.redirectUri);
  try {
    return { listener: await listenForRedirect(state, wanted, onStranger), known };
  } catch (error) {
    if (callbackPort !== undefined || wanted === 0) throw error;
    return { listener: await listenForRedirect(state, 0, onStranger), known: undefined };
  }
}

function portOf(redirectUri: string | undefined): number {
  return redirectUri === undefined ? 0 : Number(new URL(redirectUri).port);
}
