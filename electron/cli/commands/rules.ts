import { allProfiles } from "../../../shared/rules/profiles";
import { EXIT } from "../exit";
import { paint, print } from "../output";

/** `rules`: every rule, and every exclusion with its reason. @returns the exit code */
export async function rules(format: "text" | "json"): Promise<number> {
  if (format === "json") {
    const list = allProfiles.flatMap((profile) =>
      profile.rules.map(({ id, level, scope, section, title, why, fix, specUrl }) => ({
        id,
        profile: profile.id,
        level,
        scope,
        section,
        title,
        why,
        fix,
        specUrl,
      })),
    );
    const exclusions = allProfiles.flatMap((profile) => profile.exclusions);
    const profiles = allProfiles.map(({ id, title, specUrl }) => ({ id, title, specUrl }));
    await print(`${JSON.stringify({ profiles, rules: list, exclusions }, null, 2)}\n`);
    return EXIT.ok;
  }
  const lines: string[] = [];
  for (const profile of allProfiles) {
    lines.push(paint("bold", `${profile.id}: ${profile.title}`), paint("dim", profile.specUrl), "");
    for (const rule of profile.rules) {
      lines.push(
        `  ${paint("bold", rule.id)} (${rule.level}) ${rule.title}`,
        `      why: ${rule.why}`,
        `      fix: ${rule.fix}`,
      );
    }
    for (const row of profile.exclusions) lines.push(`  ${row.id} (${row.level}) not a rule: ${row.reason}`);
    lines.push("");
  }
  await print(`${lines.join("\n")}`);
  return EXIT.ok;
}
