import type { SkillDetail } from "../../../shared/model/skill";

/** Files that are followed at once, the last opened ones. */
const KEPT = 8;

interface Opened {
  uri: string;
  skillUri: string | undefined;
  /** What the skill's entry said of it when it was looked at last. */
  digest: string | undefined;
}

/** The files of one server that the user opened last: which of them changed shows in a new listing's entries. */
export class OpenedFiles {
  private files: Opened[] = [];

  constructor(private readonly skills: ReadonlyMap<string, SkillDetail>) {}

  get uris(): string[] {
    return this.files.map(({ uri }) => uri);
  }

  add({ uri, skillUri }: { uri: string; skillUri?: string }): void {
    const others = this.files.filter((file) => file.uri !== uri);
    this.files = [...others, { uri, skillUri, digest: this.digest(uri, skillUri) }].slice(-KEPT);
  }

  /** Files whose entry says another digest than it did; each change is told once. */
  changed(): string[] {
    const changed: string[] = [];
    for (const file of this.files) {
      const now = this.digest(file.uri, file.skillUri);
      // A skill that is gone says nothing of its files.
      if (now !== undefined && now !== file.digest) changed.push(file.uri);
      file.digest = now ?? file.digest;
    }
    return changed;
  }

  private digest(uri: string, skillUri: string | undefined): string | undefined {
    const manifest = skillUri === undefined ? undefined : this.skills.get(skillUri)?.manifest;
    return manifest?.kind === "files" ? manifest.files.find((file) => file.uri === uri)?.digest : undefined;
  }
}
