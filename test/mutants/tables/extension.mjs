/** skills-ext-stable: `[rule, what is broken, patch, options]`, written from the requirement's text. */
import { extensionEntries } from "./extension-entries.mjs";
import { extensionMethods } from "./extension-methods.mjs";

export const extension = [...extensionEntries, ...extensionMethods];

/** Rules that nothing a server does can break. */
export const extensionUnbreakable = {
  "ext-cap-revision": "says which other rules apply by the negotiated revision",
  "ext-fmt-extra-files": "allows further files",
  "ext-uri-depth": "allows any depth",
  "ext-uri-prefix": "allows any prefix",
  "ext-uri-nested-skillmd": "allows nesting",
  "ext-uri-other-scheme": "allows other schemes",
  "ext-res-meta-allowed": "allows further _meta",
  "ext-dir-unlisted": "says what need not be listed",
  "ext-dir-empty": "says what an empty directory gives; anything else breaks ext-dir-children",
  "ext-dir-any": "allows directories of any scheme",
  "ext-dir-undeclared": "needs a probe outside the protocol, off by default",
};
