import type { Completion } from "./use-completion";

/** What stands below the suggestions: how many there are, of how many, and for which earlier values. */
export function completionFooter({ loading, answer, question }: Completion): string | undefined {
  if (loading && !answer) return "Asking the server…";
  if (answer?.state !== "ok") return undefined;
  const shown = answer.values.length;
  const total = answer.total;
  const more = answer.hasMore === true || (total !== undefined && total > shown);
  const number = (n: number) => n.toLocaleString("en");
  const amount =
    total !== undefined && total >= shown
      ? `${number(shown)} of ${number(total)}`
      : `${number(shown)} ${shown === 1 ? "suggestion" : "suggestions"}`;
  const context = Object.entries(question?.context ?? {})
    .map(([name, value]) => `${name} = ${value}`)
    .join(", ");
  return `${amount}${context && ` for ${context}`}${more ? ", more exist" : ""}`;
}

/** What stands in place of suggestions when there is none. */
export function completionEmpty({ loading, answer, question }: Completion): string {
  if (answer?.state === "unsupported") return "This server offers no completion.";
  if (answer?.state === "failed") return `Completion failed: ${answer.problem?.message ?? "no reason given"}`;
  if (loading || !answer) return "Asking the server…";
  return question?.value ? `Nothing begins with “${question.value}”` : "The server suggests nothing here";
}
