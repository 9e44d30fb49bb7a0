import type { Profile } from "./define-rule";
import type { Probe, ProbeContext } from "./probe";

/**
 * An earlier convention as the checker knows it: how it is recognised, what is read of it, its rules and probes.
 * A new convention is one of these in a folder of its own; nothing else is edited but the list in `profiles.ts`.
 */
export interface ConventionProfile {
  profile: Profile;
  /**
   * Whether what was listed shows this convention. Only asked where the released extension is not declared
   * (DESIGN section 4); a profile asked for by name is run without asking.
   */
  recognise(context: ProbeContext): boolean;
  /**
   * The convention's own reads, e.g. its index resource and what that names, at most 8 at once and bounded like
   * probes. Kept in `server.exchanges` with the purpose `convention:<profile id>` and the request's about and tag.
   */
  reads?: Pick<Probe, "next">;
  /** Odd requests that only this convention gives a meaning; purposes `probe:<id>`. */
  probes?: readonly Probe[];
}
