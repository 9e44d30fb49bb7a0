import type { ContentPart, FileEvidence } from "../../model/evidence";
import { equivalent } from "../../uri/rfc3986";
import { outcomeText } from "../answers";
import { fail, found, notApplicable, pass, type RawFinding, untestable } from "../define-rule";
import { describe } from "../values";
import { extRule } from "./declare";
import { entryOf, ids, inputRequired, manifestUris, skillFile, whyUnread } from "./entries";

/** Rules on what reading SKILL.md gives (Skill Format). */

/** The content element for a file: the one whose uri is the file's, exactly or after normalisation. */
export function partFor(file: FileEvidence): ContentPart | undefined {
  const parts = file.parts ?? [];
  return (
    parts.find((part) => part.uri === file.uri) ??
    parts.find((part) => typeof part.uri === "string" && equivalent(part.uri, file.uri))
  );
}

export const skillMdPresent = extRule(
  "skill",
  {
    id: "ext-fmt-skillmd-present",
    level: "MUST",
    section: "Skill Format",
    title: "Every skill has a SKILL.md file at its root",
    why: "Without a readable SKILL.md there is nothing to load: the entry promises a skill that cannot be used.",
    fix: "Answer resources/read of the entry's uri with one contents element for exactly that uri, holding the file as text.",
    officialCheck: "sep-2640-skillmd-required",
  },
  (skill) => {
    const file = skillFile(skill);
    const { read } = file ?? {};
    if (!file || !read || read.outcome.kind === "none") return untestable(`SKILL.md: ${whyUnread(file)}`);
    if (inputRequired(read)) return untestable("the server asks for input before it gives SKILL.md");
    const expected = `a contents element for ${skill.uri} with the text of SKILL.md`;
    const evidence = [read.id];
    const finding = (message: string, actual: string, fix?: string): RawFinding => ({
      message,
      expected,
      actual,
      evidence,
      ...(fix ? { fix } : {}),
    });
    if (read.outcome.kind === "error") {
      return fail(finding("The skill is published, but its SKILL.md cannot be read.", outcomeText(read)));
    }
    if (!file.parts || file.parts.length === 0) {
      return fail(finding("Reading SKILL.md succeeds without any content.", outcomeText(read)));
    }
    const part = partFor(file);
    if (!part) {
      const uris = file.parts.map((each) => describe(each.uri)).join(", ");
      return fail(
        finding(
          "Reading SKILL.md gives content only under other URIs than the one asked for.",
          `contents for ${uris}`,
          `Set contents[].uri to the requested ${skill.uri}.`,
        ),
      );
    }
    if (part.badBase64) {
      return fail(
        finding(
          "SKILL.md comes as a blob that is no base64, so its text cannot be had.",
          "an undecodable blob",
          "Send SKILL.md as text; a blob has to be standard base64.",
        ),
      );
    }
    if (part.body === "none") {
      return fail(
        finding(
          "The content element of SKILL.md has neither text nor blob.",
          part.badBody ?? "no text, no blob",
        ),
      );
    }
    if (file.facts && !file.facts.utf8) {
      return fail(
        finding(
          "SKILL.md is no UTF-8 text.",
          "bytes that are no UTF-8",
          "Save SKILL.md as UTF-8 (editors call UTF-16 “Unicode”) and publish its new digest and size.",
        ),
      );
    }
    return pass;
  },
);

export const skillMdFrontmatter = extRule(
  "skill",
  {
    id: "ext-fmt-frontmatter",
    level: "MUST",
    section: "Skill Format",
    title: "SKILL.md begins with YAML frontmatter holding at least name and description",
    why: "A host compares this block with the entry before it loads the skill; without it the comparison fails and the skill is refused.",
    fix: "Begin SKILL.md with a line ---, then name: and description:, then a closing line ---.",
    officialCheck: "sep-2640-skillmd-frontmatter",
  },
  (skill) => {
    const file = skillFile(skill);
    const facts = file?.facts;
    if (!facts) return untestable(`SKILL.md: ${whyUnread(file)}`);
    const { frontmatter } = facts;
    if (!frontmatter) return untestable("the frontmatter of SKILL.md was not looked at");
    const evidence = ids(file.read);
    const at = { line: 1, column: 1 };
    if (!frontmatter.present) {
      const problem = frontmatter.problems[0];
      return fail({
        message: `SKILL.md does not begin with frontmatter.${problem ? ` ${problem.message}` : ""}`,
        expected: "the first line is ---",
        actual: problem?.message ?? "another first line",
        location: { file: skill.uri, ...at },
        evidence,
        ...(problem?.fix ? { fix: problem.fix } : {}),
      });
    }
    if (!frontmatter.data) {
      const problem = frontmatter.problems[0];
      return fail({
        message: `The frontmatter of SKILL.md cannot be read. ${problem?.message ?? ""}`.trim(),
        expected: "a YAML mapping between two lines ---",
        actual: problem?.message ?? "no mapping",
        location: { file: skill.uri, ...(problem ? place(problem.at) : at) },
        evidence,
        ...(problem?.fix ? { fix: problem.fix } : {}),
      });
    }
    const { data, fields } = frontmatter;
    return found(
      ["name", "description"].flatMap((key) => {
        const value = data[key];
        if (typeof value === "string" && value.trim() !== "") return [];
        const field = fields.find((each) => each.key === key);
        const missing = !Object.hasOwn(data, key);
        return {
          message: missing
            ? `The frontmatter of SKILL.md has no ${key}.`
            : `${key} in the frontmatter of SKILL.md is ${value === "" ? "empty" : describe(value)}, not a text.`,
          expected: `${key}: a non-empty string`,
          actual: missing ? "absent" : (field?.source ?? describe(value)),
          fix: missing
            ? `Add a line "${key}: …" to the frontmatter.`
            : `Write ${key} as text; quote a number or a yes/no.`,
          location: { file: skill.uri, ...(field ? place(field.valueAt) : at) },
          evidence,
          locus: key,
        };
      }),
    );
  },
);

function place(at: { line: number; column: number }): { line: number; column: number } {
  return { line: at.line, column: at.column };
}

export const extraFiles = extRule(
  "skill",
  {
    id: "ext-fmt-extra-files",
    level: "MAY",
    section: "Skill Format",
    title: "A skill may hold further files and directories",
    why: "References, scripts and assets are read only when the instructions ask for them.",
    fix: "Nothing has to change.",
  },
  (skill) =>
    manifestUris(entryOf(skill)).length > 1 ? pass : notApplicable("the skill has no file besides SKILL.md"),
);

export const formatRules = [skillMdPresent, skillMdFrontmatter, extraFiles];
