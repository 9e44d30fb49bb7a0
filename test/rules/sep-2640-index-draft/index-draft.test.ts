import { describe, expect, it } from "vitest";
import { packTarGz } from "../../../electron/engine/skill-server/conventions/pack";
import { sha256 } from "../../../shared/bytes/sha256";
import { sep2640IndexDraft } from "../../../shared/rules/sep-2640-index-draft";
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
const INDEX = "skill://index.json";
const serve = async () => builtIn("sep-2640-index", await sampleFolder());

/** Changes the value of the index; what it returns takes its place. */
const index = (answer: Answer, change: (value: Loose) => unknown) =>
  spoiled(answer, READ, ({ contents }, { uri }) => {
    if (uri !== INDEX) return;
    const value = JSON.parse(contents[0].text);
    contents[0].text = JSON.stringify(change(value) ?? value);
  });

/** The same skills in the shape of April. */
const shapeA = (answer: Answer, change: (skills: Loose) => unknown = () => {}) =>
  index(answer, ({ skills }) => {
    const entries = skills.map(({ frontmatter, url, digest }: Loose) => ({
      name: frontmatter.name,
      type: "skill-md",
      description: frontmatter.description,
      url,
      digest,
    }));
    change(entries);
    return { $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json", skills: entries };
  });

const PACKED_URL = "skill://packed.tar.gz";

/** One more skill, packed, served beside the others. */
function packed(answer: Answer, files: Record<string, string>, entry: Loose = {}): Answer {
  const bytes = packTarGz(Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) })));
  const archive = { url: PACKED_URL, mimeType: "application/gzip", digest: sha256(bytes) };
  const listed = index(answer, ({ skills }) => {
    const frontmatter = { name: "packed", description: "Does packed. Use when packed is needed." };
    skills.push({ frontmatter, archives: [archive], ...entry });
  });
  return spoiled(listed, READ, (_, { uri }) =>
    uri === PACKED_URL
      ? result({ contents: [{ uri, mimeType: "application/gzip", blob: bytes.toString("base64") }] })
      : undefined,
  );
}
const SOUND = { "SKILL.md": skillMd("packed"), "notes.md": "# Notes\n" };

const cases: ConventionCase[] = [
  {
    rule: "ix-index",
    title: "two shapes in one index",
    spoil: (answer) => index(answer, ({ skills }) => void skills.push({ name: "x", type: "skill-md" })),
    says: /shapes B, A/,
  },
  { rule: "ix-index", title: "no array", spoil: (answer) => index(answer, () => ({ skills: {} })) },
  {
    rule: "ix-index",
    title: "nothing to read",
    outcome: "not-applicable",
    spoil: (answer) =>
      spoiled(answer, READ, (_, { uri }) => (uri === INDEX ? failure(-32602, "not found") : undefined)),
  },
  {
    rule: "ix-exposed",
    title: "nothing to read",
    spoil: (answer) =>
      spoiled(answer, READ, (_, { uri }) => (uri === INDEX ? failure(-32602, "not found") : undefined)),
    grave: true,
  },
  ...(["fail", "not-applicable"] as const).map((outcome) => ({
    rule: outcome === "fail" ? "ix-exposed" : "ix-index",
    title: "a miss in prose",
    outcome,
    spoil: (answer: Answer) =>
      spoiled(answer, READ, ({ contents }, { uri }) => {
        if (uri === INDEX) contents[0].text = "# Error\n\nNo index";
      }),
  })),
  {
    rule: "ix-directory-read",
    title: "a root without SKILL.md",
    spoil: (answer) =>
      spoiled(answer, "resources/directory/read", (value) => {
        value.resources = value.resources?.filter(({ name }: Loose) => name !== "SKILL.md");
      }),
    says: /leaves out/,
  },
  {
    rule: "ix-directory-read",
    title: "a directory without a file that the skill's archive holds",
    spoil: (answer) =>
      spoiled(answer, "resources/directory/read", (value, { uri }) => {
        if (uri.endsWith("/references")) value.resources.pop();
      }),
    says: /references leaves out/,
  },
  {
    rule: "ix-url",
    title: "a directory that is not the name",
    spoil: (answer) =>
      index(answer, ({ skills }) => {
        skills[0].url = skills[1].url;
      }),
    says: /last directory is not its name/,
    grave: true,
  },
  {
    rule: "ix-url",
    title: "an address that cannot be read",
    spoil: (answer) =>
      spoiled(answer, READ, (_, { uri }) =>
        uri === "skill://git-workflow/SKILL.md" ? failure(-32602, "not found") : undefined,
      ),
    says: /cannot be read/,
  },
  {
    rule: "ix-url",
    title: "a template that is none",
    spoil: (answer) =>
      shapeA(answer, (skills) =>
        skills.push({ type: "mcp-resource-template", description: "x", url: "skill://docs/{product" }),
      ),
    says: /no URI template/,
  },
  {
    rule: "ix-digest",
    title: "another digest",
    spoil: (answer) =>
      index(answer, ({ skills }) => {
        skills[0].digest = skills[1].digest;
      }),
    says: /does not match/,
    grave: true,
  },
  {
    rule: "ix-digest",
    title: "no digest beside a url of shape B",
    spoil: (answer) =>
      index(answer, ({ skills }) => {
        delete skills[0].digest;
      }),
    says: /no digest/,
  },
  {
    rule: "ix-digest",
    title: "shape A without any digest",
    outcome: "pass",
    spoil: (answer) =>
      shapeA(answer, (skills) => {
        for (const each of skills) delete each.digest;
      }),
  },
  {
    rule: "ix-digest",
    title: "shape A with some digests",
    spoil: (answer) =>
      shapeA(answer, ([first]) => {
        delete first.digest;
      }),
  },
  {
    rule: "ix-mimetype",
    title: "another type",
    spoil: (answer) =>
      spoiled(answer, READ, ({ contents }, { uri }) => {
        if (uri === INDEX) contents[0].mimeType = "text/plain";
      }),
    grave: true,
  },
  {
    rule: "ix-contents-no-mime",
    title: "a type in the content",
    spoil: (answer) =>
      spoiled(answer, READ, ({ contents }, { uri }) => {
        if (uri === INDEX) contents[0].mimeType = "application/json";
      }),
  },
  {
    rule: "ix-name",
    title: "another name than the file's",
    spoil: (answer) =>
      shapeA(answer, ([first]) => {
        first.name = "git-flow";
      }),
    says: /git-flow/,
  },
  { rule: "ix-name", title: "the names of the files", outcome: "pass", spoil: shapeA },
  {
    rule: "ix-type",
    title: "an unknown type",
    spoil: (answer) =>
      shapeA(answer, ([first]) => {
        first.type = "plugin";
      }),
    says: /plugin/,
  },
  { rule: "ix-type", title: "skill-md", outcome: "pass", spoil: shapeA },
  {
    rule: "ix-description",
    title: "another description",
    spoil: (answer) =>
      shapeA(answer, ([first]) => {
        first.description = "Else.";
      }),
    says: /Else/,
  },
  { rule: "ix-description", title: "that of the file", outcome: "pass", spoil: shapeA },
  {
    rule: "ix-frontmatter",
    title: "a field missing",
    spoil: (answer) =>
      index(answer, ({ skills }) => {
        skills[0].frontmatter = { name: skills[0].frontmatter.name, description: "Else." };
      }),
    says: /description/,
    grave: true,
  },
  {
    rule: "ix-frontmatter",
    title: "that of the packed file",
    outcome: "pass",
    spoil: (answer) => packed(answer, SOUND),
  },
  {
    rule: "ix-frontmatter",
    title: "another than in the archive",
    spoil: (answer) => packed(answer, { "SKILL.md": skillMd("else") }),
    says: /else/,
  },
  {
    rule: "ix-entry-form",
    title: "neither url nor archives",
    spoil: (answer) =>
      index(answer, ({ skills }) => {
        delete skills[0].url;
      }),
    says: /neither url nor archives/,
  },
  {
    rule: "ix-entry-form",
    title: "archives",
    outcome: "note",
    spoil: (answer) => packed(answer, SOUND),
    says: /before 8 July/,
  },
  { rule: "ix-archive", title: "sound", outcome: "pass", spoil: (answer) => packed(answer, SOUND) },
  {
    rule: "ix-archive",
    title: "a wrapper directory",
    spoil: (answer) => packed(answer, { "packed/SKILL.md": skillMd("packed") }),
    says: /wraps the skill/,
    grave: true,
  },
  {
    rule: "ix-archive",
    title: "a path that leaves the skill",
    spoil: (answer) => packed(answer, { ...SOUND, "../outside.md": "x" }),
    says: /leaves the skill/,
  },
  {
    rule: "ix-archive",
    title: "text in place of bytes",
    spoil: (answer) =>
      spoiled(packed(answer, SOUND), READ, (_, { uri }) =>
        uri === PACKED_URL
          ? result({ contents: [{ uri, mimeType: "application/gzip", text: "\ufffd" }] })
          : undefined,
      ),
    says: /not sent as a blob/,
  },
  {
    rule: "ix-no-nesting",
    title: "a skill inside another, with archives about",
    spoil: (answer) =>
      index(
        packed(answer, SOUND),
        ({ skills }) =>
          void skills.push({
            frontmatter: { name: "in" },
            url: "skill://git-workflow/in/SKILL.md",
            digest: "x",
          }),
      ),
    says: /inside another skill/,
    grave: true,
  },
  {
    rule: "ix-no-nesting",
    title: "a skill inside another, after 8 July",
    outcome: "note",
    spoil: (answer) =>
      index(answer, ({ skills }) => {
        for (const skill of skills) delete skill.archives;
        skills.push({
          frontmatter: { name: "in" },
          url: "skill://git-workflow/in/SKILL.md",
          digest: "x",
        });
      }),
  },
  {
    rule: "ix-cap",
    title: "not declared",
    outcome: "note",
    spoil: (answer) =>
      spoiled(answer, "initialize", ({ capabilities }) => {
        delete capabilities.extensions;
      }),
  },
  {
    rule: "ix-cap",
    title: "declared as true",
    spoil: (answer) =>
      spoiled(answer, "initialize", ({ capabilities }) => {
        capabilities.extensions["io.modelcontextprotocol/skills"] = true;
      }),
  },
  {
    rule: "ix-directory-read",
    title: "a listing of a file",
    spoil: (answer) =>
      spoiled(answer, "resources/directory/read", (_, { uri }) =>
        uri.endsWith("SKILL.md") ? result({ resources: [] }) : undefined,
      ),
    says: /is a file/,
    grave: true,
  },
  {
    rule: "ix-directory-read",
    title: "a subdirectory that cannot be listed",
    spoil: (answer) =>
      spoiled(answer, "resources/directory/read", (_, { uri }) =>
        uri.endsWith("/references") ? failure(-32602, "no directory") : undefined,
      ),
    says: /references cannot be listed/,
  },
  {
    rule: "ix-template-registered",
    title: "a template that is not registered",
    spoil: (answer) =>
      shapeA(answer, (skills) =>
        skills.push({
          type: "mcp-resource-template",
          description: "x",
          url: "skill://docs/{product}/SKILL.md",
        }),
      ),
    says: /docs/,
    grave: true,
  },
  {
    rule: "ix-template-registered",
    title: "one that is",
    outcome: "pass",
    spoil: (answer) =>
      shapeA(answer, (skills) =>
        skills.push({ type: "mcp-resource-template", description: "x", url: "skill://{+skillFilePath}" }),
      ),
  },
  {
    rule: "ix-error-prose",
    title: "an error",
    spoil: (answer) =>
      spoiled(answer, READ, (_, { uri }) =>
        uri.includes("zz-no") ? failure(-32602, "not found") : undefined,
      ),
  },
];

const NOT_A = ["ix-name", "ix-type", "ix-description"];

describe("sep-2640-index-draft", () => {
  testConvention(sep2640IndexDraft, serve, cases, {
    ...Object.fromEntries(NOT_A.map((id) => [id, "not-applicable"])),
    "ix-index": "note",
    "ix-mimetype": "note",
    "ix-entry-form": "note",
    "ix-template-registered": "not-applicable",
  });
  testRows(sep2640IndexDraft.profile);

  it("reads shape C with all its files", async () => {
    const answer = index(await serve(), ({ skills }) => ({
      skills: skills.map(({ frontmatter, url, digest }: Loose) => ({
        uri: url,
        frontmatter,
        resources: [{ uri: url, digest }],
      })),
    }));
    const { outcomes, grave, says } = judgeConvention(
      sep2640IndexDraft,
      await collectConvention(sep2640IndexDraft, answer),
    );
    expect(grave).toEqual([]);
    expect(outcomes["ix-digest"]).toBe("pass");
    expect(says["ix-index"]).toMatch(/shape C/);
  });

  it("is not recognised where the index is neither listed nor named", async () => {
    const { server } = await listing(
      spoiled(await serve(), "resources/list", () => result({ resources: [] })),
    );
    expect(sep2640IndexDraft.recognise({ server, skills: [] })).toBe(false);
    server.instructions = `Start with ${INDEX}.`;
    expect(sep2640IndexDraft.recognise({ server, skills: [] })).toBe(true);
  });

  it.runIf(recorded("hemanth-own-skills.json")).each([
    ["ext-skills-7c31a84-index-a.json", ["ix-template-registered"]],
    ["ext-skills-d12cc55-index-b.json", []],
    ["hemanth-own-skills.json", []],
  ])("finds what is wrong in the recorded session %s", async (name, wanted) => {
    const answers = recordedAnswers(name, { "zz-no-such-skill": "nope" });
    const { outcomes, says, grave } = judgeConvention(
      sep2640IndexDraft,
      await collectConvention(sep2640IndexDraft, answers),
    );
    expect(grave, JSON.stringify(says)).toEqual(wanted);
    expect(outcomes["ix-exposed"]).toBe("pass");
    expect(["pass", "note"]).toContain(outcomes["ix-index"]);
  });
});
