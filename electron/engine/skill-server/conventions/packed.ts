import type { ServedSkill } from "../scan/catalogue";
import { sha256 } from "../scan/facts";
import type { Library } from "../scan/library";
import { type ArchiveFile, packTarGz } from "./pack";
import { packZip } from "./pack-zip";
import { bytesOf, supportingFiles } from "./skill-files";

/** The two forms in which a whole skill is served as one file, SKILL.md at the root. */
export const ARCHIVES = [
  { ending: ".tar.gz", mimeType: "application/gzip", pack: packTarGz },
  { ending: ".zip", mimeType: "application/zip", pack: packZip },
] as const;
export type ArchiveKind = (typeof ARCHIVES)[number];

/** A skill of one file has nothing to be packed with. */
export const hasOneFile = (skill: ServedSkill) => skill.files.length === 1;

/** The skill as one file, made anew from what is on disk; undefined when its SKILL.md has gone. */
export async function packed(skill: ServedSkill, { pack }: ArchiveKind): Promise<Buffer | undefined> {
  const skillMd = await bytesOf(skill.skillFile);
  if (!skillMd) return undefined;
  const files: ArchiveFile[] = [{ path: "SKILL.md", bytes: skillMd }];
  for (const { path, file } of supportingFiles(skill)) {
    const bytes = await bytesOf(file);
    if (bytes) files.push({ path, bytes });
  }
  return pack(files);
}

interface Known {
  /** The digests of all its files when it was packed. */
  contents: string;
  digest: string;
  size: number;
}

/** Digests of archives, each made once for one state of the skill's files. */
export class PackedFacts {
  readonly #known = new Map<string, Known>();

  constructor(private readonly library: Library) {}

  /** Digest and size of the archive as it would be served now; undefined when its SKILL.md has gone. */
  async of(skill: ServedSkill, kind: ArchiveKind): Promise<Omit<Known, "contents"> | undefined> {
    const files = await Promise.all(skill.files.map(({ disk }) => this.library.facts.digest(disk)));
    const contents = files.map((file) => file?.digest).join();
    const key = skill.skillFile.disk + kind.ending;
    const known = this.#known.get(key);
    if (known?.contents === contents) return known;
    const bytes = await packed(skill, kind);
    if (!bytes) return undefined;
    const made = { contents, digest: sha256(bytes), size: bytes.length };
    this.#known.set(key, made);
    return made;
  }
}
