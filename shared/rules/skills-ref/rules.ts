import type { SkillEvidence } from "../../model/evidence";
import { yamlLine } from "../agent-skills/fields";
import { codePoints, judgeName, MAX_NAME, suggestName } from "../agent-skills/names";
import { directoryName } from "../agent-skills/skill-md";
import { fail, found, notApplicable, pass, type RawFinding, type Rule, type Verdict } from "../define-rule";
import { count } from "../values";
import { says, srRule } from "./declare";
import { chosenFile, onFields, onStep, type StrictRead } from "./read";
import type { StrictField } from "./strict-yaml";

const ALLOWED = ["allowed-tools", "compatibility", "description", "license", "metadata", "name"];
const MAX_DESCRIPTION = 1024;
const MAX_COMPATIBILITY = 500;

function pathExists(skill: SkillEvidence): Verdict {
  if (skill.source !== "folder")
    return notApplicable("skills-ref looks at folders; this skill comes from a server");
  if (skill.files.length > 0) return pass;
  const path = skill.path ?? skill.uri;
  return fail({
    message: `${says(`Path does not exist: ${path}`)} Nothing could be read there.`,
    expected: "a folder",
    actual: path,
    fix: "Give the path of the skill's folder.",
  });
}

function skillMd(skill: SkillEvidence): Verdict {
  if (chosenFile(skill)) return pass;
  return fail({
    message: says("Missing required file: SKILL.md"),
    expected: "SKILL.md (skills-ref takes skill.md too)",
    fix: "Add a file SKILL.md at the root of the skill.",
  });
}

const only = (read: StrictRead, key: string): StrictField | undefined =>
  read.fields.find((field) => field.key === key);

/** A missing required field, placed on the first line. */
function missing(read: StrictRead, key: string, fix: string): Verdict {
  return fail({
    message: says(`Missing required field in frontmatter: ${key}`),
    expected: `a field ${key}`,
    fix,
    location: read.place(-3),
  });
}

function notBlankText(read: StrictRead, field: StrictField, fix: string): RawFinding {
  return {
    message: says(`Field '${field.key}' must be a non-empty string`),
    expected: "text that is not blank",
    actual: field.isText ? "blank text" : `a ${field.value}`,
    fix,
    location: read.place(field.valueOffset),
  };
}

const isBlank = (field: StrictField) => !field.isText || field.value.trim() === "";

function unknownFields(skill: SkillEvidence): Verdict {
  return onFields(skill, (read) => {
    const extra = read.fields.filter((field) => !ALLOWED.includes(field.key));
    const [first] = extra;
    if (!first) return pass;
    const keys = extra.map((field) => field.key).sort();
    return fail({
      message: says(
        `Unexpected fields in frontmatter: ${keys.join(", ")}. Only [${ALLOWED.map((key) => `'${key}'`).join(", ")}] are allowed.`,
      ),
      expected: ALLOWED.join(", "),
      actual: keys.join(", "),
      fix: `Move ${keys.join(", ")} below metadata:, or delete ${keys.length === 1 ? "it" : "them"}.`,
      location: read.place(first.keyOffset),
    });
  });
}

function name(skill: SkillEvidence): Verdict {
  return onFields(skill, (read) => {
    const suggestion = suggestName(directoryName(skill) ?? "") ?? "my-skill";
    const field = only(read, "name");
    if (!field) return missing(read, "name", `Add the line ${yamlLine("name", suggestion)}`);
    if (isBlank(field)) return fail(notBlankText(read, field, `Write ${yamlLine("name", suggestion)}`));
    const given = field.value.trim().normalize("NFKC");
    const fix = `Write ${yamlLine("name", suggestName(given) ?? suggestion)}`;
    return found(
      nameFaults(given).map(([locus, sentence, expected]) => ({
        message: says(sentence),
        expected,
        actual: given,
        fix,
        location: read.place(field.valueOffset),
        locus,
      })),
    );
  });
}

/** The faults of a name in the order of skills-ref: a key, its sentence, and what it expects. */
function nameFaults(given: string): [locus: string, sentence: string, expected: string][] {
  const faults: [string, string, string][] = [];
  const length = codePoints(given);
  if (length > MAX_NAME) {
    faults.push([
      "length",
      `Skill name '${given}' exceeds ${MAX_NAME} character limit (${length} chars)`,
      `at most ${MAX_NAME} characters`,
    ]);
  }
  if (given !== given.toLowerCase()) {
    faults.push(["case", `Skill name '${given}' must be lowercase`, given.toLowerCase()]);
  }
  if (given.startsWith("-") || given.endsWith("-")) {
    faults.push(["edges", "Skill name cannot start or end with a hyphen", "a letter or digit at both ends"]);
  }
  if (given.includes("--")) {
    faults.push(["hyphens", "Skill name cannot contain consecutive hyphens", "single hyphens"]);
  }
  if (!/^[\p{L}\p{N}-]*$/u.test(given)) {
    faults.push([
      "characters",
      `Skill name '${given}' contains invalid characters. Only letters, digits, and hyphens are allowed.`,
      "letters, digits and hyphens",
    ]);
  }
  return faults;
}

function nameDirectory(skill: SkillEvidence): Verdict {
  return onFields(skill, (read) => {
    const field = only(read, "name");
    if (!field || isBlank(field)) return notApplicable("there is no name; sr-name says so");
    const directory = directoryName(skill);
    if (directory === undefined) return notApplicable("there is no directory above SKILL.md");
    const given = field.value.trim().normalize("NFKC");
    if (directory.normalize("NFKC") === given) return pass;
    return fail({
      message: says(`Directory name '${directory}' must match skill name '${given}'`),
      expected: directory,
      actual: given,
      fix: `${judgeName(directory).verdict === "ok" ? `Write ${yamlLine("name", directory)}, or rename` : "Rename"} the directory to ${given}.`,
      location: read.place(field.valueOffset),
    });
  });
}

function description(skill: SkillEvidence): Verdict {
  return onFields(skill, (read) => {
    const field = only(read, "description");
    const fix = "Write description: and what the skill does and when to use it.";
    if (!field) return missing(read, "description", fix);
    if (isBlank(field)) return fail(notBlankText(read, field, fix));
    return atMost(read, field, "Description", MAX_DESCRIPTION);
  });
}

function compatibility(skill: SkillEvidence): Verdict {
  return onFields(skill, (read) => {
    const field = only(read, "compatibility");
    if (!field) return notApplicable("there is no compatibility");
    if (field.isText) return atMost(read, field, "Compatibility", MAX_COMPATIBILITY);
    return fail({
      message: says("Field 'compatibility' must be a string"),
      expected: "text",
      actual: `a ${field.value}`,
      fix: "Write compatibility: and its text on one line.",
      location: read.place(field.valueOffset),
    });
  });
}

function atMost(read: StrictRead, field: StrictField, label: string, limit: number): Verdict {
  const length = codePoints(field.value);
  if (length <= limit) return pass;
  return fail({
    message: says(`${label} exceeds ${limit} character limit (${length} chars)`),
    expected: `at most ${limit} characters`,
    actual: `${length} characters`,
    fix: `Shorten it by ${count(length - limit, "character")}.`,
    location: read.place(field.valueOffset),
  });
}

const WHY = "skills-ref is what many repositories run in CI; it refuses the skill.";
const validator = { level: "MUST", file: "validator", why: WHY } as const;
const parser = { level: "MUST", file: "parser", why: WHY } as const;

export const rules: Rule<"skill">[] = [
  srRule(
    {
      ...validator,
      id: "sr-path-exists",
      section: "validator.validate",
      title: "The path exists and is a directory",
      fix: "Give the path of the skill's folder.",
    },
    pathExists,
  ),
  srRule(
    {
      ...validator,
      id: "sr-skillmd",
      section: "validator.validate / parser.find_skill_md",
      title: "SKILL.md exists",
      fix: "Add a SKILL.md.",
    },
    skillMd,
  ),
  srRule(
    {
      ...parser,
      id: "sr-frontmatter-open",
      section: "parser.parse_frontmatter",
      title: "The file starts with the characters ---",
      fix: "Begin the file with ---, without BOM or blank lines before it.",
    },
    (skill) => onStep(skill, "sr-frontmatter-open"),
  ),
  srRule(
    {
      ...parser,
      id: "sr-frontmatter-close",
      section: "parser.parse_frontmatter",
      title: "A second --- closes the frontmatter",
      fix: "Add a line --- after the last field.",
    },
    (skill) => onStep(skill, "sr-frontmatter-close"),
  ),
  srRule(
    {
      ...parser,
      id: "sr-strictyaml",
      section: "parser.parse_frontmatter",
      title: "The YAML loads with strictyaml",
      fix: "Use no flow style, anchors, tags or duplicate keys; quote text with special characters.",
    },
    (skill) => onStep(skill, "sr-strictyaml"),
  ),
  srRule(
    {
      ...parser,
      id: "sr-mapping",
      section: "parser.parse_frontmatter",
      title: "The frontmatter is a mapping",
      fix: "Write one key: value line for each field.",
    },
    (skill) => onStep(skill, "sr-mapping"),
  ),
  srRule(
    {
      ...validator,
      id: "sr-unknown",
      level: "MUST NOT",
      section: "validator._validate_metadata_fields",
      title: "No other top-level fields than the six of the specification",
      fix: "Move own fields below metadata.",
    },
    unknownFields,
  ),
  srRule(
    {
      ...validator,
      id: "sr-name",
      section: "validator._validate_name",
      title: "name is valid for skills-ref",
      fix: "Use 1 to 64 lower-case letters, digits and single inner hyphens.",
    },
    name,
  ),
  srRule(
    {
      ...validator,
      id: "sr-name-dir",
      section: "validator._validate_name",
      title: "The directory's name equals name",
      fix: "Make name and the directory's name the same.",
    },
    nameDirectory,
  ),
  srRule(
    {
      ...validator,
      id: "sr-description",
      section: "validator._validate_description",
      title: "description is text of at most 1024 characters",
      fix: "Write a description of 1 to 1024 characters.",
    },
    description,
  ),
  srRule(
    {
      ...validator,
      id: "sr-compat",
      section: "validator._validate_compatibility",
      title: "compatibility is text of at most 500 characters",
      fix: "Shorten compatibility, or delete it.",
    },
    compatibility,
  ),
];
