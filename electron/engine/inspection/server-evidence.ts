import type { ServerEvidence, WalkEnd } from "../../../shared/model/evidence";
import type { Connection } from "../connections/connection";
import { type Walk, walkPages } from "../discovery/walk";
import type { ExchangeLog } from "./exchange-log";
import { plain } from "./plain";

export interface TargetName {
  label: string;
  kind: string;
  /** File URL of a folder target, with a final slash. */
  base?: string;
}

const NOT_DECLARED: WalkEnd = { kind: "not-asked", reason: "the capability is not declared" };

/** Lists everything a server offers and keeps each page as evidence. Reads no file. */
export async function listServer(
  connection: Connection,
  target: TargetName,
  log: ExchangeLog,
  signal: AbortSignal,
): Promise<ServerEvidence> {
  log.add(connection.handshake);
  const walk = async (asked: boolean, method: string, key: string, purpose: string): Promise<Walk> => {
    if (!asked) return { pages: [], end: NOT_DECLARED };
    const done = await walkPages(connection, { method, key, purpose, signal });
    for (const page of done.pages) log.add(page);
    return done;
  };
  const declared = connection.skillsDeclared;
  const resourcesDeclared = connection.capabilities.resources !== undefined;
  const skills = await walk(declared, "skills/list", "skills", "list");
  const resources = await walk(resourcesDeclared, "resources/list", "resources", "resources");
  const templates = await walk(
    resourcesDeclared,
    "resources/templates/list",
    "resourceTemplates",
    "templates",
  );
  const again = hasDuplicates(skills) ? await walk(true, "skills/list", "skills", "refetch") : undefined;
  return {
    folder: false,
    target,
    transport: connection.kind,
    era: connection.era,
    protocolVersion: connection.protocolVersion,
    handshake:
      connection.handshake.outcome.kind === "result" ? connection.handshake.outcome.result : undefined,
    capabilities: connection.capabilities,
    instructions: connection.instructions,
    exchanges: [
      connection.handshake,
      ...skills.pages,
      ...resources.pages,
      ...templates.pages,
      ...(again?.pages ?? []),
    ].map(plain),
    wire: connection.wire,
    skillsPages: skills.pages.map(plain),
    ...(again ? { skillsPagesAgain: again.pages.map(plain) } : {}),
    skillsWalk: skills.end,
    resourcePages: resources.pages.map(plain),
    resourcesWalk: resources.end,
    templatePages: templates.pages.map(plain),
    templatesWalk: templates.end,
    probes: { made: false, reason: "not yet made" },
    changedDuringRun: false,
    conventions: [],
  };
}

/** The evidence of a folder target: no server was asked. */
export function folderEvidence(target: TargetName): ServerEvidence {
  const end: WalkEnd = { kind: "not-asked", reason: "the target is a folder" };
  return {
    folder: true,
    target,
    transport: "folder",
    exchanges: [],
    wire: [],
    skillsPages: [],
    skillsWalk: end,
    resourcePages: [],
    resourcesWalk: end,
    templatePages: [],
    templatesWalk: end,
    probes: { made: false, reason: "the target is a folder" },
    changedDuringRun: false,
    conventions: [],
  };
}

/** Whether an entry uri occurs twice in one walk: then the walk is repeated once (ext-list-atomic). */
function hasDuplicates(walk: Walk): boolean {
  const uris = new Set<string>();
  for (const page of walk.pages) {
    if (page.outcome.kind !== "result") continue;
    const skills = (page.outcome.result as { skills?: unknown } | null)?.skills;
    for (const entry of Array.isArray(skills) ? skills : []) {
      const uri = (entry as { uri?: unknown } | null)?.uri;
      if (typeof uri !== "string") continue;
      if (uris.has(uri)) return true;
      uris.add(uri);
    }
  }
  return false;
}
