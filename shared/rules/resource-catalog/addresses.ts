import { encodeSegment } from "../../uri/skill-uri";

/** The URIs of the contract, written and taken apart (Canonical URI Surface). */

/** The two halves of a catalogue: they have the same resources, one of skills, one of prompts. */
export type Kind = "skills" | "prompts";

export const indexUri = (kind: Kind) => `resource://catalog/${kind}_index`;
export const recordUri = (kind: Kind, id: string) => `resource://catalog/${kind}/${encodeSegment(id)}`;
export const documentUri = (kind: Kind, id: string) => `resource://${kind}/${encodeSegment(id)}/document`;
export const referenceUri = (skill: string, ref: string) =>
  `resource://skills/${encodeSegment(skill)}/references/${encodeSegment(ref)}`;
export const DOCS = "resource://docs/";

export const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** A URI of one of the contract's families, taken apart. Values are as they stand in the URI, still encoded. */
export interface Address {
  family: "catalog" | "skills" | "prompts" | "docs";
  /** Segments below the family; for docs the path as segments. */
  segments: string[];
  /** What stands behind `?`, without it. */
  query: string;
  skillId?: string;
  promptId?: string;
  refId?: string;
  /** The raw path below `resource://docs/`. */
  docsPath?: string;
}

/** @returns undefined for URIs outside of `resource://` catalog, skills, prompts and docs */
export function parseAddress(uri: string): Address | undefined {
  const match = /^resource:\/\/(catalog|skills|prompts|docs)(?:\/([^?#]*))?(?:\?([^#]*))?/s.exec(uri);
  if (!match) return undefined;
  const family = match[1] as Address["family"];
  const path = match[2] ?? "";
  const segments = path === "" ? [] : path.split("/");
  const address: Address = { family, segments, query: match[3] ?? "" };
  const [first, second, third] = segments;
  if (family === "docs") address.docsPath = path;
  else if (family === "catalog" && second !== undefined) {
    if (first === "skills") address.skillId = second;
    if (first === "prompts") address.promptId = second;
  } else if (family === "skills" && first !== undefined) {
    address.skillId = first;
    if (second === "references" && third !== undefined) address.refId = segments.slice(2).join("/");
  } else if (family === "prompts" && first !== undefined) address.promptId = first;
  return address;
}
