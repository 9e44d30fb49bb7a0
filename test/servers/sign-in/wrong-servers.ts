import { expect } from "vitest";
import type { Hook } from "../../fixtures/oauth/authorization-server.mjs";
import { type SetupOptions, setUpSignIn } from "../../support/sign-in";

export const METADATA = "/.well-known/oauth-authorization-server";
export type Before = NonNullable<SetupOptions["before"]>;

/** An authorization server that answers one path as told, and everything else as it should. */
export function answering(
  path: string,
  answer: (send: (status: number, body: unknown) => void) => void,
): Hook {
  return (request, response, next) => {
    if (!request.path.startsWith(path)) return next();
    answer((status, body) =>
      typeof body === "string" ? response.status(status).send(body) : response.status(status).json(body),
    );
  };
}

/** Its true metadata, changed. */
export function changedMetadata(
  change: (metadata: Record<string, unknown>) => Record<string, unknown>,
): Before {
  return ({ authorization }) => {
    const own = (path: string) => `${authorization.origin}${path}`;
    const metadata = {
      issuer: authorization.issuer,
      authorization_endpoint: own("/authorize"),
      token_endpoint: own("/token"),
      registration_endpoint: own("/register"),
      response_types_supported: ["code"],
      code_challenge_methods_supported: ["S256"],
    };
    authorization.hook = answering(METADATA, (send) => send(200, change(metadata)));
  };
}

/** The problem that looking for how to sign in ends with; the browser was not opened and nothing was posted. */
export async function lookProblem(before: Before) {
  const { look, opened, authorization } = await setUpSignIn({ before });
  const { signIn, status } = await look();
  expect(status).toBe("needs-sign-in");
  expect(signIn?.attempt).toBeUndefined();
  expect(opened).toEqual([]);
  expect(authorization.seen.filter(({ method }) => method !== "GET")).toEqual([]);
  expect(signIn?.problem?.hint).toBeTruthy();
  return signIn!.problem!;
}
