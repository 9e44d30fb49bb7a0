import { base64Bytes } from "../../bytes/base64";
import { sha256 } from "../../bytes/sha256";
import type { Exchange } from "../../model/evidence";
import { errorOf, outcomeText } from "../answers";
import {
  about,
  type ConventionReads,
  contentsOf,
  gathered,
  jsonOf,
  listedResources,
  textOf,
} from "../convention-rules";
import { pass, type RawFinding, untestable } from "../define-rule";
import { BINARY_EXTENSIONS, extensionOf, TEXT_EXTENSIONS } from "../media-types";
import { isRecord, kindOf, show } from "../values";
import {
  type FastSkill,
  fastSkills,
  type ManifestEntry,
  manifestOf,
  readsOf,
  rule,
  templateMode,
} from "./declare";
import { NO_SKILLS } from "./listing";

/** Rules on `_manifest` and on the files it names. */

/** The bytes of the first content, as text or blob. */
function bytesOf(answer: Exchange | undefined): Uint8Array | undefined {
  const { text, blob } = contentsOf(answer)[0] ?? {};
  if (typeof text === "string") return new TextEncoder().encode(text);
  return typeof blob === "string" ? base64Bytes(blob) : undefined;
}

export const manifest = rule(
  {
    id: "fm-manifest",
    level: "OBSERVED",
    section: "skill_provider.py _generate_manifest",
    title: "_manifest lists every file of a skill with path, size and hash",
    why: "It is the only list of a skill's files, and the only digest of them.",
    fix: 'List {root}/_manifest as application/json, and answer it with {"skill": dir, "files": [{"path", "size", "hash": "sha256:<hex>"}]}, sorted by path segments.',
  },
  (index) => {
    const skills = fastSkills(index.server);
    if (skills.length === 0) return NO_SKILLS;
    const reads = readsOf(index);
    const read = skills.filter(({ root }) => {
      const answer = reads.read(`${root}/_manifest`);
      return answer && answer.outcome.kind !== "none";
    });
    const findings = skills.flatMap((skill) => listFaults(skill));
    for (const skill of read) findings.push(...contentFaults(reads, skill));
    return read.length === 0 && findings.length === 0
      ? untestable("no _manifest was read")
      : gathered(findings);
  },
);

function listFaults({ uri, root, directory, item, manifest: listed }: FastSkill): RawFinding[] {
  const wanted = {
    name: `${directory}/_manifest`,
    mimeType: "application/json",
    description: `File listing for ${directory}`,
  };
  const seen = listed && {
    name: listed.raw.name,
    mimeType: listed.raw.mimeType,
    description: listed.raw.description,
  };
  if (seen && show(seen, 2000) === show(wanted, 2000)) return [];
  return [
    {
      ...about(`${root}/_manifest`, [listed?.page ?? item.page]),
      message: `The manifest of ${uri} is ${listed ? "listed with other words" : "not listed"}.`,
      expected: show(wanted, 300),
      actual: show(seen, 300),
      locus: `${root} listed`,
    },
  ];
}

function contentFaults(reads: ConventionReads, skill: FastSkill): RawFinding[] {
  const { root, directory } = skill;
  const answer = reads.read(`${root}/_manifest`)!;
  const value = jsonOf(answer);
  const fault = (what: string, expected: string, actual: string): RawFinding => ({
    ...about(`${root}/_manifest`, [answer]),
    message: `The manifest of ${directory} ${what}.`,
    expected,
    actual,
    locus: `${root} ${what}`,
  });
  if (!isRecord(value) || !Array.isArray(value.files)) {
    const actual = errorOf(answer) ? outcomeText(answer) : `${kindOf(value)}: ${show(textOf(answer))}`;
    return [fault("is no file list", '{"skill", "files": [ … ]}', actual)];
  }
  const findings: RawFinding[] = [];
  if (value.skill !== directory)
    findings.push(fault("names another skill", show(directory), show(value.skill)));
  const odd = value.files.find((file) => !soundFile(file));
  if (odd !== undefined)
    findings.push(
      fault(
        "has an element of another shape",
        '{"path": relative, "size": integer, "hash": "sha256:…"}',
        show(odd),
      ),
    );
  const paths = value.files.map((file) => String(isRecord(file) ? file.path : ""));
  if (!paths.includes("SKILL.md")) findings.push(fault("lacks SKILL.md", "a path SKILL.md", show(paths)));
  if (paths.includes("_manifest")) findings.push(fault("lists itself", "no path _manifest", show(paths)));
  const unsorted = paths.findIndex((path, at) => at > 0 && bySegments(paths[at - 1]!, path) > 0);
  if (unsorted > 0)
    findings.push(
      fault(
        "is not sorted by path segments",
        `${paths[unsorted]} before ${paths[unsorted - 1]}`,
        show(paths),
      ),
    );
  for (const entry of manifestOf(reads, skill)) findings.push(...bytesNote(reads, entry, answer));
  return findings;
}

function soundFile(file: unknown): boolean {
  if (!isRecord(file) || Object.keys(file).sort().join() !== "hash,path,size") return false;
  const { path, size, hash } = file;
  if (typeof path !== "string" || path.startsWith("/") || path.split("/").includes("..")) return false;
  return Number.isInteger(size) && Number(size) >= 0 && /^sha256:[0-9a-f]{64}$/.test(String(hash));
}

function bySegments(a: string, b: string): number {
  const [left, right] = [a.split("/"), b.split("/")];
  const at = left.findIndex((segment, i) => segment !== right[i]);
  if (at === -1 || right[at] === undefined) return left.length - right.length;
  return left[at]! < right[at]! ? -1 : 1;
}

function bytesNote(
  reads: ConventionReads,
  { uri, size, hash, path }: ManifestEntry,
  answer: Exchange,
): RawFinding[] {
  const read = reads.read(uri);
  const bytes = bytesOf(read);
  if (!bytes || (bytes.length === size && sha256(bytes) === hash)) return [];
  return [
    {
      ...about(uri, [answer, read]),
      outcome: "note",
      message: `What is read of ${path} does not match its size and hash in the manifest.`,
      expected: show({ size, hash }),
      actual: show({ size: bytes.length, hash: sha256(bytes) }),
      fix: "Save the file with LF line ends, or restart the server: FastMCP 3 turns CRLF into LF when it reads, and hashes files at start.",
      locus: uri,
    },
  ];
}

/** Types that Python guesses by extension wherever it runs; those that depend on the machine are left out. */
const TEXT: Readonly<Record<string, string>> = {
  ...TEXT_EXTENSIONS,
  py: "text/x-python",
  js: "text/javascript",
};
const { gz: _gz, tgz: _tgz, ...BINARY } = BINARY_EXTENSIONS;
const OTHER: Readonly<Record<string, string>> = { ...BINARY, json: "application/json" };

export const mimeRead = rule(
  {
    id: "fm-mime-read",
    level: "OBSERVED",
    section: "skill_provider.py read",
    title: "Files of a text type are sent as text, all others as blob",
    why: "A JSON or YAML file comes as a blob, which clients that show only text leave out.",
    fix: "Nothing, for FastMCP 3; mcp-mimetype says what the type should be.",
  },
  (index) => {
    const skills = fastSkills(index.server);
    if (skills.length === 0) return NO_SKILLS;
    const reads = readsOf(index);
    const behind = templateMode(index.server);
    const listed = new Map(listedResources(index.server).map((item) => [item.uri, item.raw.mimeType]));
    let judged = 0;
    const findings: RawFinding[] = [];
    for (const skill of skills) {
      for (const { uri, path } of manifestOf(reads, skill)) {
        const answer = reads.read(uri);
        const [content] = contentsOf(answer);
        const stated = listed.get(uri);
        const type =
          typeof stated === "string" ? stated : (TEXT[extensionOf(path)] ?? OTHER[extensionOf(path)]);
        if (!content || path === "SKILL.md" || type === undefined) continue;
        judged++;
        const text = type.startsWith("text/");
        const wanted = behind ? (text ? "text/plain" : "application/octet-stream") : type;
        const body = typeof content.blob === "string" ? "blob" : "text";
        if (body === (text ? "text" : "blob") && content.mimeType === wanted) continue;
        const four = behind && text && content.mimeType === "application/octet-stream";
        findings.push({
          ...about(uri, [answer]),
          message: `${path} is sent with another body or type than by FastMCP 3.`,
          expected: `${text ? "text" : "blob"} with ${wanted}`,
          actual: `${body} with ${show(content.mimeType)}`,
          ...(four ? { fix: "This is FastMCP 4, which sends application/octet-stream for text too." } : {}),
          locus: uri,
        });
      }
    }
    return judged === 0 ? untestable("no supporting file of a known type was read") : gathered(findings);
  },
);

export const crlf = rule(
  {
    id: "fm-crlf",
    level: "OBSERVED",
    section: "skill_provider.py",
    title: "CRLF becomes LF in what is read, while the manifest counts the raw bytes",
    why: "Such a file never matches its hash, however a client reads it.",
    fix: "Save the files of the skill with LF line ends.",
  },
  (index) => {
    const skills = fastSkills(index.server);
    if (skills.length === 0) return NO_SKILLS;
    const reads = readsOf(index);
    const findings: RawFinding[] = [];
    for (const skill of skills) {
      for (const { uri, path, size } of manifestOf(reads, skill)) {
        const answer = reads.read(uri);
        const text = textOf(answer);
        if (text === undefined || typeof size !== "number") continue;
        const more = size - new TextEncoder().encode(text).length;
        if (more > 0 && more <= text.split("\n").length - 1 && !text.includes("\r\n")) return pass;
        if (!text.includes("\r\n")) continue;
        findings.push({
          ...about(uri, [answer]),
          message: `${path} is read with CRLF, unlike from FastMCP 3.`,
          expected: "LF line ends",
          actual: "CRLF line ends",
          fix: "Nothing: a server that keeps CRLF is not FastMCP 3, and its files match their hashes.",
          locus: uri,
        });
      }
    }
    return findings.length === 0 ? untestable("no file has CRLF line ends") : gathered(findings);
  },
);

export const manifestRules = [manifest, mimeRead, crlf];
