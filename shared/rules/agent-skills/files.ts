import type { FileEvidence, SkillEvidence } from "../../model/evidence";
import { linkKey, type ResolvedLink, resolveLink } from "../../skill-file/links";
import type { SkillLink } from "../../skill-file/types";
import { skillRoot } from "../../uri/skill-uri";
import { isRecord } from "../values";

/** Whether a file is in the skill: `unknown` where not every file of the skill is known. */
export type Presence = "there" | "missing" | "unknown";

/** The files of a skill, looked up without regard to how a URI spells them. */
export class SkillFiles {
  readonly root: string;
  private readonly byKey = new Map<string, FileEvidence>();
  private readonly byLowerKey = new Map<string, FileEvidence>();
  private readonly directories = new Set<string>();
  private readonly complete: boolean;

  constructor(readonly skill: SkillEvidence) {
    this.root = skillRoot(skill.uri) ?? skill.uri.slice(0, Math.max(0, skill.uri.lastIndexOf("/")));
    this.complete = knowsAllFiles(skill);
    for (const file of skill.files) {
      const key = linkKey(file.uri);
      this.byKey.set(key, file);
      if (file.source === "link" && !file.facts) continue;
      this.byLowerKey.set(key.toLowerCase(), file);
      for (let at = key.lastIndexOf("/"); at > 0; at = key.lastIndexOf("/", at - 1)) {
        const directory = key.slice(0, at);
        if (this.directories.has(directory)) break;
        this.directories.add(directory);
      }
    }
  }

  file(uri: string): FileEvidence | undefined {
    return this.byKey.get(linkKey(uri));
  }

  presence(uri: string): Presence {
    const key = linkKey(uri);
    const file = this.byKey.get(key);
    if (file) {
      if (file.source !== "link" || file.facts) return "there";
      return file.read?.outcome.kind === "error" ? "missing" : "unknown";
    }
    if (this.directories.has(key)) return "there";
    return this.complete ? "missing" : "unknown";
  }

  /** A file that differs only in upper and lower case, or that has the same name in another directory. */
  similar(uri: string): string | undefined {
    const key = linkKey(uri).toLowerCase();
    const twin = this.byLowerKey.get(key);
    if (twin) return this.pathOf(twin.uri);
    const name = key.slice(key.lastIndexOf("/"));
    for (const [candidate, file] of this.byLowerKey)
      if (candidate.endsWith(name)) return this.pathOf(file.uri);
    return undefined;
  }

  /**
   * Resolves a link of one of the skill's files. A relative target starts from the file that holds it; where nothing
   * lies there and something does from the skill root, as the specification asks, that is taken.
   */
  resolve(link: SkillLink, from: FileEvidence): ResolvedLink {
    const near = resolveLink(this.skill.uri, link.target, from.uri);
    if (near.kind !== "inside" || this.presence(near.uri) === "there") return near;
    const fromRoot = resolveLink(this.skill.uri, link.target);
    return fromRoot.kind === "inside" && this.presence(fromRoot.uri) === "there" ? fromRoot : near;
  }

  /** The path of a file relative to the skill root as it would stand in a link. */
  pathOf(uri: string): string {
    const key = linkKey(uri);
    const root = `${linkKey(this.root)}/`;
    return key.startsWith(root) ? key.slice(root.length) : uri;
  }

  /** True for files below the skill root. */
  holds(file: FileEvidence): boolean {
    return linkKey(file.uri).startsWith(`${linkKey(this.root)}/`);
  }
}

/** Whether every file of the skill is known: a folder read from disk, or an entry with a manifest of files. */
function knowsAllFiles(skill: SkillEvidence): boolean {
  if (skill.partial) return false;
  if (skill.source === "folder") return true;
  return isRecord(skill.entry) && Array.isArray(skill.entry.resources);
}

/** The markdown files of a skill whose links were looked for, SKILL.md first. */
export function filesWithLinks(skill: SkillEvidence): FileEvidence[] {
  const files = skill.files.filter((file) => file.facts?.links !== undefined);
  return files.sort((a, b) => Number(b.uri === skill.uri) - Number(a.uri === skill.uri));
}
