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
  type Verdict,
} from "../define-rule";
import { asRule } from "./declare";
import { onField, quoted, typePhrase } from "./fields";
import { placeIn, proof, type SkillMd } from "./skill-md";

const SECTION = { section: "metadata field", anchor: "metadata-field" };

function notAMap(field: FrontmatterField, { file }: SkillMd): Verdict {
  return fail({
    severity: "error",
    message: `metadata is ${typePhrase(field)}, not a mapping of keys to text.`,
    expected: "a mapping",
    actual: field.type,
    fix:
      field.type === "null"
        ? "Delete the line metadata:, or put indented key: value lines below it."
        : "Write metadata: and below it one indented key: value line for each entry.",
    location: placeIn(file, field.valueAt),
    evidence: proof(file),
    locus: "type",
  });
}

function map(skill: SkillEvidence): Verdict {
  return onField(skill, "metadata", (field, md) => {
    if (field.type !== "mapping") return notAMap(field, md);
    return found(
      md.frontmatter.metadata
        .filter((entry) => entry.type !== "string")
        .map((entry): RawFinding => {
          const scalar = entry.type === "number" || entry.type === "boolean";
          return {
            severity: "warning",
            message: `metadata.${entry.key} is ${typePhrase(entry)}, not text; skills-ref turns it into text, clients that read JSON see the type${lost(entry)}.`,
            expected: "text",
            actual: entry.type,
            fix: scalar
              ? `Quote it: ${entry.key}: ${quoted(entry.source)}`
              : entry.type === "null"
                ? `Write ${entry.key}: "" or delete the line.`
                : `Write the value of ${entry.key} as one quoted text.`,
            location: placeIn(md.file, entry.valueAt),
            evidence: proof(md.file),
            locus: entry.key,
          };
        }),
    );
  });
}

/** What the number loses when it is read: 1.10 becomes 1.1. */
function lost(entry: FrontmatterField): string {
  return entry.type === "number" && String(entry.value) !== entry.source
    ? `, and ${entry.source} becomes ${String(entry.value)}`
    : "";
}

const EXPECTED_WORDS = new Set(["author", "version"]);

function keys(skill: SkillEvidence): Verdict {
  return onField(skill, "metadata", (field, md) => {
    if (field.type !== "mapping") return notApplicable("metadata is no mapping; as-metadata-map says so");
    const generic = md.frontmatter.metadata.filter(
      (entry) => /^[A-Za-z]+$/.test(entry.key) && !EXPECTED_WORDS.has(entry.key.toLowerCase()),
    );
    const [first] = generic;
    if (!first) return pass;
    const names = [...new Set(generic.map((entry) => entry.key))];
    return note({
      message: `${names.length === 1 ? "The metadata key" : "The metadata keys"} ${names.join(", ")} ${names.length === 1 ? "is a plain word" : "are plain words"} that another tool may use for something else.`,
      expected: "keys with a prefix of your own",
      fix: `Give it a prefix, e.g. example-org-${names[0]}.`,
      location: placeIn(md.file, first.keyAt),
      evidence: proof(md.file),
    });
  });
}

export const metadataRules: Rule<"skill">[] = [
  asRule(
    "skill",
    {
      id: "as-metadata-map",
      level: "STATEMENT",
      ...SECTION,
      title: "metadata, if given, maps text to text",
      why: "A version written 1.10 without quotes is the number 1.1 for every client that reads JSON.",
      fix: "Quote each value of metadata.",
    },
    map,
  ),
  asRule(
    "skill",
    {
      id: "as-metadata-keys",
      level: "SHOULD",
      ...SECTION,
      title: "metadata keys are reasonably unique",
      why: "All tools share this one mapping; plain words collide.",
      fix: "Give own keys a prefix.",
    },
    keys,
  ),
];
