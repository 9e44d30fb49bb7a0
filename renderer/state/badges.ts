import type { SkillBadge } from "../../shared/contract";

/** Badges of one server by skill URI; the map is shared between versions. */
export interface Badges {
  readonly byUri: Map<string, SkillBadge>;
  /** Sums over all skills. */
  readonly errors: number;
  readonly warnings: number;
  readonly version: number;
}

export const NO_BADGES: Badges = { byUri: new Map(), errors: 0, warnings: 0, version: 0 };

/** Adds a batch of badges; one for a URI replaces the one before it. */
export function withBadges(badges: Badges | undefined, added: SkillBadge[], reset: boolean): Badges {
  const fresh = reset || badges === undefined;
  const byUri = fresh ? new Map<string, SkillBadge>() : badges.byUri;
  let errors = fresh ? 0 : badges.errors;
  let warnings = fresh ? 0 : badges.warnings;
  for (const badge of added) {
    const old = byUri.get(badge.uri);
    errors += badge.errors - (old?.errors ?? 0);
    warnings += badge.warnings - (old?.warnings ?? 0);
    byUri.set(badge.uri, badge);
  }
  return { byUri, errors, warnings, version: (badges?.version ?? 0) + 1 };
}
