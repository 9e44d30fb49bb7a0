import type { ServerState } from "../../shared/model/server";
import { callServer } from "../app/server-calls";
import { asHostError, type Host } from "../client/host";
import type { FoundRow } from "./found";

/**
 * Adds found servers under their labels, one after the other, so that they come in the order shown.
 * @returns those that were added, and why the others were not
 */
export async function addFound(
  host: Host,
  labels: ReadonlyMap<FoundRow, string>,
): Promise<{ added: ServerState[]; failed: Map<FoundRow, string> }> {
  const added: ServerState[] = [];
  const failed = new Map<FoundRow, string>();
  for (const [row, label] of labels) {
    try {
      const state = await callServer(host, "servers.add", { label, transport: row.server.transport });
      added.push(state);
    } catch (thrown) {
      failed.set(row, asHostError(thrown).message);
    }
  }
  return { added, failed };
}
