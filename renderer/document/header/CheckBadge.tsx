import { useApp } from "../../state/store";
import { Chip } from "../../ui/Chip";
import { count } from "../../ui/format";

/** Errors and warnings of a skill on its tab; `ok` only once every rule of it has run. */
export function CheckBadge({ serverId, uri }: { serverId: string; uri: string }) {
  const badge = useApp((state) => state.badges.get(serverId)?.byUri.get(uri));
  if (!badge) return null;
  const { errors, warnings, checked } = badge;
  if (errors + warnings === 0) return checked ? <Chip tone="ok">ok</Chip> : null;
  return (
    <>
      {errors > 0 && (
        <Chip tone="bad" label={count(errors, "error")}>
          {errors}
        </Chip>
      )}
      {warnings > 0 && (
        <Chip tone="warn" label={count(warnings, "warning")}>
          {warnings}
        </Chip>
      )}
    </>
  );
}
