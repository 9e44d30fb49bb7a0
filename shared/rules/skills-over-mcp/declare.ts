import type { Exchange, ServerEvidence } from "../../model/evidence";
import { ConventionReads, jsonOf, listedTemplates, rulesOf } from "../convention-rules";
import type { EvidenceIndex } from "../evidence-index";
import { isRecord, member } from "../values";

export const PROFILE = "skills-over-mcp";
export const SPEC =
  "https://github.com/modelcontextprotocol/experimental-ext-skills/tree/main/examples/skills-as-resources";
export const rule = rulesOf(PROFILE, SPEC);

export const INDEX = "skill://index";
export const PROMPT_XML = "skill://prompt-xml";
/** The TypeScript server's template, and the Python one's. */
export const TEMPLATE = "skill://{skillName}/document/{+documentPath}";
export const PYTHON_TEMPLATE = "skill://{skill_name}/document/{document_path}";
export const LOOKUP = "skill://lookup/{name}";

type Json = Record<string, unknown>;

/** What was read of this convention. */
export const readsOf = (index: EvidenceIndex) =>
  new ConventionReads(index.exchanges(`convention:${PROFILE}`));
/** The same for probes, which know the server alone. */
export const readsIn = (server: ServerEvidence) =>
  new ConventionReads(server.exchanges.filter(({ purpose }) => purpose === `convention:${PROFILE}`));

/** The records of the index that have a name; none when it is no array. */
export function entriesOf(reads: ConventionReads): Json[] {
  const index = jsonOf(reads.read(INDEX));
  return Array.isArray(index) ? index.filter(isRecord).filter(({ name }) => typeof name === "string") : [];
}

/** Whether every entry of the index says by strings which skill it is, so that other answers can be held to it. */
export function wholeIndex(reads: ConventionReads): boolean {
  const index = jsonOf(reads.read(INDEX));
  return (
    Array.isArray(index) &&
    index.every((entry) =>
      ["name", "description", "uri"].every((key) => typeof member(entry, key) === "string"),
    )
  );
}

/** The `documents` of a document list. */
export function documentsOf(list: Exchange | undefined): Json[] {
  const value = jsonOf(list);
  const documents = isRecord(value) ? value.documents : undefined;
  return Array.isArray(documents) ? documents.filter(isRecord) : [];
}

export interface KnownDocument {
  skill: Json;
  /** As the list has it. */
  document: Json;
  uri: string;
  path: string;
  list: Exchange;
}

/** Documents of all skills, as their lists have them. */
export function allDocuments(reads: ConventionReads): KnownDocument[] {
  return entriesOf(reads).flatMap((skill) => {
    const list = typeof skill.documentsUri === "string" ? reads.read(skill.documentsUri) : undefined;
    if (!list) return [];
    return documentsOf(list).flatMap((document) => {
      const { uri, path } = document;
      return typeof uri === "string" && typeof path === "string" ? { skill, document, uri, path, list } : [];
    });
  });
}

/** The listed template for documents. */
export function documentTemplate(server: ServerEvidence): string | undefined {
  const uris = listedTemplates(server).map(({ uri }) => uri);
  return [TEMPLATE, PYTHON_TEMPLATE].find((template) => uris.includes(template));
}
