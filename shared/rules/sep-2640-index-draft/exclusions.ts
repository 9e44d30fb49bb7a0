import { excluded } from "../convention-rules";
import { PROFILE } from "./declare";

/** Rows that bind hosts, so this app, each with what keeps it. */
export const exclusions = excluded(PROFILE, [
  [
    "ix-archive-safety",
    "MUST",
    "Binds hosts: this app unpacks nothing to disk, and reads archives in memory, bounded, in shared/bytes/archive.ts; kept by test/unit/bytes/archive.test.ts.",
  ],
  [
    "ix-absence",
    "MUST NOT",
    "Binds hosts: a skill opens by its URI whether an index names it or not, by electron/engine/servers/open-by-uri.ts; kept by test/servers/host-conventions.test.ts.",
  ],
  [
    "ix-skip-unknown",
    "SHOULD",
    "Binds clients: entries of an unknown type are passed over and unknown fields kept, by electron/engine/discovery/conventions/sep-2640-index.ts; kept by test/servers/host-conventions.test.ts.",
  ],
  [
    "ix-verify",
    "MUST",
    "Binds hosts: what is shown is compared with the digest that was given, by electron/engine/servers/verify.ts; kept by test/servers/host-conventions.test.ts.",
  ],
]);
