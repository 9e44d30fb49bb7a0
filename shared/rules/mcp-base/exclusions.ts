import type { Level } from "../../model/finding";
import type { Exclusion } from "../define-rule";
import { PROFILE } from "./declare";

/** Rows that bind clients, so this app; each names the test that keeps it. */
const HOST: [id: string, level: Level, test: string, what: string][] = [
  [
    "mcp-not-found-accept",
    "SHOULD",
    "test/servers/host-requests.test.ts",
    "-32002 and -32602 both read as not found",
  ],
  [
    "mcp-completion-ref",
    "MUST",
    "test/servers/host-requests.test.ts",
    "completion names the template unexpanded",
  ],
  [
    "mcp-completion-context",
    "SHOULD",
    "test/servers/host-requests.test.ts",
    "completion sends the variables filled so far",
  ],
  [
    "mcp-modern-meta",
    "MUST",
    "test/servers/host-requests.test.ts",
    "_meta and HTTP headers of every request",
  ],
  [
    "mcp-cursor-empty",
    "MUST NOT",
    "test/servers/host-requests.test.ts",
    'the page after the cursor "" is read',
  ],
];

export const exclusions: Exclusion[] = HOST.map(([id, level, test, what]) => ({
  id,
  profile: PROFILE,
  level,
  reason: `Binds clients, so this app: kept by ${test} (${what}).`,
}));
