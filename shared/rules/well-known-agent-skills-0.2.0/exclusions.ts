import type { Level } from "../../model/finding";
import type { Exclusion } from "../define-rule";
import { PROFILE } from "./facts";

/** Rows that bind clients, so this app (`electron/engine/well-known`); one test keeps them. */
const TEST = "test/servers/well-known.test.ts";
const HOST: [id: string, level: Level, what: string][] = [
  ["wk-c-fetch", "MUST", "an index of an unknown $schema is not processed, and said to be so"],
  ["wk-c-ignore", "MUST", "unknown fields change nothing"],
  ["wk-c-type", "MUST", "an entry of an unknown type is skipped with a warning"],
  ["wk-c-verify", "MUST", "an artifact that does not match its digest is not used"],
  ["wk-c-formats", "MUST", ".tar.gz and .zip are both unpacked"],
  ["wk-c-archive-safety", "MUST", "traversal, absolute paths, links and oversize archives are refused"],
  ["wk-c-redirect", "MUST", "redirects are followed, and Cache-Control decides how long the index is kept"],
  ["wk-c-scripts", "MUST NOT", "files of an opened skill stay bytes in memory; nothing is started"],
  ["wk-c-allowlist", "SHOULD", "only the site's own origin and those that were allowed are asked"],
  ["wk-c-disclosure", "MUST", "listing fetches the index only, opening one artifact"],
  ["wk-c-digest-cache", "MUST", "an artifact whose digest was verified is not fetched again"],
  ["wk-c-archive-type", "SHOULD", "with application/octet-stream the ending decides"],
  ["wk-c-legacy", "SHOULD", "an index without $schema is read as 0.1.0"],
];

export const exclusions: Exclusion[] = HOST.map(([id, level, what]) => ({
  id,
  profile: PROFILE,
  level,
  reason: `Binds clients, so this app: kept by ${TEST} (${what}).`,
}));
