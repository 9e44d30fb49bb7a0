import type { Level } from "../../model/finding";
import type { Exclusion, Profile } from "../define-rule";
import { grammarRows } from "./grammar";
import { meaningRows } from "./meaning";
import { PROFILE, SPEC, templateRule } from "./template-rule";

const SUITE =
  "test/unit/uri/uritemplate-suite.test.ts holds it to the public test suite where that lies beside the repository";
const GOLDEN = "test/unit/uri/expand.test.ts to golden cases of our own";

/** Rows about expansion, which is done by the app and asked of no server. */
const hostRows: [id: string, level: Level, what: string][] = [
  ["t-simple-encode", "MUST", "section 3.2.2"],
  ["t-reserved", "MUST", "section 3.2.3"],
  ["t-path-op", "MUST", "section 3.2.6"],
  ["t-query-op", "MUST", "section 3.2.8"],
  ["t-undefined", "MUST", "section 3.2.1 and the empty variables of the extended tests"],
  ["t-error", "SHOULD", "section 3 and the negative tests"],
  ["t-fragment-op", "MUST", "section 3.2.4"],
  ["t-label-op", "MUST", "section 3.2.5"],
  ["t-matrix-op", "MUST", "section 3.2.7"],
  ["t-continuation-op", "MUST", "section 3.2.9"],
  ["t-literal-expansion", "MUST", "section 3.1 and the literal encodings of the extended tests"],
  ["t-prefix-chars", "MUST", "section 2.4.1 and the multibyte prefixes of the extended tests"],
];

const exclusions = hostRows.map(
  ([id, level, what]): Exclusion => ({
    id,
    profile: PROFILE,
    level,
    reason: `Asked of the app, not of a server (${what}): ${SUITE}, ${GOLDEN}.`,
  }),
);

/** RFC 6570: every template that a server lists. */
export const rfc6570: Profile = {
  id: PROFILE,
  title: "RFC 6570, URI templates",
  specUrl: SPEC,
  rules: [...grammarRows, ...meaningRows].map(templateRule),
  exclusions,
};
