import { describe, expect, it } from "vitest";
import { listed } from "./live";
import { type Script, scripted } from "./replay";

const resources = (...uris: string[]): Script => ({
  "resources/list": { result: { resources: uris.map((uri) => ({ uri, name: uri })) } },
});
const text = (uri: string, value: unknown): Script => ({
  [`resources/read ${uri}`]: {
    result: { contents: [{ uri, text: typeof value === "string" ? value : JSON.stringify(value) }] },
  },
});
const digest = `sha256:${"0".repeat(64)}`;
const EXTENSION = { extensions: { "io.modelcontextprotocol/skills": {} } };

describe("skills that only the instructions name", () => {
  it("are shown, and read only when they are opened", async () => {
    const peer = scripted(
      { resources: {} },
      {
        ...resources("skill://listed/SKILL.md"),
        ...text("skill://told/SKILL.md", "---\nname: told\ndescription: d\n---\nHello"),
      },
      "Start with skill://listed/SKILL.md, then skill://told/SKILL.md. See https://example.com/x/SKILL.md.",
    );
    const { server, asked, read } = await listed(peer);
    expect([...server.skills.values()].map(({ uri, provenance }) => [uri, provenance])).toEqual([
      ["skill://listed/SKILL.md", "resources/list"],
      ["skill://told/SKILL.md", "instructions"],
    ]);
    expect(asked().some((line) => line.startsWith("resources/read"))).toBe(false);
    expect((await read("skill://told/SKILL.md")).bytes.toString()).toContain("Hello");
  });

  it("get their entry from skills/get when they are opened, where the extension is declared", async () => {
    const entry = {
      uri: "skill://told/SKILL.md",
      frontmatter: { name: "told", description: "d" },
      resources: [{ uri: "skill://told/SKILL.md", digest, size: 3 }],
    };
    const peer = scripted(
      { resources: {}, ...EXTENSION },
      {
        ...resources(),
        "skills/list": { result: { skills: [] } },
        "skills/get skill://told/SKILL.md": { result: { skill: entry } },
      },
      "Read skill://told/SKILL.md",
    );
    const { skill, open, asked } = await listed(peer);
    expect(skill("told")).toMatchObject({ provenance: "instructions", manifest: { kind: "unknown" } });
    expect(asked()).not.toContain("skills/get skill://told/SKILL.md");
    expect(await open(skill("told"))).toMatchObject({
      description: "d",
      files: 1,
      provenance: "instructions",
    });
  });
});

describe("an index", () => {
  it("that is not listed is read where the instructions name it, and only there", async () => {
    const script = {
      ...resources(),
      ...text("skill://index.json", { skills: [{ name: "a", type: "skill-md", url: "skill://a/SKILL.md" }] }),
    };
    const told = await listed(scripted({ resources: {} }, script, "The index is skill://index.json."));
    expect(told.skill("a")).toMatchObject({ convention: "sep-2640-index", provenance: "index" });
    const untold = await listed(scripted({ resources: {} }, script));
    expect(untold.server.skills.size).toBe(0);
    expect(untold.asked().some((line) => line.startsWith("resources/read"))).toBe(false);
  });

  it("of the last shape lists every file with its digest", async () => {
    const entry = {
      uri: "skill://c/SKILL.md",
      frontmatter: { name: "c", description: "d" },
      resources: [
        { uri: "skill://c/SKILL.md", digest },
        { uri: "skill://c/x.md", digest },
      ],
    };
    const { skill } = await listed(
      scripted(
        { resources: {}, ...EXTENSION },
        { ...resources("skill://index.json"), ...text("skill://index.json", { skills: [entry] }) },
      ),
    );
    expect(skill("c")).toMatchObject({ files: 2, manifest: { files: [{ digest }, { digest }] } });
  });

  it("that holds no JSON leaves the listing partial and says why", async () => {
    const { server } = await listed(
      scripted(
        { resources: {} },
        { ...resources("skill://index.json"), ...text("skill://index.json", "oops") },
      ),
    );
    expect(server.state).toMatchObject({
      listing: "partial",
      listingProblem: { code: "bad-index", message: expect.stringContaining("skill://index.json") },
    });
  });
});

describe("the released extension", () => {
  it("keeps earlier conventions from being looked for", async () => {
    const { server, asked } = await listed(
      scripted(
        { resources: {}, ...EXTENSION },
        {
          ...resources("skill://index.json", "skill://b/SKILL.md", "skill://b/_manifest"),
          "skills/list": { result: { skills: [] } },
        },
      ),
    );
    expect(server.state).toMatchObject({ listing: "complete", conventions: ["sep-2640"] });
    expect(server.skills.size).toBe(0);
    expect(asked().some((line) => line.startsWith("resources/read"))).toBe(false);
  });

  it("declared without skills/list is a fault where no earlier convention explains it", async () => {
    const { server } = await listed(scripted({ resources: {}, ...EXTENSION }, resources()));
    expect(server.state).toMatchObject({
      listing: "partial",
      listingProblem: { message: expect.stringContaining("skills/list") },
    });
  });

  it("in its draft of July 2026 has entries without sizes, and dynamic skills without files", async () => {
    const { skill, server } = await listed(
      scripted(
        { ...EXTENSION },
        {
          "skills/list": {
            result: {
              skills: [
                {
                  uri: "skill://a/SKILL.md",
                  frontmatter: { name: "a", description: "d" },
                  resources: [{ uri: "skill://a/SKILL.md", digest }],
                },
                { uri: "skill://live/SKILL.md", frontmatter: { name: "live", description: "d" } },
              ],
            },
          },
        },
      ),
    );
    expect(server.state.conventions).toEqual(["sep-2640-v1-draft"]);
    expect(skill("live")).toMatchObject({ dynamic: true, manifest: { kind: "dynamic" } });
    expect(skill("live").invalid).toBeUndefined();
  });
});

describe("opening", () => {
  it("tells why a manifest could not be had, and asks again the next time", async () => {
    const { skill, open, asked } = await listed(
      scripted({ resources: {} }, resources("skill://a/SKILL.md", "skill://a/_manifest")),
    );
    expect((await open(skill("a"))).manifestProblem).toContain("-32601");
    await open(skill("a"));
    expect(asked().filter((line) => line === "resources/read skill://a/_manifest")).toHaveLength(2);
  });

  it("asks for a manifest once", async () => {
    const { skill, open, asked } = await listed(
      scripted(
        { resources: {} },
        {
          ...resources("skill://a/SKILL.md", "skill://a/_manifest"),
          ...text("skill://a/_manifest", {
            skill: "a",
            files: [{ path: "b c/é.md", size: 1, hash: digest }],
          }),
        },
      ),
    );
    expect(await open(skill("a"))).toMatchObject({
      files: 1,
      bytes: 1,
      manifest: { files: [{ uri: "skill://a/b%20c/%C3%A9.md", size: 1, digest }] },
    });
    await open(skill("a"));
    expect(asked().filter((line) => line === "resources/read skill://a/_manifest")).toHaveLength(1);
  });

  it("follows a link of a catalog's document to where the catalog serves the file", async () => {
    const uri = "resource://skills/a/document";
    const { read } = await listed(
      scripted(
        { resources: {} },
        { ...resources(uri), ...text("resource://docs/skills/a/references/B.md", "the reference") },
      ),
    );
    const file = await read("resource://skills/a/references/B.md", uri);
    expect(file).toMatchObject({ uri: "resource://docs/skills/a/references/B.md" });
    expect(file.bytes.toString()).toBe("the reference");
  });

  it("follows a link by the name that SEP-2076 gives a file of any scheme", async () => {
    const { skill, open, read } = await listed(
      scripted(
        { skills: {}, resources: {} },
        {
          ...resources(),
          "skills/list": { result: { skills: [{ name: "a" }] } },
          "skills/get a": {
            result: { instructions: "# Hi", files: [{ name: "references/b.md", uri: "file:///srv/b.md" }] },
          },
          ...text("file:///srv/b.md", "b"),
        },
      ),
    );
    const { uri } = await open(skill("a"));
    expect((await read("skill://a/references/b.md", uri)).uri).toBe("file:///srv/b.md");
    expect((await read(uri, uri)).bytes.toString()).toBe("# Hi");
  });
});
