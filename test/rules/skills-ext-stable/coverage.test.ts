import { expect, it } from "vitest";
import { skillsExtStable } from "../../../shared/rules/skills-ext-stable";
import { coverage } from "../cases";
import { capabilityCases } from "./capability-cases";
import { directoryCases } from "./directory-cases";
import { entryCases } from "./entry-cases";
import { getCases } from "./get-cases";
import { listCases } from "./list-cases";
import { manifestCases } from "./manifest-cases";
import { skillMdCases } from "./skill-md-cases";

/** Rules on what is merely allowed: they can only pass or not apply. */
const NEVER_FIND = [
  "ext-dir-any",
  "ext-dir-empty",
  "ext-dir-unlisted",
  "ext-err-internal",
  "ext-fmt-extra-files",
  "ext-res-meta-allowed",
  "ext-uri-depth",
  "ext-uri-other-scheme",
  "ext-uri-prefix",
];
/** Rules on what is worth a remark wherever it is seen: they never pass without one. */
const NEVER_PASS = ["ext-rsv-meta-prefix", "ext-uri-nested-skillmd"];

it("has for every rule a case in which it passes and one in which it finds something", () => {
  const { found, passed } = coverage(
    [
      ...capabilityCases,
      ...skillMdCases,
      ...entryCases,
      ...manifestCases,
      ...listCases,
      ...getCases,
      ...directoryCases,
    ],
    skillsExtStable,
  );
  const ids = skillsExtStable.rules.map(({ id }) => id);
  expect(ids.filter((id) => !found.has(id)).sort()).toEqual(NEVER_FIND);
  expect(ids.filter((id) => !passed.has(id)).sort()).toEqual(NEVER_PASS);
});
