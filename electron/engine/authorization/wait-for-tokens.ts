import {
  type AuthorizationServerMetadata,
  type FetchLike,
  validateAuthorizationResponseIssuer,
} from "@modelcontextprotocol/client";
import { ConnectionError } from "../connections/connection-error";
import { cancelled } from "./fetch";
import type { RedirectAnswer, RedirectListener } from "./redirect-listener";
import { exchangeCode, issuerMismatch } from "./token-request";
import type { KnownClient, StoredTokens } from "./token-store";

export interface Waiting {
  listener: RedirectListener;
  metadata: AuthorizationServerMetadata;
  resource: string;
  client: KnownClient;
  verifier: string;
  scope: string | undefined;
  waitMs: number;
  signal: AbortSignal;
  /** The code is added to it, to be masked in what is shown. */
  secrets: string[];
  onAnswer: () => void;
}

/**
 * Waits for the browser to come back and exchanges what it brings, once. The listener is closed in every case.
 * @throws ConnectionError when the user or the server refused, nobody came, or the answer is not to be trusted
 */
export async function waitForTokens(waiting: Waiting, fetchFn: FetchLike): Promise<StoredTokens> {
  const { listener, metadata, resource, client, verifier, scope, secrets, onAnswer } = waiting;
  let answer: RedirectAnswer;
  try {
    answer = await firstAnswer(waiting);
  } catch (error) {
    listener.close();
    throw error;
  }
  // The listener stays for the moment in which the browser fetches its last page, and then closes itself.
  const code = codeIn(answer, metadata);
  secrets.push(code);
  onAnswer();
  const { redirectUri } = listener;
  return exchangeCode(
    { metadata, client, code, iss: answer.iss, verifier, redirectUri, resource, scope },
    fetchFn,
  );
}

async function firstAnswer({ listener, waitMs, signal }: Waiting): Promise<RedirectAnswer> {
  let stop: () => void = () => {};
  const end = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(tooLate(waitMs)), waitMs);
    const abort = () => reject(cancelled());
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    stop = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
    };
  });
  return Promise.race([listener.answer, end]).finally(stop);
}

/** The code of an answer. @throws ConnectionError: from another server nothing of it is shown, not even its error */
function codeIn(answer: RedirectAnswer, metadata: AuthorizationServerMetadata): string {
  try {
    validateAuthorizationResponseIssuer({
      iss: answer.iss,
      expectedIssuer: metadata.issuer,
      issParameterSupported: metadata.authorization_response_iss_parameter_supported === true,
    });
  } catch {
    throw issuerMismatch();
  }
  if (answer.error !== undefined) throw denied(answer.error, answer.description);
  if (answer.code) return answer.code;
  throw new ConnectionError({
    code: "sign-in-answer",
    message: "The browser came back with neither a code nor an error.",
    hint: "This is for whoever runs the authorization server to put right.",
  });
}

function denied(error: string, description: string | undefined): ConnectionError {
  const detail = [error, description].filter(Boolean).join(": ").slice(0, 500);
  if (error === "access_denied") {
    return new ConnectionError({
      code: "sign-in-denied",
      message: "The sign-in was refused: by you in the browser, or by the authorization server.",
      hint: "Nothing was granted. Sign in again if that was not meant.",
      detail,
    });
  }
  return new ConnectionError({
    code: "sign-in-denied",
    message: `The authorization server ended the sign-in (${error.slice(0, 60)}).`,
    hint: "Its words are below.",
    detail,
  });
}

function tooLate(waitMs: number): ConnectionError {
  const time =
    waitMs < 60_000 ? `${Math.round(waitMs / 1_000)} seconds` : `${Math.round(waitMs / 60_000)} minutes`;
  return new ConnectionError({
    code: "sign-in-timeout",
    message: `The browser did not come back within ${time}.`,
    hint: "Sign in again. If its page showed an error, that is what to look at.",
  });
}
