import type { EraChoice } from "../../shared/model/server";
import type { Shown } from "./session";

/** How a fault has to show. */
export interface Expected {
  /** The words a person reads, and where. Absent where the fault harms nothing and all has to work as ever. */
  words?: RegExp;
  where?: Shown["where"];
  /** Why there is nothing to say. */
  harmless?: string;
  era?: EraChoice;
  /** Limit for one request, where that of the transport is too short for what is right, in milliseconds. */
  timeoutMs?: number;
  /** For a check that would take minutes: it has to end when it is cancelled. */
  cancelCheckAfterMs?: number;
}

const shows = (where: Shown["where"], words: RegExp, more: Expected = {}): Expected => ({
  where,
  words,
  ...more,
});
const drawn =
  "Right in form; that none of it runs or is fetched is for the window: test/e2e/web/hostile-faults.test.ts";

/** Over stdio, where that is not the same as over HTTP. */
export const overStdio: Record<string, Expected> = {
  hang: shows("server", /did not answer \S+ within 4000 ms/),
  "crash-mid-list": shows("server", /connection was lost: The server's process ended with exit code 1/),
  "crash-at-start": shows("server", /ended with exit code 1 before it answered.*SKILLS_TOKEN is not set/s),
};

/** Every fault of the built-in server, by its id. */
export const expected: Record<string, Expected> = {
  "wrong-digest": shows("file", /mismatch: The bytes have another SHA-256/),
  "uppercase-digest": shows("file", /64 lower-case hex digits/),
  "unknown-digest-algorithm": shows("file", /no "sha256:"/),
  "wrong-size": shows("file", /mismatch: The entry says \d+ bytes, the file has \d+/),
  "missing-size": shows("check", /ext-entry-size: .* no size/),
  "size-as-text": shows("check", /ext-entry-size: .* a string as size/),
  "changed-between-reads": shows("file", /mismatch/),
  truncated: shows("file", /mismatch/),
  "line-ends-changed": shows("file", /mismatch/),
  "binary-as-text": shows("file", /mismatch/),
  "broken-base64": shows("check", /mcp-binary: .* no standard base64/),
  "wrong-mime-type": shows("check", /ext-res-mimetype: .* application\/octet-stream/),
  "extra-file": shows("directory", /unlisted\.md is in no manifest/),
  "missing-file": shows("file", /-32602: .* Resource not found: .*gone\.md/),
  "file-listed-twice": shows("check", /ext-entry-resources-once/),
  "skillmd-not-listed": shows("file", /unlisted: The skill's entry does not list this file/),
  "nested-files-missing": shows("check", /ext-entry-nested-complete/),
  "frontmatter-differs": shows("file", /description differs/),
  "name-differs": shows("file", /name differs/),
  "no-manifest": shows("list", /is invalid: The entry has no resources/),
  dynamic: shows("file", /dynamic: its files have no fixed digests/),
  "list-and-get-differ": shows("check", /ext-entry-same-shape: .* frontmatter\.license/),
  "listed-twice": shows("check", /ext-list-atomic: .* listed 2 times/),

  "no-result-type": shows("check", /ext-list-resulttype/),
  "no-cache-hints": shows("check", /ext-list-cache/),
  "wrong-error-code": shows("check", /ext-read-unknown: .* another code/),
  "miss-in-prose": shows("check", /ext-read-unknown: .* succeeds/),
  "miss-is-empty": shows("check", /ext-read-unknown: .* empty contents/),
  "contents-of-another-uri": shows("check", /mcp-contents-uri/),
  "repeated-cursor": shows("list", /gave the cursor "again" twice/),
  "endless-paging": shows("list", /stopped after 2,000 pages, since the limit "Pages of one listing"/, {
    cancelCheckAfterMs: 2_000,
  }),
  "cursor-null": shows("check", /ext-list-pagination: .* nextCursor null/),
  "cursor-number": shows("list", /a number as nextCursor/),
  "page-fails": shows("list", /error -32603: Internal error: this page cannot be made/),
  "answer-twice": shows("check", /insp-duplicate-answer/),
  "unknown-id": shows("check", /insp-unknown-id/),
  "id-as-text": shows("server", /the id changed, "\d+" as text/),
  "wrong-type": shows("list", /an object as skills where a list has to stand/),
  "entries-of-wrong-type": shows("list", /is invalid: The entry is no object/),
  "error-without-code": shows("check", /ext-err-jsonrpc: The code of an error .* a string/),
  "result-and-error": shows("server", /refused initialize: Both at once/),
  "huge-message": shows("file", /mismatch: .* the file has 33554432/, { timeoutMs: 20_000 }),
  "read-never-answers": shows("file", /resources\/read: no answer within 600 ms/, { timeoutMs: 600 }),
  "extension-not-an-object": shows("check", /ext-cap-object: .* boolean/),
  "no-resources-capability": shows("check", /ext-cap-resources/),
  "declared-not-implemented": shows("skill", /-32601: Method not found: skills\/get/),
  "unknown-revision": shows("server", /revision 2099-01-01, which this app does not know/),
  "notification-storm": shows("check", /insp-changed-during-run: The server announced \d+ changes/),
  "asks-the-client": shows("check", /insp-server-request/),

  "stdout-noise": shows("check", /insp-stdout-noise: .* "> server v1 is working"/),
  "stderr-flood": shows("server", /stderr: .*noise on stderr/s, { timeoutMs: 20_000 }),
  "split-characters": { harmless: "Allowed: no character is damaged" },
  "crlf-lines": { harmless: "Allowed: the carriage return is no part of a message" },
  "slow-bytes": { harmless: "Slow is allowed, as long as each answer is there in time", timeoutMs: 20_000 },
  "endless-line": shows(
    "server",
    /wrote [\d,]+ bytes without a line end: .*the limit "Size of one message" is 64 MB/,
    { timeoutMs: 30_000 },
  ),
  hang: shows("server", /did not answer \S+ within 1500 ms/),
  "hang-after-handshake": shows("list", /skills\/list: no answer within \d+ ms/),
  "crash-mid-list": shows("list", /skills\/list: the answer broke off/),
  "crash-at-start": shows("server", /closed the connection before it answered/),
  "http-500": shows("list", /The server failed \(HTTP 500\)/),
  "http-401": shows("server", /asks for sign-in \(HTTP 401\)/),
  "http-429": shows("list", /asks to slow down \(HTTP 429\); wait 60 seconds, as it says by Retry-After/),
  "session-404": shows("list", /does not know the session any more \(HTTP 404\)/, { era: "legacy" }),
  redirect: shows("server", /redirects to http:\/\/skills\.example\/mcp .* another origin/),
  "redirect-loop": shows("server", /to itself \(HTTP 307\): a loop/),
  "wrong-content-type": shows("server", /no MCP server: HTTP 200 with text\/html/),
  "stream-cut": shows("file", /the stream ended before the request was answered/),
  "length-too-long": shows("file", /the answer broke off/),
  "stream-closes-at-once": shows("server", /stream of changes ended (once|\d+ times)/),

  "script-in-markdown": { harmless: drawn },
  "remote-image": { harmless: drawn },
  "dangerous-links": shows("check", /as-ref-relative: .* file: URI/),
  "bidi-names": shows("check", /insp-hidden-characters: .* turn the reading direction/),
  "control-characters": shows("check", /insp-hidden-characters: .* control range/),
  "invisible-text": shows("check", /insp-hidden-characters: .* invisible tag block/),
  "html-and-svg": { harmless: drawn },
  "deep-markdown": shows("check", /as-body-lines/),
  "alias-bomb": shows("file", /frontmatter: Aliases stand for more than 500 values/),
  "code-frontmatter": shows("file", /frontmatter: The file does not begin with frontmatter/),
  "zip-slip": { harmless: "As a file of a skill an archive is shown as bytes and never unpacked" },
  "traversal-uris": shows("check", /ext-entry-resources-inside/),
};
