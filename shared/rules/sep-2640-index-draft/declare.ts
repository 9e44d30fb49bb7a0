import type { ServerEvidence } from "../../model/evidence";
import { ConventionReads, jsonOf, rulesOf } from "../convention-rules";
import type { EvidenceIndex } from "../evidence-index";
import { isRecord, member } from "../values";

export const PROFILE = "sep-2640-index-draft";
export const SPEC = "https://github.com/modelcontextprotocol/modelcontextprotocol/pull/2640";
export const rule = rulesOf(PROFILE, SPEC);
export const INDEX = "skill://index.json";

type Json = Record<string, unknown>;
/** A: April 2026, `type`. B: June, `frontmatter` with `url` or `archives`. C: 13 July, `uri` and `resources`. */
export type Shape = "A" | "B" | "C";

/** One thing that can be read, with the digest the index gives it. */
export interface Artifact {
  uri: string;
  digest: unknown;
  kind: "skill-md" | "archive" | "file";
  /** Of archives in shape B. */
  mimeType?: unknown;
  entry: IndexEntry;
}

export interface IndexEntry {
  at: number;
  raw: Json;
  shape: Shape | undefined;
  /** SKILL.md, archive or template address. */
  url: string | undefined;
  kind: "skill-md" | "archive" | "template" | "other";
  /** The skill's name as the index gives it. */
  name: unknown;
}

/** What was read of this convention. */
export const readsOf = (index: EvidenceIndex) =>
  new ConventionReads(index.exchanges(`convention:${PROFILE}`));
/** The same for probes, which know the server alone. */
export const readsIn = (server: ServerEvidence) =>
  new ConventionReads(server.exchanges.filter(({ purpose }) => purpose === `convention:${PROFILE}`));

function shapeOf(raw: Json): Shape | undefined {
  if ("type" in raw) return "A";
  if ("uri" in raw) return "C";
  if ("frontmatter" in raw || "archives" in raw) return "B";
  return "name" in raw || "description" in raw ? "A" : undefined;
}

const KINDS: Record<string, IndexEntry["kind"]> = {
  "skill-md": "skill-md",
  archive: "archive",
  "mcp-resource-template": "template",
};

/** The entries of the index that are objects; none when it could not be read. */
export function entriesOf(reads: ConventionReads): IndexEntry[] {
  const skills = member(jsonOf(reads.read(INDEX)), "skills");
  if (!Array.isArray(skills)) return [];
  return skills.flatMap((raw, at): IndexEntry[] => {
    if (!isRecord(raw)) return [];
    const shape = shapeOf(raw);
    const address = shape === "C" ? raw.uri : raw.url;
    return [
      {
        at,
        raw,
        shape,
        url: typeof address === "string" ? address : undefined,
        kind: shape === "A" ? (KINDS[String(raw.type)] ?? "other") : "skill-md",
        name: shape === "A" ? raw.name : member(raw.frontmatter, "name"),
      },
    ];
  });
}

/** What an entry says can be read: SKILL.md, archives, in shape C every file. */
export function artifactsOf(entry: IndexEntry): Artifact[] {
  const { raw, url, kind } = entry;
  if (entry.shape === "C") {
    const resources = Array.isArray(raw.resources) ? raw.resources : [];
    return resources.flatMap((item): Artifact[] => {
      const uri = member(item, "uri");
      if (typeof uri !== "string") return [];
      return [{ uri, digest: member(item, "digest"), kind: uri === url ? "skill-md" : "file", entry }];
    });
  }
  const own: Artifact[] =
    url !== undefined && (kind === "skill-md" || kind === "archive")
      ? [{ uri: url, digest: raw.digest, kind, entry }]
      : [];
  const archives = Array.isArray(raw.archives) ? raw.archives : [];
  return [
    ...own,
    ...archives.flatMap((item): Artifact[] => {
      const uri = member(item, "url");
      if (typeof uri !== "string") return [];
      return [
        { uri, digest: member(item, "digest"), mimeType: member(item, "mimeType"), kind: "archive", entry },
      ];
    }),
  ];
}

/** True when the directory reads of June 2026 are declared. */
export function directoryRead(server: ServerEvidence): boolean {
  const declared = member(member(server.capabilities, "extensions"), "io.modelcontextprotocol/skills");
  return member(declared, "directoryRead") === true;
}
