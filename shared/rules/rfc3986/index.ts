import type { Profile } from "../define-rule";
import { formRows } from "./form";
import { grammarRows } from "./grammar";
import { remarkRows } from "./remarks";
import { PROFILE, SPEC, uriRule } from "./uri-rule";

/** RFC 3986: every URI that a server gives, on the raw string. */
export const rfc3986: Profile = {
  id: PROFILE,
  title: "RFC 3986, Uniform Resource Identifiers",
  specUrl: SPEC,
  rules: [...grammarRows, ...formRows, ...remarkRows].map(uriRule),
  exclusions: [
    {
      id: "u-relative-resolution",
      profile: PROFILE,
      level: "MUST",
      reason:
        "Asked of the app, not of a server: test/unit/uri/resolve.test.ts holds it to the examples of section 5.4 on http:// and skill://.",
    },
  ],
};
