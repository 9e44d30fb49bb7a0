import type { Challenge } from "../authorization/challenge";

/** An answer to a request, as far as authorization goes. */
export interface AnsweredRequest {
  status: number;
  /** What a 401 or 403 says it wants. */
  challenge: Challenge;
  /** The Authorization header that went with the request. */
  sent: string | undefined;
}

/** What an HTTP transport asks before and after each request, when a sign-in stands behind it. */
export interface RequestAuthorization {
  /** The Authorization header to send now, renewed where it has run out; undefined when there is none. Never rejects. */
  header(): Promise<string | undefined>;
  /** Takes note of an answer. @returns whether the request is to be sent again, once, with a new header */
  answered(answer: AnsweredRequest): Promise<boolean>;
}

/**
 * Sends a request with the token of the sign-in; once more where that was renewed over it.
 * @param counts whether the answer says something of the sign-in
 * @param reach sends it
 */
export async function withToken(
  authorization: RequestAuthorization | undefined,
  counts: boolean,
  reach: (init: RequestInit) => Promise<Response>,
  init: RequestInit,
): Promise<Response> {
  if (!authorization) return reach(init);
  const { challengeOf } = await import("../authorization/challenge");
  const attempt = async () => {
    const sent = await authorization.header();
    const headers = new Headers(init.headers);
    if (sent !== undefined) headers.set("Authorization", sent);
    const response = await reach({ ...init, headers });
    const challenge = challengeOf(response.headers.get("www-authenticate"));
    const again = counts && (await authorization.answered({ status: response.status, challenge, sent }));
    return { response, again };
  };
  const first = await attempt();
  if (!first.again) return first.response;
  void first.response.body?.cancel();
  return (await attempt()).response;
}
