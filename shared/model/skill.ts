/** Which request showed a skill. */
export type Provenance =
  | "skills/list"
  | "skills/get"
  | "resources/list"
  | "resources/read"
  | "instructions"
  | "index"
  | "folder"
  | "template";

/** The convention a skill was recognised by; the released extension is `sep-2640`. */
export type Convention =
  | "sep-2640"
  | "sep-2640-v1-draft"
  | "sep-2640-index"
  | "skill-uri-proposal"
  | "nimblebrain"
  | "skilljack"
  | "skills-over-mcp"
  | "fastmcp-3"
  | "sep-2076"
  | "resource-catalog"
  | "well-known"
  | "resources"
  | "folder";

/** One file of a manifest, as the server states it. Fields of a wrong type are left out here and judged by rules. */
export interface ManifestFile {
  uri: string;
  /** Its path below the skill, decoded, where an earlier convention states it and the URI does not show it. */
  path?: string;
  digest?: string;
  size?: number;
  mimeType?: string;
}

/**
 * The manifest of an entry: its files, `dynamic` (no stable digests), or `unknown` where the convention has none.
 * A `partial` one holds what was seen of the files where nothing says that these are all.
 */
export type Manifest =
  | { kind: "files"; files: ManifestFile[]; partial?: true }
  | { kind: "dynamic" }
  | { kind: "unknown" };

/** A skill as a row: small enough that 100,000 of them can be held and searched. */
export interface SkillSummary {
  uri: string;
  name: string;
  description: string;
  convention: Convention;
  provenance: Provenance;
  /** Number of files in the manifest; absent when unknown. */
  files?: number;
  /** Sum of the sizes stated in the manifest, in bytes. */
  bytes?: number;
  dynamic?: boolean;
  /** Why the entry is invalid; such a skill is shown and never loaded (ext-entry-invalid-not-loaded). */
  invalid?: string;
  /** URI of the closest enclosing skill's SKILL.md, when this one is nested. */
  nestedIn?: string;
  /** URI the released extension would give a skill that an earlier convention shows. */
  releasedUri?: string;
}

/** A skill with what its entry says. */
export interface SkillDetail extends SkillSummary {
  frontmatter: Record<string, unknown>;
  manifest: Manifest;
  /** Why the files that its convention states elsewhere could not be asked for when it was opened. */
  manifestProblem?: string;
  /** The entry exactly as received. */
  rawEntry?: unknown;
  /** The exchange that showed it, for "show messages". */
  exchangeId?: string;
}

/** A resource from `resources/list` that is no skill file. */
export interface ListedResource {
  uri: string;
  name: string;
  title?: string;
  description?: string;
  mimeType?: string;
  size?: number;
}

/** A template from `resources/templates/list`. */
export interface ListedTemplate {
  uriTemplate: string;
  name: string;
  title?: string;
  description?: string;
  mimeType?: string;
}

/**
 * Whether a file as fetched agrees with its entry (spec: Verification on Read).
 * `unlisted`: a file below the skill root that the entry does not list; `unverifiable`: nothing to compare with.
 */
export interface FileVerdict {
  state: "match" | "mismatch" | "unlisted" | "unverifiable";
  /** One sentence for the user. */
  reason: string;
  expected?: { size?: number; digest?: string };
  actual: { size: number; digest: string };
}
