import { tell } from "../app/actions";
import type { Host } from "../client/host";
import { useApp } from "../state/store";
import { saveFile } from "../ui/save-file";

/** Moves a server up (-1) or down (1) in the user's order; at the ends nothing happens. */
export async function move(host: Host, serverId: string, steps: -1 | 1): Promise<void> {
  const before = [...useApp.getState().servers.values()];
  const from = before.findIndex(({ config }) => config.serverId === serverId);
  const to = from + steps;
  if (from < 0 || to < 0 || to >= before.length) return;
  const after = [...before];
  after.splice(to, 0, ...after.splice(from, 1));
  await tell("Could not move the server", async () => {
    await host.call("servers.reorder", { order: after.map(({ config }) => config.serverId) });
    // States may have changed meanwhile: only the order is taken from above.
    const { servers, setServers } = useApp.getState();
    setServers(after.flatMap(({ config }) => servers.get(config.serverId) ?? []));
  });
}

/** Hands the user everything that the last check of a server saw, as a file. */
export async function saveEvidence(host: Host, serverId: string): Promise<void> {
  await tell("Could not save the evidence", async () => {
    const evidence = await host.call("checks.evidence", { serverId });
    if (!evidence) {
      useApp.getState().notify({
        level: "info",
        message: "There is no evidence yet: check the server first.",
      });
      return;
    }
    // A copy whose buffer is a plain one, as a blob takes it.
    saveFile(evidence.name, new Uint8Array(await host.bytes(evidence.handle)), "application/x-ndjson");
  });
}
