import { describe, expect, it } from "vitest";
import { sep2076 } from "../../../shared/rules/sep-2076";
import { type ConventionCase, testConvention } from "../convention-cases";
import { type Answer, builtIn, failure, type Loose, listing, result, spoiled } from "../convention-evidence";
import { testRows } from "../convention-rows";
import { sampleFolder } from "../convention-sample";

const serve = async () => builtIn("sep-2076", await sampleFolder());
const listed = (answer: Answer, change: (first: Loose, all: Loose[]) => void) =>
  spoiled(answer, "skills/list", ({ skills }) => {
    change(skills[0], skills);
    return undefined;
  });
const got = (answer: Answer, change: (result: Loose) => void) =>
  spoiled(answer, "skills/get", (value, { name }) => {
    if (name === "pdf-processing") change(value);
    return undefined;
  });
const depends = (answer: Answer, dependencies: Loose) =>
  listed(answer, (first) => {
    first.dependencies = dependencies;
  });
/** Lists tools and prompts, which the built-in server has none of. */
const withLists = (answer: Answer) =>
  spoiled(
    spoiled(answer, "tools/list", () => result({ tools: [{ name: "branch" }] })),
    "prompts/list",
    (_, { cursor }) =>
      result(
        cursor === undefined
          ? { prompts: [{ name: "first" }], nextCursor: "2" }
          : { prompts: [{ name: "second" }] },
      ),
  );
const needs = (answer: Answer) =>
  listed(answer, (first) => {
    first.arguments = [{ name: "form", required: true }];
  });

const cases: ConventionCase[] = [
  {
    rule: "s2076-cap",
    title: "listChanged is no boolean",
    outcome: "note",
    spoil: (answer) =>
      spoiled(answer, "initialize", ({ capabilities }) => {
        capabilities.skills.listChanged = "yes";
      }),
  },
  {
    rule: "s2076-methods",
    title: "skills/get is not known",
    spoil: (answer) => spoiled(answer, "skills/get", () => failure(-32601, "Method not found")),
    says: /skills\/get is not known/,
    grave: true,
  },
  {
    rule: "s2076-methods",
    title: "skills/list fails",
    spoil: (answer) => spoiled(answer, "skills/list", () => failure(-32603, "boom")),
    says: /gives an error/,
  },
  {
    rule: "s2076-list-shape",
    title: "the entry of SEP-2640",
    spoil: (answer) =>
      listed(answer, (first) => {
        first.uri = "skill://x/SKILL.md";
      }),
    says: /SEP-2640/,
    grave: true,
  },
  {
    rule: "s2076-list-shape",
    title: "skills is no array",
    spoil: (answer) =>
      spoiled(answer, "skills/list", (value) => {
        value.skills = {};
      }),
    says: /no array of objects/,
  },
  {
    rule: "s2076-list-shape",
    title: "an element is a string",
    spoil: (answer) => listed(answer, (_, all) => all.push("pay")),
    says: /no array of objects/,
  },
  {
    rule: "s2076-list-shape",
    title: "an argument without a name",
    spoil: (answer) =>
      listed(answer, (first) => {
        first.arguments = [{ required: true }];
      }),
    says: /whose name is a string/,
  },
  {
    rule: "s2076-list-shape",
    title: "one name twice",
    outcome: "note",
    spoil: (answer) => listed(answer, (first, all) => all.push(first)),
    says: /name of another/,
  },
  {
    rule: "s2076-get-by-name",
    title: "an error for a listed skill",
    spoil: (answer) =>
      spoiled(answer, "skills/get", (_, { name }) =>
        name === "git-workflow" ? failure(-32602, "Unknown skill") : undefined,
      ),
    says: /git-workflow/,
    grave: true,
  },
  {
    rule: "s2076-get-by-name",
    title: "made-up arguments refused",
    outcome: "note",
    spoil: (answer) =>
      spoiled(needs(answer), "skills/get", (_, params) =>
        params.arguments ? failure(-32602, "no such form") : undefined,
      ),
  },
  {
    rule: "s2076-get-instructions",
    title: "none",
    spoil: (answer) =>
      got(answer, (value) => {
        delete value.instructions;
      }),
    grave: true,
  },
  {
    rule: "s2076-get-error",
    title: "another code for an unknown name",
    spoil: (answer) =>
      spoiled(answer, "skills/get", (_, { name }) =>
        name.startsWith("zz") ? failure(-32002, "not found") : undefined,
      ),
    says: /does not exist/,
  },
  {
    rule: "s2076-get-error",
    title: "a required argument left out",
    spoil: needs,
    says: /required argument/,
    grave: true,
  },
  {
    rule: "s2076-deps-tools",
    title: "a tool that is not listed",
    spoil: (answer) => depends(withLists(answer), { tools: ["branch", "merge"] }),
    says: /"merge"/,
  },
  {
    rule: "s2076-deps-tools",
    title: "a listed tool",
    outcome: "pass",
    spoil: (answer) => depends(withLists(answer), { tools: ["branch"] }),
  },
  {
    rule: "s2076-deps-prompts",
    title: "a prompt of no page",
    spoil: (answer) => depends(withLists(answer), { prompts: [{ type: "ref/prompt", name: "third" }] }),
    says: /third/,
  },
  {
    rule: "s2076-deps-prompts",
    title: "a prompt of the second page",
    outcome: "pass",
    spoil: (answer) => depends(withLists(answer), { prompts: [{ type: "ref/prompt", name: "second" }] }),
  },
  {
    rule: "s2076-deps-resources",
    title: "a resource that cannot be read",
    spoil: (answer) => depends(answer, { resources: [{ type: "ref/resource", uri: "skill://nothing/x" }] }),
    says: /cannot be read/,
  },
  {
    rule: "s2076-deps-resources",
    title: "a template that is not listed",
    spoil: (answer) => depends(answer, { resources: [{ type: "ref/resource", uri: "skill://{x}" }] }),
    says: /no listed template/,
  },
  {
    rule: "s2076-deps-resources",
    title: "a readable resource",
    outcome: "pass",
    spoil: (answer) =>
      depends(answer, {
        resources: [{ type: "ref/resource", uri: "skill://pdf-processing/references/FORMS.md" }],
      }),
  },
  {
    rule: "s2076-files",
    title: "a file that cannot be read",
    spoil: (answer) =>
      got(answer, ({ files }) => {
        files[0].uri += "x";
      }),
    says: /cannot be read/,
    grave: true,
  },
  {
    rule: "s2076-files",
    title: "another type than stated",
    outcome: "note",
    spoil: (answer) =>
      got(answer, ({ files }) => {
        files[0].mimeType = "text/x-else";
      }),
  },
  {
    rule: "s2076-notify",
    title: "seen on the wire",
    outcome: "note",
    after: ({ wire }) =>
      wire.push({ kind: "notification", method: "notifications/skills/list_changed", text: "{}", at: 0 }),
  },
  {
    rule: "s2076-get-shape",
    title: "the wrapper of SEP-2640",
    spoil: (answer) =>
      got(answer, (value) => {
        value.skill = { uri: "skill://x/SKILL.md" };
      }),
    says: /SEP-2640/,
  },
  {
    rule: "s2076-mapping",
    title: "frontmatter in the instructions",
    outcome: "note",
    spoil: (answer) =>
      got(answer, (value) => {
        value.instructions = `---\nname: x\n---\n${value.instructions}`;
      }),
  },
];

describe("sep-2076", () => {
  testConvention(sep2076, serve, cases, {
    "s2076-deps-tools": "not-applicable",
    "s2076-deps-prompts": "not-applicable",
    "s2076-deps-resources": "not-applicable",
  });
  testRows(sep2076.profile);

  it("is not recognised by the extension", async () => {
    const { server } = await listing(
      spoiled(await serve(), "initialize", ({ capabilities }) => {
        capabilities.extensions = { "io.modelcontextprotocol/skills": {} };
        delete capabilities.skills;
      }),
    );
    expect(sep2076.recognise({ server, skills: [] })).toBe(false);
  });
});
