/** skills-ref: `[rule, what is broken, patch, options]`, written from the requirement's text; each is a folder. */
import * as p from "../dialect-patch.mjs";

const RIGHT = { name: "pay", description: "Pays bills. Use when a bill arrives." };
const md = (text, file = "pay/SKILL.md") => p.served({ [file]: text });
const fields = (more) => md(p.skillMd({ ...RIGHT, ...more }));
const lines = (...more) =>
  md(`---\nname: pay\ndescription: Pays bills. Use when due.\n${more.join("\n")}\n---\n\n# Pay\n`);
/** The directory follows the name. */
const named = (name) => md(p.skillMd({ ...RIGHT, name }), `${name}/SKILL.md`);

export const skillsRef = {
  profile: "skills-ref",
  dialects: ["folder"],
  eras: ["none"],
  rights: [
    ["one skill", fields({})],
    ["skill.md in lower case", md(p.skillMd(RIGHT), "pay/skill.md")],
    ["an empty compatibility", lines("compatibility:")],
    ["letters beyond ASCII in name and directory", named("größen")],
    [
      "a name with a composed letter, a directory with a decomposed one",
      md(p.skillMd({ ...RIGHT, name: "gr\u00f6ssen" }), "gro\u0308ssen/SKILL.md"),
    ],
  ],
  mutants: [
    ["sr-frontmatter-open", "a byte order mark", md(`\ufeff${p.skillMd(RIGHT)}`)],
    ["sr-frontmatter-open", "a blank line first", md(`\n${p.skillMd(RIGHT)}`)],
    ["sr-frontmatter-open", "no frontmatter", md("# Pay\n")],
    ["sr-frontmatter-close", "no second fence", md("---\nname: pay\ndescription: Pays.\n")],
    ["sr-strictyaml", "flow style", lines("metadata: {author: me}")],
    ["sr-strictyaml", "a flow list", lines("metadata: [a]")],
    ["sr-strictyaml", "an anchor", lines("license: &l MIT")],
    ["sr-strictyaml", "a tag", lines("license: !!str MIT")],
    ["sr-strictyaml", "a key twice", lines("license: MIT", "license: MIT")],
    ["sr-strictyaml", "no YAML", lines("license: 'MIT")],
    [
      "sr-strictyaml",
      "a fence inside a value ends it early",
      md('---\nname: pay\ndescription: "Pays --- bills"\n---\n\n# Pay\n'),
    ],
    ["sr-mapping", "a list", md("---\n- name\n- description\n---\n\n# Pay\n")],
    ["sr-mapping", "a plain text", md("---\nPays bills\n---\n\n# Pay\n")],
    ["sr-unknown", "a field version", fields({ version: "1" })],
    ["sr-unknown", "a field of Claude Code", fields({ "disable-model-invocation": "true" })],
    ["sr-name", "no name", md("---\ndescription: Pays bills.\n---\n\n# Pay\n")],
    ["sr-name", "a blank name", fields({ name: '" "' })],
    ["sr-name", "a mapping", md("---\nname:\n  first: pay\ndescription: Pays bills.\n---\n\n# Pay\n")],
    ["sr-name", "65 characters", named("a".repeat(65))],
    ["sr-name", "a capital letter", named("Pay")],
    ["sr-name", "a hyphen first", named("-pay")],
    ["sr-name", "a hyphen last", named("pay-")],
    ["sr-name", "two hyphens", named("pay--bills")],
    ["sr-name", "an underscore", named("pay_bills")],
    ["sr-name", "a dot", named("pay.bills")],
    ["sr-name-dir", "another directory", md(p.skillMd(RIGHT), "bills/SKILL.md")],
    ["sr-description", "no description", md("---\nname: pay\n---\n\n# Pay\n")],
    ["sr-description", "a blank description", fields({ description: '"  "' })],
    ["sr-description", "a list", md("---\nname: pay\ndescription:\n- Pays\n---\n\n# Pay\n")],
    ["sr-description", "1025 characters", fields({ description: "x".repeat(1025) })],
    ["sr-compat", "501 characters", fields({ compatibility: "x".repeat(501) })],
    ["sr-compat", "a mapping", lines("compatibility:", "  python: three")],
  ],
  unbreakable: {
    "sr-path-exists":
      "the check of a folder that is not there ends before any rule, with the exit code of a target that cannot be reached",
    "sr-skillmd":
      "a folder is taken as a skill by its SKILL.md or skill.md: one without either is no skill that a rule could look at",
  },
};
