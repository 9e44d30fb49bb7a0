import { describe, expect, it } from "vitest";
import type { Provenance } from "../../../shared/model/skill";
import { serverOf } from "../skill-server/client";
import { listed } from "./live";
import { body, encoded, type Sample, samples, samplesDir } from "./samples";

/** What discovery has to make of the ten samples, served by one convention. */
interface Expected {
  convention: string;
  /** Where the app knows it by another name. */
  recognisedAs?: string;
  provenance: Provenance;
  /** Samples that are skills of their own in this convention. */
  shown: (sample: Sample) => boolean;
  uri: (sample: Sample) => string;
  released: (sample: Sample) => string;
  /** The URI of a file by its path below the skill; undefined where the convention does not serve it. */
  file: (sample: Sample, path: string) => string | undefined;
  /** What comes for a file, where it is not its bytes. */
  content?: (sample: Sample, path: string, bytes: Buffer) => Buffer;
  /** False where the convention states no files. */
  manifest?: false;
  /** Which files the convention gives a digest of; none where left out. */
  verified?: (sample: Sample, path: string) => boolean;
  /** What may be read while listing. */
  reads: string[];
  templates: string[];
}

const byPath = ({ path }: Sample) => `skill://${encoded(path)}/SKILL.md`;
const byName = ({ name }: Sample) => `skill://${name}/SKILL.md`;
const below = ({ path }: Sample, file: string) => `skill://${encoded(path)}/${encoded(file)}`;
const asText = (_sample: Sample, _path: string, bytes: Buffer) => Buffer.from(bytes.toString("utf8"));
const withBody = (sample: Sample, path: string, bytes: Buffer) =>
  path === "SKILL.md" ? Buffer.from(body(sample)) : bytes;

const TABLE: Expected[] = [
  {
    convention: "sep-2640-index",
    provenance: "index",
    shown: ({ nested }) => !nested,
    uri: byPath,
    released: byPath,
    file: below,
    verified: (_sample, path) => path === "SKILL.md",
    reads: ["skill://index.json"],
    templates: ["skill://{+skillFilePath}"],
  },
  {
    convention: "sep-2640-index-a",
    recognisedAs: "sep-2640-index",
    provenance: "index",
    shown: ({ nested }) => !nested,
    uri: byPath,
    released: byPath,
    file: below,
    // A name of an odd length comes packed, and an archive has no digest in this draft.
    verified: ({ name, files }) => name.length % 2 === 0 || files.size === 1,
    reads: ["skill://index.json"],
    templates: ["skill://{+skillFilePath}"],
  },
  {
    convention: "skill-uri-proposal",
    provenance: "resources/list",
    shown: ({ nested }) => !nested,
    uri: byPath,
    released: byPath,
    file: below,
    manifest: false,
    reads: [],
    templates: ["skill://{+skill_path}/SKILL.md", "skill://{+skill_path}/{+file}"],
  },
  {
    convention: "nimblebrain",
    provenance: "resources/list",
    shown: () => true,
    uri: ({ name }) => `skill://${name}/usage`,
    released: byName,
    file: ({ name }, path) => (path === "SKILL.md" ? `skill://${name}/usage` : undefined),
    content: withBody,
    manifest: false,
    reads: [],
    templates: [],
  },
  {
    convention: "skilljack",
    provenance: "resources/list",
    shown: () => true,
    uri: ({ name }) => `skill://${name}`,
    released: byName,
    file: ({ name }, path) => (path === "SKILL.md" ? `skill://${name}` : `skill://${name}/${path}`),
    content: asText,
    reads: [],
    templates: ["skill://{skillName}", "skill://{skillName}/"],
  },
  {
    convention: "skills-over-mcp",
    provenance: "index",
    shown: () => true,
    uri: ({ name }) => `skill://${name}`,
    released: byName,
    file: ({ name }, path) =>
      path === "SKILL.md"
        ? `skill://${name}`
        : path.includes("/")
          ? `skill://${name}/document/${path}`
          : undefined,
    content: asText,
    reads: ["skill://index"],
    templates: ["skill://{skillName}/document/{+documentPath}"],
  },
  {
    convention: "fastmcp-3",
    provenance: "resources/list",
    shown: ({ nested }) => !nested,
    uri: byPath,
    released: byPath,
    file: below,
    // Python's text mode gives other line ends than the file has, which its own manifest then does not match.
    content: (_sample, path, bytes) =>
      /\.(csv|md|py)$/.test(path) ? Buffer.from(bytes.toString("utf8").replaceAll("\r\n", "\n")) : bytes,
    verified: () => true,
    reads: [],
    templates: samples()
      .filter(({ nested }) => !nested)
      .map(({ path }) => `skill://${encoded(path)}/{path*}`),
  },
  {
    convention: "sep-2076",
    provenance: "skills/list",
    shown: () => true,
    uri: byName,
    released: byName,
    file: (sample, path) => (path === "SKILL.md" ? byName(sample) : below(sample, path)),
    content: withBody,
    reads: [],
    templates: [],
  },
  {
    convention: "resource-catalog",
    provenance: "index",
    shown: () => true,
    uri: ({ name }) => `resource://skills/${name}/document`,
    released: byName,
    file: ({ name }, path) => {
      if (path === "SKILL.md") return `resource://skills/${name}/document`;
      const reference = /^references\/(.+)\.md$/.exec(path)?.[1];
      return reference && `resource://skills/${name}/references/${reference}`;
    },
    reads: ["resource://catalog/skills_index"],
    templates: [
      "resource://catalog/skills_index{?q,tag,capability,cursor,limit}",
      "resource://catalog/prompts_index{?q,tag,cursor,limit}",
      "resource://catalog/skills/{skill_id}",
      "resource://skills/{skill_id}/document",
      "resource://skills/{skill_id}/references/{ref_id}",
      "resource://docs/{path*}",
    ],
  },
];

const all = samples();

it("has the ten samples to serve", () => {
  expect(all).toHaveLength(10);
});

describe.each(TABLE)("$convention", (expected) => {
  const shown = all.filter(expected.shown);
  const recognised = expected.recognisedAs ?? expected.convention;
  const connect = async () =>
    listed(await serverOf({ folders: [samplesDir], convention: expected.convention }));

  it("finds the samples by what is listed, and reads no skill", async () => {
    const { server, asked } = await connect();
    expect(server.state).toMatchObject({ listing: "complete", conventions: [recognised] });
    const found = [...server.skills.values()];
    expect(found.map(({ uri }) => uri).sort()).toEqual(shown.map(expected.uri).sort());
    for (const sample of shown) {
      expect(server.skills.get(expected.uri(sample))).toMatchObject({
        name: sample.name,
        description: expect.stringMatching(/\w/),
        convention: recognised,
        provenance: expected.provenance,
        releasedUri: expected.released(sample),
      });
    }
    const read = asked().filter((line) => /^(resources\/read|skills\/get)/.test(line));
    expect(read).toEqual(expected.reads.map((uri) => `resources/read ${uri}`));
    expect(server.templates.map(({ uriTemplate }) => uriTemplate).sort()).toEqual(
      [...expected.templates].sort(),
    );
  });

  it("opens every file of every skill", async () => {
    const { server, open, read } = await connect();
    for (const sample of shown) {
      const uri = expected.uri(sample);
      const opened = await open(server.skills.get(uri)!);
      expect(opened.manifestProblem).toBeUndefined();
      const served = [...sample.files].flatMap(([path, bytes]) => {
        const at = expected.file(sample, path);
        return at === undefined ? [] : [{ path, at, bytes }];
      });
      if (expected.manifest === false) expect(opened.manifest).toEqual({ kind: "unknown" });
      else {
        expect(
          opened.manifest.kind === "files" && opened.manifest.files.map((file) => file.uri).sort(),
        ).toEqual(served.map(({ at }) => at).sort());
      }
      for (const { path, at, bytes } of served) {
        const file = await read(at, uri);
        expect(file.bytes.equals(expected.content?.(sample, path, bytes) ?? bytes), at).toBe(true);
        if (expected.verified?.(sample, path))
          expect(file.verdict, at).toBe(file.bytes.equals(bytes) ? "match" : "mismatch");
        else expect(["unverifiable", "mismatch"], at).toContain(file.verdict);
      }
    }
  });
});
