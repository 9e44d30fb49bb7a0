import { profiles } from "../../../shared/rules/profiles";
import {
  inspectUri,
  MAX_INSPECTED,
  type TemplateReport,
  type UriReport,
} from "../../../shared/uri/workbench";
import { chosenProfiles } from "../chosen-profiles";
import { EXIT, UsageError } from "../exit";
import { inline, paint, print } from "../output";

const MARK = { pass: "✓", fail: "✕", warn: "▲", note: "·", "no-match": " " } as const;

/** `uri`: a URI or template taken apart, with every profile's verdict. @returns 1 when a profile fails it */
export async function uri(
  text: string,
  profileIds: string[] | undefined,
  format: "text" | "json",
): Promise<number> {
  if (text.length > MAX_INSPECTED)
    throw new UsageError(`It has ${text.length} characters; at most ${MAX_INSPECTED} are taken apart.`);
  const report = inspectUri(text, profileIds ? chosenProfiles(profileIds) : [...profiles]);
  await print(format === "json" ? `${JSON.stringify(report, null, 2)}\n` : textOf(report));
  return !report.ok || report.profiles.some((profile) => profile.verdict === "fail")
    ? EXIT.findings
    : EXIT.ok;
}

function textOf(report: UriReport | TemplateReport): string {
  const lines = [paint("bold", inline(report.input)), ""];
  if (report.kind === "uri") {
    for (const [name, value] of Object.entries(report.parts)) {
      if (typeof value === "string") lines.push(`  ${name.padEnd(10)} ${inline(value)}`);
    }
  } else {
    for (const [name, places] of Object.entries(report.spans)) {
      lines.push(`  ${name.padEnd(10)} at ${places.map(([from]) => `column ${from + 1}`).join(", ")}`);
    }
  }
  for (const fault of report.faults)
    lines.push(paint("red", `  ✕ column ${fault.at + 1}: ${inline(fault.message)}`));
  lines.push("");
  for (const profile of report.profiles) {
    lines.push(
      `${MARK[profile.verdict]} ${profile.title}${profile.verdict === "no-match" ? ": no match" : ""}`,
    );
    for (const finding of profile.findings)
      lines.push(`    ${finding.rule} ${finding.level}: ${inline(finding.message)}`);
    for (const reason of profile.reasons) lines.push(`    ${inline(reason)}`);
  }
  lines.push("");
  for (const convention of report.conventions.filter(({ kind }) => kind !== "no-match")) {
    lines.push(`${convention.kind === "match" ? "✓" : "✕"} ${convention.title}`);
    for (const reason of convention.reasons) lines.push(`    ${inline(reason)}`);
  }
  if (report.kind === "uri" && report.normal) lines.push(`normal form: ${inline(report.normal)}`);
  if (report.kind === "uri" && report.released) lines.push(`released extension: ${inline(report.released)}`);
  if (report.corrected) lines.push(paint("green", `corrected: ${inline(report.corrected)}`));
  return `${lines.join("\n").replace(/\n{3,}/g, "\n\n")}\n`;
}
