/** What the mutants of skills-ext-stable have in common. */
import * as p from "../patch.mjs";

/** Changes the first listed resource. */
export const row = (change) => p.result("resources/list", (r) => change(r.resources[0]));

/** Skills of which one lies in the other. */
export const nested = [
  {
    path: "acme/help/guide",
    frontmatter: { name: "guide", description: "Guides. Use when lost." },
    body: "# G\n",
    files: {},
  },
  {
    path: "acme/help/guide/deep",
    frontmatter: { name: "deep", description: "Goes deep. Use when deep." },
    body: "# D\n",
    files: {},
  },
];
