import type { ServerState } from "../../shared/model/server";
import type { SignInAccount } from "../../shared/model/sign-in";
import { visible } from "../../shared/model/visible";
import { useHost } from "../client/host";
import { Button } from "../ui/Button";
import { signOut } from "./sign-in-acts";

/** Whose tokens the app sends to a server, how long they hold, and the way out. Nothing where there are none. */
export function AccountDetails({ server }: { server: ServerState }) {
  const host = useHost();
  const account = server.signIn?.account;
  if (!account) return null;
  const rows = [
    ["Signed in at", account.issuer],
    ["Since", when.format(account.since)],
    ["Rights", account.scopes.join(", ") || "the server named none"],
    ["Token", lifetime(account)],
  ] as const;
  return (
    <section>
      <h2>Sign-in</h2>
      <dl className="facts-list">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="break">{visible(value)}</dd>
          </div>
        ))}
      </dl>
      <div className="actions">
        <Button onPress={() => signOut(host, server.config.serverId)}>Sign out</Button>
      </div>
    </section>
  );
}

const when = new Intl.DateTimeFormat(undefined, {
  dateStyle: "medium",
  timeStyle: "short",
  hourCycle: "h23",
});

/** How long the token holds, in words. */
export function lifetime({ expiresAt, renews }: SignInAccount, now = Date.now()): string {
  const renewal = renews ? "renewed by itself" : "then you sign in again";
  if (expiresAt === undefined)
    return renews
      ? "holds until the server refuses it; renewed by itself"
      : "holds until the server refuses it";
  return expiresAt < now ? `has run out; ${renewal}` : `holds until ${when.format(expiresAt)}; ${renewal}`;
}
