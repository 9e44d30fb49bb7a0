import { defineRule, type Rule, type RuleText, type Scope } from "../define-rule";

/** Id of the profile of what the product looks for beyond the specifications. */
export const PROFILE = "inspector";
const AGENT_SKILLS = "https://agentskills.io/specification";
const MCP = "https://modelcontextprotocol.io/specification/2026-07-28";

/** What a rule leans on: the page a reader should know. */
export const PAGES = {
  skills: AGENT_SKILLS,
  references: `${AGENT_SKILLS}#file-references`,
  resources: `${MCP}/server/resources`,
  messages: `${MCP}/basic#messages`,
  stdio: `${MCP}/basic/transports/stdio`,
  unicode: "https://www.unicode.org/reports/tr36/",
} as const;

type Text = Omit<RuleText, "profile" | "specUrl" | "section"> & { page: keyof typeof PAGES };

/** Declares a rule of this profile. */
export function inspRule<S extends Scope>(
  scope: S,
  { page, ...text }: Text,
  check: Rule<S>["check"],
): Rule<S> {
  return defineRule({ ...text, profile: PROFILE, section: "Inspector", specUrl: PAGES[page], scope, check });
}
