import type { Problem } from "../../../shared/model/server";
import type { ListedResource, ListedTemplate, SkillDetail } from "../../../shared/model/skill";
import { skillRoot } from "../../../shared/uri/skill-uri";
import type { Connection } from "../connections/connection";
import { exchangeProblem } from "../connections/exchange-problem";
import { skillFromEntry } from "./entry";
import { listedResource, listedTemplate, skillFromResource } from "./resources";
import { type Walk, walkPages } from "./walk";

export interface DiscoveryListener {
  /** Skills as they are found, page by page. */
  onSkills(skills: SkillDetail[]): void;
  onTemplates(templates: ListedTemplate[]): void;
  onResources(resources: ListedResource[]): void;
}

export interface DiscoveryEnd {
  complete: boolean;
  problem?: Problem;
}

/**
 * Lists what a server offers, and reads no skill file (spec: Lazy Retrieval). With the released extension declared
 * skills come from `skills/list`; otherwise a listed `…/SKILL.md` is shown as a skill-like resource.
 */
export async function discover(
  connection: Connection,
  listener: DiscoveryListener,
  signal: AbortSignal,
): Promise<DiscoveryEnd> {
  const problems: Problem[] = [];
  const roots = new Set<string>();
  const declared = connection.skillsDeclared;
  if (declared) {
    let position = 0;
    const walk = await walkPages(connection, {
      method: "skills/list",
      key: "skills",
      purpose: "list",
      signal,
      onPage: (items, exchange) => {
        const skills = items.map((item) => skillFromEntry(item, "skills/list", position++, exchange.id));
        for (const skill of skills) roots.add(skillRoot(skill.uri) ?? skill.uri);
        listener.onSkills(skills);
      },
    });
    note(walk, "skills/list", problems);
  }
  if (connection.capabilities.resources !== undefined) {
    await listResources(connection, listener, signal, declared ? roots : undefined, problems);
  }
  return problems.length === 0 ? { complete: true } : { complete: false, problem: problems[0] };
}

async function listResources(
  connection: Connection,
  listener: DiscoveryListener,
  signal: AbortSignal,
  roots: Set<string> | undefined,
  problems: Problem[],
): Promise<void> {
  const resources = await walkPages(connection, {
    method: "resources/list",
    key: "resources",
    purpose: "resources",
    signal,
    onPage: (items) => {
      const listed = items.map(listedResource).filter((item) => item !== undefined);
      const skills = roots ? [] : listed.map(skillFromResource).filter((skill) => skill !== undefined);
      if (skills.length > 0) listener.onSkills(skills);
      const known = new Set(skills.map((skill) => skill.uri));
      listener.onResources(
        listed.filter((item) => !known.has(item.uri) && !(roots && belongs(roots, item.uri))),
      );
    },
  });
  note(resources, "resources/list", problems);
  const templates = await walkPages(connection, {
    method: "resources/templates/list",
    key: "resourceTemplates",
    purpose: "templates",
    signal,
    onPage: (items) => listener.onTemplates(items.map(listedTemplate).filter((item) => item !== undefined)),
  });
  // Servers without templates often do not know the method: no problem, there are none.
  const { outcome } = templates.failed ?? {};
  if (!(outcome?.kind === "error" && outcome.code === -32601))
    note(templates, "resources/templates/list", problems);
}

/** Whether a URI lies in one of the skill roots. */
function belongs(roots: Set<string>, uri: string): boolean {
  if (roots.has(uri)) return true;
  for (let at = uri.lastIndexOf("/"); at > 0; at = uri.lastIndexOf("/", at - 1)) {
    if (roots.has(uri.slice(0, at))) return true;
  }
  return false;
}

function note(walk: Walk, method: string, problems: Problem[]): void {
  if (walk.failed) problems.push(exchangeProblem(walk.failed));
  else if (walk.end.kind === "repeated-cursor") {
    problems.push({
      code: "repeated-cursor",
      message: `${method} gave the cursor ${JSON.stringify(walk.end.cursor)} twice; listing stopped there.`,
      hint: "Each page must name the next one; the last page names none.",
    });
  } else if (walk.end.kind === "repeats-entries") {
    problems.push({
      code: "repeats-entries",
      message: `${method} gave a page with only entries seen before; listing stopped there.`,
    });
  } else if (walk.end.kind === "limit") {
    problems.push({ code: "limit", message: `${method}: ${walk.end.reason}.` });
  }
}
