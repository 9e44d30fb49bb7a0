import { baseProbes } from "./mcp-base/probes";
import type { Probe } from "./probe";
import { extProbes } from "./skills-ext-stable/probes";

/** Every probe, in the order sent. */
export const allProbes: readonly Probe[] = [...extProbes, ...baseProbes];
