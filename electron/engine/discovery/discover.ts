import type { Problem } from "../../../shared/model/server";
import type { ListedResource, ListedTemplate, SkillDetail } from "../../../shared/model/skill";
import type { Connection } from "../connections/connection";
import { exchangeProblem } from "../connections/exchange-problem";
import type { Listed } from "./conventions/convention";
import { findEarlier } from "./earlier";
import { draftEntries, objectOf, skillFromEntry } from "./entry";
import { skillsInInstructions } from "./instructed";
import { namedUris } from "./named";
import { listedResource, listedTemplate } from "./resources";
import { SkillRoots } from "./roots";
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
  /** Conventions by which skills were found, by id. */
  conventions: string[];
  /** What the server listed, by which an opened skill's manifest is found. */
  listed: Listed;
}

/**
 * Lists what a server offers, and reads no skill file (spec: Lazy Retrieval). With the released extension declared
 * skills come from `skills/list`; earlier conventions are looked for where it is not declared, or where a server that
 * declares it does not know that method, as the drafts before it did not. Skills that only the instructions name
 * come last.
 */
export async function discover(
  connection: Connection,
  listener: DiscoveryListener,
  signal: AbortSignal,
): Promise<DiscoveryEnd> {
  const problems: Problem[] = [];
  const roots = new SkillRoots();
  const conventions = new Set<string>();
  const found = (skills: SkillDetail[]) => {
    const fresh = roots.add(skills);
    for (const { convention } of fresh) conventions.add(convention);
    if (fresh.length > 0) listener.onSkills(fresh);
    return fresh;
  };
  const released = connection.skillsDeclared
    ? await listReleased(
        connection,
        (skills) => {
          for (const { convention } of roots.add(skills)) conventions.add(convention);
          listener.onSkills(skills);
        },
        signal,
      )
    : undefined;
  const unknown = released?.pages.length === 1 && methodUnknown(released);
  if (released && !unknown) {
    if (!conventions.has("sep-2640-v1-draft")) conventions.add("sep-2640");
    note(released, "skills/list", problems);
    noteShape(released, problems);
  }
  const resources: ListedResource[] = [];
  const listed: Listed & { resources: ListedResource[]; templates: ListedTemplate[] } = {
    resources,
    templates: [],
    capabilities: connection.capabilities,
    named: namedUris(connection.instructions),
  };
  if (connection.capabilities.resources !== undefined) {
    // Where the skills are known, resources show as they come; else they may turn out to be skills.
    const shown = released && !unknown ? listener.onResources : undefined;
    await listResources(connection, listed, (items) => shown?.(roots.outside(items)), signal, problems);
    listener.onTemplates(listed.templates);
  }
  if (!released || unknown) {
    const earlier = await findEarlier(connection, listed, found, (items) => roots.outside(items), signal);
    for (const id of earlier.recognised) conventions.add(id);
    listener.onTemplates(earlier.templates);
    if (earlier.problem) problems.push(earlier.problem);
    if (released && conventions.size === 0) note(released, "skills/list", problems);
    listener.onResources(roots.outside(resources));
  }
  found(skillsInInstructions(listed, conventions, released !== undefined && !unknown));
  const end = { conventions: [...conventions], listed };
  return problems.length === 0
    ? { complete: true, ...end }
    : { complete: false, problem: problems[0], ...end };
}

async function listReleased(
  connection: Connection,
  found: (skills: SkillDetail[]) => void,
  signal: AbortSignal,
): Promise<Walk> {
  let position = 0;
  let draft = false;
  return walkPages(connection, {
    method: "skills/list",
    key: "skills",
    purpose: "list",
    signal,
    onPage: (items, exchange) => {
      draft ||= draftEntries(items);
      found(items.map((item) => skillFromEntry(item, "skills/list", position++, exchange.id, draft)));
    },
  });
}

async function listResources(
  connection: Connection,
  listed: { resources: ListedResource[]; templates: ListedTemplate[] },
  onResources: (resources: ListedResource[]) => void,
  signal: AbortSignal,
  problems: Problem[],
): Promise<void> {
  const resources = await walkPages(connection, {
    method: "resources/list",
    key: "resources",
    purpose: "resources",
    signal,
    onPage: (items) => {
      const page = items.map(listedResource).filter((item) => item !== undefined);
      for (const resource of page) listed.resources.push(resource);
      onResources(page);
    },
  });
  note(resources, "resources/list", problems);
  const templates = await walkPages(connection, {
    method: "resources/templates/list",
    key: "resourceTemplates",
    purpose: "templates",
    signal,
    onPage: (items) => {
      for (const template of items.map(listedTemplate)) if (template) listed.templates.push(template);
    },
  });
  // Servers without templates often do not know the method: no problem, there are none.
  if (!methodUnknown(templates)) note(templates, "resources/templates/list", problems);
}

function methodUnknown({ failed }: Walk): boolean {
  return failed?.outcome.kind === "error" && failed.outcome.code === -32601;
}

/** Says why skills are missing where `skills/list` answers, but not with what the extension asks for. */
function noteShape({ pages }: Walk, problems: Problem[]): void {
  for (const { outcome } of pages) {
    if (outcome.kind !== "result") continue;
    const page = objectOf(outcome.result);
    if (!Array.isArray(page?.skills)) {
      problems.push({
        code: "no-list",
        message: `skills/list gave ${kindOf(page?.skills)} as skills where a list has to stand.`,
        hint: "Look at the answer in the traffic.",
      });
    } else if (
      page.nextCursor !== undefined &&
      page.nextCursor !== null &&
      typeof page.nextCursor !== "string"
    ) {
      problems.push({
        code: "bad-cursor",
        message: `skills/list gave ${kindOf(page.nextCursor)} as nextCursor where a string has to stand; listing stopped there.`,
        hint: "What came before is shown; more pages cannot be asked for.",
      });
    }
  }
}

function kindOf(value: unknown): string {
  if (value === undefined || value === null) return value === null ? "null" : "nothing";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
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
    problems.push({ code: "limit", message: `${method}: ${walk.end.reason}` });
  }
}
