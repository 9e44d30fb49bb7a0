import type { FileEvidence, SkillEvidence } from "../../model/evidence";
import { found, notApplicable, pass, type RawFinding, untestable, type Verdict } from "../define-rule";
import { count, member, show } from "../values";
import { extRule } from "./declare";
import {
  entryEvidence,
  entryOf,
  gotEntry,
  ids,
  manifest,
  manifestByUri,
  unlessChanged,
  whyUnread,
  withoutArray,
} from "./entries";
import { shown } from "./entry";
import { digestShape, sizeShape } from "./entry-shape";

/** Rules that compare the bytes of files with what the entry says of them (Integrity and Verification). */

/** Compares every listed file that was read; files that were not make the rest untestable. */
function compareFiles(
  skill: SkillEvidence,
  shape: RawFinding[],
  compare: (file: FileEvidence) => RawFinding | undefined,
): Verdict {
  const elements = manifestByUri(entryOf(skill));
  const files = skill.files.filter((file) => elements.has(file.uri));
  const findings = files.map(compare).filter((finding) => finding !== undefined);
  const all = [...shape.map((finding) => ({ evidence: entryEvidence(skill), ...finding })), ...findings];
  if (all.some((finding) => finding.outcome !== "note")) return found(all);
  const known = new Set(files.filter((file) => file.facts).map((file) => file.uri));
  const missing = [...elements.keys()].filter((uri) => !known.has(uri));
  if (missing.length === 0) return found(all);
  const first = files.find((file) => file.uri === missing[0]);
  return untestable(
    `${count(missing.length, "file")} could not be compared, ${missing[0]} first: ${whyUnread(first)}`,
  );
}

/**
 * True when an entry fetched again describes the bytes that were read: then the file changed during the run, and the
 * server was right both times.
 */
function changedMeanwhile(skill: SkillEvidence, file: FileEvidence): boolean {
  const fresh = manifestByUri(gotEntry(skill.refetch?.get)).get(file.uri);
  return fresh !== undefined && fresh.digest === file.facts?.digest && fresh.size === file.facts?.size;
}

function aboutFile(skill: SkillEvidence, file: FileEvidence, finding: RawFinding): RawFinding {
  const about: RawFinding = {
    ...finding,
    subject: { kind: "file", skill: skill.uri, uri: file.uri },
    evidence: [...entryEvidence(skill), ...ids(file.read)],
    locus: file.uri,
  };
  if (!changedMeanwhile(skill, file)) return about;
  return {
    ...about,
    outcome: "note",
    message: `${finding.message} An entry fetched afterwards describes the bytes as read: the file changed during the run.`,
    evidence: [...about.evidence!, ...ids(skill.refetch?.get)],
  };
}

/** What commonly makes a server send other bytes than those it measured. */
function guess(stated: number, file: FileEvidence): string {
  const facts = file.facts!;
  const less = stated - facts.size;
  if (less === 3 && !facts.bom)
    return " Three bytes less is what is lost when a byte order mark is stripped.";
  if (facts.lines > 1 && (less === facts.lines || less === facts.lines - 1)) {
    return " One byte less in each line is what is lost when CRLF line ends become LF.";
  }
  if (facts.hasReplacement)
    return " The text has U+FFFD: bytes that are no UTF-8 were sent as text; send them as blob.";
  return "";
}

export const entrySize = extRule(
  "skill",
  {
    id: "ext-entry-size",
    level: "MUST",
    section: "Resources",
    title: "Each element carries size, the byte length of the raw content",
    why: "A host refuses a file whose length differs from size, whether or not it computes the digest.",
    fix: "State the number of bytes that resources/read serves for the file.",
    officialCheck: "sep-2640-resources-size-required",
  },
  (skill, index) => {
    const entry = entryOf(skill);
    if (!manifest(entry)) return withoutArray(entry);
    const elements = manifestByUri(entry);
    return unlessChanged(
      index,
      compareFiles(skill, sizeShape(entry), (file) => {
        const size = elements.get(file.uri)?.size;
        if (!file.facts || typeof size !== "number" || size === file.facts.size) return undefined;
        return aboutFile(skill, file, {
          message: `The entry says that ${show(file.uri)} has ${count(size, "byte")}; reading it gives ${count(file.facts.size, "byte")}.${guess(size, file)}`,
          expected: `${size} bytes`,
          actual: `${file.facts.size} bytes`,
          fix: `Serve the bytes that were measured, or publish size ${file.facts.size} with their digest.`,
        });
      }),
    );
  },
);

export const entryDigestFormat = extRule(
  "skill",
  {
    id: "ext-entry-digest-format",
    level: "MUST",
    section: "Integrity and Verification",
    title: "Each element carries digest as sha256: plus 64 lower-case hex digits",
    why: "Hosts compare digests as strings; in another form a right digest counts as a mismatch.",
    fix: "Write the SHA-256 of the file's raw bytes as sha256: plus 64 lower-case hex digits.",
    officialCheck: "sep-2640-resources-digest-format",
  },
  (skill) => {
    const entry = entryOf(skill);
    return manifest(entry) ? shown(skill, digestShape(entry)) : withoutArray(entry);
  },
);

export const entryDigestValue = extRule(
  "skill",
  {
    id: "ext-entry-digest-value",
    level: "MUST",
    section: "Integrity and Verification",
    title: "digest is the SHA-256 of the raw bytes of that file",
    why: "A host that reads other bytes than the entry describes takes them for corrupted or tampered with, and does not use them.",
    fix: "Hash the bytes as they are served. A server that strips a byte order mark or converts line ends has to hash the result, or better leave the bytes alone.",
  },
  (skill, index) => {
    const entry = entryOf(skill);
    if (!manifest(entry)) return withoutArray(entry);
    const elements = manifestByUri(entry);
    return unlessChanged(
      index,
      compareFiles(skill, [], (file) => {
        const element = elements.get(file.uri);
        const digest = element?.digest;
        // Digests of another form are ext-entry-digest-format's; here only the value counts.
        if (!file.facts || typeof digest !== "string" || !/^sha256:[0-9a-f]{64}$/i.test(digest))
          return undefined;
        if (digest.toLowerCase() === file.facts.digest) return undefined;
        const size = element?.size;
        return aboutFile(skill, file, {
          message: `The content of ${show(file.uri)} does not have the digest that the entry states.${
            typeof size === "number" ? guess(size, file) : ""
          }`,
          expected: digest,
          actual: file.facts.digest,
          fix: `Serve the bytes that were hashed, or publish ${file.facts.digest} with size ${file.facts.size}.`,
        });
      }),
    );
  },
);

export const entryDynamic = extRule(
  "skill",
  {
    id: "ext-entry-dynamic",
    level: "MUST",
    section: "Resources",
    title: 'A skill without stable digests has resources "dynamic"',
    why: "When content is made anew for each read, published digests fail on the second read and hosts refuse the skill.",
    fix: 'Publish resources: "dynamic" for this skill, or serve the same bytes on every read.',
  },
  (skill, index) => {
    const resources = member(entryOf(skill), "resources");
    if (resources === "dynamic") return pass;
    if (!Array.isArray(resources))
      return notApplicable("resources is no array; ext-entry-resources-present says so");
    const twice = skill.files.filter((file) => file.facts && file.secondDigest !== undefined);
    const findings = twice
      .filter((file) => file.secondDigest !== file.facts!.digest)
      .map((file) => ({
        severity: "warning" as const,
        message: `Two reads of ${show(file.uri)} in one run gave different bytes, while the entry publishes a digest for it.`,
        expected: `${file.facts!.digest} on both reads`,
        actual: `${file.secondDigest} on the second`,
        subject: { kind: "file" as const, skill: skill.uri, uri: file.uri },
        evidence: ids(file.read, file.secondRead),
        locus: file.uri,
      }));
    return unlessChanged(index, found(findings));
  },
);

export const integrityRules = [entrySize, entryDigestFormat, entryDigestValue, entryDynamic];
