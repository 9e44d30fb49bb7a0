import type { FoundServers } from "../config/mcp-json";
import type { Problem } from "../model/server";
import type { FileVerdict } from "../model/skill";
import type { FrontmatterResult } from "../skill-file/types";

/** What calls answer with, where it is no model of its own. */

/** A file as opened by the user: facts and a handle to its bytes. */
export interface OpenedFile {
  serverId: string;
  uri: string;
  /** SKILL.md URI of the skill it was opened under. */
  skillUri?: string;
  mimeType?: string;
  size: number;
  digest: string;
  /** Whether the server sent text or a blob. */
  sent: "text" | "blob";
  /** True when the bytes are UTF-8 and hold no NUL: worth showing as text. */
  textual: boolean;
  /** Handle for `bytes`; valid until the server is removed or the file is opened again. */
  handle: string;
  verdict: FileVerdict;
  /** Further contents of the same answer, e.g. of a directory-like resource. */
  also: { uri: string; mimeType?: string; size: number; handle: string }[];
  exchangeSeq?: number;
}

/** Frontmatter as the preview and the table show it, with the comparison to the entry. */
export interface OpenedSkillFile extends OpenedFile {
  frontmatter?: FrontmatterResult;
  /** Fields that differ between the file and the entry; empty when they agree, absent when there is no entry. */
  frontmatterDiff?: { key: string; entry?: unknown; file?: unknown }[];
}

/** What completing one variable gave. */
export interface CompletionAnswer {
  values: string[];
  total?: number;
  hasMore?: boolean;
  /** `unsupported`: the server declares no completion, nothing was sent. */
  state: "ok" | "unsupported" | "failed";
  problem?: Problem;
}

/** Servers that another program's configuration holds. */
export interface FoundConfig extends FoundServers {
  program: string;
  path: string;
}

/** What changed since a skill was pinned: remembered as seen. */
export interface PinDifference {
  /** When it was pinned, in milliseconds since the Unix epoch. */
  at: number;
  changed: string[];
  added: string[];
  removed: string[];
  /** It has no fixed manifest any more. */
  dynamic: boolean;
}

/** What saving a skill wrote, and what it left out with the reason. */
export interface SavedSkill {
  folder: string;
  written: string[];
  left: { uri: string; reason: string }[];
}

/** How the app can serve folders itself. */
export interface ServeOptions {
  /** The first is the default. A `site` is plain HTTP and no MCP. */
  conventions: { id: string; title: string; site: boolean }[];
  faults: {
    id: string;
    kind: "content" | "protocol" | "transport" | "hostile";
    /** What the server does. */
    what: string;
    /** What a correct client does about it. */
    client: string;
  }[];
  /** Folder of the sample skills. */
  samples: string;
}

/** One request that a served server has answered, as a line for people. */
export interface ServedRequest {
  /** Milliseconds since the Unix epoch. */
  at: number;
  line: string;
}

/** A server that this app runs on loopback over folders. */
export interface ServedServer {
  id: string;
  /** The MCP endpoint; of a web site its origin. */
  url: string;
  folders: string[];
  convention: string;
  faults: string[];
  /** When it was started, in milliseconds since the Unix epoch. */
  since: number;
  /** Files and folders it does not serve, with the reason. */
  skipped: { path: string; reason: string }[];
  /** The newest requests, oldest first. */
  requests: ServedRequest[];
  /** Requests in all. */
  answered: number;
}

/** How a check run stands. */
export interface CheckProgress {
  serverId: string;
  op: string;
  phase: "listing" | "reading" | "directories" | "probes" | "judging" | "done" | "cancelled" | "failed";
  skillsDone: number;
  skillsTotal: number;
  requests: number;
  problem?: Problem;
}

/** Counts for badges: findings of one skill by severity. `checked` is false until every rule of it has run. */
export interface SkillBadge {
  uri: string;
  errors: number;
  warnings: number;
  checked: boolean;
}

export interface DirectoryView {
  uri: string;
  children: {
    uri: string;
    name: string;
    mimeType?: string;
    size?: number;
    directory: boolean;
    /** Absent where there is no manifest to compare with. */
    inManifest?: boolean;
  }[];
  /** Manifest files directly below that the directory read lacks. */
  missing: string[];
}

export interface AppInfo {
  name: string;
  version: string;
  host: "desktop" | "web";
  platform: string;
  electron?: string;
  node: string;
  /** Why there is no desktop window, when the browser UI stands in for it. */
  fallbackReason?: string;
  secretStore: "system" | "memory";
}
