import type { Exchange } from "../../model/evidence";
import { errorOf, outcomeText, resultOf } from "../answers";
import { gathered, idsOf, probed } from "../convention-rules";
import { type RawFinding, untestable } from "../define-rule";
import { isRecord, member, show } from "../values";
import { allDocuments, readsOf, rule, wholeIndex } from "./declare";
import { withDocuments } from "./reads";

export const completion = rule(
  {
    id: "kg-completion",
    level: "OBSERVED",
    section: "same",
    title: "Skills with documents complete by their beginning, documents only once the skill is given",
    why: "A client that does not send the skill as context is offered nothing.",
    fix: "Complete skillName to the skills that have documents, and documentPath to the paths of the skill in context.arguments.",
  },
  (index) => {
    const reads = readsOf(index);
    const names = withDocuments(reads);
    if (names.length === 0) return untestable("no skill has documents");
    if (!wholeIndex(reads)) return untestable("skill://index has entries without name, description or uri");
    const tried = probed(index, "kg-completion");
    if (!Array.isArray(tried)) return tried;
    const paths = allDocuments(reads).filter(({ skill }) => skill.name === names[0]);
    const wanted: Record<string, string[]> = {
      names,
      none: [],
      paths: paths.map(({ path }) => path),
    };
    return gathered(tried.flatMap((answer) => faults(answer, wanted[String(answer.tag)] ?? [])));
  },
);

function faults(answer: Exchange, wanted: readonly string[]): RawFinding[] {
  const given = resultOf(answer)?.completion;
  const values = isRecord(given) && Array.isArray(given.values) ? given.values : undefined;
  const first = [...wanted].sort().slice(0, 100);
  if (values && show([...values].sort().slice(0, 100), 9000) === show(first, 9000)) return [];
  const argument = answer.params.argument;
  return [
    {
      message: `Completion of ${show(member(argument, "value"))} for ${show(member(argument, "name"))}${answer.params.context ? " with the skill as context" : ""} gives other values.`,
      expected: show(first, 300),
      actual: errorOf(answer) ? outcomeText(answer) : show(given, 300),
      evidence: idsOf([answer]),
      locus: `${answer.tag} ${show(member(argument, "name"))}`,
    },
  ];
}
