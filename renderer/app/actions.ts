import type { CallInput } from "../../shared/contract";
import { asHostError, type Host, newOp } from "../client/host";
import { isRunning } from "../state/check-state";
import { useApp } from "../state/store";
import { setUi } from "../state/ui-state";
import { callServer, type ServerCall } from "./server-calls";

/** Acts on servers, for menus, keys and the palette alike. Failures become notices; a server's own end in its state. */

/** Does something and shows its failure, unless it was cancelled, as a notice. @returns whether it succeeded */
export async function tell(what: string, act: () => Promise<void>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    const { message, detail, code } = asHostError(error);
    if (code !== "cancelled")
      useApp.getState().notify({ level: "error", message: `${what}: ${message}`, detail });
    return false;
  }
}

async function onServer<N extends ServerCall>(host: Host, name: N, input: CallInput<N>, what: string) {
  return tell(what, async () => {
    await callServer(host, name, input);
  });
}

/** Connects; a server whose command was not agreed to is shown for agreement instead. */
export async function connect(host: Host, serverId: string): Promise<void> {
  if (useApp.getState().servers.get(serverId)?.status === "needs-confirmation") {
    setUi({ confirming: serverId });
    return;
  }
  const op = newOp();
  connecting.set(serverId, op);
  await onServer(host, "servers.connect", { serverId, op }, "Could not connect");
  if (connecting.get(serverId) === op) connecting.delete(serverId);
}

const connecting = new Map<string, string>();

/** Ends a connection attempt that was begun here; one of the host's own is ended by disconnecting. */
export async function cancelConnect(host: Host, serverId: string): Promise<void> {
  const op = connecting.get(serverId);
  await tell("Could not cancel", async () => {
    if (op === undefined || !(await host.call("op.cancel", { op })))
      await host.call("servers.disconnect", { serverId });
  });
}

export const disconnect = (host: Host, serverId: string) =>
  onServer(host, "servers.disconnect", { serverId }, "Could not disconnect");

/** Lists again, after a restart where asked. */
export const refresh = (host: Host, serverId: string, restart = false) =>
  onServer(host, "servers.refresh", { serverId, restart }, "Could not list again");

export async function remove(host: Host, serverId: string): Promise<void> {
  await tell("Could not remove the server", async () => {
    await host.call("servers.remove", { serverId });
    useApp.getState().removeServer(serverId);
  });
}

/** Runs begun on this page: their report comes as the call's answer. */
export const ownRuns = new Set<string>();

/** Runs every check of a server; progress, findings and badges come as events. */
export async function check(host: Host, serverId: string): Promise<void> {
  if (isRunning(useApp.getState().checks.get(serverId))) return;
  const op = newOp();
  ownRuns.add(op);
  useApp.getState().receive([
    {
      event: "check",
      data: { serverId, op, phase: "listing", skillsDone: 0, skillsTotal: 0, requests: 0 },
    },
  ]);
  try {
    useApp.getState().setReport(serverId, await host.call("checks.run", { serverId, op }));
    endProgress(serverId, op, "done");
  } catch (error) {
    const { code, message, detail } = asHostError(error);
    endProgress(serverId, op, code === "cancelled" ? "cancelled" : "failed", { code, message, detail });
  }
}

/** A run whose last event never came must not look as if it went on. */
function endProgress(
  serverId: string,
  op: string,
  phase: "done" | "cancelled" | "failed",
  problem?: { code: string; message: string; detail?: string },
): void {
  const { checks, receive } = useApp.getState();
  const progress = checks.get(serverId)?.progress;
  if (progress?.op !== op || ["done", "cancelled", "failed"].includes(progress.phase)) return;
  receive([{ event: "check", data: { ...progress, phase, ...(problem ? { problem } : {}) } }]);
}

export async function cancelCheck(host: Host, serverId: string): Promise<void> {
  const op = useApp.getState().checks.get(serverId)?.progress?.op;
  if (op !== undefined)
    await tell("Could not cancel", async () => {
      await host.call("op.cancel", { op });
    });
}

/** Checks every connected server; where there is only one, its report opens as it grows. */
export async function checkAll(host: Host): Promise<void> {
  const connected = [...useApp.getState().servers.values()].filter((server) => server.status === "connected");
  const [only, ...more] = connected;
  if (only && more.length === 0) useApp.getState().open({ kind: "checks", serverId: only.config.serverId });
  await Promise.all(connected.map((server) => check(host, server.config.serverId)));
}

/** One key for the server developer: restart, list again, check again. */
export async function recheck(host: Host, serverId: string): Promise<void> {
  useApp.getState().open({ kind: "checks", serverId });
  if (await refresh(host, serverId, true)) await check(host, serverId);
}

/**
 * Opens what a URI names on a server: a skill that is listed at once, anything else by asking the server.
 * @throws HostError when the server does not give it.
 */
export async function openUri(host: Host, serverId: string, uri: string, op: string): Promise<void> {
  const { skills, open, addSkills } = useApp.getState();
  if (skills.get(serverId)?.byUri.has(uri)) {
    open({ kind: "skill", serverId, uri });
    return;
  }
  const opened = await host.call("skills.openByUri", { serverId, uri, op });
  if (opened.kind === "skill") {
    const { frontmatter: _, manifest: __, rawEntry: ___, exchangeId: ____, ...summary } = opened.skill;
    addSkills(serverId, [summary], false);
    open({ kind: "skill", serverId, uri: opened.skill.uri });
  } else {
    open({ kind: "file", serverId, uri: opened.file.uri, skillUri: opened.file.skillUri });
  }
}
