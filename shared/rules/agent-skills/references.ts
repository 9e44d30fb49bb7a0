import type { FileEvidence, SkillEvidence } from "../../model/evidence";
import type { ResolvedLink } from "../../skill-file/links";
import type { SkillLink } from "../../skill-file/types";
import { found, notApplicable, type RawFinding, type Rule, untestable, type Verdict } from "../define-rule";
import { asRule } from "./declare";
import { filesWithLinks, SkillFiles } from "./files";
import { placeIn, proof, skillMdFile, withSkillMd } from "./skill-md";

const SECTION = { section: "File references", anchor: "file-references" };
/** Findings of one rule on one skill at most: a generated index may hold thousands of dead links. */
const MAX_FINDINGS = 50;

interface PlacedLink {
  link: SkillLink;
  file: FileEvidence;
  resolved: ResolvedLink;
}

/** Every link of the skill's own markdown files; those of files that only a link led to are left out. */
function linksOf(skill: SkillEvidence, files: SkillFiles): PlacedLink[] {
  return filesWithLinks(skill)
    .filter((file) => file.uri === skill.uri || files.holds(file))
    .flatMap((file) =>
      file.facts!.links!.map((link) => ({ link, file, resolved: files.resolve(link, file) })),
    );
}

/** Runs a check on the links of a skill, where they could be looked for. */
function onLinks(skill: SkillEvidence, check: (links: PlacedLink[], files: SkillFiles) => Verdict): Verdict {
  return withSkillMd(skill, ({ facts }) => {
    if (facts.linksSkipped) return untestable(`the links of SKILL.md were not read: ${facts.linksSkipped}`);
    if (!facts.links) return untestable("the text of SKILL.md could not be read");
    const files = new SkillFiles(skill);
    return check(linksOf(skill, files), files);
  });
}

/** How a link looks in its file, for quoting. */
function written({ target, text, kind }: SkillLink): string {
  switch (kind) {
    case "image":
      return `![${text}](${target})`;
    case "definition":
      return `[${text}]: ${target}`;
    case "html":
      return `<${text}> with ${target}`;
    case "autolink":
      return `<${target}>`;
    default:
      return `[${text}](${target})`;
  }
}

function at({ link, file }: PlacedLink): Pick<RawFinding, "location" | "evidence" | "locus"> {
  return {
    location: placeIn(file, link.at),
    evidence: proof(file),
    locus: `${file.uri} ${link.target}`,
  };
}

function relative(skill: SkillEvidence): Verdict {
  return onLinks(skill, (links, files) =>
    found(
      links
        .flatMap((placed): RawFinding[] => {
          const { link, resolved } = placed;
          if (resolved.kind === "absolute" || resolved.kind === "outside" || resolved.kind === "invalid") {
            const similar = files.similar(link.target);
            return [
              {
                message: `${written(link)}: ${resolved.reason}`,
                expected: "a path relative to the skill root, inside the skill",
                actual: link.target,
                fix: similar
                  ? `Write ${similar}.`
                  : "Put the file into the skill and link to it by its path from the skill root, e.g. references/guide.md.",
                ...at(placed),
              },
            ];
          }
          if (resolved.kind !== "inside" || !/^[A-Za-z][A-Za-z0-9+.-]*:/.test(link.target)) return [];
          return [
            {
              outcome: "note",
              message: `${written(link)} names a file of its own skill by a full URI; the link breaks when the skill is served elsewhere.`,
              expected: "a relative path",
              actual: link.target,
              fix: `Write ${files.pathOf(resolved.uri)}.`,
              ...at(placed),
            },
          ];
        })
        .slice(0, MAX_FINDINGS),
    ),
  );
}

function exists(skill: SkillEvidence): Verdict {
  return onLinks(skill, (links, files) => {
    const missing: RawFinding[] = [];
    let unknown = false;
    for (const placed of links) {
      const { link, resolved } = placed;
      if (resolved.kind !== "inside") continue;
      const presence = files.presence(resolved.uri);
      if (presence === "unknown") unknown = true;
      if (presence !== "missing" || missing.length === MAX_FINDINGS) continue;
      const similar = files.similar(resolved.uri);
      const onlyCase = similar?.toLowerCase() === files.pathOf(resolved.uri).toLowerCase();
      missing.push({
        severity: "warning",
        message: `${written(link)} points at ${resolved.path}, which is not in the skill.${onlyCase ? ` There is ${similar}, which differs in upper and lower case.` : ""}`,
        expected: `a file ${resolved.path}`,
        actual: "no such file",
        fix: similar
          ? `Write ${similar}, or add ${resolved.path}.`
          : `Add ${resolved.path} to the skill, or remove the link.`,
        ...at(placed),
      });
    }
    if (missing.length > 0) return found(missing);
    if (unknown) return untestable("not every file of the skill is known, so a missing one cannot be told");
    return links.some(({ resolved }) => resolved.kind === "inside")
      ? found([])
      : notApplicable("no file of the skill links to another");
  });
}

function depth(skill: SkillEvidence): Verdict {
  return onLinks(skill, (links, files) => {
    const main = skillMdFile(skill);
    const direct = new Map<string, FileEvidence>();
    for (const { file, resolved } of links) {
      if (file !== main || resolved.kind !== "inside") continue;
      const target = files.file(resolved.uri);
      if (target && target !== main) direct.set(target.uri, target);
    }
    const notes: RawFinding[] = [];
    for (const reference of direct.values()) {
      // A nested skill is one of its own: what it links to is one level deep from its SKILL.md.
      if (reference.uri.endsWith("/SKILL.md")) continue;
      const deeper = links.filter(({ file, link, resolved }) => {
        if (file !== reference || link.kind === "image" || resolved.kind !== "inside") return false;
        const target = files.file(resolved.uri);
        return target !== undefined && target !== main && target !== reference && !direct.has(target.uri);
      });
      const [first] = deeper;
      if (first?.resolved.kind !== "inside") continue;
      const paths = [
        ...new Set(deeper.map(({ resolved }) => (resolved.kind === "inside" ? resolved.path : ""))),
      ];
      notes.push({
        outcome: "note",
        message: `${files.pathOf(reference.uri)} refers on to ${paths.slice(0, 3).join(", ")}${paths.length > 3 ? ` and ${paths.length - 3} more` : ""}, which SKILL.md does not link to; a model that has read only SKILL.md does not know of it.`,
        expected: "references one level deep from SKILL.md",
        fix: `Link to ${paths[0]} from SKILL.md as well.`,
        ...at(first),
        locus: reference.uri,
      });
      if (notes.length === MAX_FINDINGS) break;
    }
    return direct.size === 0 ? notApplicable("SKILL.md links to no other file") : found(notes);
  });
}

export const referenceRules: Rule<"skill">[] = [
  asRule(
    "skill",
    {
      id: "as-ref-relative",
      level: "SHOULD",
      ...SECTION,
      title: "Files are referenced by relative paths inside the skill",
      why: "A skill is copied and served elsewhere; only what lies inside it goes along.",
      fix: "Link by the path from the skill root, e.g. references/guide.md.",
    },
    relative,
  ),
  asRule(
    "skill",
    {
      id: "as-ref-depth",
      level: "SHOULD",
      ...SECTION,
      title: "References stay one level deep from SKILL.md",
      why: "A model often reads only the first lines of a file that it reached through another one.",
      fix: "Link to every reference from SKILL.md.",
    },
    depth,
  ),
  asRule(
    "skill",
    {
      id: "as-ref-exists",
      level: "STATEMENT",
      ...SECTION,
      title: "Referenced files exist in the skill",
      why: "A model follows the link and finds nothing.",
      fix: "Add the file, or remove the link.",
    },
    exists,
  ),
];
