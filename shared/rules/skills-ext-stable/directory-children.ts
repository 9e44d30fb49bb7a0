import type { DirectoryEvidence, SkillEvidence } from "../../model/evidence";
import { resultOf } from "../answers";
import { found, type RawFinding, untestable } from "../define-rule";
import { hasDots, normalForm } from "../quick-uri";

import { describe, isRecord, member, show } from "../values";
import { aboutDirectory, DIRECTORY_TYPE, onDirectories } from "./directories";
import { entryOf, gotEntry, ids, manifest, manifestUris, unlessChanged } from "./entries";

/** Rules on the children that a directory read gives (Reading Directories). */

const SECTION = "Reading Directories";

export const dirChildren = onDirectories(
  {
    id: "ext-dir-children",
    level: "MUST",
    section: SECTION,
    title: "The result has every direct child and nothing deeper",
    why: "A model that lists a directory takes what it sees for all there is.",
    fix: "List each file and subdirectory of the directory once, each as the directory's URI plus one segment.",
    officialCheck: "sep-2640-directory-read-result-resources-shape",
  },
  (skill, index) => {
    const fresh = gotEntry(skill.refetch?.get) ?? gotEntry(skill.get) ?? entryOf(skill);
    const uris = manifest(fresh) ? manifestUris(fresh) : undefined;
    const findings: RawFinding[] = [];
    let incomplete: string | undefined;
    for (const directory of skill.directories) {
      if (!resultOf(directory.pages[0])) continue;
      findings.push(...childFaults(skill, directory));
      if (!directory.complete) incomplete ??= directory.uri;
      else if (uris) findings.push(...absentChildren(skill, directory, uris));
    }
    if (findings.length > 0) return unlessChanged(index, found(findings));
    return incomplete ? untestable(`not all pages of ${incomplete} were read`) : found(findings);
  },
);

/** Children that are no direct child, or occur twice. */
function childFaults(skill: SkillEvidence, directory: DirectoryEvidence): RawFinding[] {
  const findings: RawFinding[] = [];
  const seen = new Set<string>();
  const add = (message: string, uri: string, fix?: string) =>
    findings.push(
      aboutDirectory(skill, directory, {
        message: `The directory read of ${show(directory.uri)} ${message}`,
        expected: `${directory.uri}/ plus one segment, once`,
        actual: uri,
        ...(fix ? { fix } : {}),
        locus: `${directory.path} ${uri}`,
      }),
    );
  for (const child of directory.children) {
    const uri = member(child, "uri");
    if (typeof uri !== "string") continue;
    if (seen.has(uri)) add(`lists ${show(uri)} more than once.`, uri);
    else if (uri === directory.uri || uri === `${directory.uri}/`)
      add("lists the directory itself as its child.", uri);
    else if (!uri.startsWith(`${directory.uri}/`)) add(`lists ${show(uri)}, which does not lie in it.`, uri);
    else {
      const rest = uri.slice(directory.uri.length + 1);
      if (/^[^/]+\/$/.test(rest))
        add(`lists ${show(uri)} with a slash at its end.`, uri, `Write ${uri.slice(0, -1)}.`);
      else if (rest.includes("/"))
        add(`lists ${show(uri)}, which lies deeper than one level.`, uri, "List direct children only.");
      else if (rest === "." || rest === "..") add(`lists ${show(uri)}, a dot segment.`, uri);
    }
    seen.add(uri);
  }
  return findings;
}

/** Files and subdirectories of the manifest that the directory read leaves out. */
function absentChildren(skill: SkillEvidence, directory: DirectoryEvidence, uris: string[]): RawFinding[] {
  // Under another spelling the child is there; hosts that compare strings are ext-entry-resources-complete's.
  const shown = new Set(directory.children.map((child) => normalForm(String(member(child, "uri")))));
  const absent = new Map<string, boolean>();
  for (const uri of uris) {
    if (!uri.startsWith(`${directory.uri}/`) || hasDots(uri) || /[?#]/.test(uri)) continue;
    const [segment, ...deeper] = uri.slice(directory.uri.length + 1).split("/");
    const child = `${directory.uri}/${segment}`;
    if (segment !== "" && !shown.has(normalForm(child)) && !shown.has(normalForm(`${child}/`)))
      absent.set(child, deeper.length > 0);
  }
  return [...absent].map(([uri, isDirectory]) =>
    aboutDirectory(skill, directory, {
      message: `The directory read of ${show(directory.uri)} leaves out the ${isDirectory ? "subdirectory" : "file"} ${show(uri)}, which the entry lists.`,
      expected: "every direct child that resources lists",
      actual: `${shown.size} children, not this one`,
      fix: isDirectory
        ? `Add { "uri": ${JSON.stringify(uri)}, "name": …, "mimeType": "${DIRECTORY_TYPE}" }.`
        : "List the file, or take it out of the entry.",
      evidence: [
        ...directory.pages.slice(0, 3).map((page) => page.id),
        ...ids(skill.refetch?.get ?? skill.get),
      ],
      locus: `${directory.path} ${uri}`,
    }),
  );
}

export const dirChildMetadata = onDirectories(
  {
    id: "ext-dir-child-metadata",
    level: "MUST",
    section: SECTION,
    title: "Children carry ordinary Resource metadata: uri and name at least",
    why: "A client shows a child by its name and reads it by its uri.",
    fix: 'Give every child { "uri": string, "name": string }, and mimeType and size where known.',
    officialCheck: "sep-2640-directory-read-result-resources-shape",
  },
  (skill) => {
    const findings: RawFinding[] = [];
    for (const directory of skill.directories) {
      const wrong = directory.pages.find(
        (page) => resultOf(page) && !Array.isArray(resultOf(page)?.resources),
      );
      if (wrong) {
        findings.push(
          aboutDirectory(skill, directory, {
            message: `resources of the directory read of ${show(directory.uri)} is ${describe(resultOf(wrong)?.resources)}, not an array.`,
            expected: "resources: an array",
            actual: show(resultOf(wrong)),
            evidence: ids(wrong),
            locus: `${directory.path} resources`,
          }),
        );
      }
      const bad = directory.children.filter(
        (child) => !isRecord(child) || typeof child.uri !== "string" || typeof child.name !== "string",
      );
      if (bad.length === 0) continue;
      const first = bad[0];
      const lacks = isRecord(first) ? (typeof first.uri === "string" ? "name" : "uri") : undefined;
      findings.push(
        aboutDirectory(skill, directory, {
          message: `${bad.length} of ${directory.children.length} children of ${show(directory.uri)} ${
            lacks ? `have no string ${lacks}` : "are no objects"
          }, the first: ${show(first, 100)}.`,
          expected: "uri and name, both strings",
          actual: show(first),
          locus: directory.path,
        }),
      );
    }
    return found(findings);
  },
);

export const directoryChildRules = [dirChildren, dirChildMetadata];
