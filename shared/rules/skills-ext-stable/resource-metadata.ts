import type { SkillEvidence } from "../../model/evidence";
import { fail, found, notApplicable, pass, type RawFinding, untestable, type Verdict } from "../define-rule";
import type { EvidenceIndex } from "../evidence-index";
import { BINARY_EXTENSIONS, bareMediaType, extensionOf, isBinaryType, TEXT_EXTENSIONS } from "../media-types";
import { describe, isRecord, listed, member, show } from "../values";
import { extRule } from "./declare";
import { entryFrontmatter, entryOf, ids, readFrontmatter, skillFile } from "./entries";
import { partFor } from "./format";

/** Rules on what the server says of its skill files as resources (Resource Metadata). */

/** The `resources/list` element of the skill's SKILL.md. */
function listing(skill: SkillEvidence, index: EvidenceIndex): Record<string, unknown> | undefined {
  const resource = index.resource(skill.uri);
  return isRecord(resource) ? resource : undefined;
}

/** The page of `resources/list` that shows a URI, for evidence. */
function pageOf(index: EvidenceIndex, uri: string): string[] {
  return ids(index.resourcePage(uri));
}

export const resMimeType = extRule(
  "skill",
  {
    id: "ext-res-mimetype",
    level: "SHOULD",
    section: "Resource Metadata",
    title: "The SKILL.md resource has mimeType text/markdown",
    why: "Clients choose by it whether to show a text, and how.",
    fix: 'Set mimeType: "text/markdown" on SKILL.md, in resources/list and in the contents of resources/read.',
    officialCheck: "sep-2640-skillmd-mimetype",
  },
  (skill, index) => {
    const file = skillFile(skill);
    const part = file ? partFor(file) : undefined;
    const resource = listing(skill, index);
    if (!part && !resource) return untestable("SKILL.md was neither read nor listed");
    const places = [
      { where: "resources/read", value: part?.mimeType, evidence: ids(file?.read) },
      { where: "resources/list", value: resource?.mimeType, evidence: pageOf(index, skill.uri) },
    ];
    const given = places.filter(({ value }) => value !== undefined);
    if (given.length === 0) {
      return fail({
        severity: "warning",
        message: "No mimeType is given for SKILL.md.",
        expected: "text/markdown",
        actual: "absent",
        evidence: places.flatMap(({ evidence }) => evidence),
      });
    }
    return found(
      given
        .filter(({ value }) => typeof value !== "string" || bareMediaType(value) !== "text/markdown")
        .map(({ where, value, evidence }) => ({
          severity: "warning",
          message: `${where} gives SKILL.md the mimeType ${typeof value === "string" ? value : describe(value)}.`,
          expected: "text/markdown",
          actual: show(value),
          fix: `Set mimeType: "text/markdown" in the answer of ${where}.`,
          evidence,
          locus: where,
        })),
    );
  },
);

/** Compares one field of the listed SKILL.md resource with the frontmatter. */
function compareField(skill: SkillEvidence, index: EvidenceIndex, key: "name" | "description"): Verdict {
  const resource = listing(skill, index);
  if (!resource) return untestable("resources/list does not show SKILL.md");
  const wanted = (readFrontmatter(skill) ?? entryFrontmatter(entryOf(skill)))?.[key];
  if (typeof wanted !== "string") return untestable(`the frontmatter has no ${key}`);
  if (resource[key] === wanted) return pass;
  return fail({
    message: `resources/list gives SKILL.md the ${key} ${show(resource[key], 100)}; its frontmatter says ${show(wanted, 100)}.`,
    expected: show(wanted),
    actual: show(resource[key]),
    fix: `Set ${key} of the resource from the frontmatter.`,
    evidence: pageOf(index, skill.uri),
  });
}

export const resName = extRule(
  "skill",
  {
    id: "ext-res-name",
    level: "SHOULD",
    section: "Resource Metadata",
    title: "The SKILL.md resource name equals the frontmatter name",
    why: "A client without the extension shows resources by name; this is how a person finds the skill there.",
    fix: "Set name of the resource from the frontmatter.",
    officialCheck: "sep-2640-skillmd-metadata-name",
  },
  (skill, index) => compareField(skill, index, "name"),
);

export const resDescription = extRule(
  "skill",
  {
    id: "ext-res-description",
    level: "SHOULD",
    section: "Resource Metadata",
    title: "The SKILL.md resource description equals the frontmatter description",
    why: "A client without the extension decides by it whether the resource is worth reading.",
    fix: "Set description of the resource from the frontmatter.",
    officialCheck: "sep-2640-skillmd-metadata-description",
  },
  (skill, index) => compareField(skill, index, "description"),
);

/** Every `_meta` key on resources of the skill, with where it was seen. */
function metaKeys(skill: SkillEvidence): { key: string; where: string; evidence: string[] }[] {
  const keys = new Map<string, { key: string; where: string; evidence: string[] }>();
  const take = (meta: unknown, where: () => string, evidence: () => string[]) => {
    if (!isRecord(meta)) return;
    for (const key of Object.keys(meta)) {
      if (!keys.has(key)) keys.set(key, { key, where: where(), evidence: evidence() });
    }
  };
  for (const resource of skill.resources) {
    take(
      member(resource, "_meta"),
      () => `resources/list, ${show(member(resource, "uri"), 100)}`,
      () => [],
    );
  }
  for (const file of skill.files) {
    for (const part of file.parts ?? []) {
      take(
        part.meta,
        () => `resources/read of ${file.uri}`,
        () => ids(file.read),
      );
    }
  }
  for (const directory of skill.directories) {
    for (const child of directory.children) {
      take(
        member(child, "_meta"),
        () => `resources/directory/read of ${directory.uri}`,
        () => ids(directory.pages[0]),
      );
    }
  }
  return [...keys.values()];
}

export const resMetaAllowed = extRule(
  "skill",
  {
    id: "ext-res-meta-allowed",
    level: "MAY",
    section: "Resource Metadata",
    title: "Further frontmatter fields may be exposed in the resource's _meta",
    why: "Clients that know a key can use it without reading the file.",
    fix: "Nothing has to change.",
  },
  (skill) => (metaKeys(skill).length > 0 ? pass : notApplicable("no resource of the skill carries _meta")),
);

export const resMetaPrefix = extRule(
  "skill",
  {
    id: "ext-res-meta-prefix",
    level: "SHOULD",
    section: "Resource Metadata",
    title: "_meta keys on skill resources use the io.modelcontextprotocol.skills/ prefix",
    why: "A bare key may mean something else to each client; a prefix says whose it is.",
    fix: "Write io.modelcontextprotocol.skills/<key> for frontmatter fields, or a reverse-domain prefix of your own.",
    officialCheck: "sep-2640-meta-prefix",
  },
  (skill, index) => {
    const keys = metaKeys(skill);
    if (keys.length === 0) return notApplicable("no resource of the skill carries _meta");
    const bare = keys.filter(({ key }) => !key.includes("/"));
    if (bare.length === 0) return pass;
    const first = bare[0]!;
    return fail({
      severity: "warning",
      message: `Resources of the skill carry _meta keys without a prefix: ${listed(bare.map(({ key }) => show(key, 60)))} (${first.where}).`,
      expected: "keys with a reverse-domain prefix",
      actual: listed(bare.map(({ key }) => key)),
      fix: `Write io.modelcontextprotocol.skills/${first.key}, or put your own domain in front.`,
      evidence: first.evidence.length > 0 ? first.evidence : pageOf(index, skill.uri),
    });
  },
);

export const resOtherMimeType = extRule(
  "file",
  {
    id: "ext-res-other-mimetype",
    level: "STATEMENT",
    section: "Resource Metadata",
    title: "Other files carry a mimeType that fits their content",
    why: "A client shows, decodes or refuses a file by its type; binary content sent as text arrives damaged.",
    fix: "Send binary files as blob and give each file the mimeType of its content.",
  },
  ({ skill, file }) => {
    const { facts } = file;
    if (file.uri === skill.uri) return notApplicable("SKILL.md is ext-res-mimetype's");
    const part = partFor(file);
    if (!facts || !part) return untestable(`${file.uri} was not read`);
    const evidence = ids(file.read);
    const findings: RawFinding[] = [];
    const damaged = part.body === "text" ? damage(file) : undefined;
    if (damaged) {
      findings.push({
        severity: "warning",
        message: `${show(file.uri)} is sent as text and ${damaged}: it is no text, or was damaged on the way.`,
        expected: "a blob for bytes that are no text",
        actual: "text",
        fix: "Send the file as a base64 blob of its raw bytes.",
        evidence,
        locus: "damage",
      });
    }
    const type = typeof part.mimeType === "string" ? bareMediaType(part.mimeType) : undefined;
    const extension = extensionOf(file.uri);
    const fits = type?.startsWith("text/")
      ? BINARY_EXTENSIONS[extension]
      : type && isBinaryType(type)
        ? TEXT_EXTENSIONS[extension]
        : undefined;
    if (fits) {
      findings.push({
        severity: "warning",
        message: `${show(file.uri)} has the mimeType ${type}, which contradicts its name.`,
        expected: fits,
        actual: type,
        fix: `Set mimeType: "${fits}".`,
        evidence,
        locus: "type",
      });
    }
    return found(findings);
  },
);

function damage(file: {
  facts?: { hasNul: boolean; loneSurrogate: boolean; hasReplacement: boolean; digest: string };
  listed?: { digest: unknown };
}): string | undefined {
  const { facts } = file;
  if (!facts) return undefined;
  if (facts.hasNul) return "holds U+0000";
  if (facts.loneSurrogate) return "holds half of a surrogate pair";
  const digest = file.listed?.digest;
  const differs = typeof digest === "string" && digest.toLowerCase() !== facts.digest;
  return facts.hasReplacement && differs ? "holds U+FFFD where the digest is of other bytes" : undefined;
}

export const metadataRules = [
  resMimeType,
  resName,
  resDescription,
  resMetaAllowed,
  resMetaPrefix,
  resOtherMimeType,
];
