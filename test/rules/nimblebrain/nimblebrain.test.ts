import { describe, expect, it } from "vitest";
import { nimblebrain } from "../../../shared/rules/nimblebrain";
import { type ConventionCase, testConvention } from "../convention-cases";
import {
  type Answer,
  builtIn,
  collectConvention,
  failure,
  judgeConvention,
  type Loose,
  listing,
  result,
  spoiled,
} from "../convention-evidence";
import { testRows } from "../convention-rows";
import { sampleFolder } from "../convention-sample";
import { recorded, recordedAnswers } from "../recorded-answers";

const READ = "resources/read";
const serve = async () => builtIn("nimblebrain", await sampleFolder());
const unknown = (code: number, words: string, data?: unknown) => (answer: Answer) =>
  spoiled(answer, READ, (_, { uri }) =>
    uri.includes("zz-no")
      ? ({ ...failure(code, words.replace("URI", uri)), data: data ?? { uri } } as Loose)
      : undefined,
  );

const cases: ConventionCase[] = [
  {
    rule: "nb-uri",
    title: "another segment",
    spoil: (answer) =>
      spoiled(answer, "resources/list", ({ resources }) => {
        for (const each of resources) each.uri = each.uri.replace("/usage", "/help");
      }),
    says: /No resource/,
  },
  {
    rule: "nb-uri",
    title: "one document",
    outcome: "pass",
    spoil: (answer) => spoiled(answer, "resources/list", ({ resources }) => void resources.pop()),
  },
  {
    rule: "nb-no-skillmd",
    title: "frontmatter",
    spoil: (answer) =>
      spoiled(answer, READ, ({ contents }) => {
        if (contents) contents[0].text = `---\nname: x\n---\n${contents[0].text}`;
      }),
    says: /begins with frontmatter/,
  },
  {
    rule: "nb-instructions",
    title: "no instructions",
    spoil: (answer) =>
      spoiled(answer, "initialize", (hello) => {
        delete hello.instructions;
      }),
  },
  {
    rule: "nb-mimetype",
    title: "markdown",
    spoil: (answer) =>
      spoiled(answer, READ, ({ contents }) => {
        if (contents) contents[0].mimeType = "text/markdown";
      }),
    says: /text\/markdown/,
  },
  {
    rule: "nb-meta",
    title: "none",
    spoil: (answer) =>
      spoiled(answer, "resources/list", ({ resources }) => {
        delete resources[0]._meta;
      }),
  },
  {
    rule: "nb-single",
    title: "a template",
    spoil: (answer) =>
      spoiled(answer, "resources/templates/list", () =>
        result({ resourceTemplates: [{ name: "x", uriTemplate: "skill://{x}/usage" }] }),
      ),
  },
  { rule: "nb-unknown", title: "another answer", spoil: unknown(-32603, "boom"), says: /any FastMCP/ },
  {
    rule: "nb-unknown",
    title: "FastMCP 3",
    outcome: "note",
    spoil: unknown(-32002, "Resource not found: Unknown resource: 'URI'"),
    says: /FastMCP 3/,
  },
  {
    rule: "nb-unknown",
    title: "the words of FastMCP 4 without its data",
    spoil: unknown(-32602, "Resource not found: 'URI'", {}),
  },
  {
    rule: "nb-caps",
    title: "subscriptions",
    spoil: (answer) =>
      spoiled(answer, "initialize", ({ capabilities }) => {
        capabilities.resources.subscribe = true;
      }),
  },
  {
    rule: "nb-caps",
    title: "no tools",
    outcome: "note",
    spoil: (answer) => spoiled(answer, "tools/list", () => result({ tools: [] })),
  },
];

describe("nimblebrain", () => {
  // The built-in server shows one document for each skill, and as FastMCP 2.14 does.
  testConvention(nimblebrain, serve, cases, { "nb-uri": "note", "nb-meta": "note", "nb-unknown": "note" });
  testRows(nimblebrain.profile);

  it("is not recognised without a usage document", async () => {
    const { server } = await listing(
      spoiled(await serve(), "resources/list", () => result({ resources: [] })),
    );
    expect(nimblebrain.recognise({ server, skills: [] })).toBe(false);
  });

  const name = "nimblebrain-shape-on-fastmcp-4.0.10.json";
  it.runIf(recorded(name))("holds on a recorded look-alike", async () => {
    const answers = recordedAnswers(name, { "zz-no-such-server": "nope" });
    const { outcomes, says } = judgeConvention(nimblebrain, await collectConvention(nimblebrain, answers));
    expect(
      Object.keys(outcomes).filter((id) => outcomes[id] === "fail"),
      JSON.stringify(says),
    ).toEqual([]);
    expect(says["nb-meta"]).toMatch(/FastMCP 3 or later/);
  });
});
