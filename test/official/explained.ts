/** A pair of verdicts that differ. */
interface Difference {
  target: string;
  check: string;
  suite: string;
  ours: string;
}

interface Explained {
  /** Server or fault; absent means any. */
  target?: string;
  checks: string[];
  suite: string;
  ours: string;
  why: string;
}

const NOTHING = "nothing to judge";
const UNMET =
  "The server showed nothing of that kind: the suite passes what it did not meet, ours says that there was nothing to judge.";
const CASCADE =
  "The method is not there, which ours says once (ext-cap-directory-method); the suite says it again of each check that needs an answer.";
const MADE_UP =
  "skills/list gives no URI to ask for, so the suite stops there; ours asks with made-up URIs and with those of resources/list.";
const REPEATED =
  "The same page comes again. Ours stops at the repeated cursor and says that (ext-list-pagination); the suite counts the repeated entries as further ones.";

/** The narrower ones first: the first that fits is told. */
const EXPLAINED: Explained[] = [
  {
    target: "extension-not-an-object",
    checks: [],
    suite: "ok",
    ours: NOTHING,
    why: "A declaration that is no object declares nothing (ext-cap-object, which both report); ours then sends no method of the extension, the suite does.",
  },
  {
    target: "no-resources-capability",
    checks: ["skillmd-metadata-name", "skillmd-metadata-description"],
    suite: "ok",
    ours: NOTHING,
    why: "Without the capability ours does not send resources/list, and so sees no metadata of resources.",
  },
  {
    target: "traversal-uris",
    checks: ["resources-size-required"],
    suite: "ok",
    ours: NOTHING,
    why: "Ours also compares each size with the bytes, and does not fetch what lies outside the skill; the sizes stated have the right form.",
  },
  {
    target: "no-manifest",
    checks: ["skills-get-entry-shape"],
    suite: "complains",
    ours: "ok",
    why: "The missing resources are reported once, by ext-entry-resources-present; ext-entry-same-shape asks whether skills/get says the same as skills/list, and it does.",
  },
  {
    target: "name-differs",
    checks: ["names-should-be-unique"],
    suite: "ok",
    ours: "complains",
    why: "Every frontmatter gives the same name. The suite takes names from the URIs, ours takes the name that a host would show.",
  },
  {
    target: "listed-twice",
    checks: ["skills-list-entry-atomic"],
    suite: "ok",
    ours: "complains",
    why: "Ours reports one entry that comes twice as a skill that is split; the suite looks over pages only, and these two are on one.",
  },
  {
    target: "listed-twice",
    checks: ["names-should-be-unique"],
    suite: "complains",
    ours: "ok",
    why: "One skill listed twice does not collide with itself; ours reports it as listed twice (ext-list-atomic).",
  },
  {
    target: "repeated-cursor",
    checks: ["skills-list-entry-atomic"],
    suite: "complains",
    ours: NOTHING,
    why: REPEATED,
  },
  {
    target: "repeated-cursor",
    checks: ["names-should-be-unique"],
    suite: "complains",
    ours: "ok",
    why: REPEATED,
  },
  {
    target: "wrong-type",
    checks: ["skills-list-implemented"],
    suite: "ok",
    ours: "complains",
    why: "An object is no list of skills. The suite only sees that the method answers.",
  },
  {
    target: "wrong-type",
    checks: ["skills-get-cache-attributes", "skills-get-no-cursor", "skills-get-unknown-uri-invalid-params"],
    suite: NOTHING,
    ours: "ok",
    why: MADE_UP,
  },
  {
    target: "declared-not-implemented",
    checks: ["skills-list-pagination", "skills-list-entry-atomic"],
    suite: NOTHING,
    ours: "ok",
    why: "No page came, so none was split or named a wrong next one; that the method is missing both report (ext-list-implemented).",
  },
  {
    target: "declared-not-implemented",
    checks: [
      "directory-read-result-resources-shape",
      "directory-read-invalid-params",
      "directory-read-pagination",
    ],
    suite: "complains",
    ours: NOTHING,
    why: CASCADE,
  },
  {
    target: "hf-mcp-server 0.4.23",
    checks: ["directory-read-subdir-mimetype"],
    suite: NOTHING,
    ours: "ok",
    why: "The one skill has no subdirectory for the suite to look at; ours judges the types of all children, and none is wrong.",
  },
  {
    checks: [
      "meta-prefix",
      "metadata-reserved-prefix",
      "skillmd-mimetype",
      "final-segment-equals-name",
      "skillmd-metadata-name",
      "skillmd-metadata-description",
      "directory-read-result-resources-shape",
      "directory-read-subdir-mimetype",
      "directory-read-pagination",
    ],
    suite: "ok",
    ours: NOTHING,
    why: UNMET,
  },
];

/** Why a difference is right as it is; undefined where nobody has found out. */
export function explanation({ target, check, suite, ours }: Difference): string | undefined {
  const fits = (each: Explained) =>
    (each.target === undefined || each.target === target) &&
    // No check named: the same reason holds for all of them.
    (each.checks.length === 0 || each.checks.includes(check)) &&
    each.suite === suite &&
    each.ours === ours;
  return EXPLAINED.find(fits)?.why;
}
