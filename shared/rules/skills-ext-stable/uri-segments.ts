import { encodeExcept, PCHAR, SUB_DELIMS, UNRESERVED } from "../../uri/characters";
import { decodeSegment, encodeSegment } from "../../uri/skill-uri";
import { judgeName } from "../agent-skills/names";
import { fail, notApplicable, pass, untestable } from "../define-rule";
import { listed, show } from "../values";
import { extRule } from "./declare";
import { entryEvidence, ids, readFrontmatter, skillFile, withoutFrontmatter } from "./entries";
import { onPath } from "./uri-path";

/** Rules on the segments of an entry's URI (Resource Mapping). */

/** The URI with its last path segment replaced. */
function withName(uri: string, name: string): string {
  const root = uri.slice(0, -"/SKILL.md".length);
  return `${root.slice(0, root.lastIndexOf("/") + 1)}${encodeSegment(name)}/SKILL.md`;
}

export const uriFinalSegment = extRule(
  "skill",
  {
    id: "ext-uri-final-segment",
    level: "MUST",
    section: "Resource Mapping",
    title: "The last segment of the skill path equals the frontmatter name",
    why: "A host reads the name off the URI without opening the file; when the two differ it shows or approves the wrong name, or refuses the skill.",
    fix: "Make the directory in the uri and name in SKILL.md the same, character by character.",
    officialCheck: "sep-2640-final-segment-equals-name",
  },
  (skill) =>
    onPath(skill, (segments, uri) => {
      const data = readFrontmatter(skill);
      if (!data) return withoutFrontmatter(skill);
      const { name } = data;
      if (typeof name !== "string") return untestable("SKILL.md has no name; ext-fmt-frontmatter says so");
      const segment = segments.at(-1)!;
      const decoded = decodeSegment(segment) ?? segment;
      if (decoded === name) return pass;
      const file = skillFile(skill);
      const at = file?.facts?.frontmatter?.fields.find((field) => field.key === "name")?.valueAt;
      return fail({
        message: `The uri says the skill is called ${show(decoded)}, SKILL.md says name: ${show(name)}.${hint(decoded, name)}`,
        expected: `the same name in both`,
        actual: `${show(decoded)} in the uri, ${show(name)} in SKILL.md`,
        fix: `Publish ${withName(uri, name)}, or write name: ${decoded} in SKILL.md.`,
        ...(at ? { location: { file: skill.uri, line: at.line, column: at.column } } : {}),
        evidence: [...entryEvidence(skill), ...ids(file?.read)],
      });
    }),
);

/** What makes two names differ that look alike. */
function hint(a: string, b: string): string {
  if (a.normalize("NFKC") === b.normalize("NFKC")) {
    return " They look alike and are different sequences of characters (Unicode forms NFC and NFD).";
  }
  if (a.toLowerCase() === b.toLowerCase()) return " They differ only in upper and lower case.";
  if (a.trim() === b.trim()) return " They differ only in blanks.";
  return "";
}

export const uriNameRules = extRule(
  "skill",
  {
    id: "ext-uri-name-rules",
    level: "MUST",
    section: "Resource Mapping",
    title: "The last segment satisfies the Agent Skills naming rules",
    why: "The segment is the skill's name; hosts refuse names outside 1 to 64 of a-z, 0-9 and single inner hyphens.",
    fix: "Rename the skill's directory and its name to lower-case letters, digits and single hyphens.",
    officialCheck: "sep-2640-name-naming-rules",
  },
  (skill) =>
    onPath(skill, (segments, uri) => {
      const segment = segments.at(-1)!;
      const name = decodeSegment(segment);
      if (name === undefined) {
        return [
          {
            message: `The last segment ${show(segment)} cannot be percent-decoded to a name.`,
            expected: "a name of a-z, 0-9 and hyphens",
            actual: segment,
            evidence: entryEvidence(skill),
          },
        ];
      }
      const { reasons, suggestion } = judgeName(name);
      return reasons.map((reason) => ({
        severity: reason.severity,
        message: `The last segment of the uri is the skill's name, ${show(name)}. ${reason.message}`,
        expected: reason.expected,
        actual: name === segment ? name : `${name} (written ${segment})`,
        ...(suggestion
          ? {
              fix: `Rename it, e.g. to ${suggestion}: ${withName(uri, suggestion)}, with the same name in SKILL.md.`,
            }
          : {}),
        evidence: entryEvidence(skill),
        locus: reason.constraint,
      }));
    }),
);

const REG_NAME = new RegExp(`^(?:[${UNRESERVED}${SUB_DELIMS}]|%[0-9A-Fa-f]{2})+$`);
const SEGMENT = new RegExp(`^(?:[${PCHAR}]|%[0-9A-Fa-f]{2})+$`);

export const uriAuthorityRegName = extRule(
  "skill",
  {
    id: "ext-uri-authority-regname",
    level: "SHOULD",
    section: "Resource Mapping",
    title: "The first segment of a skill:// URI is a valid RFC 3986 reg-name",
    why: "It stands where a URI has its host. Parsers reject or change what is no host name: @ and : split it, an empty one makes the next segment part of the path.",
    fix: "Use letters, digits, hyphens and dots in the first segment, and percent-encode the rest.",
    officialCheck: "sep-2640-authority-reg-name",
  },
  (skill) =>
    onPath(skill, (segments, uri) => {
      if (!uri.startsWith("skill://")) return notApplicable("only for skill:// URIs");
      const first = segments[0]!;
      if (REG_NAME.test(first)) return pass;
      return [
        {
          message:
            first === ""
              ? "The uri has three slashes: its first segment, the authority, is empty."
              : `The first segment ${show(first)} is no reg-name: ${odd(first, `${UNRESERVED}${SUB_DELIMS}`)} may not stand there.`,
          expected: "letters, digits, - . _ ~ ! $ & ' ( ) * + , ; = or percent-encoding",
          actual: first === "" ? "an empty segment" : first,
          fix:
            first === ""
              ? `Write ${uri.replace(/^skill:\/\/\/+/, "skill://")}.`
              : `Rename the first directory, or write skill://${encodeExcept(first, `${UNRESERVED}${SUB_DELIMS}`, true)}/…`,
          evidence: entryEvidence(skill),
        },
      ];
    }),
);

/** The characters of a segment that may not stand in it, each once. */
function odd(segment: string, allowed: string): string {
  const character = new RegExp(`[${allowed}]`);
  const rest = segment.replace(/%[0-9A-Fa-f]{2}/g, "");
  return listed(
    [...new Set(rest)].filter((c) => !character.test(c)).map((c) => (c === " " ? "a space" : show(c))),
  );
}

export const uriPrefixSegments = extRule(
  "skill",
  {
    id: "ext-uri-prefix-segments",
    level: "SHOULD",
    section: "Resource Mapping",
    title: "Other prefix segments are valid RFC 3986 path segments",
    why: "A space, a letter outside ASCII or an empty segment is changed on the way by URI libraries, and the skill is then not found.",
    fix: "Percent-encode what may not stand in a path segment, and leave no segment empty.",
  },
  (skill) =>
    onPath(skill, (segments) => {
      const middle = segments.slice(1, -1);
      if (middle.length === 0) return notApplicable("the uri has no further prefix segment");
      return middle.flatMap((segment, at) => {
        if (SEGMENT.test(segment)) return [];
        return {
          message:
            segment === ""
              ? "The prefix has an empty segment (two slashes in a row)."
              : `The prefix segment ${show(segment)} is no valid path segment: ${odd(segment, PCHAR)} may not stand there.`,
          expected: "one or more of A-Z a-z 0-9 - . _ ~ ! $ & ' ( ) * + , ; = : @ or percent-encoding",
          actual: segment === "" ? "an empty segment" : segment,
          fix: segment === "" ? "Remove the second slash." : `Write ${encodeExcept(segment, PCHAR, true)}.`,
          evidence: entryEvidence(skill),
          locus: String(at + 1),
        };
      });
    }),
);

export const uriSegmentRules = [uriFinalSegment, uriNameRules, uriAuthorityRegName, uriPrefixSegments];
