import { describe, expect, it } from "vitest";
import { skillUriProposal } from "../../../shared/rules/skill-uri-proposal";
import { skillMd } from "../../servers/skill-server/client";
import { type ConventionCase, testConvention } from "../convention-cases";
import { type Answer, builtIn, failure, type Loose, listing, result, spoiled } from "../convention-evidence";
import { testRows } from "../convention-rows";
import { sampleFolder } from "../convention-sample";

const READ = "resources/read";
const serve = async () => builtIn("skill-uri-proposal", await sampleFolder());

/** Lists something more. */
const more = (answer: Answer, ...items: Loose[]) =>
  spoiled(answer, "resources/list", ({ resources }) => void resources.push(...items));
const uri = (value: string, rest: Loose = {}) => ({
  uri: value,
  name: "x",
  mimeType: value.endsWith(".md") ? "text/markdown" : "text/plain",
  ...rest,
});
const template = (answer: Answer, uriTemplate: string) =>
  spoiled(
    answer,
    "resources/templates/list",
    ({ resourceTemplates }) => void resourceTemplates.push({ name: "x", uriTemplate }),
  );
const text = (answer: Answer, of: string, value: string) =>
  spoiled(answer, READ, (_, params) =>
    params.uri === of
      ? result({ contents: [{ uri: of, mimeType: "text/markdown", text: value }] })
      : undefined,
  );

const GIT = "skill://git-workflow/SKILL.md";

const cases: ConventionCase[] = [
  {
    rule: "prop-scheme",
    title: "another scheme",
    spoil: (answer) => more(answer, uri("repo://x/SKILL.md")),
    says: /repo/,
    grave: true,
  },
  {
    rule: "prop-structure",
    title: "one segment",
    spoil: (answer) => more(answer, uri("skill://alone")),
    says: /alone/,
    grave: true,
  },
  {
    rule: "prop-skillmd-explicit",
    title: "a skill under its directory",
    spoil: (answer) => text(answer, "skill://git-workflow", skillMd("git-workflow")),
    says: /without naming SKILL.md/,
    grave: true,
  },
  {
    rule: "prop-skillmd-explicit",
    title: "a listed skill of one segment",
    spoil: (answer) => text(more(answer, uri("skill://alone")), "skill://alone", skillMd("alone")),
    says: /alone/,
  },
  {
    rule: "prop-double-slash",
    title: "three slashes",
    spoil: (answer) => more(answer, uri("skill:///x/SKILL.md")),
    says: /skill:\/\/\/x/,
    grave: true,
  },
  {
    rule: "prop-no-nesting",
    title: "a skill below another",
    spoil: (answer) => more(answer, uri("skill://git-workflow/in/deep/SKILL.md")),
    says: /below the skill/,
    grave: true,
  },
  {
    rule: "prop-segments",
    title: "a space",
    spoil: (answer) => more(answer, uri("skill://a b/SKILL.md")),
    says: /"a b"/,
    grave: true,
  },
  {
    rule: "prop-rfc3986",
    title: "a broken escape",
    spoil: (answer) => more(answer, uri("skill://a/%zz/SKILL.md")),
    says: /%zz/,
    grave: true,
  },
  {
    rule: "prop-name",
    title: "capitals",
    spoil: (answer) => text(answer, GIT, skillMd("Git-Workflow")),
    says: /Git-Workflow/,
    grave: true,
  },
  {
    rule: "prop-name-decoupled",
    title: "another name than the path",
    outcome: "note",
    spoil: (answer) => text(answer, GIT, skillMd("branching")),
    says: /branching/,
  },
  {
    rule: "prop-sub-resources",
    title: "a file of no skill",
    spoil: (answer) => more(answer, uri("skill://elsewhere/notes.txt")),
    says: /below no skill/,
    grave: true,
  },
  {
    rule: "prop-sub-resources",
    title: "a file of a skill",
    outcome: "pass",
    spoil: (answer) => more(answer, uri("skill://pdf-processing/references/FORMS.md")),
  },
  {
    rule: "prop-templates",
    title: "values that cannot be read",
    spoil: (answer) =>
      spoiled(answer, READ, (_, params) =>
        params.uri === GIT ? failure(-32002, "Resource not found") : undefined,
      ),
    says: /cannot be read/,
    grave: false,
  },
  {
    rule: "prop-templates",
    title: "a template that is none",
    spoil: (answer) => template(answer, "skill://{open/SKILL.md"),
    says: /cannot be expanded/,
  },
  {
    rule: "prop-generic-template",
    title: "the example of the text",
    spoil: (answer) => template(answer, "skill://{skill_path}/{+file}"),
    says: /\{\+skill_path\}/,
    grave: true,
  },
  {
    rule: "prop-mimetype",
    title: "plain text",
    spoil: (answer) => more(answer, uri("skill://x/SKILL.md", { mimeType: "text/plain" })),
    says: /text\/plain/,
    grave: true,
  },
  {
    rule: "prop-mimetype",
    title: "read as plain text",
    spoil: (answer) =>
      spoiled(answer, READ, ({ contents }, params) => {
        if (params.uri === GIT) contents[0].mimeType = "text/plain";
      }),
    says: /is read with the mimeType "text\/plain"/,
  },
  {
    rule: "prop-no-nesting",
    title: "a SKILL.md without a skill path, which encloses nothing",
    outcome: "pass",
    spoil: (answer) => more(answer, uri("skill://SKILL.md")),
  },
  {
    rule: "prop-segments",
    title: "a query, which is no segment",
    outcome: "pass",
    spoil: (answer) => more(answer, uri("skill://git-workflow/SKILL.md?version=2")),
  },
  {
    rule: "prop-meta",
    title: "provenance",
    outcome: "note",
    spoil: (answer) => more(answer, uri("skill://x/SKILL.md", { _meta: { from: "x" } })),
  },
  {
    rule: "prop-no-version",
    title: "a version in the path",
    outcome: "note",
    spoil: (answer) => more(answer, uri("skill://x/1.2.0/SKILL.md")),
    says: /1\.2\.0/,
  },
];

describe("skill-uri-proposal", () => {
  testConvention(skillUriProposal, serve, cases, { "prop-sub-resources": "not-applicable" });
  testRows(skillUriProposal.profile);

  it.each([
    ["an index", "skill://index.json"],
    ["an index of documents", "skill://index"],
    ["a manifest", "skill://git-workflow/_manifest"],
  ])("is not recognised with %s, which a later convention has", async (_, listed) => {
    const { server } = await listing(more(await serve(), uri(listed)));
    expect(skillUriProposal.recognise({ server, skills: [] })).toBe(false);
  });

  it("is recognised by the instructions alone, and reads what they name", async () => {
    const { server } = await listing(
      spoiled(await serve(), "resources/list", () => result({ resources: [] })),
    );
    server.templatePages = [];
    expect(skillUriProposal.recognise({ server, skills: [] })).toBe(true);
    const asked = skillUriProposal.reads?.next({ server, skills: [] }, []);
    expect(asked?.map(({ params }) => params.uri)).toContain(GIT);
  });
});
