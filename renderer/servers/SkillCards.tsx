import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import type { ServerState } from "../../shared/model/server";
import type { SkillSummary } from "../../shared/model/skill";
import { visible } from "../../shared/model/visible";
import { useApp } from "../state/store";
import { Chip } from "../ui/Chip";
import { FoundChips } from "../ui/FoundChips";
import { count, formatBytes } from "../ui/format";

/** All skills of a server with their descriptions, for reading through; virtual, so length does not matter. */
export function SkillCards({ server }: { server: ServerState }) {
  const { serverId } = server.config;
  const list = useApp((state) => state.skills.get(serverId));
  const scroller = useRef<HTMLDivElement>(null);
  const rows = list?.rows ?? [];
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 76,
    getItemKey: (index) => rows[index]!.uri,
    overscan: 6,
  });
  if (rows.length === 0) return null;
  return (
    <div ref={scroller} className={server.status === "connected" ? "cards scroll" : "cards scroll offline"}>
      <ul className="plain cards-space" aria-label="Skills" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => (
          <li
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start}px)` }}
          >
            <SkillCard serverId={serverId} skill={rows[index]!} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function SkillCard({ serverId, skill }: { serverId: string; skill: SkillSummary }) {
  const open = useApp((state) => state.open);
  const badge = useApp((state) => state.badges.get(serverId)?.byUri.get(skill.uri));
  const files = skill.files === undefined ? undefined : count(skill.files, "file");
  const size = skill.bytes === undefined ? undefined : formatBytes(skill.bytes);
  return (
    <button type="button" className="card" onClick={() => open({ kind: "skill", serverId, uri: skill.uri })}>
      <span className="card-title">
        <span className="ellipsis">{visible(skill.name) || "(no name)"}</span>
        <span className="uri ellipsis">{visible(skill.uri)}</span>
        <span className="end">
          {skill.invalid && <Chip tone="bad">invalid entry</Chip>}
          {skill.dynamic && <Chip tone="warn">dynamic</Chip>}
          {skill.nestedIn && <Chip>nested</Chip>}
          {badge && <FoundChips {...badge} />}
          {files && <Chip>{[files, size].filter(Boolean).join(", ")}</Chip>}
        </span>
      </span>
      <span className="card-text">{visible(skill.invalid ?? skill.description) || "No description."}</span>
    </button>
  );
}
