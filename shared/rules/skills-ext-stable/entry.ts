import type { SkillEvidence } from "../../model/evidence";
import { decodeSegment } from "../../uri/skill-uri";
import { outcomeText } from "../answers";
import { found, notApplicable, pass, type RawFinding, type Verdict } from "../define-rule";
import { isRecord, member, show } from "../values";
import { extRule } from "./declare";
import { entryEvidence, entryFrontmatter, entryOf, ids, skillFile } from "./entries";
import { frontmatterShape, resourcesShape, uriShape } from "./entry-shape";
import { skillPath } from "./uri-path";

/** Rules on the fields of an entry, from the entry alone (Skill Entries). */

/** Findings on an entry with the exchange that shows it. */
export function shown(skill: SkillEvidence, findings: RawFinding[]): Verdict {
  const evidence = entryEvidence(skill);
  return found(findings.map((finding) => ({ evidence, ...finding })));
}

export const NO_ENTRY = notApplicable("the entry is no object; ext-entry-uri says so");

export const entryUriRule = extRule(
  "skill",
  {
    id: "ext-entry-uri",
    level: "MUST",
    section: "Skill Entries",
    title: "uri is a non-empty string, the full resource URI of SKILL.md, readable through resources/read",
    why: "The uri is the skill's identity and the only way to its content.",
    fix: "Give every entry the full URI of its SKILL.md, the one that resources/read answers.",
    officialCheck: "sep-2640-entry-uri-required",
  },
  (skill) => {
    const shape = uriShape(entryOf(skill));
    if (shape.length > 0) return shown(skill, shape);
    const read = skillFile(skill)?.read;
    if (read?.outcome.kind !== "error") return pass;
    return found([
      {
        message: "The uri of the entry cannot be read.",
        expected: "resources/read gives the content of SKILL.md",
        actual: outcomeText(read),
        fix: `Serve ${skill.uri} through resources/read, or publish the URI under which SKILL.md is served.`,
        evidence: [...entryEvidence(skill), ...ids(read)],
      },
    ]);
  },
);

export const entryFrontmatterObject = extRule(
  "skill",
  {
    id: "ext-entry-frontmatter-object",
    level: "MUST",
    section: "Frontmatter",
    title: "frontmatter is a JSON object with string name and description",
    why: "A host builds its list of skills from entries alone; without name and description it has nothing to show.",
    fix: "Copy the YAML frontmatter of SKILL.md into the entry as a JSON object.",
    officialCheck: "sep-2640-entry-frontmatter-required",
  },
  (skill) => (isRecord(entryOf(skill)) ? shown(skill, frontmatterShape(entryOf(skill))) : NO_ENTRY),
);

export const entryUriName = extRule(
  "skill",
  {
    id: "ext-entry-uri-name",
    level: "MUST",
    section: "Frontmatter",
    title: "The last segment of the entry's skill path equals frontmatter.name",
    why: "A host takes the name from either place, before it reads any file, and has to find the same.",
    fix: "Make the directory in uri and frontmatter.name the same, character by character.",
    officialCheck: "sep-2640-entry-uri-matches-frontmatter-name",
  },
  (skill) => {
    const entry = entryOf(skill);
    const name = entryFrontmatter(entry)?.name;
    const uri = member(entry, "uri");
    if (typeof name !== "string")
      return notApplicable("the entry has no name; ext-entry-frontmatter-object says so");
    const segment = typeof uri === "string" ? skillPath(uri)?.at(-1) : undefined;
    if (segment === undefined)
      return notApplicable("the uri has no skill path; ext-uri-skillmd-explicit says so");
    const decoded = decodeSegment(segment) ?? segment;
    if (decoded === name) return pass;
    return shown(skill, [
      {
        message: `The uri of the entry says the skill is called ${show(decoded)}, its frontmatter says ${show(name)}.`,
        expected: "the same name in both",
        actual: `${show(decoded)} in uri, ${show(name)} in frontmatter.name`,
        fix: `Rename the directory to ${name}, or write name: ${decoded} in SKILL.md and in the entry.`,
      },
    ]);
  },
);

const RESERVED = "io.modelcontextprotocol/";

export const entryMetadataReserved = extRule(
  "skill",
  {
    id: "ext-entry-metadata-reserved",
    level: "STATEMENT",
    section: "Frontmatter",
    title: "metadata keys that begin with io.modelcontextprotocol/ are reserved",
    why: "MCP extensions will define such keys; none is defined today, so a value here may one day be read as something else.",
    fix: "Use a key of your own, e.g. with your domain in front: com.example/…",
    officialCheck: "sep-2640-metadata-reserved-prefix",
  },
  (skill) => {
    const file = skillFile(skill);
    const data = file?.facts?.frontmatter?.data ?? entryFrontmatter(entryOf(skill));
    const metadata = member(data, "metadata");
    if (!isRecord(metadata)) return notApplicable("the frontmatter has no metadata");
    return found(
      Object.keys(metadata)
        .filter((key) => key.startsWith(RESERVED))
        .map((key) => {
          const at = file?.facts?.frontmatter?.metadata.find((field) => field.key === key)?.keyAt;
          return {
            severity: "warning" as const,
            message: `The metadata key ${show(key)} begins with a prefix that is reserved for MCP extensions, and none of them defines it.`,
            expected: `no key that begins with ${RESERVED}`,
            actual: key,
            ...(at ? { location: { file: skill.uri, line: at.line, column: at.column } } : {}),
            evidence: at ? ids(file?.read) : entryEvidence(skill),
            locus: key,
          };
        }),
    );
  },
);

export const entryResourcesPresent = extRule(
  "skill",
  {
    id: "ext-entry-resources-present",
    level: "MUST",
    section: "Resources",
    title: 'resources is present and is an array or the exact string "dynamic"',
    why: "An entry of any other form is invalid and no host may load it.",
    fix: 'List every file of the skill as { uri, digest, size }, or write "dynamic" when the content is generated.',
    officialCheck: "sep-2640-entry-resources-required",
  },
  (skill) => (isRecord(entryOf(skill)) ? shown(skill, resourcesShape(entryOf(skill))) : NO_ENTRY),
);

export const entryRules = [
  entryUriRule,
  entryFrontmatterObject,
  entryUriName,
  entryMetadataReserved,
  entryResourcesPresent,
];
