import type { ServerEvidence } from "../model/evidence";

/** Evidence of nothing: what rules see when a URI is judged that no server gave. */
export function noEvidence(label: string): ServerEvidence {
  const walk = { kind: "not-asked", reason: "no server was asked" } as const;
  return {
    folder: false,
    target: { label, kind: "uri" },
    transport: "memory",
    exchanges: [],
    wire: [],
    skillsPages: [],
    skillsWalk: walk,
    resourcePages: [],
    resourcesWalk: walk,
    templatePages: [],
    templatesWalk: walk,
    probes: { made: false, reason: "no server was asked" },
    changedDuringRun: false,
    conventions: [],
  };
}
