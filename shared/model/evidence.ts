import type { FrontmatterResult, HiddenCharacter, SkillLink } from "../skill-file/types";
import type { Era } from "./server";

/**
 * Evidence is what was seen. The collector records exchanges and facts; rules only read them.
 * "Raw" fields hold exactly what the server sent, of whatever type; nothing is repaired before a rule has seen it.
 */

/** How one request ended. */
export type ExchangeOutcome =
  | { kind: "result"; result: unknown }
  | { kind: "error"; code: unknown; message: unknown; data?: unknown }
  /** No usable answer: timeout, closed connection, cancelled, over a limit. */
  | { kind: "none"; reason: string; problem: "timeout" | "closed" | "cancelled" | "limit" | "transport" };

/** One request with its answer. */
export interface Exchange {
  /** `x1`, `x2`, … in the order sent; unique in one run. */
  id: string;
  method: string;
  params: Record<string, unknown>;
  /** Why it was sent: `handshake`, `list`, `resources`, `templates`, `get`, `read`, `directory`, `refetch`, `probe:<id>`. */
  purpose: string;
  outcome: ExchangeOutcome;
  /** Milliseconds since the Unix epoch. */
  startedAt: number;
  durationMs: number;
  httpStatus?: number;
  /** Response headers of an HTTP exchange, lower-case names. */
  headers?: Record<string, string>;
  /** SKILL.md URI of the skill a probe was about, and what the probe calls this request (`ProbeRequest`). */
  about?: string;
  tag?: string;
}

/** Something seen on the wire that answers no request: noise on stdout, an unknown id, a notification. */
export interface WireEvent {
  kind:
    | "noise"
    | "unknown-id"
    | "duplicate-answer"
    | "notification"
    | "server-request"
    | "invalid-message"
    /** What was not taken because of a limit of ours. */
    | "over-limit";
  /** The text, cut at 2,000 characters. */
  text: string;
  method?: string;
  at: number;
}

/** Facts about one file's bytes, computed once in a worker. */
export interface FileFacts {
  /** `sha256:` plus 64 lower-case hex digits over the raw bytes. */
  digest: string;
  size: number;
  utf8: boolean;
  bom: boolean;
  /** The decoded text; kept only for SKILL.md and markdown files, and only while their skill is judged. */
  text?: string;
  /** Lines of the text, a final line break not starting a new one. */
  lines: number;
  characters: number;
  hasNul: boolean;
  hasReplacement: boolean;
  loneSurrogate: boolean;
  /** For SKILL.md files only. */
  frontmatter?: FrontmatterResult;
  /** For markdown files only. */
  links?: SkillLink[];
  /** Why the links of a markdown file were not looked for, e.g. a depth bomb. */
  linksSkipped?: string;
  hidden: HiddenCharacter[];
  /** Media type guessed from the leading bytes, when they tell one. */
  sniffed?: string;
}

/** One element of `contents` of a resources/read, without its bytes. */
export interface ContentPart {
  /** As sent, of whatever type. */
  uri: unknown;
  mimeType: unknown;
  body: "text" | "blob" | "both" | "none";
  /** A blob that is no base64. */
  badBase64?: boolean;
  /** What `text` or `blob` was when it was there and no string, e.g. `a number`. */
  badBody?: string;
  meta?: unknown;
}

/** One file of a skill and what reading it gave. */
export interface FileEvidence {
  uri: string;
  /** How it became known. */
  source: "manifest" | "entry" | "directory" | "resources" | "link" | "folder";
  /** Path of the file on disk, for folder targets. */
  path?: string;
  /** What the manifest says of it; absent for files that no manifest lists. */
  listed?: { digest: unknown; size: unknown };
  /** The read; absent when the file was not read (limits, `--max-skills`, invalid URI). */
  read?: Exchange;
  parts?: ContentPart[];
  /** Facts of the part whose uri is the file's (or the only part). */
  facts?: FileFacts;
  /** Digest of a second read in the same run, where one was made. */
  secondDigest?: string;
  secondRead?: Exchange;
  /** Why it was not read. */
  notRead?: string;
}

/** One directory and the pages that reading it gave. */
export interface DirectoryEvidence {
  uri: string;
  /** Relative to the skill root, "" for the root itself. */
  path: string;
  pages: Exchange[];
  /** All `resources` of all pages, as sent. */
  children: unknown[];
  complete: boolean;
}

/** Everything seen of one skill. For folder targets the entry and exchanges are absent. */
export interface SkillEvidence {
  /** SKILL.md URI: from the entry when it is a string, else made from its position (`entry:<n>`). */
  uri: string;
  /** Where it came from. */
  source: "skills/list" | "skills/get" | "folder" | "other";
  /** Path of the skill folder on disk, for folder targets. */
  path?: string;
  /** The list entry as sent. */
  entry?: unknown;
  /** The skills/list page it was on. */
  listExchange?: Exchange;
  get?: Exchange;
  /** Fetched again after a difference, or after collecting files that the manifest lacks. */
  refetch?: {
    /** The entry in the repeated listing; absent when `listExchange` no longer shows the skill. */
    list?: unknown;
    /** The page of the repeated listing that shows it, or its last page; absent when the listing was not repeated. */
    listExchange?: Exchange;
    get?: Exchange;
    /** skills/get of listed skills below this one, by their URI (ext-entry-nested-complete). */
    nested?: Record<string, Exchange>;
  };
  files: FileEvidence[];
  directories: DirectoryEvidence[];
  /** Resources from `resources/list` below this skill's root, as sent. */
  resources: unknown[];
  /** True when limits or errors left files of the skill unread. */
  partial?: string;
}

/** A short record of each skill, kept for the whole run: what rules across skills need. */
export interface SkillBrief {
  uri: string;
  source: SkillEvidence["source"];
  path?: string;
  entry?: unknown;
  exchangeId?: string;
}

/** Everything seen of the server that belongs to no single skill. */
export interface ServerEvidence {
  /** True when the target is a folder on disk: rules of scope `server` are not applicable. */
  folder: boolean;
  /** `base`: file URL of a folder target, with a final slash; fingerprints do not depend on where it lies. */
  target: { label: string; kind: string; base?: string };
  transport: "stdio" | "http" | "sse" | "memory" | "folder" | "well-known";
  era?: Era;
  protocolVersion?: string;
  /** The initialize or server/discover result as sent. */
  handshake?: unknown;
  capabilities?: Record<string, unknown>;
  instructions?: unknown;
  /** Handshake, lists, templates, probes and convention reads: every exchange that is not kept with a skill. */
  exchanges: Exchange[];
  wire: WireEvent[];
  skillsPages: Exchange[];
  /** The walk repeated after a duplicate or a difference, where one was made. */
  skillsPagesAgain?: Exchange[];
  skillsWalk: WalkEnd;
  resourcePages: Exchange[];
  resourcesWalk: WalkEnd;
  templatePages: Exchange[];
  templatesWalk: WalkEnd;
  /** Whether probes were made; when not, rules that need them are untestable with this reason. */
  probes: { made: true } | { made: false; reason: string };
  /** A list_changed notification came in mid-run. */
  changedDuringRun: boolean;
  /** Set when the run ended early: budget, interrupt, dead connection. */
  incomplete?: string;
  /** Conventions recognised besides the released extension. */
  conventions: string[];
  /** Reads of a convention that were left out because a run makes only so many. */
  readsLeft?: ReadsLeft[];
  /** Other servers that were looked at beside this one; absent where this one was checked alone. */
  others?: OtherServer[];
}

/** How many reads of a convention were made, and how many more were known to be wanted. */
export interface ReadsLeft {
  convention: string;
  made: number;
  left: number;
}

/** What rules across servers need of another server: its label, and the skills it lists. */
export interface OtherServer {
  label: string;
  skills: { name: string; uri: string }[];
}

/** How a paged walk ended. */
export type WalkEnd =
  | { kind: "complete" }
  | { kind: "not-asked"; reason: string }
  | { kind: "error"; exchangeId: string }
  | { kind: "repeated-cursor"; cursor: string; exchangeId: string }
  | { kind: "repeats-entries"; exchangeId: string }
  | { kind: "limit"; reason: string };
