import type { Problem } from "../../../shared/model/server";
import type { ListedResource, ListedTemplate, SkillDetail } from "../../../shared/model/skill";
import type { Connection } from "../connections/connection";
import { discoveryConventions } from "./conventions";
import type { Listed } from "./conventions/convention";
import { skillFromResource } from "./resources";

/**
 * Looks for skills by the earlier conventions that what was listed shows, and last for any other `…/SKILL.md`.
 * @param found takes skills and gives back those that were not known before
 * @param outside the resources that are no known skill and lie in none: a later convention sees only these
 */
export async function findEarlier(
  connection: Connection,
  listed: Listed,
  found: (skills: SkillDetail[]) => SkillDetail[],
  outside: (resources: readonly ListedResource[]) => ListedResource[],
  signal: AbortSignal,
): Promise<{ recognised: string[]; templates: ListedTemplate[]; problem?: Problem }> {
  const recognised: string[] = [];
  const templates: ListedTemplate[] = [];
  let problem: Problem | undefined;
  let left = listed;
  for (const convention of discoveryConventions) {
    if (!convention.recognise(left)) continue;
    const result = await convention.find(left, { connection, signal, purpose: "index" });
    // One that shows only what an earlier one has shown explains nothing further.
    if (found(result.skills).length > 0 || result.skills.length === 0) recognised.push(convention.id);
    left = { ...left, resources: outside(left.resources) };
    templates.push(...(result.templates ?? []));
    problem ??= result.problem;
  }
  found(left.resources.map(skillFromResource).filter((skill) => skill !== undefined));
  const known = new Set(listed.templates.map(({ uriTemplate }) => uriTemplate));
  return {
    recognised,
    templates: templates.filter(({ uriTemplate }) => !known.has(uriTemplate)),
    ...(problem ? { problem } : {}),
  };
}
