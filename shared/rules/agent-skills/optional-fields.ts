import type { SkillEvidence } from "../../model/evidence";
import type { FrontmatterField } from "../../skill-file/types";
import {
  fail,
  found,
  notApplicable,
  note,
  pass,
  type RawFinding,
  type Rule,
  untestable,
  type Verdict,
} from "../define-rule";
import { count } from "../values";
import { asRule } from "./declare";
import { onField, quoted, typePhrase, yamlLine } from "./fields";
import { SkillFiles } from "./files";
import { codePoints } from "./names";
import { placeIn, proof, type SkillMd, withSkillMd } from "./skill-md";

const MAX_COMPATIBILITY = 500;

/** The finding that a field is no text, with what to write instead. */
function notText(field: FrontmatterField, { file }: SkillMd, severity?: "warning"): RawFinding {
  const scalar = field.type === "number" || field.type === "boolean";
  return {
    ...(severity ? { severity } : {}),
    message: `${field.key} is ${typePhrase(field)}, not text.`,
    expected: "text",
    actual: field.type,
    fix: scalar
      ? `Quote it: ${field.key}: ${quoted(field.source)}`
      : field.type === "null"
        ? `Delete the line ${field.key}:, or give it a text.`
        : `Write ${field.key}: and its text on one line.`,
    location: placeIn(file, field.valueAt),
    evidence: proof(file),
    locus: "type",
  };
}

/** The bundled file that a licence text names; undefined when it names none. */
function licenceFile(text: string): string | undefined {
  const named = /(?:^|[\s("'`])((?:[\w-]+\/)*[\w.-]+\.(?:txt|md))(?=$|[\s,;)"'`.])/i.exec(text)?.[1];
  if (named) return named;
  return /(?:^|\b(?:[Ss]ee|in|[Ff]ile)\s+(?:the\s+)?(?:file\s+)?)(LICEN[CS]E|COPYING)\s*$/.exec(
    text.replace(/[.\s]+$/, ""),
  )?.[1];
}

function licence(skill: SkillEvidence): Verdict {
  return onField(skill, "license", (field, md) => {
    if (typeof field.value !== "string") return fail(notText(field, md));
    const named = licenceFile(field.value);
    if (named === undefined) return pass;
    const files = new SkillFiles(skill);
    const uri = `${files.root}/${named}`;
    switch (files.presence(uri)) {
      case "there":
        return pass;
      case "unknown":
        return untestable("not every file of the skill is known");
      case "missing": {
        const similar = files.similar(uri);
        return fail({
          message: `license names the file ${named}, which is not in the skill.`,
          expected: `a file ${named} in the skill`,
          fix: similar
            ? `Write ${similar} instead of ${named}.`
            : `Add ${named} to the skill, or name the licence itself, e.g. license: MIT`,
          location: placeIn(md.file, field.valueAt),
          evidence: proof(md.file),
          locus: "file",
        });
      }
    }
  });
}

function compatibility(skill: SkillEvidence): Verdict {
  return onField(skill, "compatibility", (field, md) => {
    if (typeof field.value !== "string") return fail(notText(field, md));
    const characters = codePoints(field.value);
    if (characters >= 1 && characters <= MAX_COMPATIBILITY) return pass;
    return fail({
      message:
        characters === 0
          ? "compatibility is given and empty."
          : `compatibility has ${characters} characters, ${characters - MAX_COMPATIBILITY} more than the ${MAX_COMPATIBILITY} allowed.`,
      expected: `1 to ${MAX_COMPATIBILITY} characters`,
      actual: `${characters} characters`,
      fix:
        characters === 0
          ? "Delete the line compatibility:; most skills do not need it."
          : `Shorten it by ${count(characters - MAX_COMPATIBILITY, "character")}.`,
      location: placeIn(md.file, field.valueAt),
      evidence: proof(md.file),
    });
  });
}

function allowedTools(skill: SkillEvidence): Verdict {
  return onField(skill, "allowed-tools", (field, md) => {
    if (Array.isArray(field.value)) {
      const tools = field.value.filter((tool): tool is string => typeof tool === "string");
      return fail({
        severity: "warning",
        message:
          "allowed-tools is a YAML list; many clients expect one text with spaces between the tools and ignore a list.",
        expected: "one text, tools separated by spaces",
        actual: `a list of ${field.value.length}`,
        fix:
          tools.length > 0
            ? `Write allowed-tools: ${tools.join(" ")}`
            : "Delete the field, or name the tools in one text.",
        location: placeIn(md.file, field.valueAt),
        evidence: proof(md.file),
      });
    }
    if (typeof field.value !== "string") return fail(notText(field, md, "warning"));
    // Commas inside a tool's own parentheses, as in Bash(git:*, jq:*), belong to it.
    if (!field.value.replace(/\([^)]*\)/g, "").includes(",")) return pass;
    return note({
      message:
        "allowed-tools has commas; the specification separates tools by spaces, so a client may read the comma as part of a tool's name.",
      expected: "tools separated by spaces",
      actual: field.value,
      fix: `Write allowed-tools: ${field.value.replace(/\s*,\s*(?![^(]*\))/g, " ").trim()}`,
      location: placeIn(md.file, field.valueAt),
      evidence: proof(md.file),
    });
  });
}

const KNOWN = ["name", "description", "license", "compatibility", "metadata", "allowed-tools"];
const VENDOR = new Set([
  "disable-model-invocation",
  "user-invocable",
  "model",
  "context",
  "agent",
  "hooks",
  "argument-hint",
  "version",
]);
/** Spellings seen in the wild, reduced to letters. */
const MEANT: Readonly<Record<string, string>> = {
  licence: "license",
  desc: "description",
  summary: "description",
  title: "name",
  tools: "allowed-tools",
  meta: "metadata",
};

function meant(key: string): string | undefined {
  const letters = key.toLowerCase().replace(/[^a-z]/g, "");
  return KNOWN.find((known) => known.replace("-", "") === letters) ?? MEANT[letters];
}

function unknownFields(md: SkillMd): Verdict {
  const { file, frontmatter } = md;
  if (frontmatter.fields.length === 0) return notApplicable("SKILL.md has no readable frontmatter");
  return found(
    frontmatter.fields
      .filter((field) => !KNOWN.includes(field.key))
      .map((field): RawFinding => {
        const known = meant(field.key);
        const own = VENDOR.has(field.key)
          ? `${field.key} is a field of single vendors, not of the specification; other clients ignore it`
          : `${field.key} is no field of the specification; clients ignore it`;
        return {
          severity: "warning",
          message: `${own}, and skills-ref refuses the skill.`,
          expected: KNOWN.join(", "),
          actual: field.key,
          fix: known
            ? `Did you mean ${known}? Rename ${field.key} to ${known}.`
            : typeof field.value === "string" || field.type === "number" || field.type === "boolean"
              ? `Move it below metadata: as ${yamlLine(field.key, typeof field.value === "string" ? field.value : field.source)}, or keep it for the client that needs it.`
              : "Move it below metadata: as text, or keep it for the client that needs it.",
          location: placeIn(file, field.keyAt),
          evidence: proof(file),
          locus: field.key,
        };
      }),
  );
}

export const optionalFieldRules: Rule<"skill">[] = [
  asRule(
    "skill",
    {
      id: "as-license",
      level: "MAY",
      section: "license field",
      anchor: "license-field",
      title: "license is a licence's name or the name of a bundled file",
      why: "People look it up before they copy a skill.",
      fix: "Give the licence's name, or add the file that license names.",
    },
    licence,
  ),
  asRule(
    "skill",
    {
      id: "as-compat-length",
      level: "MUST",
      section: "compatibility field",
      anchor: "compatibility-field",
      title: "compatibility, if given, has 1 to 500 characters",
      why: "Clients show it before they load a skill, and refuse longer texts.",
      fix: "Shorten compatibility to at most 500 characters, or delete it.",
    },
    compatibility,
  ),
  asRule(
    "skill",
    {
      id: "as-allowed-tools",
      level: "MAY",
      section: "allowed-tools field",
      anchor: "allowed-tools-field",
      title: "allowed-tools, if given, is one text with tools separated by spaces",
      why: "Clients that grant tools by it read one text; another form grants nothing or the wrong thing.",
      fix: "Write all tools in one text, separated by spaces.",
    },
    allowedTools,
  ),
  asRule(
    "skill",
    {
      id: "as-unknown-field",
      level: "STATEMENT",
      section: "Frontmatter",
      anchor: "frontmatter",
      title: "Only the six fields of the specification stand at top level",
      why: "A misspelt field is ignored without a word, and skills-ref refuses the whole skill.",
      fix: "Move own fields below metadata.",
    },
    (skill) => withSkillMd(skill, unknownFields),
  ),
];
