import { EllipsisVertical } from "lucide-react";
import type { ServerState } from "../../shared/model/server";
import { visible } from "../../shared/model/visible";
import { ServerMenu } from "../servers/ServerMenu";
import { STATUS_WORDS, StatusDot } from "../servers/StatusDot";
import { isRunning, serverCounts } from "../state/check-state";
import { useApp } from "../state/store";
import { Chip } from "../ui/Chip";
import { FoundChips } from "../ui/FoundChips";
import { count } from "../ui/format";
import { IconButton } from "../ui/IconButton";

/** A server in the tree: how it stands, which era, how much it serves, what the checks found. */
export function ServerRow({ server, active }: { server: ServerState; active: boolean }) {
  const { config, status, protocolVersion } = server;
  const label = visible(config.label);
  const held = useApp((state) => state.skills.get(config.serverId)?.rows.length ?? 0);
  const check = useApp((state) => state.checks.get(config.serverId));
  const { errors, warnings } = serverCounts(
    check,
    useApp((state) => state.badges.get(config.serverId)),
  );
  return (
    <>
      <StatusDot status={status} />
      <span className="ellipsis name" title={`${label}: ${STATUS_WORDS[status]}`}>
        {label}
      </span>
      {status === "connected" && protocolVersion ? (
        <Chip title={`Protocol ${protocolVersion}, ${server.era ?? "unknown"} era`}>
          {protocolVersion.slice(0, 4)}
        </Chip>
      ) : (
        config.transport.kind !== "builtin" && <Chip>{config.transport.kind}</Chip>
      )}
      <span className="end">
        {isRunning(check) && (
          <Chip tone="note" label="checks are running">
            checking
          </Chip>
        )}
        <FoundChips errors={errors} warnings={warnings} />
        {held > 0 && errors + warnings === 0 && (
          <Chip label={count(held, "skill")}>{held.toLocaleString("en-US")}</Chip>
        )}
        <ServerMenu
          server={server}
          trigger={
            <IconButton size="s" label={`Actions for ${label}`} excludeFromTabOrder={!active}>
              <EllipsisVertical size={14} aria-hidden="true" />
            </IconButton>
          }
        />
      </span>
    </>
  );
}
