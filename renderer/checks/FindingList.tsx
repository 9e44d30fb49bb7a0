import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useMemo, useRef } from "react";
import type { Finding } from "../../shared/model/finding";
import { visible } from "../../shared/model/visible";
import { useApp } from "../state/store";
import { LinkButton } from "../ui/Button";
import { Chip } from "../ui/Chip";
import { FoundChips } from "../ui/FoundChips";
import { ScrollRegion } from "../ui/ScrollRegion";
import { FindingCard } from "./FindingCard";
import { type Group, type GroupBy, SEVERITY_WORDS } from "./group";
import type { Checks } from "./use-checks";

export interface FindingListProps {
  serverId: string;
  groups: readonly Group[];
  by: GroupBy;
  checks: Checks;
  /** Above and below the findings, scrolling with them. */
  before?: ReactNode;
  after?: ReactNode;
}

type Item = { kind: "group"; group: Group } | { kind: "finding"; finding: Finding };

/** Findings under their headings; virtual, since a large server can have thousands. */
export function FindingList({ serverId, groups, by, checks, before, after }: FindingListProps) {
  const scroller = useRef<HTMLElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const items = useMemo(
    () =>
      groups.flatMap((group): Item[] => [
        { kind: "group", group },
        ...group.findings.map((finding): Item => ({ kind: "finding", finding })),
      ]),
    [groups],
  );
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (items[index]!.kind === "group" ? 44 : 140),
    overscan: 5,
    scrollMargin: top.current?.offsetHeight ?? 0,
  });
  return (
    <ScrollRegion className="findings" ref={scroller} label="Findings">
      <div ref={top}>{before}</div>
      <div className="finding-space" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const item = items[index]!;
          return (
            <div
              key={key}
              data-index={index}
              ref={virtual.measureElement}
              style={{ transform: `translateY(${start - virtual.options.scrollMargin}px)` }}
            >
              {item.kind === "group" ? (
                <GroupHeading serverId={serverId} group={item.group} by={by} />
              ) : (
                <FindingCard
                  serverId={serverId}
                  finding={item.finding}
                  exchanges={checks.exchanges}
                  showSubject={by !== "skill"}
                />
              )}
            </div>
          );
        })}
      </div>
      {after}
    </ScrollRegion>
  );
}

function GroupHeading({ serverId, group, by }: { serverId: string; group: Group; by: GroupBy }) {
  const open = useApp((state) => state.open);
  const { about, findings, errors, warnings } = group;
  const isSkill = by === "skill" && about !== "";
  return (
    <h2 className="group">
      {by === "level" ? (
        capitalised(SEVERITY_WORDS[findings[0]!.severity].many)
      ) : isSkill ? (
        <LinkButton onPress={() => open({ kind: "skill", serverId, uri: about, tab: "checks" })}>
          {visible(about)}
        </LinkButton>
      ) : (
        <span className={by === "rule" ? "mono" : ""}>{about === "" ? "The server" : visible(about)}</span>
      )}
      {by === "level" ? (
        <Chip>{findings.length.toLocaleString("en-US")}</Chip>
      ) : (
        <FoundChips errors={errors} warnings={warnings} />
      )}
    </h2>
  );
}

const capitalised = (word: string) => word[0]!.toUpperCase() + word.slice(1);
