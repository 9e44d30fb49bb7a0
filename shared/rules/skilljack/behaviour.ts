import type { Exchange } from "../../model/evidence";
import { errorOf, outcomeText, resultOf } from "../answers";
import { gathered, idsOf, isError, probed } from "../convention-rules";
import { type RawFinding, untestable } from "../define-rule";
import { isRecord, show } from "../values";
import { jackSkills, rule } from "./declare";
import { COMPLETED, UNKNOWN } from "./reads";

/** Rules on how skilljack answers: unknown names, completion, subscriptions. */

export const unknown = rule(
  {
    id: "sj-unknown",
    level: "OBSERVED",
    section: "transcript",
    title: "An unknown skill is answered with -32603 and the names of all skills",
    why: "The code says internal error; a client has to read the message to know that the skill is not there.",
    fix: "Nothing, for skilljack 0.5; mcp-not-found says what a server should do.",
  },
  (index) => {
    const tried = probed(index, "skilljack-unknown");
    if (!Array.isArray(tried)) return tried;
    const names = jackSkills(index.server).map(({ name }) => name);
    const wanted = `Skill "${UNKNOWN}" not found. Available: ${names.join(", ") || "none"}`;
    return gathered(
      tried
        .filter((answer) => !isError(answer, -32603, wanted))
        .map((answer) => ({
          message: `${String(answer.params.uri)}, which does not exist, is answered otherwise than by skilljack 0.5.`,
          expected: `error -32603 ${show(wanted, 200)}`,
          actual: outcomeText(answer),
          ...(isError(answer, -32602, /^Skill resource not found for URI/)
            ? {
                fix: "A later version of skilljack: check it by sep-2640-index-draft or skills-ext-stable.",
              }
            : {}),
          evidence: idsOf([answer]),
          locus: String(answer.params.uri),
        })),
    );
  },
);

export const completion = rule(
  {
    id: "sj-completion",
    level: "OBSERVED",
    section: "skill-resources.ts:94,192",
    title: "Skill names complete by their beginning, whatever the letter case",
    why: "A person types the beginning of a name, in a template or for the prompt skill.",
    fix: "Complete skillName of both templates and name of the prompt skill to all names with that beginning, with total and hasMore.",
  },
  (index) => {
    const names = jackSkills(index.server).map(({ name }) => name);
    if (names.length === 0) return untestable("no skill is listed");
    const tried = probed(index, "skilljack-completion");
    if (!Array.isArray(tried)) return tried;
    return gathered(tried.flatMap((answer) => completionFaults(answer, names)));
  },
);

function completionFaults(answer: Exchange, names: readonly string[]): RawFinding[] {
  const { argument } = answer.params as { argument: { value: string } };
  const wanted = names.filter((name) => name.toLowerCase().startsWith(argument.value.toLowerCase()));
  const given = resultOf(answer)?.completion;
  const { values, total, hasMore } = isRecord(given) ? given : {};
  // A completion holds at most 100 values.
  const same =
    Array.isArray(values) && show([...values].sort(), 9000) === show([...wanted.slice(0, 100)].sort(), 9000);
  const counted = total === wanted.length && hasMore === wanted.length > 100;
  if (same && counted) return [];
  const where = COMPLETED.find(({ tag }) => tag === answer.tag)?.ref;
  return [
    {
      message: `Completion of ${show(argument.value)} for ${show(where)} ${same ? "counts wrongly" : "gives other names"}.`,
      expected: show(
        { values: wanted.slice(0, 100), total: wanted.length, hasMore: wanted.length > 100 },
        300,
      ),
      actual: errorOf(answer) ? outcomeText(answer) : show(given, 300),
      evidence: idsOf([answer]),
      locus: `${answer.tag} ${argument.value === "" ? "all" : "part"}`,
    },
  ];
}

export const nameCase = rule(
  {
    id: "sj-name-case",
    level: "OBSERVED",
    section: "src/skill-resources.ts",
    title: "Names count letter case, and query and fragment are part of the name",
    why: "A URI that other servers take for the same skill is another one here.",
    fix: "Nothing, for skilljack 0.5; compare the name as it stands in the URI.",
  },
  (index) => {
    const tried = probed(index, "skilljack-name");
    if (!Array.isArray(tried)) return tried;
    return gathered(
      tried
        .filter((answer) => {
          const { code, message } = errorOf(answer) ?? {};
          return code !== -32603 || !String(message).startsWith(`Skill "${answer.tag}" not found.`);
        })
        .map((answer) => ({
          message: `${String(answer.params.uri)} is not taken for the unknown skill ${show(answer.tag)}.`,
          expected: `error -32603 'Skill "${answer.tag}" not found. …'`,
          actual: outcomeText(answer),
          evidence: idsOf([answer]),
          locus: String(answer.params.uri),
        })),
    );
  },
);

export const subscribe = rule(
  {
    id: "sj-subscribe",
    level: "OBSERVED",
    section: "src/subscriptions.ts",
    title: "Subscriptions to a skill and to skill:// succeed, to an unknown skill they do not",
    why: "Clients follow changes of one skill or of all of them by one subscription.",
    fix: 'Answer resources/subscribe of an unknown skill with -32603 "Resource not found: <uri>", everything known with {}.',
  },
  (index) => {
    const tried = probed(index, "skilljack-subscribe");
    if (!Array.isArray(tried)) return tried;
    const findings: RawFinding[] = [];
    for (const answer of tried) {
      const uri = String(answer.params.uri);
      const wrong =
        uri === `skill://${UNKNOWN}`
          ? !isError(answer, -32603, `Resource not found: ${uri}`)
          : errorOf(answer) !== undefined;
      if (!wrong) continue;
      findings.push({
        message: `${answer.method} of ${uri} is answered otherwise than by skilljack 0.5.`,
        expected:
          uri === `skill://${UNKNOWN}` ? `error -32603 "Resource not found: ${uri}"` : "an empty result",
        actual: outcomeText(answer),
        evidence: idsOf([answer]),
        locus: `${answer.method} ${uri}`,
      });
    }
    return gathered(findings);
  },
);

export const behaviourRules = [unknown, completion, nameCase, subscribe];
