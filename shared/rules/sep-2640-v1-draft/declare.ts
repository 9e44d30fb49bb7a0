import {
  defineRule,
  defineServerRule,
  found,
  pass,
  type RawFinding,
  type Rule,
  type RuleText,
  type Scope,
  type Subjects,
  type Verdict,
} from "../define-rule";

/** How the rules of the draft are declared. */

export const PROFILE = "sep-2640-v1-draft";
export const SPEC = "https://github.com/modelcontextprotocol/modelcontextprotocol/pull/2640";

type Text = Pick<RuleText, "id" | "level" | "section" | "title" | "why" | "fix">;

/** The worst of several verdicts, with the findings of all; each finding keeps the advice of its own rule. */
function combined(parts: { verdict: Verdict; fix: string }[]): Verdict {
  const findings = parts.flatMap(({ verdict, fix }): RawFinding[] =>
    verdict.kind === "findings" ? verdict.findings.map((finding) => ({ fix, ...finding })) : [],
  );
  if (findings.some(({ outcome }) => outcome !== "note")) return found(findings);
  const verdicts = parts.map(({ verdict }) => verdict);
  const open = verdicts.find(({ kind }) => kind === "untestable");
  if (open) return open;
  if (findings.length > 0) return found(findings);
  return verdicts.find(({ kind }) => kind === "pass") ?? verdicts[0] ?? pass;
}

/** A rule that asks what several rules of the release ask together. */
export function asRelease<S extends Scope>(
  scope: S,
  text: Text,
  rules: Rule<S>[],
  more: (
    subject: Subjects[S],
    index: Parameters<Rule<S>["check"]>[1],
  ) => { verdict: Verdict; fix: string }[] = () => [],
): Rule<S> {
  return defineRule({
    ...text,
    profile: PROFILE,
    specUrl: SPEC,
    scope,
    check: (subject, index) =>
      combined([
        ...rules.map((rule) => ({ verdict: rule.check(subject, index), fix: rule.fix })),
        ...more(subject, index),
      ]),
  });
}

/** A rule of the draft alone, on servers. */
export function own<S extends Scope>(scope: S, text: Text, check: Rule<S>["check"]): Rule<S> {
  return defineServerRule({
    ...text,
    profile: PROFILE,
    specUrl: SPEC,
    scope,
    check,
  });
}
