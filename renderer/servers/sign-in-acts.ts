import type { CallInput, CallName } from "../../shared/contract";
import { tell } from "../app/actions";
import { callServer } from "../app/server-calls";
import type { Host } from "../client/host";
import { useApp } from "../state/store";

/** Acts of signing in to a server; how it goes is told by the server's state. */

type SignInCall = Extract<
  CallName,
  "servers.signIn" | "servers.agreeSignIn" | "servers.cancelSignIn" | "servers.signOut"
>;

function act<N extends SignInCall>(host: Host, name: N, input: CallInput<N>, what: string) {
  return tell(what, async () => {
    await callServer(host, name, input);
  });
}

/** Shows the server's page, where the sign-in goes on, and looks for where it leads. */
export function signIn(host: Host, serverId: string): void {
  useApp.getState().open({ kind: "server", serverId });
  void act(host, "servers.signIn", { serverId }, "Could not sign in");
}

/** Agrees to the host that was shown: the browser opens. */
export const agreeSignIn = (host: Host, serverId: string, agreed: string) =>
  act(host, "servers.agreeSignIn", { serverId, host: agreed }, "Could not sign in");

export const cancelSignIn = (host: Host, serverId: string) =>
  act(host, "servers.cancelSignIn", { serverId }, "Could not cancel");

export const signOut = (host: Host, serverId: string) =>
  act(host, "servers.signOut", { serverId }, "Could not sign out");
