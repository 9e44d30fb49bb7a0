import { mkdir, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { SavedSkill } from "../../../shared/contract";
import type { SkillDetail } from "../../../shared/model/skill";
import { compareFrontmatter } from "../../../shared/skill-file/compare";
import { parseFrontmatter } from "../../../shared/skill-file/frontmatter";
import { hasDotSegments } from "../../../shared/uri/normal-form";
import { skillRoot } from "../../../shared/uri/skill-uri";
import { ConnectionError } from "../connections/connection-error";
import { decodeContents, digestOf, mainContent } from "./contents";
import { statesFrontmatter } from "./files";
import type { LiveServer } from "./live-server";
import { readFile } from "./read-file";
import { verify } from "./verify";

/** The limits of the extension: more is not written. */
const MAX_FILES = 512;
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Writes a skill's files below a folder. The path holds the server and the URI, so that no skill ever takes the place
 * of another (spec: Skill URIs, materialised paths). A file that differs from its entry is not written and is named.
 * @throws ConnectionError when the folder is not there or the skill is over the limits
 */
export async function saveSkill(
  server: LiveServer,
  uri: string,
  folder: string,
  signal: AbortSignal,
): Promise<SavedSkill> {
  const skill = server.skills.get(uri);
  const root = skillRoot(uri);
  const connection = server.connection;
  if (!skill || root === undefined)
    throw new ConnectionError({ code: "no-such-skill", message: "The server does not list this skill." });
  if (!connection)
    throw new ConnectionError({ code: "disconnected", message: "The server is not connected." });
  if (!(await stat(folder).catch(() => undefined))?.isDirectory()) {
    throw new ConnectionError({ code: "no-such-folder", message: `There is no folder ${folder}.` });
  }
  const listed = skill.manifest.kind === "files" ? skill.manifest.files.map((file) => file.uri) : [uri];
  // SKILL.md first: it decides on the rest.
  const uris = [...listed].sort((a, b) => Number(b === uri) - Number(a === uri));
  if (uris.length > MAX_FILES)
    throw new ConnectionError({
      code: "limit",
      message: `The skill has ${uris.length} files; at most ${MAX_FILES} are saved.`,
    });
  const target = join(
    folder,
    safe(`${server.config.label}-${server.config.serverId.slice(0, 8)}`),
    ...root.replace("://", "/").split("/").map(safe),
  );
  const saved: SavedSkill = { folder: target, written: [], left: [] };
  let bytes = 0;
  for (const file of uris) {
    if (!file.startsWith(`${root}/`) || hasDotSegments(file)) {
      saved.left.push({ uri: file, reason: "It lies outside the skill." });
      continue;
    }
    const { result } = await readFile(connection, skill, file, signal, "save");
    const content = mainContent(decodeContents(result, file), file);
    if (!content) {
      saved.left.push({ uri: file, reason: "The server answered without content." });
      continue;
    }
    bytes += content.bytes.length;
    if (bytes > MAX_BYTES)
      throw new ConnectionError({
        code: "limit",
        message: `The skill is larger than ${MAX_BYTES} bytes; the rest was not saved.`,
      });
    const verdict = verify(skill, file, content.bytes.length, digestOf(content.bytes));
    if (verdict.state === "mismatch" || verdict.state === "unlisted") {
      saved.left.push({ uri: file, reason: verdict.reason });
      continue;
    }
    const differs = file === uri ? frontmatterDifference(skill, content.bytes) : undefined;
    if (differs !== undefined) {
      // The skill is not what its entry says: none of it is taken.
      saved.left.push(...uris.map((each) => ({ uri: each, reason: differs })));
      break;
    }
    const path = join(
      target,
      ...file
        .slice(root.length + 1)
        .split("/")
        .map(safe),
    );
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content.bytes);
    saved.written.push(path);
  }
  return saved;
}

/** In which fields SKILL.md says something else than its entry (spec: Frontmatter), or undefined where it agrees. */
function frontmatterDifference(skill: SkillDetail, bytes: Uint8Array): string | undefined {
  if (skill.convention !== "sep-2640" || !statesFrontmatter(skill)) return undefined;
  const { data } = parseFrontmatter(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
  const fields = data ? compareFrontmatter(skill.frontmatter, data).map(({ key }) => key) : [];
  return fields.length === 0
    ? undefined
    : `The frontmatter of SKILL.md differs from the entry in ${fields.join(", ")}, so no file of the skill was saved.`;
}

/** One segment as a file name that every system takes and that leads nowhere else. */
function safe(segment: string): string {
  let name = segment;
  try {
    name = decodeURIComponent(segment);
  } catch {
    // A broken escape stays as it is written.
  }
  const plain = name.replace(/[<>:"/\\|?*\u0000-\u001f\u007f]/g, "_").replace(/[. ]+$/, "_");
  return plain === "" ? "_" : /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(plain) ? `_${plain}` : plain;
}
