import type { SkillEvidence } from "../../model/evidence";
import { skillRoot } from "../../uri/skill-uri";
import { errorOf, outcomeText, resultOf } from "../answers";
import { found, notApplicable, pass, type RawFinding, untestable, type Verdict } from "../define-rule";
import { hasDots } from "../quick-uri";

import { describe, member, show } from "../values";
import { walkVerdict } from "../walks";
import { aboutDirectory, DIRECTORY_TYPE, impliedDirectories, onDirectories, READ } from "./directories";
import { unlessChanged } from "./entries";

/** Rules on which directories of a skill can be read (Directory Resources, Reading Directories). */

const SECTION = "Reading Directories";

export const dirMimeType = onDirectories(
  {
    id: "ext-dir-mimetype",
    level: "MUST",
    section: "Directory Resources",
    title: "A directory resource has mimeType inode/directory",
    why: "A client descends only into children of this type; a directory without it looks like a file that cannot be read.",
    fix: 'Give every subdirectory in a directory read "mimeType": "inode/directory".',
    officialCheck: "sep-2640-directory-read-subdir-mimetype",
  },
  (skill) => {
    const implied = new Set(impliedDirectories(skill));
    const findings: RawFinding[] = [];
    for (const directory of skill.directories) {
      for (const child of directory.children) {
        const uri = member(child, "uri");
        if (typeof uri !== "string" || !implied.has(uri.replace(/\/$/, ""))) continue;
        const type = member(child, "mimeType");
        if (type === DIRECTORY_TYPE) continue;
        findings.push(
          aboutDirectory(skill, directory, {
            message: `The directory read of ${show(directory.uri)} gives the subdirectory ${show(uri)} ${type === undefined ? "no mimeType" : `the mimeType ${describe(type)}`}.`,
            expected: DIRECTORY_TYPE,
            actual: show(type),
            locus: uri,
          }),
        );
      }
    }
    return found(findings);
  },
);

export const dirUnlisted = onDirectories(
  {
    id: "ext-dir-unlisted",
    level: "STATEMENT",
    section: "Directory Resources",
    title: "Directories need not be in resources/list and are addressable all the same",
    why: "A client builds a directory's URI from the skill's own.",
    fix: "Nothing has to change.",
  },
  (skill) =>
    skill.directories.some(({ pages }) => resultOf(pages[0]))
      ? pass
      : notApplicable("no directory could be read"),
);

export const dirEveryLevel = onDirectories(
  {
    id: "ext-dir-every-level",
    level: "MUST",
    section: SECTION,
    title: "Every directory of a skill is readable: the root and each subdirectory",
    why: "Instructions like “pick a template from templates/” need that directory to answer.",
    fix: "Answer resources/directory/read for the root of each skill and for every directory below it.",
    officialCheck: "sep-2640-directory-read-method-registered",
  },
  (skill, index) => {
    const wanted = new Set(impliedDirectories(skill));
    const read = new Map(skill.directories.map((directory) => [directory.uri, directory]));
    for (const { children } of skill.directories) {
      for (const child of children) {
        const uri = member(child, "uri");
        if (typeof uri === "string" && member(child, "mimeType") === DIRECTORY_TYPE && isBelow(skill, uri))
          wanted.add(uri);
      }
    }
    const findings: RawFinding[] = [];
    let missing: string | undefined;
    for (const uri of wanted) {
      const directory = read.get(uri);
      const page = directory?.pages[0];
      if (!directory || !page || page.outcome.kind === "none") missing ??= uri;
      else if (errorOf(page)) {
        findings.push(
          aboutDirectory(skill, directory, {
            message: `The directory ${show(uri)} of the skill cannot be read.`,
            expected: "its direct children",
            actual: outcomeText(page),
            locus: uri,
          }),
        );
      }
    }
    if (findings.length > 0) return unlessChanged(index, found(findings));
    return missing ? untestable(`${missing} was not read: ${skill.partial ?? "no answer"}`) : pass;
  },
);

function isBelow(skill: SkillEvidence, uri: string): boolean {
  return uri.startsWith(`${skillRoot(skill.uri)}/`) && !uri.endsWith("/") && !hasDots(uri);
}

export const dirEmpty = onDirectories(
  {
    id: "ext-dir-empty",
    level: "STATEMENT",
    section: SECTION,
    title: "An empty directory gives an empty resources array",
    why: "Empty is an answer, not an error.",
    fix: "Nothing has to change.",
  },
  (skill) =>
    skill.directories.some(
      ({ pages, children }) => Array.isArray(resultOf(pages[0])?.resources) && children.length === 0,
    )
      ? pass
      : notApplicable("no empty directory was met"),
);

export const dirPagination = onDirectories(
  {
    id: "ext-dir-pagination",
    level: "MUST",
    section: SECTION,
    title: "nextCursor is accepted as cursor for the same uri",
    why: "A client that cannot reach the second page takes the directory for smaller than it is.",
    fix: "Accept the cursor of each page with the same uri, and leave nextCursor out on the last page.",
    officialCheck: "sep-2640-directory-read-pagination",
  },
  (skill) => {
    const findings: RawFinding[] = [];
    let other: Verdict | undefined;
    for (const directory of skill.directories) {
      if (!resultOf(directory.pages[0])) continue;
      const end = directory.complete
        ? { kind: "complete" }
        : { kind: "limit", reason: "not all pages were read" };
      const verdict = walkVerdict(directory.pages, end, READ);
      if (verdict.kind === "untestable") other = verdict;
      if (verdict.kind !== "findings") continue;
      findings.push(
        ...verdict.findings.map((finding) =>
          aboutDirectory(skill, directory, { ...finding, locus: `${directory.path} ${finding.locus}` }),
        ),
      );
    }
    return findings.some((finding) => finding.outcome !== "note")
      ? found(findings)
      : (other ?? found(findings));
  },
);

export const dirAny = onDirectories(
  {
    id: "ext-dir-any",
    level: "MAY",
    section: SECTION,
    title: "The method may serve directory resources of any scheme",
    why: "It is not bound to skills.",
    fix: "Nothing has to change.",
  },
  (skill) => (skill.uri.startsWith("skill://") ? notApplicable("the skill uses skill://") : pass),
);

export const directoryRules = [dirMimeType, dirUnlisted, dirEveryLevel, dirEmpty, dirPagination, dirAny];
