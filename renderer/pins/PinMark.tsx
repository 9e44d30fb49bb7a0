import { Pin } from "lucide-react";
import { Chip } from "../ui/Chip";
import { differenceWords, hasChanged } from "./difference";
import { usePin } from "./use-pins";

/** In the tree: a skill is remembered as seen, or is no longer as it was then. */
export function PinMark({ serverId, uri }: { serverId: string; uri: string }) {
  const difference = usePin(serverId, uri);
  if (!difference) return null;
  if (!hasChanged(difference))
    return <Pin size={11} className="kind" role="img" aria-label="remembered as seen" />;
  return (
    <Chip tone="warn" label={`changed since you remembered it: ${differenceWords(difference)}`}>
      <Pin size={10} aria-hidden="true" /> changed
    </Chip>
  );
}
