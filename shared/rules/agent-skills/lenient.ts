/**
 * What a client does that follows the advice of the client guide: it loads what it can and says what is wrong, and
 * leaves out only what it cannot use (https://agentskills.io/client-implementation/adding-skills-support).
 */
export type LenientEffect = "loads-with-warning" | "skips";

const EFFECTS: Readonly<Record<string, LenientEffect>> = {
  "as-name-dir": "loads-with-warning",
  "as-name-length": "loads-with-warning",
  "as-description-required": "skips",
  "as-frontmatter": "skips",
};

/** What a lenient client does about a failure of the given rule; undefined where the guide says nothing of it. */
export function lenientEffect(rule: string): LenientEffect | undefined {
  return Object.hasOwn(EFFECTS, rule) ? EFFECTS[rule] : undefined;
}

/** A sentence on it, to follow a finding's message; empty where the guide says nothing. */
export function lenientRemark(rule: string): string {
  switch (lenientEffect(rule)) {
    case "loads-with-warning":
      return " Lenient clients warn and load the skill all the same; strict ones refuse it.";
    case "skips":
      return " Clients skip a skill like this.";
    default:
      return "";
  }
}
