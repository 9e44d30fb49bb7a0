import { describe, expect, it } from "vitest";
import { skillsOverMcp } from "../../../shared/rules/skills-over-mcp";
import { skillMd } from "../../servers/skill-server/client";
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
const serve = async () => builtIn("skills-over-mcp", await sampleFolder());

/** Changes the JSON in the text of one resource. */
const json = (answer: Answer, of: string, change: (value: Loose) => unknown) =>
  spoiled(answer, READ, ({ contents }, { uri }) => {
    if (uri !== of) return;
    const value = JSON.parse(contents[0].text);
    contents[0].text = JSON.stringify(change(value) ?? value);
  });
const DOCUMENTS = "skill://pdf-processing/documents";

const cases: ConventionCase[] = [
  {
    rule: "kg-index",
    title: "an object",
    spoil: (answer) => json(answer, "skill://index", (skills) => ({ skills })),
    says: /an object/,
  },
  {
    rule: "kg-index",
    title: "an entry without a count",
    spoil: (answer) =>
      json(answer, "skill://index", ([first]) => {
        delete first.documentCount;
      }),
    says: /documentCount/,
  },
  {
    rule: "kg-prompt-xml",
    title: "a skill missing from the XML",
    spoil: (answer) =>
      spoiled(answer, READ, ({ contents }, { uri }) => {
        if (uri === "skill://prompt-xml")
          contents[0].text = contents[0].text.replace(/<skill>[\s\S]*?<\/skill>/, "");
      }),
    says: /differ/,
  },
  {
    rule: "kg-prompt-xml",
    title: "another name in the list",
    spoil: (answer) =>
      spoiled(answer, "resources/list", ({ resources }) => {
        resources[1].name = "prompt";
      }),
    says: /not listed as skills-prompt-xml/,
  },
  ...["kg-prompt-xml", "kg-skill", "kg-documents"].map((rule) => ({
    rule,
    title: "says nothing of an entry without name, which is the index's fault",
    outcome: "pass" as const,
    spoil: (answer: Answer) => json(answer, "skill://index", ([first]) => void delete first.name),
  })),
  {
    rule: "kg-completion",
    title: "cannot be held to an index with an entry without name",
    outcome: "untestable",
    spoil: (answer) => json(answer, "skill://index", ([first]) => void delete first.name),
  },
  {
    rule: "kg-documents",
    title: "a list under another name",
    spoil: (answer) =>
      spoiled(answer, "resources/list", ({ resources }) => {
        for (const one of resources) if (one.uri === DOCUMENTS) one.name = "documents";
      }),
    says: /under another name/,
  },
  {
    rule: "kg-skill",
    title: "a text without frontmatter",
    spoil: (answer) =>
      spoiled(answer, READ, ({ contents }, { uri }) => {
        if (uri === "skill://git-workflow") contents[0].text = "# Git";
      }),
    says: /begins with ---/,
  },
  {
    rule: "kg-skill",
    title: "not listed",
    spoil: (answer) =>
      spoiled(answer, "resources/list", ({ resources }) => {
        resources.splice(2, 1);
      }),
    says: /not listed/,
  },
  {
    rule: "kg-documents",
    title: "a wrong count",
    spoil: (answer) => json(answer, DOCUMENTS, (value) => void value.documents.pop()),
    says: /counts its documents wrongly/,
  },
  {
    rule: "kg-documents",
    title: "a file beside SKILL.md",
    spoil: (answer) =>
      json(answer, DOCUMENTS, (value) => {
        value.documents[0].path = "LICENSE";
      }),
    says: /beside SKILL.md/,
  },
  {
    rule: "kg-document",
    title: "another type than listed",
    spoil: (answer) =>
      spoiled(answer, READ, ({ contents }, { uri }) => {
        if (uri.endsWith("/document/scripts/extract.py")) contents[0].mimeType = "text/plain";
      }),
    says: /text\/plain/,
  },
  {
    rule: "kg-document",
    title: "documents not listed, as in the Python variant",
    outcome: "note",
    spoil: (answer) =>
      spoiled(answer, "resources/list", (listed) => {
        listed.resources = listed.resources.filter(({ uri }: { uri: string }) => !uri.includes("/document/"));
      }),
    says: /Python/,
  },
  {
    rule: "kg-lookup",
    title: "the template of the seed",
    outcome: "note",
    spoil: (answer) =>
      spoiled(answer, "resources/templates/list", ({ resourceTemplates }) => {
        resourceTemplates.push({ name: "lookup", uriTemplate: "skill://lookup/{name}" });
      }),
    says: /skill:\/\/lookup\/git-workflow: error/,
  },
  {
    rule: "kg-completion",
    title: "documents offered without their skill",
    spoil: (answer) =>
      spoiled(answer, "completion/complete", ({ completion }, { argument, context }) => {
        if (argument.name === "documentPath" && !context) completion.values = ["scripts/extract.py"];
      }),
    says: /documentPath/,
  },
  {
    rule: "kg-error-prose",
    title: "an error",
    spoil: (answer) =>
      spoiled(answer, READ, (_, { uri }) =>
        uri.includes("zz-no-such-file") ? failure(-32602, "not found") : undefined,
      ),
    says: /# Error/,
  },
  {
    rule: "kg-reserved-names",
    title: "a skill named index",
    outcome: "note",
    spoil: (answer) =>
      json(answer, "skill://index", (skills) => {
        skills[0].name = "index";
      }),
  },
  {
    rule: "kg-caps",
    title: "no completions",
    spoil: (answer) =>
      spoiled(answer, "initialize", ({ capabilities }) => {
        delete capabilities.completions;
      }),
    says: /completions/,
  },
  {
    rule: "kg-unknown",
    title: "another code",
    spoil: (answer) =>
      spoiled(answer, READ, (_, { uri }) =>
        uri === "skill://zz-no-such-skill" ? failure(-32002, "Resource not found") : undefined,
      ),
    says: /-32002/,
  },
  {
    rule: "kg-binary",
    title: "a blob",
    spoil: (answer) =>
      spoiled(answer, READ, ({ contents }, { uri }) => {
        if (uri.endsWith(".png")) contents[0] = { uri, mimeType: "image/png", blob: "iVBORw0K" };
      }),
    says: /blob/,
  },
  {
    rule: "kg-encoded-slash",
    title: "both forms",
    spoil: (answer) =>
      spoiled(answer, READ, (_, { uri }) =>
        uri.includes("%2F") ? result({ contents: [{ uri, text: "# Forms" }] }) : undefined,
      ),
    says: /both/,
  },
  {
    rule: "kg-raw-uri",
    title: "encoded URIs",
    spoil: (answer) =>
      spoiled(answer, "resources/list", ({ resources }) => {
        for (const each of resources) each.uri = encodeURI(each.uri);
      }),
    says: /form%20list/,
  },
];

describe("skills-over-mcp", () => {
  testConvention(skillsOverMcp, serve, cases, { "kg-encoded-slash": "note", "kg-lookup": "not-applicable" });
  testRows(skillsOverMcp.profile);

  it("takes a raw name that cannot be read for what it is", async () => {
    const folder = await sampleFolder({ "my-skill/SKILL.md": skillMd("My Skill") });
    const index = await collectConvention(skillsOverMcp, await builtIn("skills-over-mcp", folder));
    const { outcomes, says } = judgeConvention(skillsOverMcp, index);
    expect(
      Object.keys(outcomes).filter((id) => outcomes[id] === "fail"),
      JSON.stringify(says),
    ).toEqual([]);
  });

  it("is not recognised where skill://index is not listed", async () => {
    const { server } = await listing(
      spoiled(await serve(), "resources/list", () => result({ resources: [] })),
    );
    expect(skillsOverMcp.recognise({ server, skills: [] })).toBe(false);
  });

  it.runIf(recorded("groves-style-b1d7b7f.json"))(
    "holds on a recorded session with its stand-in",
    async () => {
      const answers = recordedAnswers("groves-style-b1d7b7f.json", {
        "zz-no-such-skill": "nope",
        "zz-no-such-file": "nope",
      });
      const { outcomes, says } = judgeConvention(
        skillsOverMcp,
        await collectConvention(skillsOverMcp, answers),
      );
      const of = (wanted: string[]) => Object.keys(outcomes).filter((id) => wanted.includes(outcomes[id]!));
      expect(of(["fail"]), JSON.stringify(says)).toEqual([]);
      expect(of(["pass", "note"]).length).toBeGreaterThan(8);
    },
  );
});
