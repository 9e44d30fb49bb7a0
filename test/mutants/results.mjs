/** The mutation table as markdown. @param seen what `runMutants` gave */
export function resultsTable({ rows, clean, missing, unbreakable, rules }) {
  const caught = rows.filter((row) => row.caught).length;
  const tested = new Set(rows.map(({ rule }) => rule));
  const proved = [...tested].filter((rule) => rows.every((row) => row.rule !== rule || row.caught));
  const accusations = clean.reduce((sum, { accused }) => sum + accused.length, 0);
  const lines = [
    "# Mutants",
    "",
    "Made by `npm run test:mutants`. Each row is a server that breaks one requirement, checked by the engine.",
    "",
    `- ${caught} of ${rows.length} mutants caught by the rule they break`,
    `- ${proved.length} of ${tested.size} rules with mutants caught all of theirs; ${Object.keys(unbreakable).length} of ${rules} rules cannot be broken by a server, ${missing.length} have no mutant yet`,
    `- ${accusations} errors or warnings on ${clean.length} runs of right servers`,
    "",
    "## Right servers",
    "",
    "| Server | Era | Rules passed | Untestable | Errors and warnings |",
    "| --- | --- | ---: | ---: | --- |",
    ...clean.map(
      ({ name, era, accused, summary }) =>
        `| ${name} | ${era} | ${summary.pass} | ${summary.untestable} | ${accused.map(cell).join("<br>") || "none"} |`,
    ),
    "",
    "## Mutants",
    "",
    "| Rule | Mutant | Era | Caught | Other rules with an error or a warning |",
    "| --- | --- | --- | --- | --- |",
    ...rows.map(
      ({ rule, what, era, caught: yes, seen, others, note, maybe }) =>
        `| ${rule} | ${cell(what)} | ${era} | ${yes ? (note ? "yes, as a note" : "yes") : `**no**: ${cell(seen)}${maybe ? ` (${cell(maybe)})` : ""}`} | ${others.join(", ")} |`,
    ),
    "",
    "## Rules that no server can break",
    "",
    ...Object.entries(unbreakable).map(([rule, reason]) => `- ${rule}: ${reason}`),
    ...(missing.length > 0
      ? ["", "## Rules without a mutant", "", ...missing.map((rule) => `- ${rule}`)]
      : []),
  ];
  return `${lines.join("\n")}\n`;
}

function cell(text) {
  return String(text)
    .replace(/\s+/g, " ")
    .replace(/[|\\`<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}
