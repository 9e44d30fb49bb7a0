import type { DirectoryEvidence, SkillEvidence } from "../../model/evidence";
import { skillRoot } from "../../uri/skill-uri";
import { hasCode, METHOD_NOT_FOUND } from "../answers";
import { notApplicable, type RawFinding, type Rule, untestable, type Verdict } from "../define-rule";
import type { EvidenceIndex } from "../evidence-index";
import { hasDots } from "../quick-uri";
import { directoryRead, type ExtText, extRule } from "./declare";
import { entryOf, manifestUris } from "./entries";
import { skillPath } from "./uri-path";

/** What the rules on directory reads share. */

export const READ = "resources/directory/read";
export const DIRECTORY_TYPE = "inode/directory";
export const UNDECLARED = notApplicable("directoryRead is not declared");
export const NOT_IMPLEMENTED = notApplicable(
  "resources/directory/read is not implemented; ext-cap-directory-method says so",
);

/** A rule on the directories of one skill, where directory reads are declared. */
export function onDirectories(
  text: ExtText,
  check: (skill: SkillEvidence, index: EvidenceIndex) => Verdict,
): Rule<"skill"> {
  return extRule("skill", text, (skill, index) => {
    if (!directoryRead(index)) return UNDECLARED;
    if (!skillPath(skill.uri)) return notApplicable("the skill has no root directory");
    const first = skill.directories[0]?.pages[0];
    if (!first) return untestable(skill.partial ?? "no directory of the skill was read");
    if (skill.directories.every(({ pages }) => hasCode(pages[0], METHOD_NOT_FOUND))) return NOT_IMPLEMENTED;
    return check(skill, index);
  });
}

/** Every directory that the manifest implies, the root first; relative URIs and those with dot segments imply none. */
export function impliedDirectories(skill: SkillEvidence): string[] {
  const root = skillRoot(skill.uri);
  if (root === undefined) return [];
  const directories = new Set([root]);
  for (const uri of manifestUris(entryOf(skill))) {
    if (!uri.startsWith(`${root}/`) || hasDots(uri)) continue;
    for (let at = uri.lastIndexOf("/"); at > root.length; at = uri.lastIndexOf("/", at - 1)) {
      directories.add(uri.slice(0, at));
    }
  }
  return [...directories];
}

export function aboutDirectory(
  skill: SkillEvidence,
  directory: DirectoryEvidence,
  finding: RawFinding,
): RawFinding {
  return {
    evidence: directory.pages.slice(0, 3).map((page) => page.id),
    ...finding,
    subject: { kind: "uri", skill: skill.uri, uri: directory.uri },
  };
}
