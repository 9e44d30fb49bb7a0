import type { SkillSummary } from "../../shared/model/skill";

/**
 * Skills of one server. `rows` and `byUri` are shared between versions and only grow, so that a batch costs its own
 * length; a new wrapper object tells subscribers that something changed.
 */
export interface SkillList {
  readonly rows: SkillSummary[];
  /** Index into `rows`. */
  readonly byUri: Map<string, number>;
  readonly version: number;
}

/** Adds a batch; a URI that is already there replaces its row. `reset` starts a new list. */
export function withSkills(list: SkillList | undefined, added: SkillSummary[], reset: boolean): SkillList {
  const fresh = reset || list === undefined;
  const rows = fresh ? [] : list.rows;
  const byUri = fresh ? new Map<string, number>() : list.byUri;
  for (const skill of added) {
    const at = byUri.get(skill.uri);
    if (at === undefined) byUri.set(skill.uri, rows.push(skill) - 1);
    else rows[at] = skill;
  }
  return { rows, byUri, version: (list?.version ?? 0) + 1 };
}

/** The skill with this URI, if it is listed. */
export function skillByUri(list: SkillList | undefined, uri: string): SkillSummary | undefined {
  const at = list?.byUri.get(uri);
  return at === undefined ? undefined : list!.rows[at];
}
