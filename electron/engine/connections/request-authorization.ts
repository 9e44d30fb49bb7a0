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
