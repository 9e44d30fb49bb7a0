import { baseProbes } from "./mcp-base/probes";
import type { Probe } from "./probe";
import { extProbes } from "./skills-ext-stable/probes";

/** The probes of what every server is held to, in the order sent, by the profile whose rules rest on them. */
export const probesByProfile: readonly { profile: string; probes: readonly Probe[] }[] = [
  { profile: "skills-ext-stable", probes: extProbes },
  { profile: "mcp-base", probes: baseProbes },
];
