import type { FileEvidence, SkillEvidence } from "../../model/evidence";
import { linkKey, resolveLink } from "../../skill-file/resolve-link";
import type { SkillLink } from "../../skill-file/types";
import { skillRoot } from "../../uri/skill-uri";
import { outcomeText } from "../answers";
import { found, notApplicable, type RawFinding, untestable } from "../define-rule";
import { count, listed, show } from "../values";
import { extRule } from "./declare";
import {
  entryEvidence,
  entryOf,
  ids,
  inputRequired,
  manifest,
  manifestByUri,
  manifestUris,
  skillFile,
  whyUnread,
} from "./entries";

/** Rules on reading a skill's files (Reading Skill Content). */

export const readStandard = extRule(
  "skill",
  {
    id: "ext-read-standard",
    level: "MUST",
    section: "Reading Skill Content",
    title: "Skill files are read with resources/read",
    why: "A listed file that cannot be read breaks the skill in the middle of its work.",
    fix: "Answer resources/read for exactly the URIs that the entry lists.",
  },
  (skill) => {
    const entry = entryOf(skill);
    const uris = new Set(manifest(entry) ? manifestUris(entry) : [skill.uri]);
    // What SKILL.md itself gives is ext-fmt-skillmd-present's.
    const files = skill.files.filter((file) => file.uri !== skill.uri && uris.has(file.uri));
    if (files.length === 0) return notApplicable("the entry lists no file besides SKILL.md");
    const findings = files.flatMap((file) => unreadable(skill, file));
    if (findings.length > 0) return found(findings);
    const waiting = files.find(
      (file) => !file.read || file.read.outcome.kind === "none" || inputRequired(file.read),
    );
    return waiting ? untestable(`${waiting.uri}: ${whyUnread(waiting)}`) : found([]);
  },
);

function unreadable(skill: SkillEvidence, file: FileEvidence): RawFinding[] {
  const { read } = file;
  if (!read || read.outcome.kind === "none" || inputRequired(read)) return [];
  const empty = read.outcome.kind === "result" && (file.parts?.length ?? 0) === 0;
  if (read.outcome.kind === "result" && !empty) return [];
  return [
    {
      message: `The entry lists ${show(file.uri)}, and reading it ${empty ? "gives no content" : "fails"}.`,
      expected: "the content of the file",
      actual: outcomeText(read),
      fix: /[^\x21-\x7e]|%/.test(file.uri)
        ? "Look the file up under the same spelling that the entry publishes: encode and decode with one pair of functions."
        : "Serve the file under this URI, or take it out of resources.",
      subject: { kind: "file", skill: skill.uri, uri: file.uri },
      evidence: [...entryEvidence(skill), read.id],
      locus: file.uri,
    },
  ];
}

interface BadLink {
  link: SkillLink;
  text: string;
}

export const readRelative = extRule(
  "skill",
  {
    id: "ext-read-relative",
    level: "STATEMENT",
    section: "Relative References",
    title: "Relative links in SKILL.md resolve against the directory of that SKILL.md",
    why: "A model follows these links; one that leaves the skill or names no file of it leads nowhere.",
    fix: "Write links as paths from the skill's root to files that the entry lists, e.g. references/GUIDE.md.",
  },
  (skill) => {
    const file = skillFile(skill);
    if (!file?.facts) return untestable(`SKILL.md: ${whyUnread(file)}`);
    const { links } = file.facts;
    if (!links) return untestable("the links of SKILL.md were not looked at");
    if (links.length === 0) return notApplicable("SKILL.md has no links");
    const leaving: BadLink[] = [];
    const missing: BadLink[] = [];
    const isThere = targets(skill);
    for (const link of links) {
      const to = resolveLink(skill.uri, link.target);
      const text = `${show(link.target, 80)} in line ${link.at.line}`;
      if (to.kind === "outside" || to.kind === "absolute") leaving.push({ link, text });
      else if (to.kind === "invalid" && link.target !== "") missing.push({ link, text });
      else if (to.kind === "inside" && !isThere(to.uri)) missing.push({ link, text });
    }
    const finding = (bad: BadLink[], message: string, expected: string, locus: string): RawFinding[] => {
      const first = bad[0];
      if (!first) return [];
      return [
        {
          severity: "warning",
          message,
          expected,
          actual: listed(bad.map(({ text }) => text)),
          location: { file: skill.uri, line: first.link.at.line, column: first.link.at.column },
          evidence: ids(file.read),
          locus,
        },
      ];
    };
    return found([
      ...finding(
        leaving,
        `${count(leaving.length, "link")} of SKILL.md ${leaving.length === 1 ? "leaves" : "leave"} the skill's directory: ${listed(leaving.map(({ text }) => text))}.`,
        "relative paths that stay below the skill's root",
        "leaving",
      ),
      ...finding(
        missing,
        `${count(missing.length, "link")} of SKILL.md ${missing.length === 1 ? "names" : "name"} no file of the skill: ${listed(missing.map(({ text }) => text))}.`,
        manifest(entryOf(skill)) ? "targets that resources lists" : "targets that can be read",
        "missing",
      ),
    ]);
  },
);

/** Tells whether a URI is a file or directory of the skill; two spellings of one path count as the same. */
function targets(skill: SkillEvidence): (uri: string) => boolean {
  const entry = entryOf(skill);
  const root = skillRoot(skill.uri) ?? skill.uri;
  const uris = manifest(entry)
    ? [...manifestByUri(entry).keys()]
    : skill.files.filter((file) => file.read?.outcome.kind !== "error").map((file) => file.uri);
  const known = new Set([linkKey(root)]);
  for (const uri of uris) {
    const key = linkKey(uri);
    for (let at = key.length; at > root.length; at = key.lastIndexOf("/", at - 1))
      known.add(key.slice(0, at));
  }
  for (const directory of skill.directories) {
    if (!manifest(entry) && directory.pages[0]?.outcome.kind === "result") known.add(linkKey(directory.uri));
  }
  return (uri) => known.has(linkKey(uri).replace(/\/$/, ""));
}

export const contentRules = [readStandard, readRelative];
