import type { FileEvidence, SkillEvidence } from "../../model/evidence";
import type { FindingLocation } from "../../model/finding";
import type { HiddenCharacter } from "../../skill-file/types";
import { found, notApplicable, pass, type RawFinding, untestable } from "../define-rule";
import { BINARY_EXTENSIONS, bareMediaType, extensionOf, isBinaryType, TEXT_EXTENSIONS } from "../media-types";
import { count, listed, show } from "../values";
import { inspRule } from "./declare";

/** Rules on the bytes of files: what a reader or a host would not see by looking. */

const nameOf = (file: FileEvidence) => show(file.path ?? file.uri);
const proof = (file: FileEvidence) => (file.read ? [file.read.id] : []);
const at = (file: FileEvidence, line: number, column: number): FindingLocation => ({
  file: file.path ?? file.uri,
  line,
  column,
});

/** The media type stated for a file by its read, without parameters. */
function statedType(file: FileEvidence): string | undefined {
  const part = file.parts?.find(({ uri }) => uri === file.uri) ?? file.parts?.[0];
  return typeof part?.mimeType === "string" ? bareMediaType(part.mimeType) : undefined;
}

/** Why there is nothing to look at. */
function unread(file: FileEvidence) {
  return untestable(`${file.path ?? file.uri} was not read: ${file.notRead ?? "no content came"}`);
}

export const textEncoding = inspRule(
  "file",
  {
    id: "insp-text-encoding",
    level: "SHOULD",
    page: "skills",
    title: "Text files are UTF-8",
    why: "Models and clients take text for UTF-8; other bytes come out as question marks, or the file is refused.",
    fix: "Save the file as UTF-8.",
  },
  ({ skill, file }) => {
    const { facts } = file;
    // What SKILL.md is encoded in is ext-fmt-skillmd-present's and as-frontmatter's.
    if (file.uri === skill.uri) return notApplicable("SKILL.md is judged by the rules on its format");
    const type = statedType(file);
    const isText = TEXT_EXTENSIONS[extensionOf(file.uri)] !== undefined || type?.startsWith("text/") === true;
    if (!isText) return notApplicable("not a text file");
    if (!facts) return unread(file);
    if (facts.sniffed !== undefined && isBinaryType(facts.sniffed))
      return notApplicable("insp-mime-content says what it is");
    if (!facts.utf8) {
      return found([
        {
          severity: "warning",
          message: `${nameOf(file)} is a text file by its name or type, and its bytes are no UTF-8${facts.hasNul ? " (they have zero bytes, as UTF-16 has)" : ""}.`,
          expected: "UTF-8",
          actual: "another encoding",
          location: at(file, 1, 1),
          evidence: proof(file),
        },
      ]);
    }
    if (!facts.hasReplacement) return pass;
    return found([
      {
        outcome: "note",
        message: `${nameOf(file)} holds U+FFFD, the sign for characters that were lost in a conversion.`,
        fix: "Restore the lost characters from the original file.",
        evidence: proof(file),
        locus: "replacement",
      },
    ]);
  },
);

/** Types that say the same, or that a container's type may go with. */
const ALIASES: Record<string, string[]> = {
  "application/gzip": ["application/x-gzip", "application/x-tgz", "application/octet-stream"],
  "image/vnd.microsoft.icon": ["image/x-icon", "image/ico"],
  "image/bmp": ["image/x-ms-bmp"],
  "audio/wav": ["audio/x-wav", "audio/wave"],
  "audio/mpeg": ["audio/mp3"],
  "application/ogg": ["audio/ogg", "video/ogg"],
  "video/mp4": ["audio/mp4", "video/quicktime", "image/heic", "image/heif", "audio/x-m4a"],
};
/** Zip files of another name: office documents, books, packages. */
const ZIP_BASED = /^application\/(?:vnd\.|epub\+zip|java-archive|x-zip|octet-stream)|\+zip$/;

function agrees(stated: string, sniffed: string): boolean {
  if (stated === sniffed || stated === "application/octet-stream") return true;
  if (ALIASES[sniffed]?.includes(stated)) return true;
  return sniffed === "application/zip" && ZIP_BASED.test(stated);
}

export const mimeContent = inspRule(
  "file",
  {
    id: "insp-mime-content",
    level: "SHOULD",
    page: "resources",
    title: "The media type agrees with the first bytes of the content",
    why: "A client that trusts the type shows garbage or runs the wrong decoder; one that does not trust it refuses the file.",
    fix: "State the type of the content, or name the file by what it is.",
  },
  ({ file }) => {
    const { facts } = file;
    if (!facts) return unread(file);
    const stated = statedType(file);
    const byName = BINARY_EXTENSIONS[extensionOf(file.uri)] ?? TEXT_EXTENSIONS[extensionOf(file.uri)];
    const claimed = stated ?? byName;
    if (claimed === undefined) return notApplicable("neither a type nor a telling name");
    const { sniffed } = facts;
    const findings: RawFinding[] = [];
    const contradiction = contradicts(claimed, sniffed, facts.utf8 && !facts.hasNul && facts.size > 0);
    if (contradiction) {
      findings.push({
        severity: "warning",
        message: `${nameOf(file)} ${stated ? `has the mimeType ${stated}` : `is named like ${claimed}`}, and its content ${contradiction}.`,
        expected: stated ? "the type of the content" : "content that fits the name",
        actual: sniffed ?? "text",
        ...(stated ? { fix: `Set mimeType: "${sniffed ?? "text/plain"}".` } : {}),
        evidence: proof(file),
      });
    }
    return found(findings);
  },
);

/** How content contradicts a claimed type, as a phrase; only where the bytes leave no doubt. */
function contradicts(claimed: string, sniffed: string | undefined, isText: boolean): string | undefined {
  const binary = sniffed !== undefined && (isBinaryType(sniffed) || /^application\/(?!xml$)/.test(sniffed));
  if (binary && sniffed)
    return agrees(claimed, sniffed) || claimed.startsWith("application/x-")
      ? undefined
      : `begins like ${sniffed}`;
  if (
    sniffed === undefined &&
    isText &&
    /^(?:image\/(?!svg)|audio\/|video\/|font\/|application\/pdf$)/.test(claimed)
  ) {
    return "is plain text";
  }
  return undefined;
}

const DISGUISING: readonly HiddenCharacter["kind"][] = ["bidi", "tag", "zero-width", "control"];
const KIND_NAMES: Record<HiddenCharacter["kind"], string> = {
  bidi: "that turn the reading direction",
  tag: "of the invisible tag block, which can carry a hidden text",
  "zero-width": "without width",
  control: "of the control range",
  variation: "that select variants",
  other: "that do not show",
};

export const hiddenCharacters = inspRule(
  "file",
  {
    id: "insp-hidden-characters",
    level: "SHOULD NOT",
    page: "unicode",
    title: "Files hold no characters that a reader cannot see",
    why: "A person who approves the skill reads another text than the model gets: hidden instructions travel this way.",
    fix: "Delete the characters. An editor that shows invisible characters finds them at the places named.",
  },
  ({ file }) => {
    const { facts } = file;
    if (!facts) return unread(file);
    const type = statedType(file);
    const binary = facts.hasNul || BINARY_EXTENSIONS[extensionOf(file.uri)] || (type && isBinaryType(type));
    if (binary) return notApplicable("not a text file");
    const kinds = [...new Set(facts.hidden.map(({ kind }) => kind))];
    return found(
      kinds.map((kind): RawFinding => {
        const all = facts.hidden.filter((hidden) => hidden.kind === kind);
        const first = all[0]!;
        const places = all.map(
          ({ code, name, at: place }) => `${code} (${name}) in line ${place.line}, column ${place.column}`,
        );
        return {
          ...(DISGUISING.includes(kind) ? { severity: "warning" as const } : { outcome: "note" as const }),
          message: `${nameOf(file)} holds ${count(all.length, "character")} ${KIND_NAMES[kind]}: ${listed(places, 3)}.`,
          expected: "none",
          actual: listed(places, 10),
          location: at(file, first.at.line, first.at.column),
          evidence: proof(file),
          locus: kind,
        };
      }),
    );
  },
);

/** Names under which secrets are kept. */
const SECRET =
  /(?:^|\/)(?:\.env(?:\.[a-z]+)?|\.npmrc|\.pypirc|\.netrc|\.htpasswd|id_(?:rsa|dsa|ecdsa|ed25519)|credentials(?:\.json)?|[^/]+\.(?:pem|p12|pfx|keystore|jks|kdbx)|\.git\/.+|\.ssh\/.+|\.aws\/.+)$/i;
const TEMPLATES = /\.env\.(?:example|sample|template|dist)$/i;

export const secretFile = inspRule(
  "file",
  {
    id: "insp-secret-file",
    level: "SHOULD NOT",
    page: "resources",
    title: "No file is served whose name says that it holds secrets",
    why: "Every client of the server can read it, and a model may be told to.",
    fix: "Take the file out of the skill, and replace what was in it: it has to count as known.",
  },
  ({ file }) => {
    const path = file.path ?? file.uri.replace(/^[A-Za-z][A-Za-z0-9+.-]*:\/\//, "");
    const decoded = path.replace(/%2e/gi, ".").replace(/%5f/gi, "_").replaceAll("\\", "/");
    if (!SECRET.test(decoded) || TEMPLATES.test(decoded)) return pass;
    if (file.source === "link" && file.read?.outcome.kind !== "result") return pass;
    return found([
      {
        severity: "warning",
        message: `${nameOf(file)} is ${file.path ? "in the skill's folder" : "served"}, and its name says that it holds secrets.`,
        expected: "no such file",
        actual: file.path ?? file.uri,
        evidence: proof(file),
      },
    ]);
  },
);

export const caseTwins = inspRule(
  "skill",
  {
    id: "insp-case-twins",
    level: "SHOULD NOT",
    page: "skills",
    title: "No two files of a skill differ only in upper and lower case",
    why: "On Windows and macOS they are one file: a host that stores the skill overwrites one with the other.",
    fix: "Rename one of the two files.",
  },
  (skill: SkillEvidence) => {
    const byName = new Map<string, FileEvidence>();
    const findings: RawFinding[] = [];
    for (const file of skill.files) {
      const key = file.uri.normalize("NFC").toLowerCase();
      const twin = byName.get(key);
      // Beside SKILL.md this is as-dir's.
      if (twin && twin.uri !== file.uri && !/\/skill\.md$/i.test(file.uri)) {
        findings.push({
          severity: "warning",
          message: `${nameOf(twin)} and ${nameOf(file)} differ only in upper and lower case.`,
          expected: "names that differ everywhere",
          actual: `${twin.uri}, ${file.uri}`,
          evidence: [...proof(twin), ...proof(file)],
          locus: file.uri,
        });
      }
      if (!twin) byName.set(key, file);
    }
    return found(findings);
  },
);

export const fileRules = [textEncoding, mimeContent, hiddenCharacters, secretFile, caseTwins];
