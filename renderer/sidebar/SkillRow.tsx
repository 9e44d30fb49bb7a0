import { Ban } from "lucide-react";
import { visible } from "../../shared/model/visible";
import { decodeSegment, splitSkillUri } from "../../shared/uri/skill-uri";
import { PinMark } from "../pins/PinMark";
import { Marked } from "../search/Marked";
import { serversWithName } from "../state/namesakes";
import { useApp, useServer } from "../state/store";
import { FoundChips } from "../ui/FoundChips";
import type { Row } from "./rows";
import type { SkillTree } from "./skill-tree";

export interface SkillRowProps {
  row: Extract<Row, { kind: "skill" }>;
  tree?: SkillTree;
  words: readonly string[];
}

/** A skill in the tree: name, what tells it from its namesakes, what is special about it, what the checks found. */
export function SkillRow({ row, tree, words }: SkillRowProps) {
  const skill = useApp((state) => state.skills.get(row.serverId)?.rows[row.index]);
  const elsewhere = useApp((state) => (skill ? serversWithName(state, row.serverId, skill.name) : ""));
  const offline = useServer(row.serverId)?.status !== "connected";
  if (!skill) return null;
  const segment = splitSkillUri(skill.uri)?.name ?? decodeSegment(row.node.segment) ?? row.node.segment;
  const name = skill.name || segment;
  const also = tree?.alsoIn(row.index);
  const hidden = words.some((word) => !`${name}\n${skill.uri}`.toLowerCase().includes(word));
  const hints = [
    also,
    skill.nestedIn && "nested",
    name !== segment && `in ${segment}`,
    skill.dynamic && "dynamic",
    elsewhere !== "" && `also on ${elsewhere}`,
    hidden && "in its description",
  ].filter((hint): hint is string => typeof hint === "string");
  return (
    <>
      {skill.invalid && <Ban size={13} className="kind bad" aria-label="Invalid entry, not loaded" />}
      <span
        className={offline ? "ellipsis name offline" : "ellipsis name"}
        title={visible(`${name}\n${skill.uri}\n${skill.invalid ?? skill.description}`)}
      >
        <Marked text={name} words={words} />
      </span>
      {hints.length > 0 && <small className="ellipsis hint">{visible(hints.join(", "))}</small>}
      <PinMark serverId={row.serverId} uri={skill.uri} />
      <Badge serverId={row.serverId} uri={skill.uri} />
    </>
  );
}

/** What the checks found of one skill; "ok" only once every rule of it has run. */
function Badge({ serverId, uri }: { serverId: string; uri: string }) {
  const badge = useApp((state) => state.badges.get(serverId)?.byUri.get(uri));
  if (!badge) return null;
  return (
    <span className="end">
      <FoundChips {...badge} />
    </span>
  );
}
