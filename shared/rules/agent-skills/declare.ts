import { defineRule, type Rule, type RuleText, type Scope } from "../define-rule";

/** Id of the profile of the Agent Skills format itself. */
export const PROFILE = "agent-skills";
export const SPEC = "https://agentskills.io/specification";

type Text = Omit<RuleText, "profile" | "specUrl"> & {
  /** Anchor in the specification, e.g. `name-field`. */
  anchor: string;
};

/** Declares a rule of this profile. */
export function asRule<S extends Scope>(scope: S, text: Text, check: Rule<S>["check"]): Rule<S> {
  const { anchor, ...rest } = text;
  return defineRule({ ...rest, profile: PROFILE, specUrl: `${SPEC}#${anchor}`, scope, check });
}
