import type { Exclusion } from "../define-rule";
import { PROFILE } from "./declare";

/** Rows that have no check of their own. */
const ROWS: [id: string, reason: string][] = [
  ["cat-document-id", "No check of its own: cat-param-skill-id judges the id of each document."],
  [
    "cat-param-skill-id-stable",
    "Not testable beyond cat-param-skill-id: the content contract that fixes what a stable id is, is not public.",
  ],
  ["cat-param-ref-id-declared", "No check of its own: cat-reference-declared judges it."],
];

export const exclusions: Exclusion[] = ROWS.map(([id, reason]) => ({
  id,
  profile: PROFILE,
  level: "STATEMENT",
  reason,
}));
