import { describe, expect, it } from "vitest";
import { skilljack } from "../../../shared/rules/skilljack";
import { type ConventionCase, testConvention } from "../convention-cases";
import {
  builtIn,
  collectConvention,
  failure,
  judgeConvention,
  listing,
  result,
  spoiled,
} from "../convention-evidence";
import { testRows } from "../convention-rows";
import { sampleFolder } from "../convention-sample";
import { recorded, recordedAnswers } from "../recorded-answers";

const READ = "resources/read";
const PDF = "skill://pdf-processing/";
const serve = async () => builtIn("skilljack", await sampleFolder());

const cases: ConventionCase[] = [
  {
    rule: "sj-uri",
    title: "another URI than the name",
    spoil: (answer) =>
      spoiled(answer, "resources/list", ({ resources }) => {
        resources[0].name = "git";
      }),
    says: /skill:\/\/git\n.*skill:\/\/git-workflow/s,
  },
  {
    rule: "sj-uri",
    title: "a collection without its skill",
    spoil: (answer) =>
      spoiled(answer, "resources/list", ({ resources }) => {
        resources[0].uri += "/SKILL.md";
      }),
    says: /not the skill whose files it holds/,
  },
  {
    rule: "sj-collection",
    title: "a skill without its collection",
    spoil: (answer) =>
      spoiled(answer, "resources/list", ({ resources }) => {
        resources.pop();
      }),
    says: /is listed without/,
  },
  {
    rule: "sj-collection-empty",
    title: "results without contents",
    spoil: (answer) => spoiled(answer, READ, (_, { uri }) => (uri.endsWith("/") ? result({}) : undefined)),
    says: /contents \[\]/,
  },
  {
    rule: "sj-collection",
    title: "SKILL.md among the files",
    spoil: (answer) =>
      spoiled(answer, READ, ({ contents }, { uri }) => {
        if (uri === PDF) contents[0].uri = `${PDF}SKILL.md`;
      }),
    says: /no further file/,
  },
  {
    rule: "sj-collection",
    title: "a listed collection that cannot be read",
    spoil: (answer) =>
      spoiled(answer, READ, (_, { uri }) => (uri === PDF ? failure(-32602, "not found") : undefined)),
    says: /gives no contents/,
  },
  {
    rule: "sj-collection",
    title: "other words in the list",
    spoil: (answer) =>
      spoiled(answer, "resources/list", ({ resources }) => {
        resources.at(-1).mimeType = "application/json";
      }),
    says: /text\/plain/,
  },
  { rule: "sj-collection", title: "a path that needs encoding", outcome: "note", says: /form list/ },
  {
    rule: "sj-file-unreadable",
    title: "files that can be read",
    spoil: (answer) =>
      spoiled(answer, READ, (_, { uri }) =>
        uri.startsWith(PDF) && uri !== PDF ? result({ contents: [] }) : undefined,
      ),
    says: /can be read/,
  },
  {
    rule: "sj-templates",
    title: "the one template of 0.13",
    spoil: (answer) =>
      spoiled(answer, "resources/templates/list", () =>
        result({ resourceTemplates: [{ uriTemplate: "skill://{+skillUri}", name: "Skill" }] }),
      ),
    says: /later version/,
  },
  {
    rule: "sj-completion",
    title: "completion that counts letter case",
    spoil: (answer) =>
      spoiled(answer, "completion/complete", ({ completion }, { argument }) => {
        if (argument.value === "G") Object.assign(completion, { values: [], total: 0 });
      }),
    says: /"G"/,
  },
  {
    rule: "sj-completion",
    title: "completion without total",
    spoil: (answer) =>
      spoiled(answer, "completion/complete", ({ completion }) => {
        delete completion.total;
      }),
    says: /counts wrongly/,
  },
  {
    rule: "sj-unknown",
    title: "the answer of a later version",
    spoil: (answer) =>
      spoiled(answer, READ, (_, { uri }) =>
        uri.includes("zz-no") ? failure(-32602, `Skill resource not found for URI: ${uri}`) : undefined,
      ),
    says: /later version/,
  },
  {
    rule: "sj-no-meta",
    title: "annotations",
    spoil: (answer) =>
      spoiled(answer, "resources/list", ({ resources }) => {
        resources[0].annotations = { priority: 1 };
      }),
    says: /annotations/,
  },
  {
    rule: "sj-binary",
    title: "a binary file sent as blob",
    spoil: (answer) =>
      spoiled(answer, READ, ({ contents }, { uri }) => {
        if (uri !== PDF) return;
        const image = contents.find((each: { uri: string }) => each.uri.endsWith(".png"));
        delete image.text;
        Object.assign(image, { blob: "iVBORw0K", mimeType: "image/png" });
      }),
    says: /not sent as damaged text/,
  },
  {
    rule: "sj-collection-empty",
    title: "no answer for a skill of one file",
    spoil: (answer) =>
      spoiled(answer, READ, (_, { uri }) =>
        uri === "skill://git-workflow/" ? failure(-32602, "not found") : undefined,
      ),
  },
  {
    rule: "sj-list-order",
    title: "directories beside their skills",
    spoil: (answer) =>
      spoiled(answer, "resources/list", ({ resources }) => {
        resources.sort((a: { uri: string }, b: { uri: string }) => (a.uri < b.uri ? -1 : 1));
      }),
    says: /as number 3/,
  },
  {
    rule: "sj-raw-uri",
    title: "encoded paths",
    spoil: (answer) =>
      spoiled(answer, READ, ({ contents }) => {
        for (const each of contents ?? []) each.uri = encodeURI(each.uri);
      }),
    says: /form%20list/,
  },
  {
    rule: "sj-name-case",
    title: "names in any letter case",
    spoil: (answer) =>
      spoiled(answer, READ, (_, { uri }) =>
        uri === "skill://Git-workflow" ? result({ contents: [] }) : undefined,
      ),
    says: /Git-workflow/,
  },
  {
    rule: "sj-caps",
    title: "instructions",
    spoil: (answer) =>
      spoiled(answer, "initialize", (hello) => {
        hello.instructions = "Skills: …";
      }),
    says: /instructions: nothing/,
  },
  {
    rule: "sj-subscribe",
    title: "any subscription taken",
    spoil: (answer) => spoiled(answer, "resources/subscribe", () => result({})),
    says: /zz-no-such-skill/,
  },
  {
    rule: "sj-tools",
    title: "the tool renamed",
    spoil: (answer) =>
      spoiled(answer, "tools/list", ({ tools }) => {
        tools[0].name = "load-skill";
      }),
    says: /no tool skill/,
  },
  {
    rule: "sj-tools",
    title: "absolute paths in the catalogue",
    outcome: "note",
    spoil: (answer) =>
      spoiled(answer, "tools/list", ({ tools }) => {
        tools[0].description = tools[0].description.replace("<location>", "<location>/srv/");
      }),
    says: /\/srv\//,
  },
  {
    rule: "sj-prompts",
    title: "no prompt of a skill",
    spoil: (answer) =>
      spoiled(answer, "prompts/list", ({ prompts }) => {
        prompts.pop();
      }),
    says: /no prompt pdf-processing/,
  },
];

describe("skilljack", () => {
  testConvention(skilljack, serve, cases, { "sj-collection": "note" });
  testRows(skilljack.profile);

  it.each([
    ["the skills extension", { extensions: { "io.modelcontextprotocol/skills": {} }, resources: {} }],
    ["no templates and no pairs", { resources: {} }],
  ])("is not recognised with %s", async (_, capabilities) => {
    const answer = spoiled(await serve(), "initialize", (hello) => {
      hello.capabilities = capabilities;
    });
    const bare = spoiled(
      spoiled(answer, "resources/templates/list", () => result({ resourceTemplates: [] })),
      "resources/list",
      () => ("extensions" in capabilities ? undefined : result({ resources: [] })),
    );
    const { server } = await listing(bare);
    expect(skilljack.recognise({ server, skills: [] })).toBe(false);
  });

  it.runIf(recorded("skilljack-0.5.1-own-skills.json"))(
    "holds on a recorded session with 0.5.1",
    async () => {
      const index = await collectConvention(
        skilljack,
        recordedAnswers("skilljack-0.5.1-own-skills.json", { "zz-no-such-skill": "nope" }),
      );
      const { outcomes, says } = judgeConvention(skilljack, index);
      const failed = Object.keys(outcomes).filter((rule) => outcomes[rule] === "fail");
      expect(failed, JSON.stringify(says)).toEqual([]);
      const passed = Object.keys(outcomes).filter((rule) => ["pass", "note"].includes(outcomes[rule]!));
      expect(passed.length).toBeGreaterThan(8);
    },
  );
});
