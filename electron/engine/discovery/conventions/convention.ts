import type { Problem } from "../../../../shared/model/server";
import type { Convention, ListedResource, ListedTemplate, SkillDetail } from "../../../../shared/model/skill";
import type { Asker } from "../ask";

/** What a server listed and said of itself: all that an earlier convention is recognised by. */
export interface Listed {
  resources: readonly ListedResource[];
  templates: readonly ListedTemplate[];
  capabilities: Readonly<Record<string, unknown>>;
  /** URIs that the server's instructions name, each once. */
  named: readonly string[];
}

/** What a convention makes of a listing. */
export interface Found {
  skills: SkillDetail[];
  /** Templates that an index names beside those of `resources/templates/list`. */
  templates?: ListedTemplate[];
  /** Why skills may be missing. */
  problem?: Problem;
}

/** The answer to reading one file, shaped as that of `resources/read`. */
export interface FileAnswer {
  /** The file's URI as the server writes it. */
  uri: string;
  result: unknown;
  answerSeq?: number;
}

/**
 * An earlier way to serve skills, seen from the client's side (DESIGN section 4). A new one is one of these in a file
 * of its own, and its place in `index.ts`.
 */
export interface DiscoveryConvention {
  id: Convention;
  /** Whether what was listed shows this convention. Asks the server nothing. */
  recognise(listed: Listed): boolean;
  /**
   * The skills it shows. May read an index resource that is listed or named in the instructions, and nothing else;
   * never a skill file.
   */
  find(listed: Listed, ask: Asker): Found | Promise<Found>;
  /**
   * A skill with what its manifest says, read because the user has opened it.
   * @throws ConnectionError with the server's words
   */
  manifest?(skill: SkillDetail, listed: Listed, ask: Asker): Promise<SkillDetail>;
  /** The URI under which a file is read, where a link that was resolved against the skill leads elsewhere. */
  address?(skill: SkillDetail, uri: string): string;
  /**
   * Reads a file that `resources/read` of its own URI does not give; undefined where it does.
   * @throws ConnectionError with the server's words
   */
  read?(skill: SkillDetail, uri: string, ask: Asker): Promise<FileAnswer | undefined>;
  /** False where the main document has no frontmatter by design, so that its absence is no fault. */
  frontmatter?: false;
}
