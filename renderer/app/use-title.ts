import { useEffect } from "react";
import { visible } from "../../shared/model/visible";
import { currentOf } from "../state/history";
import { skillByUri } from "../state/skill-list";
import type { AppState } from "../state/store";
import { useApp } from "../state/store";

/** The window's title tells what is open. */
export function useTitle(): void {
  const title = useApp(titleOf);
  useEffect(() => {
    document.title = title === "" ? "MCP Skill Inspector" : `${visible(title)} - MCP Skill Inspector`;
  }, [title]);
}

function titleOf({ history, servers, skills }: AppState): string {
  const target = currentOf(history);
  if (!target) return "";
  const label = "serverId" in target ? (servers.get(target.serverId)?.config.label ?? "") : "";
  switch (target.kind) {
    case "skill":
      return `${skillByUri(skills.get(target.serverId), target.uri)?.name ?? target.uri} (${label})`;
    case "file":
    case "resource":
      return `${target.uri.split("/").at(-1)} (${label})`;
    case "template":
      return `${target.uriTemplate} (${label})`;
    case "checks":
      return `Checks of ${label}`;
    case "server":
      return label;
    case "uri":
      return "URI";
    case "serve":
      return "Serve";
    case "settings":
      return "Settings";
  }
}
