import { CONVENTIONS } from "../document/header/conventions";

/** Names for the conventions by which a server's skills were found; one that is not known keeps its id. */
export function conventionNames(ids: readonly string[] = []): string[] {
  return ids.map((id) =>
    id === "sep-2640" ? "skills extension" : ((CONVENTIONS as Record<string, string | undefined>)[id] ?? id),
  );
}
