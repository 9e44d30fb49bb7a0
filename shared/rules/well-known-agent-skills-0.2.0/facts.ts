/**
 * What the collector notes of one answer of a well-known site, as the result of a `GET` or `HEAD` exchange
 * (params `{url}`, status and headers in the exchange itself).
 */
export interface SiteFacts {
  /** The URL that answered, after redirects. */
  url: string;
  redirects: string[];
  /** Bytes of the body. */
  size: number;
  /** `sha256:` over the body's bytes; absent for HEAD. */
  digest?: string;
  /** The index as parsed; absent for other answers and for what is no JSON. */
  json?: unknown;
  /** Artifacts of type archive: what is in them. */
  archive?: ArchiveFacts;
}

export interface ArchiveFacts {
  format: "tar.gz" | "zip";
  entries: ArchiveEntry[];
  /** Why it could not be read to its end. */
  problem?: string;
}

/** One member of an archive; `name` is as it stands there. */
export interface ArchiveEntry {
  name: string;
  kind: "file" | "directory" | "link" | "other";
  /** Bytes unpacked. */
  size: number;
  /** Target of a link. */
  link?: string;
}

export const PROFILE = "well-known-agent-skills-0.2.0";
export const PURPOSE = `convention:${PROFILE}`;
export const SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";

/** Why an exchange was made. */
export type SiteTag =
  | "index"
  | "index-head"
  | "earlier-index"
  | "artifact"
  | "artifact-head"
  | "file"
  | "missing";
