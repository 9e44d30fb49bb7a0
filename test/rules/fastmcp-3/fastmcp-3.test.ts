import { describe, expect, it } from "vitest";
import { fastmcp3 } from "../../../shared/rules/fastmcp-3";
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
const ROOT = "skill://pdf-processing";
const serve = async () =>
  builtIn("fastmcp-3", await sampleFolder({ "named-otherwise/SKILL.md": skillMd("other-name") }));

/** Changes the manifest of one skill. */
const manifest = (answer: Answer, change: (value: Loose) => unknown) =>
  spoiled(answer, READ, ({ contents }, { uri }) => {
    if (uri !== `${ROOT}/_manifest`) return;
    const value = JSON.parse(contents[0].text);
    contents[0].text = JSON.stringify(change(value) ?? value);
  });
const listed = (answer: Answer, change: (resources: Loose) => undefined) =>
  spoiled(answer, "resources/list", ({ resources }) => change(resources));

/** The other mode of the provider: no template, all files listed in the order of the manifest. */
function resourcesMode(answer: Answer): Answer {
  const bare = spoiled(answer, "resources/templates/list", () => result({ resourceTemplates: [] }));
  return async (method, params) => {
    const outcome = structuredClone(await bare(method, params)) as Loose;
    if (method !== "resources/list") return outcome;
    const resources: Loose[] = [];
    for (const resource of outcome.result.resources) {
      resources.push(resource);
      if (!resource.uri.endsWith("/_manifest")) continue;
      const read = (await bare(READ, { uri: resource.uri })) as Loose;
      const { skill, files } = JSON.parse(read.result.contents[0].text);
      for (const { path } of files.filter((file: Loose) => file.path !== "SKILL.md")) {
        const uri = resource.uri.replace("_manifest", encodeURI(path));
        resources.push({
          uri,
          name: `${skill}/${path}`,
          description: `File from ${skill} skill`,
          mimeType: path.endsWith(".png") ? "image/png" : "text/markdown",
          _meta: { fastmcp: { tags: [] } },
        });
      }
    }
    return result({ resources });
  };
}

const cases: ConventionCase[] = [
  {
    rule: "fm-main",
    title: "the name of the frontmatter",
    spoil: (answer) =>
      listed(answer, (resources) => {
        resources[0].name = "git-workflow";
      }),
    says: /git-workflow\/SKILL.md/,
  },
  {
    rule: "fm-main",
    title: "no SKILL.md beside the manifests",
    spoil: (answer) =>
      spoiled(answer, "resources/list", ({ resources }) =>
        result({ resources: resources.filter(({ uri }: Loose) => !uri.endsWith("/SKILL.md")) }),
      ),
    says: /no SKILL\.md beside it/,
  },
  {
    rule: "fm-main",
    title: "a SKILL.md that is one of the files of a skill",
    outcome: "pass",
    spoil: (answer) =>
      listed(
        answer,
        (resources) =>
          void resources.push({
            uri: `${ROOT}/deep/SKILL.md`,
            name: "pdf-processing/deep/SKILL.md",
            mimeType: "text/markdown",
          }),
      ),
  },
  {
    rule: "fm-main",
    title: "a description that is not in the file",
    outcome: "note",
    spoil: (answer) =>
      listed(answer, (resources) => {
        resources[0].description = "Something else.";
      }),
    says: /Something else/,
  },
  {
    rule: "fm-manifest",
    title: "the keys of SEP-2640",
    spoil: (answer) =>
      manifest(answer, ({ files }) => {
        files[1].digest = files[1].hash;
        delete files[1].hash;
      }),
    says: /another shape/,
  },
  {
    rule: "fm-manifest",
    title: "paths out of order",
    spoil: (answer) => manifest(answer, ({ files }) => void files.reverse()),
    says: /not sorted/,
  },
  {
    rule: "fm-manifest",
    title: "not listed",
    spoil: (answer) => listed(answer, (resources) => void resources.splice(1, 1)),
    says: /not listed/,
  },
  {
    rule: "fm-manifest",
    title: "a hash that does not fit",
    outcome: "note",
    spoil: (answer) =>
      manifest(answer, ({ files }) => {
        files[0].hash = `sha256:${"0".repeat(64)}`;
      }),
    says: /does not match/,
  },
  {
    rule: "fm-template",
    title: "no template for one skill",
    spoil: (answer) =>
      spoiled(answer, "resources/templates/list", ({ resourceTemplates }) => void resourceTemplates.pop()),
    says: /no template/,
  },
  { rule: "fm-template", title: "the other mode", outcome: "not-applicable", spoil: resourcesMode },
  { rule: "fm-resources-mode", title: "all files listed", outcome: "pass", spoil: resourcesMode },
  {
    rule: "fm-resources-mode",
    title: "a file that is not listed",
    spoil: (answer) =>
      spoiled(resourcesMode(answer), "resources/list", (all) => {
        all.resources = all.resources.filter(({ uri }: { uri: string }) => !uri.endsWith("FORMS.md"));
      }),
    says: /otherwise than in its manifest/,
  },
  { rule: "fm-encoded-slash", title: "the other mode", outcome: "not-applicable", spoil: resourcesMode },
  {
    rule: "fm-meta",
    title: "no _meta",
    spoil: (answer) =>
      listed(answer, (resources) => {
        delete resources[0]._meta;
      }),
  },
  {
    rule: "fm-meta",
    title: "the form of 3.0.1",
    outcome: "note",
    spoil: (answer) =>
      listed(answer, (resources) => {
        for (const { uri, _meta } of resources)
          _meta.fastmcp.skill = { name: uri.split("/")[2], is_manifest: uri.endsWith("_manifest") };
      }),
    says: /3\.0\.1/,
  },
  {
    rule: "fm-unknown",
    title: "the answer of FastMCP 4",
    spoil: (answer) =>
      spoiled(answer, READ, (_, { uri }) =>
        uri.includes("zz-no") ? failure(-32602, `Resource not found: '${uri}'`) : undefined,
      ),
    says: /FastMCP 4/,
  },
  {
    rule: "fm-missing-file",
    title: "the answer of FastMCP 4",
    spoil: (answer) =>
      spoiled(answer, READ, (_, { uri }) =>
        uri.endsWith("zz-no-such-file.md")
          ? failure(-32603, `Error reading resource '${uri}': File not found: zz-no-such-file.md`)
          : undefined,
      ),
    says: /FastMCP 4/,
  },
  {
    rule: "fm-flat",
    title: "the name of the frontmatter as identity",
    spoil: (answer) =>
      listed(answer, (resources) => {
        for (const each of resources) each.name = each.name.replace("named-otherwise", "other-name");
      }),
    says: /other-name/,
  },
  {
    rule: "fm-mime-read",
    title: "the types of FastMCP 4",
    spoil: (answer) =>
      spoiled(answer, READ, ({ contents }, { uri }) => {
        if (uri.endsWith("FORMS.md")) contents[0].mimeType = "application/octet-stream";
      }),
    says: /FastMCP 4/,
  },
  {
    rule: "fm-no-completion",
    title: "completions declared",
    spoil: (answer) =>
      spoiled(answer, "initialize", ({ capabilities }) => {
        capabilities.completions = {};
      }),
  },
  {
    rule: "fm-no-completion",
    title: "a completion",
    spoil: (answer) => spoiled(answer, "completion/complete", () => result({ completion: { values: [] } })),
    says: /is answered/,
  },
  {
    rule: "fm-caps",
    title: "subscriptions",
    spoil: (answer) =>
      spoiled(answer, "initialize", ({ capabilities }) => {
        capabilities.resources.subscribe = true;
      }),
    says: /not false/,
  },
  {
    rule: "fm-no-size",
    title: "a size",
    spoil: (answer) =>
      listed(answer, (resources) => {
        resources[0].size = 3;
      }),
    says: /size/,
  },
  {
    rule: "fm-encoded-slash",
    title: "an encoded slash that is not decoded",
    spoil: (answer) =>
      spoiled(answer, READ, (_, { uri }) => (uri.includes("%2F") ? failure(0, "File not found") : undefined)),
    says: /%2F/,
  },
  {
    rule: "fm-root-slash",
    title: "a message",
    spoil: (answer) =>
      spoiled(answer, READ, (_, { uri }) => (uri.endsWith("/") ? failure(-32002, "not found") : undefined)),
  },
  {
    rule: "fm-unknown-method",
    title: "the right code",
    spoil: (answer) => spoiled(answer, "skills/list", () => failure(-32601, "Method not found")),
    says: /newer SDK/,
  },
  {
    rule: "fm-crlf",
    title: "CRLF kept",
    spoil: (answer) =>
      spoiled(answer, READ, ({ contents }, { uri }) => {
        if (uri.endsWith("FORMS.md")) contents[0].text = contents[0].text.replaceAll("\n", "\r\n");
      }),
    says: /with CRLF/,
  },
];

describe("fastmcp-3", () => {
  testConvention(fastmcp3, serve, cases, {
    // The CRLF file cannot match its hash.
    "fm-manifest": "note",
    "fm-meta": "note",
    "fm-caps": "note",
    "fm-resources-mode": "not-applicable",
  });
  testRows(fastmcp3.profile);

  it("is not recognised without a manifest beside SKILL.md", async () => {
    const { server } = await listing(
      listed(await serve(), (resources) => {
        for (const each of resources) each.uri = each.uri.replace("_manifest", "manifest.json");
      }),
    );
    expect(fastmcp3.recognise({ server, skills: [] })).toBe(false);
  });

  it.runIf(recorded("fastmcp-4.0.10-template.json")).each([
    ["fastmcp-4.0.10-template.json", ["fm-unknown", "fm-missing-file", "fm-mime-read"]],
    ["fastmcp-4.0.10-resources.json", ["fm-unknown"]],
  ])("tells FastMCP 4 from 3 by its answers: %s", async (name, failed) => {
    const answers = recordedAnswers(name, {
      "zz-no-such-skill/SKILL": "nope/SKILL",
      "zz-no-such-file": "nope",
    });
    const { outcomes, says, grave } = judgeConvention(fastmcp3, await collectConvention(fastmcp3, answers));
    const of = (wanted: string) => Object.keys(outcomes).filter((id) => outcomes[id] === wanted);
    expect(of("fail").sort(), JSON.stringify(says)).toEqual([...failed].sort());
    for (const id of failed) expect(says[id]).toMatch(/FastMCP 4/);
    expect(of("pass")).toContain("fm-main");
    expect(grave).toEqual([]);
  });
});
