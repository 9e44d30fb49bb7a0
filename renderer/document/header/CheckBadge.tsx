import { useApp } from "../../state/store";
import { FoundChips } from "../../ui/FoundChips";

/** Errors and warnings of a skill on its tab; `ok` only once every rule of it has run. */
export function CheckBadge({ serverId, uri }: { serverId: string; uri: string }) {
  const badge = useApp((state) => state.badges.get(serverId)?.byUri.get(uri));
  return badge ? <FoundChips {...badge} /> : null;
}
