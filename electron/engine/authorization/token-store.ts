import { z } from "zod";
import type { SignInAccount } from "../../../shared/model/sign-in";
import type { SecretStore } from "../platform";
import { scopesOf } from "./challenge";

/** As whom this app is known to one authorization server. */
const client = z.object({
  clientId: z.string(),
  clientSecret: z.string().optional(),
  /** How it proves itself at the token endpoint, where registration said so. */
  authMethod: z.string().optional(),
  issuer: z.string(),
  /** The redirect address it was registered with; absent for one the user gave. */
  redirectUri: z.string().optional(),
});
export type KnownClient = z.infer<typeof client>;

/** Tokens with all that renewing and revoking them takes. */
const tokens = z.object({
  accessToken: z.string(),
  refreshToken: z.string().optional(),
  scope: z.string().optional(),
  /** Milliseconds since the Unix epoch. */
  expiresAt: z.number().optional(),
  since: z.number(),
  /** The server they are for. */
  resource: z.string(),
  client,
  authorizationEndpoint: z.string(),
  tokenEndpoint: z.string(),
  revocationEndpoint: z.string().optional(),
  authMethods: z.array(z.string()).optional(),
});
export type StoredTokens = z.infer<typeof tokens>;

/** What is kept of sign-ins, in the store of secrets, for each server. Unreadable entries count as none. */
export class TokenStore {
  constructor(private readonly secrets: SecretStore) {}

  tokens = (serverId: string): Promise<StoredTokens | undefined> =>
    this.read(key(serverId, "tokens"), tokens);
  client = (serverId: string): Promise<KnownClient | undefined> => this.read(key(serverId, "client"), client);

  saveTokens = (serverId: string, value: StoredTokens): Promise<void> =>
    this.secrets.set(key(serverId, "tokens"), JSON.stringify(value));
  saveClient = (serverId: string, value: KnownClient): Promise<void> =>
    this.secrets.set(key(serverId, "client"), JSON.stringify(value));

  forgetTokens = (serverId: string): Promise<void> => this.secrets.delete(key(serverId, "tokens"));
  forgetClient = (serverId: string): Promise<void> => this.secrets.delete(key(serverId, "client"));

  private async read<T>(name: string, schema: z.ZodType<T>): Promise<T | undefined> {
    const text = await this.secrets.get(name);
    if (text === undefined) return undefined;
    try {
      return schema.parse(JSON.parse(text));
    } catch {
      return undefined;
    }
  }
}

/** What may be shown of tokens. */
export function accountOf(stored: StoredTokens): SignInAccount {
  return {
    issuer: stored.client.issuer,
    scopes: scopesOf(stored.scope),
    ...(stored.expiresAt === undefined ? {} : { expiresAt: stored.expiresAt }),
    renews: stored.refreshToken !== undefined,
    since: stored.since,
  };
}

function key(serverId: string, what: "tokens" | "client"): string {
  return `${serverId}/oauth/${what}`;
}
