/** agent-skills: `[rule, what is broken, patch, options]`, written from the requirement's text. */
import * as p from "../patch.mjs";

const field = (fields) => p.frontmatter((f) => ({ ...f, ...fields }));
const long = (lines, width = 60) =>
  Array.from({ length: lines }, (_, i) => `Step ${i} ${"x".repeat(width)}`).join("\n");

export const agentSkills = [
  ["as-dir", "the file is named skill.md", p.rename(p.MAIN, `${p.ROOT}/skill.md`)],
  [
    "as-frontmatter",
    "no closing fence",
    p.text("---\nname: invoices\ndescription: Writes invoices. Use when due.\n"),
  ],
  ["as-frontmatter", "no frontmatter", p.text("# Invoices\n")],
  ["as-frontmatter", "YAML that is a list", p.text("---\n- name\n---\n# I\n")],
  ["as-name-required", "no name", p.text("---\ndescription: Writes invoices. Use when due.\n---\n# I\n")],
  [
    "as-name-required",
    "the name is a number",
    p.text("---\nname: 7\ndescription: Writes invoices. Use when due.\n---\n# I\n"),
  ],
  ["as-name-length", "65 characters", p.named("a".repeat(65))],
  ["as-name-charset", "a capital letter", p.named("Invoices")],
  ["as-name-charset", "a letter beyond ASCII", p.named("größen")],
  ["as-name-edges", "a hyphen first", p.named("-invoices")],
  ["as-name-edges", "a hyphen last", p.named("invoices-")],
  ["as-name-double-hyphen", "two hyphens", p.named("in--voices")],
  ["as-name-dir", "the name is not the directory", field({ name: "bills" })],
  ["as-description-required", "no description", p.text("---\nname: invoices\n---\n# I\n")],
  ["as-description-required", "a blank description", field({ description: '" "' })],
  ["as-description-length", "1025 characters", field({ description: `Use when due. ${"x".repeat(1011)}` })],
  ["as-description-what-when", "no word of when", field({ description: "Invoices." }), { note: true }],
  [
    "as-description-keywords",
    "a description of nothing",
    field({ description: "Helps. Use when helping." }),
    { note: true, maybe: "the row is not testable" },
  ],
  ["as-license", "a list", field({ license: ["MIT"] })],
  ["as-license", "names a file that is not there", field({ license: "LICENSE.txt" })],
  ["as-compat-length", "501 characters", field({ compatibility: "x".repeat(501) })],
  ["as-allowed-tools", "a YAML list", field({ "allowed-tools": ["Read", "Bash"] })],
  ["as-unknown-field", "a field version", field({ version: "one" })],
  ["as-metadata-map", "a list", field({ metadata: ["a"] })],
  ["as-metadata-map", "a number as value", field({ metadata: { build: 7 } })],
  ["as-metadata-keys", "a key of one common word", field({ metadata: { type: "tool" } }), { note: true }],
  ["as-body-lines", "500 lines", p.body(long(500, 1))],
  ["as-body-tokens", "21,000 characters", p.body(long(300))],
  [
    "as-references-small",
    "a reference of 30,000 characters",
    p.file("references/long.md", long(450)),
    { note: true },
  ],
  ["as-ref-relative", "an absolute path", p.body("[Hosts](/etc/hosts.md)")],
  ["as-ref-relative", "a path out of the skill", p.body("[Up](../refunds/SKILL.md)")],
  [
    "as-ref-depth",
    "a reference that refers further",
    p.skill((one) => ({
      body: `${one.body}\n[A](references/a.md)\n`,
      files: {
        ...one.files,
        "references/a.md": "# A\n\n[B](deeper/b.md)\n",
        "references/deeper/b.md": "# B\n",
      },
    })),
    { note: true },
  ],
  ["as-ref-exists", "a dead link", p.body("[Gone](references/gone.md)")],
];

export const agentSkillsUnbreakable = {};
