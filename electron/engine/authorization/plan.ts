import { computeScopeUnion } from "@modelcontextprotocol/client";
import type { SignInPlan } from "../../../shared/model/sign-in";
import { scopesOf } from "./challenge";
import { type Discovered, revocationOf } from "./discover";
import type { TokenKeeper } from "./token-keeper";
import type { KnownClient } from "./token-store";

/** What the user is shown before anything is opened or sent. */
export function planOf(
  { metadata, resource }: Discovered,
  scope: string | undefined,
  known: KnownClient | undefined,
): SignInPlan {
  const page = new URL(metadata.authorization_endpoint);
  const others = [
    metadata.token_endpoint,
    known ? undefined : metadata.registration_endpoint,
    revocationOf(metadata),
  ];
  const hosts = others.flatMap((address) => (address ? [new URL(address).host] : []));
  return {
    host: page.host,
    page: page.origin + page.pathname,
    issuer: metadata.issuer,
    otherHosts: [...new Set(hosts)].filter((host) => host !== page.host),
    resource,
    scopes: scopesOf(scope),
    client: known ? (known.redirectUri ? "known" : "given") : "registers",
  };
}

/**
 * The rights to ask for (base spec: scope selection): what the challenge names, else what the resource names; on top
 * of what is granted already where the server wants more. `offline_access` where the server offers it, to renew.
 */
export function scopeFor(
  { scopes, metadata }: Discovered,
  { challenge, tokens, wants }: Pick<TokenKeeper, "challenge" | "tokens" | "wants">,
): string | undefined {
  const asked = challenge.scope ?? (scopes.length > 0 ? scopes.join(" ") : undefined);
  const scope = wants?.reason === "more-rights" ? computeScopeUnion(tokens?.scope, asked) : asked;
  const offline = metadata.scopes_supported?.includes("offline_access") === true;
  return scope !== undefined && offline ? computeScopeUnion(scope, "offline_access") : scope;
}
