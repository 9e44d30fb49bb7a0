import type { Level } from "../../model/finding";
import type { Exclusion } from "../define-rule";
import { PROFILE } from "./declare";

/**
 * Rows of the catalogue that are no rule. Those on hosts bind this app, not the servers it looks at: each names the
 * test that keeps it. The others have no check of their own.
 */

const REQUESTS = "test/servers/host-requests.test.ts";
const READING = "test/servers/host-verification.test.ts";
const SECURITY = "test/e2e/web/hostile.test.ts";
const SCREEN = "test/e2e/web/host-screen.test.ts";
const STORAGE = "test/servers/host-storage.test.ts";

type HostRow = [id: string, level: Level, test: string, what: string];

const HOST: HostRow[] = [
  ["ext-cap-undeclared-methods", "MUST NOT", REQUESTS, "no directory read without directoryRead: true"],
  ["ext-cap-gate-list-get", "MUST", REQUESTS, "no skills/list or skills/get before the declaration was seen"],
  ["ext-uri-authority-no-dns", "MUST NOT", REQUESTS, "the authority of a skill URI is never looked up"],
  ["ext-uri-scheme-not-identity", "MUST NOT", REQUESTS, "a skill:// resource without an entry is no skill"],
  ["ext-nested-no-act", "MUST NOT", SCREEN, "a nested SKILL.md opened as a file is plain markdown"],
  ["ext-nested-consent", "MUST", REQUESTS, "opening a skill opens none that is nested in it"],
  ["ext-entry-metadata-ignore", "SHOULD", SCREEN, "unknown reserved metadata keys change nothing"],
  [
    "ext-entry-no-name-assume",
    "MUST NOT",
    SCREEN,
    "skills of one name are separate rows, told apart by path",
  ],
  ["ext-entry-identity-pair", "MUST", STORAGE, "everything stored is keyed by server and uri"],
  ["ext-entry-materialise-path", "MUST", STORAGE, "an exported folder names server and uri"],
  ["ext-entry-no-shadow", "MUST NOT", SCREEN, "skills of one name on two servers both stay visible"],
  [
    "ext-entry-invalid-not-loaded",
    "MUST NOT",
    SCREEN,
    "an entry without valid resources is shown and not opened",
  ],
  ["ext-entry-dynamic-decline", "MAY", READING, "files of a dynamic skill are called unverifiable"],
  ["ext-limit-host", "MUST", READING, "a skill of 512 files and 16 MiB is accepted"],
  ["ext-list-partial-host", "MUST NOT", REQUESTS, "a skill that no list shows opens by its URI"],
  ["ext-read-not-load", "MUST NOT", READING, "reading SKILL.md grants nothing"],
  ["ext-verify-digest", "MUST", READING, "content of another digest is not used"],
  ["ext-verify-size", "MUST", READING, "content of another size is not used"],
  ["ext-verify-unlisted", "MUST", READING, "a file that the entry lacks is marked unlisted"],
  [
    "ext-verify-frontmatter",
    "MUST",
    READING,
    "frontmatter that differs from the entry is named, and no file is saved",
  ],
  ["ext-verify-lazy", "MUST NOT", REQUESTS, "connecting and listing read no file"],
  ["ext-verify-cache", "SHOULD", STORAGE, "what was read is shown again without another request"],
  ["ext-verify-not-trust", "MUST NOT", SCREEN, "a match is called consistent, never safe or trusted"],
  ["ext-dir-not-manifest", "MUST NOT", READING, "a child that the entry lacks is no file of the skill"],
  ["ext-sec-untrusted", "MUST", SECURITY, "markdown is inert: no script, no remote load"],
  ["ext-sec-origin", "MUST", SCREEN, "a skill always carries its server's label"],
  ["ext-sec-no-exec", "MUST NOT", SECURITY, "nothing in a skill is executed"],
  ["ext-sec-origin-scoped", "MUST", REQUESTS, "links are followed on the skill's own connection only"],
  ["ext-sec-allowed-tools", "MUST", SCREEN, "allowed-tools is shown with a warning and has no effect"],
  ["ext-sec-content-bound", "MUST", STORAGE, "a changed set of uri and digest revokes the pin"],
  ["ext-sec-inspect", "SHOULD", SCREEN, "origin and content are shown before anything is done with a skill"],
  ["ext-sec-disk-cache", "MUST", STORAGE, "nothing read is kept on disk unless a person saves it"],
  ["ext-entry-dynamic-approval", "MUST NOT", STORAGE, "a dynamic skill cannot be pinned"],
  ["ext-fmt-compat", "MUST", READING, "skills of the earlier Agent Skills text still open"],
  ["ext-verify-window", "MUST NOT", READING, "an open file keeps the entry it was verified against"],
  ["ext-limit-dynamic", "MAY", READING, "a dynamic skill is read up to 16 MiB"],
  ["ext-dir-stale-present", "SHOULD", SCREEN, "a child newer than the entry reads as: skill has changed"],
  ["ext-sec-collisions", "SHOULD", SCREEN, "one name on two servers is marked as a collision"],
  ["ext-sec-cross-origin", "MUST", REQUESTS, "a skill of one server never causes a read on another"],
  ["ext-sec-not-authority", "MUST NOT", REQUESTS, "the app's own tools return skill content as quoted data"],
  ["ext-sec-cache-remove", "SHOULD", STORAGE, "removing a server removes its cached content"],
];

const WITHOUT_CHECK: Exclusion[] = [
  {
    id: "ext-uri-file-path",
    profile: PROFILE,
    level: "STATEMENT",
    reason: "No check of its own: ext-entry-resources-inside judges where files lie.",
  },
  {
    id: "ext-uri-root-no-slash",
    profile: PROFILE,
    level: "STATEMENT",
    reason:
      "No check of its own: a definition that ext-entry-resources-inside, ext-dir-every-level and ext-dir-no-trailing-slash use.",
  },
  {
    id: "ext-nested-same-rules",
    profile: PROFILE,
    level: "STATEMENT",
    reason:
      "No check of its own: ext-uri-final-segment, ext-entry-uri-name and ext-uri-name-rules run on nested skills too.",
  },
  {
    id: "ext-nested-flat",
    profile: PROFILE,
    level: "STATEMENT",
    reason: "Nothing to check: nesting is read off the URIs, and nothing in a listing marks it.",
  },
];

export const exclusions: Exclusion[] = [
  ...HOST.map(([id, level, test, what]) => ({
    id,
    profile: PROFILE,
    level,
    reason: `Binds hosts, so this app: kept by ${test} (${what}).`,
  })),
  ...WITHOUT_CHECK,
];
