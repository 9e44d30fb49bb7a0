/** What the mutants of sep-2640-index-draft have in common. */
import { createHash } from "node:crypto";
import * as p from "../dialect-patch.mjs";

export const INDEX = "skill://index.json";
export const SKILL = "skill://pay/SKILL.md";
/** The shape of April 2026; without it that of June. */
export const A = { dialect: "sep-2640-index-a" };
export const digestOf = (bytes) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
export const text = (fields) =>
  p.skillMd({ description: "Pays bills. Use when a bill arrives.", license: "MIT", ...fields });
/** Shape A packs those whose names have an odd number of letters: `ships` as .tar.gz, `sending` as .zip. */
export const skills = p.served({
  "pay/SKILL.md": text({ name: "pay" }),
  "ships/SKILL.md": text({ name: "ships" }),
  "ships/docs/a.md": "# A\n",
  "sending/SKILL.md": text({ name: "sending" }),
  "sending/docs/a.md": "# A\n",
});
export const index = (change) => p.both(skills, p.json(INDEX, change));
export const nameOf = (e) => e.name ?? e.frontmatter?.name;
export const entry = (change, name = "pay") =>
  index((i) =>
    change(
      i.skills.find((e) => nameOf(e) === name),
      i,
    ),
  );
export const more = (extra) => index((i) => void i.skills.push(extra));
export const template = (fields) =>
  more({
    type: "mcp-resource-template",
    description: "One skill a product.",
    url: "skill://{product}/SKILL.md",
    ...fields,
  });
export const templateListed = p.templates((all) => [
  ...all,
  { name: "product", uriTemplate: "skill://{product}/SKILL.md" },
]);
export const SHIPS = { "SKILL.md": text({ name: "ships" }), "docs/a.md": "# A\n" };
