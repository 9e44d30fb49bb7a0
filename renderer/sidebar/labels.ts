import { skillByUri } from "../state/skill-list";
import { useApp } from "../state/store";
import type { Target } from "../state/target";
import type { Row } from "./rows";
import type { SkillTree } from "./skill-tree";

/** The text a row is known by: for type-ahead. */
export function labelOf(row: Row): string {
  switch (row.kind) {
    case "server":
      return row.server.config.label;
    case "folder":
      return row.label;
    case "skill":
      return useApp.getState().skills.get(row.serverId)?.rows[row.index]?.name ?? row.node.segment;
    case "section":
      return row.section === "templates" ? "Templates" : "Other resources";
    case "template":
      return row.template.title ?? row.template.name;
    case "resource":
      return row.resource.title ?? row.resource.name;
    case "state":
      return row.state.text;
  }
}

/** What a row opens in the centre. */
export function targetOf(row: Row): Target | undefined {
  const { serverId } = row;
  switch (row.kind) {
    case "server":
      return { kind: "server", serverId };
    case "skill": {
      const skill = useApp.getState().skills.get(serverId)?.rows[row.index];
      return skill && { kind: "skill", serverId, uri: skill.uri };
    }
    case "template":
      return { kind: "template", serverId, uriTemplate: row.template.uriTemplate };
    case "resource":
      return { kind: "resource", serverId, uri: row.resource.uri };
    default:
      return undefined;
  }
}

/** Row ids on the way to what is open, the row itself last; empty when it has none. */
export function rowIdsOf(target: Target | undefined, trees: ReadonlyMap<string, SkillTree>): string[] {
  if (!target || !("serverId" in target)) return [];
  const server = `s:${target.serverId}`;
  if (target.kind === "server" || target.kind === "checks") return [server];
  const uri = target.kind === "skill" ? target.uri : target.kind === "file" ? target.skillUri : undefined;
  if (uri === undefined) return [];
  const list = useApp.getState().skills.get(target.serverId);
  const index = list && skillByUri(list, uri) ? list.byUri.get(uri) : undefined;
  const own = index === undefined ? undefined : trees.get(target.serverId)?.nodeOf(index);
  if (!own || index === undefined) return [];
  const ids: string[] = [];
  for (let node = own; node.parent; node = node.parent) ids.unshift(`n:${target.serverId}:${node.key}`);
  const twin = own.skills.indexOf(index);
  if (twin > 0) ids.push(`${ids.pop()}#${twin}`);
  return [server, ...ids];
}
