import { contentFaults } from "./content";
import type { Fault } from "./fault";
import { hostileFaults } from "./hostile";
import { protocolFaults } from "./protocol";
import { transportFaults } from "./transport";

/** Every fault the server can commit, by the name given to `--fault`. */
export const faults: readonly Fault[] = [
  ...contentFaults,
  ...protocolFaults,
  ...transportFaults,
  ...hostileFaults,
];

/** @throws Error naming what is unknown, with how to list the known ones */
export function faultsById(ids: readonly string[]): Fault[] {
  return ids.map((id) => {
    const fault = faults.find((candidate) => candidate.id === id);
    if (fault) return fault;
    const near = faults.filter((candidate) => candidate.id.includes(id) || id.includes(candidate.id));
    const hint = near.length > 0 ? `Did you mean ${near.map((candidate) => candidate.id).join(" or ")}?` : "";
    throw new Error(
      `There is no fault ${JSON.stringify(id)}. ${hint} List them with --list-faults.`.replace("  ", " "),
    );
  });
}

/** One line per fault, its id first. */
export function listFaults(): string[] {
  const width = Math.max(...faults.map(({ id }) => id.length));
  return faults.map(
    ({ id, kind, what, client }) => `${id.padEnd(width)}  ${kind}: ${what} A correct client: ${client}`,
  );
}
