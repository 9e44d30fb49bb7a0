import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { conventions } from "../../../electron/engine/skill-server/conventions";
import { unpack } from "../../../electron/engine/well-known/archive";
import { folderOf, inMemory, MODERN_META, type RawClient, type Received, serverOf, skillMd } from "./client";
import { FORMS, GIT, LOGO, PDF, PDF_BODY, sample } from "./sample";

const GIT_DIGEST = "sha256:622e91253afadc6b12e199122205c393984c8b7a6a3f80170039c0c487506583";
const PDF_DIGEST = "sha256:0bae095330ad995a0f758251d4b349a50568bee2ac179e19b2eb7326794b83b4";
const LOGO_DIGEST = "sha256:4ff6ab670a58c14270e034e2090d9a432caa263a14e0a25785386b0c12f880b5";
const FORMS_DIGEST = "sha256:88ddfa719d1771caa9179381747e6701669e4468bb7fdc7c96cc5dc612a4223a";
const EXTRACT_DIGEST = "sha256:f8b7250ac5491113721f1657af093b9d0e9ce4baa336e2db3b9fd3563ff7676e";
const GIT_SAYS = "Branch, commit and merge the way this team does.";
const PDF_SAYS = "Read, fill and merge PDF files.";

/** Unpacks and checks every checksum; any other reader of zip would do. */
const UNZIP = "import zipfile; z = zipfile.ZipFile('x.zip'); assert z.testzip() is None; z.extractall()";
const ARCHIVE_TYPES = [
  [".tar.gz", "application/gzip"],
  [".zip", "application/zip"],
] as const;

/** A client of the sample served in a convention, with the answer to its handshake. */
async function speak(convention: string, folder?: string) {
  const server = await serverOf({ folders: [folder ?? (await sample())], convention });
  const client = await inMemory(server, "legacy");
  return { client, server, hello: client.received[0].result };
}

const read = async (client: RawClient, uri: unknown) => {
  const { result, error } = await client.request("resources/read", uri === undefined ? {} : { uri });
  return error ?? result.contents;
};
const list = async (client: RawClient) => (await client.request("resources/list")).result.resources;
const templates = async (client: RawClient) =>
  (await client.request("resources/templates/list")).result.resourceTemplates;
const completed = async (client: RawClient, uri: string, name: string, value: string, context?: object) => {
  const { result, error } = await client.request("completion/complete", {
    ref: { type: "ref/resource", uri },
    argument: { name, value },
    ...(context ? { context: { arguments: context } } : {}),
  });
  return error ?? result.completion;
};

describe("sep-2640-v1-draft", () => {
  test("entries without size in either era; skills/get without cache hints", async () => {
    const { client, server } = await speak("sep-2640-v1-draft");
    const { skills } = (await client.request("skills/list")).result;
    expect(skills[0]).toEqual({
      uri: "skill://git-workflow/SKILL.md",
      frontmatter: {
        name: "git-workflow",
        description: GIT_SAYS,
        metadata: { author: "platform-team", version: "1.2" },
      },
      resources: [{ uri: "skill://git-workflow/SKILL.md", digest: GIT_DIGEST }],
    });
    expect((await list(client)).map(({ name }: Received) => name)).toEqual([
      "git-workflow",
      "pdf-processing",
      "logo.png",
      "FORMS.md",
      "extract.py",
    ]);
    const modern = await inMemory(server, "modern");
    const got = (await modern.request("skills/get", { uri: "skill://git-workflow/SKILL.md" })).result;
    expect(Object.keys(got).sort()).toEqual(["_meta", "resultType", "skill"]);
    expect((await modern.request("skills/list")).result).toMatchObject({
      ttlMs: 1000,
      cacheScope: "public",
    });
    const directory = await modern.request("resources/directory/read", { uri: "skill://pdf-processing/" });
    expect(Object.keys(directory.result).sort()).toEqual(["_meta", "resources", "resultType"]);
    expect(directory.result.resources.map(({ name }: Received) => name)).toEqual([
      "assets",
      "references",
      "scripts",
      "SKILL.md",
    ]);
  });

  test.each([
    ["skills/get", { uri: "skill://pdf-processing" }, "Unknown skill URI: skill://pdf-processing"],
    [
      "skills/get",
      { name: "pdf-processing" },
      "Invalid params for skills/get: uri: Invalid input: expected string, received undefined",
    ],
    ["skills/list", { cursor: "bogus" }, "Invalid skills/list cursor: bogus"],
    ["resources/read", { uri: "skill://nope/x" }, "Invalid params: Unknown resource URI: skill://nope/x"],
    ["resources/read", { uri: "foo://x" }, "Resource not found: foo://x"],
    [
      "resources/directory/read",
      { uri: "skill://nope" },
      "Invalid params: Not a directory resource: skill://nope",
    ],
  ])("%s %j is refused in its own words", async (method, params, message) => {
    const { client } = await speak("sep-2640-v1-draft");
    expect((await client.request(method, params)).error).toMatchObject({ code: -32602, message });
  });

  test("modern errors are the shorter ones; cursors are offsets; unknown methods have two answers", async () => {
    const server = await serverOf({
      folders: [await sample()],
      convention: "sep-2640-v1-draft",
      pageSize: 1,
    });
    const modern = await inMemory(server, "modern");
    const uri = "skill://nope";
    expect((await modern.request("resources/directory/read", { uri })).error.message).toBe(
      "Not a directory resource: skill://nope",
    );
    expect((await modern.request("resources/read", { uri })).error).toMatchObject({
      message: "Resource not found: skill://nope",
      data: { uri },
    });
    const { nextCursor } = (await modern.request("skills/list")).result;
    expect(nextCursor).toBe("1");
    const last = (await modern.request("skills/list", { cursor: nextCursor })).result;
    expect(last.skills.map((entry: Received) => entry.uri)).toEqual(["skill://pdf-processing/SKILL.md"]);
    expect(last.nextCursor).toBeUndefined();
    const legacy = await inMemory(server, "legacy");
    expect((await legacy.request("prompts/list")).error.message).toBe("prompts/list is not supported");
    expect((await legacy.request("completion/complete")).error.message).toBe("Method not found");
  });
});

describe("sep-2640-index", () => {
  test("shape B: index with digests, bare contents, listed index, directory reads", async () => {
    const { client, hello } = await speak("sep-2640-index");
    expect(hello.capabilities).toEqual({
      resources: { listChanged: true },
      extensions: { "io.modelcontextprotocol/skills": { directoryRead: true } },
      completions: {},
    });
    const [index] = await read(client, "skill://index.json");
    expect(Object.keys(index).sort()).toEqual(["text", "uri"]);
    expect(JSON.parse(index.text)).toEqual({
      skills: [
        {
          frontmatter: {
            name: "git-workflow",
            description: GIT_SAYS,
            metadata: { author: "platform-team", version: "1.2" },
          },
          url: "skill://git-workflow/SKILL.md",
          digest: GIT_DIGEST,
        },
        {
          frontmatter: { name: "pdf-processing", description: PDF_SAYS },
          url: "skill://pdf-processing/SKILL.md",
          digest: PDF_DIGEST,
          archives: ARCHIVE_TYPES.map(([ending, mimeType]) => ({
            url: `skill://pdf-processing${ending}`,
            mimeType,
            digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
          })),
        },
      ],
    });
    const listed = await list(client);
    expect(listed.map(({ uri }: Received) => uri)).toEqual([
      "skill://pdf-processing.tar.gz",
      "skill://pdf-processing.zip",
      "skill://git-workflow/SKILL.md",
      "skill://pdf-processing/SKILL.md",
      "skill://index.json",
    ]);
    expect(listed.at(-1)).toMatchObject({
      uri: "skill://index.json",
      mimeType: "application/json",
      size: Buffer.byteLength(index.text),
    });
    expect(await read(client, "skill://git-workflow/SKILL.md")).toEqual([
      { uri: "skill://git-workflow/SKILL.md", text: GIT },
    ]);
    expect(await read(client, "skill://pdf-processing/assets/logo.png")).toEqual([
      { uri: "skill://pdf-processing/assets/logo.png", mimeType: "image/png", blob: LOGO },
    ]);
    const { result } = await client.request("resources/directory/read", { uri: "skill://pdf-processing/" });
    expect(result.resources.map(({ name }: Received) => name)).toEqual([
      "assets",
      "references",
      "scripts",
      "SKILL.md",
    ]);
  });

  test.each(ARCHIVE_TYPES)("a %s of every file, the same bytes at each read", async (ending, mimeType) => {
    const { client } = await speak("sep-2640-index");
    const uri = `skill://pdf-processing${ending}`;
    const [archive] = await read(client, uri);
    expect(archive).toEqual({ uri, mimeType, blob: expect.any(String) });
    expect((await read(client, uri))[0].blob).toBe(archive.blob);
    const bytes = Buffer.from(archive.blob, "base64");
    const [index] = await read(client, "skill://index.json");
    const entry = JSON.parse(index.text).skills[1].archives.find((each: Received) => each.url === uri);
    expect(entry.digest).toBe(`sha256:${createHash("sha256").update(bytes).digest("hex")}`);
    const row = (await list(client)).find((each: Received) => each.uri === uri);
    expect(row).toMatchObject({
      name: "pdf-processing-archive",
      description: `${PDF_SAYS} (archive distribution)`,
      mimeType,
      size: bytes.length,
      annotations: { audience: ["assistant"], priority: 0.9 },
    });
    const { files, problem } = await unpack(bytes, ending === ".zip" ? "zip" : "tar.gz");
    expect(problem).toBeUndefined();
    expect(files.map(({ path, bytes: content }) => [path, Buffer.from(content).toString("base64")])).toEqual([
      ["SKILL.md", Buffer.from(PDF).toString("base64")],
      ["assets/logo.png", LOGO],
      ["references/FORMS.md", Buffer.from(FORMS).toString("base64")],
      ["scripts/extract.py", Buffer.from('print("extract")\n').toString("base64")],
    ]);
    expect((await read(client, `skill://git-workflow${ending}`))[0].text).toContain("# Error");
  });

  test("an archive follows its files", async () => {
    const folder = await sample();
    const { client } = await speak("sep-2640-index", folder);
    const digestOfZip = async () =>
      JSON.parse((await read(client, "skill://index.json"))[0].text).skills[1].archives[1].digest;
    const before = await digestOfZip();
    await writeFile(join(folder, "pdf-processing/references/FORMS.md"), "# Other forms\n");
    const after = await digestOfZip();
    expect(after).not.toBe(before);
    const [archive] = await read(client, "skill://pdf-processing.zip");
    const bytes = Buffer.from(archive.blob, "base64");
    expect(after).toBe(`sha256:${createHash("sha256").update(bytes).digest("hex")}`);
  });

  test("misses in prose, foreign schemes and no URIs as errors, completion of supporting files by case", async () => {
    const { client } = await speak("sep-2640-index");
    const [miss] = await read(client, "skill://nope/SKILL.md");
    expect(miss.text).toBe('# Error\n\nCould not resolve skill path from "nope/SKILL.md"');
    const [file] = await read(client, "skill://pdf-processing/nope.md");
    expect(file.text).toBe(
      '# Error\n\nFile "nope.md" not found in skill "pdf-processing".\n\n## Available Files\n\n- assets/logo.png\n- references/FORMS.md\n- scripts/extract.py',
    );
    expect(await read(client, "foo://bar")).toMatchObject({
      code: -32602,
      message: "MCP error -32602: Resource foo://bar not found",
    });
    expect(await read(client, "not a uri")).toMatchObject({ code: -32603, message: "Invalid URL" });
    expect(await read(client, undefined)).toMatchObject({ code: -32603 });
    expect((await client.request("skills/list")).error.code).toBe(-32601);
    const uri = "skill://{+skillFilePath}";
    expect(await completed(client, uri, "skillFilePath", "pdf")).toEqual({
      values: [
        "pdf-processing/assets/logo.png",
        "pdf-processing/references/FORMS.md",
        "pdf-processing/scripts/extract.py",
      ],
      total: 3,
      hasMore: false,
    });
    expect(await completed(client, uri, "skillFilePath", "PDF")).toEqual({
      values: [],
      total: 0,
      hasMore: false,
    });
  });
});

describe("sep-2640-index-a", () => {
  /** The sample with skills whose names have 9, 8 and 7 letters. */
  async function packedSample() {
    const folder = await sample();
    for (const name of ["pdf-tools", "zip-it-x", "zip-now"]) {
      await mkdir(join(folder, name));
      await writeFile(join(folder, name, "SKILL.md"), skillMd(name));
      await writeFile(join(folder, name, "a.md"), "A");
    }
    return folder;
  }

  test("types instead of digests; a manifest beside each skill of files; others come packed only", async () => {
    const { client, hello } = await speak("sep-2640-index-a", await packedSample());
    expect(hello.capabilities).toEqual({
      resources: { listChanged: true },
      extensions: { "io.modelcontextprotocol/skills": {} },
      completions: {},
    });
    const [index] = await read(client, "skill://index.json");
    expect(Object.keys(index).sort()).toEqual(["text", "uri"]);
    expect(JSON.parse(index.text)).toEqual({
      $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
      skills: [
        {
          name: "git-workflow",
          type: "skill-md",
          description: GIT_SAYS,
          url: "skill://git-workflow/SKILL.md",
        },
        {
          name: "pdf-processing",
          type: "skill-md",
          description: PDF_SAYS,
          url: "skill://pdf-processing/SKILL.md",
        },
        {
          name: "pdf-tools",
          type: "archive",
          description: expect.any(String),
          url: "skill://pdf-tools.tar.gz",
        },
        {
          name: "zip-it-x",
          type: "skill-md",
          description: expect.any(String),
          url: "skill://zip-it-x/SKILL.md",
        },
        { name: "zip-now", type: "archive", description: expect.any(String), url: "skill://zip-now.zip" },
      ],
    });
    expect((await list(client)).map(({ uri, mimeType }: Received) => [uri, mimeType])).toEqual([
      ["skill://pdf-tools.tar.gz", "application/gzip"],
      ["skill://zip-now.zip", "application/zip"],
      ["skill://git-workflow/SKILL.md", "text/markdown"],
      ["skill://git-workflow/_manifest", "application/json"],
      ["skill://pdf-processing/SKILL.md", "text/markdown"],
      ["skill://pdf-processing/_manifest", "application/json"],
      ["skill://zip-it-x/SKILL.md", "text/markdown"],
      ["skill://zip-it-x/_manifest", "application/json"],
      ["skill://index.json", "application/json"],
    ]);
    const [manifest] = await read(client, "skill://git-workflow/_manifest");
    expect(JSON.parse(manifest.text)).toEqual({
      skill: "git-workflow",
      skillPath: "git-workflow",
      files: [{ path: "SKILL.md", size: Buffer.byteLength(GIT), hash: GIT_DIGEST }],
    });
    expect(await read(client, "skill://git-workflow/SKILL.md")).toEqual([
      { uri: "skill://git-workflow/SKILL.md", text: GIT },
    ]);
    const [archive] = await read(client, "skill://pdf-tools.tar.gz");
    const { files } = await unpack(Buffer.from(archive.blob, "base64"), "tar.gz");
    expect(files.map(({ path }) => path)).toEqual(["SKILL.md", "a.md"]);
    const [zip] = await read(client, "skill://zip-now.zip");
    expect(zip.mimeType).toBe("application/zip");
    const directory = await client.request("resources/directory/read", { uri: "skill://git-workflow" });
    expect(directory.error).toMatchObject({ code: -32601, message: "Method not found" });
  });

  test.each([
    "skill://pdf-tools/SKILL.md",
    "skill://pdf-tools/a.md",
    "skill://pdf-tools.zip",
    "skill://zip-now.tar.gz",
    "skill://pdf-tools/_manifest",
    "skill://pdf-processing.tar.gz",
  ])("%s is not served by itself: a miss in prose", async (uri) => {
    const { client } = await speak("sep-2640-index-a", await packedSample());
    expect((await read(client, uri))[0].text).toMatch(/^# Error\n\n(File|Could not)/);
  });
});

describe("skill-uri-proposal", () => {
  test("instructions name the skills; -32002 for what is not there; templates complete and read", async () => {
    const { client, hello } = await speak("skill-uri-proposal");
    expect(hello.instructions).toBe("Skills: skill://git-workflow/SKILL.md, skill://pdf-processing/SKILL.md");
    expect(hello.capabilities).toEqual({ resources: {}, completions: {} });
    expect(await read(client, "skill://nope/SKILL.md")).toEqual({
      code: -32002,
      message: "Resource not found",
      data: { uri: "skill://nope/SKILL.md" },
    });
    expect(await read(client, "not a uri")).toMatchObject({ code: -32602 });
    const file = "skill://{+skill_path}/{+file}";
    expect(await completed(client, file, "skill_path", "pdf")).toMatchObject({ values: ["pdf-processing"] });
    expect(await completed(client, file, "file", "r", { skill_path: "pdf-processing" })).toMatchObject({
      values: ["references/FORMS.md"],
    });
    expect(await completed(client, file, "file", "r")).toMatchObject({ values: [] });
    expect(await read(client, "skill://pdf-processing/references/FORMS.md")).toMatchObject([{ text: FORMS }]);
  });

  test("a nested skill is a file, not a skill", async () => {
    const folder = await folderOf({ "out/SKILL.md": skillMd("out"), "out/in/SKILL.md": skillMd("in") });
    const { client } = await speak("skill-uri-proposal", folder);
    expect((await list(client)).map(({ name }: Received) => name)).toEqual(["out"]);
    expect(await read(client, "skill://out/in/SKILL.md")).toMatchObject([{ text: skillMd("in") }]);
  });
});

describe("nimblebrain", () => {
  test("one usage document per skill, body only, FastMCP 2.14 answers", async () => {
    const { client, hello } = await speak("nimblebrain");
    expect(hello.instructions).toContain("skill://pdf-processing/usage");
    expect(hello.capabilities.completions).toBeUndefined();
    expect((await list(client))[1]).toEqual({
      name: "pdf_processing_skill",
      uri: "skill://pdf-processing/usage",
      description: PDF_SAYS,
      mimeType: "text/plain",
      _meta: { _fastmcp: { tags: [] } },
    });
    expect(await read(client, "skill://pdf-processing/usage")).toEqual([
      { uri: "skill://pdf-processing/usage", mimeType: "text/plain", text: PDF_BODY },
    ]);
    expect(await read(client, "skill://nope/usage")).toEqual({
      code: 0,
      message: "Unknown resource: 'skill://nope/usage'",
    });
    expect((await client.request("skills/list")).error).toEqual({
      code: -32602,
      message: "Invalid request parameters",
      data: "",
    });
    expect((await client.request("completion/complete")).error.code).toBe(-32601);
    expect((await client.request("tools/list")).result.tools).not.toEqual([]);
    expect(await templates(client)).toEqual([]);
  });
});

describe("skilljack", () => {
  test("lists skills then directories, reads both, and no file by itself", async () => {
    const { client, hello } = await speak("skilljack");
    expect(hello.serverInfo).toEqual({ name: "skilljack-mcp", version: "1.0.0" });
    expect((await list(client)).map(({ uri }: Received) => uri)).toEqual([
      "skill://git-workflow",
      "skill://pdf-processing",
      "skill://git-workflow/",
      "skill://pdf-processing/",
    ]);
    expect(await read(client, "skill://pdf-processing")).toEqual([
      { uri: "skill://pdf-processing", mimeType: "text/markdown", text: PDF },
    ]);
    const files = await read(client, "skill://pdf-processing/");
    expect(files.map(({ uri, mimeType }: Received) => [uri, mimeType])).toEqual([
      ["skill://pdf-processing/assets/logo.png", "text/plain"],
      ["skill://pdf-processing/references/FORMS.md", "text/markdown"],
      ["skill://pdf-processing/scripts/extract.py", "text/x-python"],
    ]);
    expect(files[0].text).toContain("\ufffdPNG");
    expect(await read(client, "skill://git-workflow/")).toEqual([]);
    for (const uri of ["skill://pdf-processing/SKILL.md", "skill://pdf-processing/references/FORMS.md"]) {
      expect(await read(client, uri)).toMatchObject({
        code: -32602,
        message: `MCP error -32602: Resource ${uri} not found`,
      });
    }
  });

  test("errors, completion, subscriptions, tools and prompts as the original has them", async () => {
    const { client } = await speak("skilljack");
    const message = 'Skill "nope" not found. Available: git-workflow, pdf-processing';
    for (const uri of ["skill://nope", "skill://nope/"]) {
      expect(await read(client, uri)).toMatchObject({ code: -32603, message });
    }
    expect((await read(client, "skill://pdf-processing?x=1")).message).toContain(
      'Skill "pdf-processing?x=1"',
    );
    expect(await read(client, "SKILL://pdf-processing")).toMatchObject([{ uri: "skill://pdf-processing" }]);
    expect(await completed(client, "skill://{skillName}", "skillName", "PDF")).toMatchObject({
      values: ["pdf-processing"],
      total: 1,
    });
    expect(await completed(client, "skill://{skillName}/", "skillName", "rocess")).toMatchObject({
      values: [],
      total: 0,
    });
    expect(await completed(client, "skill://x", "skillName", "")).toMatchObject({ code: -32602 });
    const subscribe = async (uri: string) =>
      (await client.request("resources/subscribe", { uri })).error ?? "ok";
    expect(await subscribe("skill://pdf-processing")).toBe("ok");
    expect(await subscribe("skill://")).toBe("ok");
    expect(await subscribe("skill://pdf-processing/references/FORMS.md")).toBe("ok");
    expect(await subscribe("skill://nope")).toMatchObject({
      code: -32603,
      message: "Resource not found: skill://nope",
    });
    expect(await subscribe("foo://x")).toMatchObject({ code: -32603 });
    const { tools } = (await client.request("tools/list")).result;
    expect(tools.map(({ name }: Received) => name)).toEqual(["skill", "skill-resource"]);
    expect(tools[0].description).toContain("</available_skills>");
    expect(tools[0].description).not.toContain(tmpdir());
    const call = async (path: string) =>
      (
        await client.request("tools/call", {
          name: "skill-resource",
          arguments: { skill: "pdf-processing", path },
        })
      ).result;
    expect((await call("references/FORMS.md")).content).toEqual([{ type: "text", text: FORMS }]);
    expect((await call("references")).content[0].text).toBe(`--- references/FORMS.md ---\n${FORMS}`);
    expect(await call("../git-workflow/SKILL.md")).toMatchObject({ isError: true });
    const got = (await client.request("prompts/get", { name: "skill", arguments: { name: "git-workflow" } }))
      .result;
    expect(got.messages[0].content.resource).toEqual({
      uri: "skill://git-workflow",
      mimeType: "text/markdown",
      text: GIT,
    });
    expect((await client.request("prompts/get", { name: "nope" })).error.code).toBe(-32602);
  });
});

describe("skills-over-mcp", () => {
  test("index, XML, skills, document lists and documents", async () => {
    const { client, hello } = await speak("skills-over-mcp");
    expect(hello.capabilities).toEqual({ resources: { listChanged: true }, completions: {} });
    const [index] = await read(client, "skill://index");
    expect(Object.keys(index).sort()).toEqual(["text", "uri"]);
    expect(JSON.parse(index.text)).toEqual([
      {
        name: "git-workflow",
        description: GIT_SAYS,
        uri: "skill://git-workflow",
        documentCount: 0,
        metadata: { author: "platform-team", version: "1.2" },
      },
      {
        name: "pdf-processing",
        description: PDF_SAYS,
        uri: "skill://pdf-processing",
        documentsUri: "skill://pdf-processing/documents",
        documentCount: 3,
      },
    ]);
    expect((await read(client, "skill://prompt-xml"))[0].text.split("\n").slice(0, 3)).toEqual([
      "<available_skills>",
      "  <skill>",
      "    <name>git-workflow</name>",
    ]);
    const [documents] = await read(client, "skill://pdf-processing/documents");
    expect(JSON.parse(documents.text).documents.map(({ path, size }: Received) => [path, size])).toEqual([
      ["assets/logo.png", 70],
      ["references/FORMS.md", 38],
      ["scripts/extract.py", 17],
    ]);
    expect(await read(client, "skill://pdf-processing/document/references/FORMS.md")).toEqual([
      { uri: "skill://pdf-processing/document/references/FORMS.md", text: FORMS, mimeType: "text/markdown" },
    ]);
    expect(await read(client, "skill://pdf-processing")).toEqual([
      { uri: "skill://pdf-processing", text: PDF },
    ]);
    expect((await list(client)).at(-1)).toMatchObject({ name: "pdf-processing/scripts/extract.py" });
  });

  test("misses: prose through the template, an error elsewhere; encoded slashes stay; completion by case", async () => {
    const { client } = await speak("skills-over-mcp");
    for (const uri of [
      "skill://nope",
      "skill://git-workflow/documents",
      "skill://pdf-processing/",
      "skill://index.json",
    ]) {
      expect(await read(client, uri)).toMatchObject({
        code: -32602,
        message: `MCP error -32602: Resource ${uri} not found`,
      });
    }
    expect((await read(client, "skill://pdf-processing/document/nope.md"))[0].text).toMatch(
      /^# Error\n\nDocument "nope.md"/,
    );
    expect((await read(client, "skill://nope/document/x.md"))[0].text).toMatch(/^# Error\n\nSkill "nope"/);
    expect((await read(client, "skill://pdf-processing/document/references%2FFORMS.md"))[0].text).toMatch(
      /^# Error/,
    );
    const uri = "skill://{skillName}/document/{+documentPath}";
    expect(await completed(client, uri, "skillName", "")).toMatchObject({ values: ["pdf-processing"] });
    expect(await completed(client, uri, "skillName", "P")).toMatchObject({ values: [], total: 0 });
    expect(await completed(client, uri, "documentPath", "s")).toMatchObject({ values: [] });
    expect(await completed(client, uri, "documentPath", "s", { skillName: "pdf-processing" })).toMatchObject({
      values: ["scripts/extract.py"],
    });
  });
});

describe("fastmcp-3", () => {
  test("SKILL.md, manifest, template; the manifest has hash and path", async () => {
    const { client, hello } = await speak("fastmcp-3");
    expect(hello.capabilities.resources).toEqual({ subscribe: false, listChanged: false });
    expect((await list(client)).slice(2)).toEqual([
      {
        name: "pdf-processing/SKILL.md",
        uri: "skill://pdf-processing/SKILL.md",
        description: PDF_SAYS,
        mimeType: "text/markdown",
        _meta: { fastmcp: { tags: [] } },
      },
      {
        name: "pdf-processing/_manifest",
        uri: "skill://pdf-processing/_manifest",
        description: "File listing for pdf-processing",
        mimeType: "application/json",
        _meta: { fastmcp: { tags: [] } },
      },
    ]);
    expect((await templates(client))[1]).toMatchObject({
      uriTemplate: "skill://pdf-processing/{path*}",
      name: "pdf-processing_files",
    });
    const [manifest] = await read(client, "skill://pdf-processing/_manifest");
    expect(manifest.text).toBe(
      JSON.stringify(
        {
          skill: "pdf-processing",
          files: [
            { path: "SKILL.md", size: 198, hash: PDF_DIGEST },
            { path: "assets/logo.png", size: 70, hash: LOGO_DIGEST },
            { path: "references/FORMS.md", size: 38, hash: FORMS_DIGEST },
            { path: "scripts/extract.py", size: 17, hash: EXTRACT_DIGEST },
          ],
        },
        null,
        2,
      ),
    );
  });

  test("types, errors and decoding of the template", async () => {
    const { client } = await speak("fastmcp-3");
    const at = (rest: string) => read(client, `skill://pdf-processing/${rest}`);
    for (const rest of ["references/FORMS.md", "references%2FFORMS.md", "references/FORMS.md?zz=1"]) {
      expect(await at(rest)).toEqual([
        { uri: `skill://pdf-processing/${rest}`, mimeType: "text/plain", text: FORMS },
      ]);
    }
    expect(await at("assets/logo.png")).toMatchObject([{ mimeType: "application/octet-stream", blob: LOGO }]);
    const failed = "Error reading resource 'skill://pdf-processing/";
    expect(await at("nope.md")).toEqual({ code: 0, message: `${failed}nope.md': File not found: nope.md` });
    expect(await at("references")).toEqual({
      code: 0,
      message: `${failed}references': Not a file: references`,
    });
    expect(await at("")).toEqual({ code: 0, message: "" });
    expect((await at("..%2Fgit-workflow%2FSKILL.md")).message).toContain("escapes skill directory");
    expect(await read(client, "skill://nope/SKILL.md")).toEqual({
      code: -32002,
      message: "Resource not found: Unknown resource: 'skill://nope/SKILL.md'",
    });
    expect((await client.request("skills/list")).error).toMatchObject({ code: -32602, data: "" });
    expect((await client.request("completion/complete")).error.code).toBe(-32601);
  });

  test("CRLF becomes LF in text while the manifest counts the raw bytes", async () => {
    const folder = await folderOf({ "x/SKILL.md": skillMd("x"), "x/a.md": "1\r\n2\r\n", "x/é.md": "é" });
    const { client } = await speak("fastmcp-3", folder);
    expect(await read(client, "skill://x/a.md")).toMatchObject([{ text: "1\n2\n" }]);
    const [{ text }] = await read(client, "skill://x/_manifest");
    expect(text).toContain('"\\u00e9.md"');
    expect(JSON.parse(text).files.find(({ path }: Received) => path === "a.md").size).toBe(6);
  });
});

describe("sep-2076", () => {
  test("skills by name with instructions, files readable, its own notification", async () => {
    const { client, hello } = await speak("sep-2076");
    expect(hello.capabilities).toEqual({ skills: { listChanged: true }, resources: {} });
    expect((await client.request("skills/list")).result).toEqual({
      skills: [
        { name: "git-workflow", description: GIT_SAYS },
        { name: "pdf-processing", description: PDF_SAYS },
      ],
    });
    const { result } = await client.request("skills/get", { name: "pdf-processing" });
    expect(Object.keys(result)).toEqual(["description", "instructions", "files"]);
    expect(result.instructions).toBe(PDF_BODY);
    for (const { uri, mimeType } of result.files)
      expect(await read(client, uri)).toMatchObject([{ uri, mimeType }]);
    expect((await client.request("skills/get", { name: "nope" })).error).toEqual({
      code: -32602,
      message: "Unknown skill: nope",
    });
    expect((await client.request("skills/get", { uri: "skill://x/SKILL.md" })).error.code).toBe(-32602);
    expect(await read(client, "skill://pdf-processing/nope.md")).toMatchObject({ code: -32002 });
  });
});

describe("resource-catalog", () => {
  test("index, query, record, document, reference, docs", async () => {
    const { client } = await speak("resource-catalog");
    const index = async (query: string) =>
      JSON.parse((await read(client, `resource://catalog/skills_index${query}`))[0].text);
    expect((await index("")).skills[1]).toEqual({
      id: "pdf-processing",
      name: "pdf-processing",
      description: PDF_SAYS,
      tags: [],
      capabilities: [],
    });
    const first = await index("?limit=1");
    expect(first.skills).toHaveLength(1);
    expect((await index(`?limit=1&cursor=${first.nextCursor}`)).skills[0].id).toBe("pdf-processing");
    expect((await index("?q=merge%20PDF&zz=1")).skills.map(({ id }: Received) => id)).toEqual([
      "pdf-processing",
    ]);
    const [record] = await read(client, "resource://catalog/skills/pdf-processing");
    expect(JSON.parse(record.text)).toMatchObject({
      document: "resource://skills/pdf-processing/document",
      references: ["forms"],
    });
    expect(await read(client, "resource://skills/pdf-processing/document")).toMatchObject([
      { mimeType: "text/markdown", text: PDF },
    ]);
    for (const uri of [
      "resource://skills/pdf-processing/references/forms",
      "resource://docs/skills/pdf-processing/references/FORMS.md",
      "resource://docs/skills%2Fpdf-processing%2Freferences%2FFORMS.md",
    ]) {
      expect(await read(client, uri), uri).toMatchObject([{ uri, mimeType: "text/markdown", text: FORMS }]);
    }
    for (const uri of [
      "resource://catalog/skills/nope",
      "resource://skills/nope/document",
      "resource://docs/../x.md",
      "resource://docs/skills/pdf-processing/scripts/extract.py",
      "resource://docs//skills/pdf-processing/SKILL.md",
      "skill://pdf-processing/SKILL.md",
      "resource://catalog/prompts/nope",
    ]) {
      expect(await read(client, uri), uri).toMatchObject({ code: -32002 });
    }
  });
});

describe("well-known", () => {
  async function site() {
    const server = await serverOf({ folders: [await sample()], convention: "well-known" });
    const { url } = await server.serveHttp({ port: 0 });
    return { server, url, index: `${url}/.well-known/agent-skills/index.json` };
  }

  test("an index with digests of what is served, GET and HEAD", async () => {
    const { url, index } = await site();
    const response = await fetch(index);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(response.headers.get("cache-control")).toContain("max-age");
    const { $schema, skills } = (await response.json()) as Received;
    expect($schema).toBe("https://schemas.agentskills.io/discovery/0.2.0/schema.json");
    expect(skills[0]).toEqual({
      name: "git-workflow",
      type: "skill-md",
      description: GIT_SAYS,
      url: "/.well-known/agent-skills/git-workflow/SKILL.md",
      digest: GIT_DIGEST,
    });
    expect(skills[1]).toMatchObject({
      type: "archive",
      url: "/.well-known/agent-skills/pdf-processing.tar.gz",
    });
    for (const { url: path, digest } of skills) {
      const got = await fetch(new URL(path, url));
      const bytes = Buffer.from(await got.arrayBuffer());
      expect(`sha256:${createHash("sha256").update(bytes).digest("hex")}`).toBe(digest);
      const head = await fetch(new URL(path, url), { method: "HEAD" });
      expect(head.headers.get("content-length")).toBe(String(bytes.length));
      expect(head.headers.get("content-type")).toBe(got.headers.get("content-type"));
    }
  });

  test("404 for what is not there, 405 for other methods, 403 for foreign hosts", async () => {
    const { url, index } = await site();
    for (const path of [
      "pdf-processing/",
      "pdf-processing/references/FORMS.md",
      "..%2findex.json",
      "nope/SKILL.md",
    ]) {
      expect((await fetch(`${url}/.well-known/agent-skills/${path}`)).status, path).toBe(404);
    }
    expect((await fetch(index, { method: "POST" })).status).toBe(405);
    expect((await fetch(index, { headers: { origin: "http://evil.test" } })).status).toBe(403);
  });

  test("an archive unpacks with tar to the very files, whatever their names", async () => {
    const long = `${"deep/".repeat(30)}ende.txt`;
    const folder = await folderOf({ "x/SKILL.md": skillMd("x"), "x/größe 数据.md": "G", [`x/${long}`]: "L" });
    const server = await serverOf({ folders: [folder], convention: "well-known" });
    const { url } = await server.serveHttp({ port: 0 });
    const archive = await fetch(`${url}/.well-known/agent-skills/x.tar.gz`);
    const out = await mkdtemp(join(tmpdir(), "unpacked-"));
    onTestFinished(() => rm(out, { recursive: true }));
    await writeFile(join(out, "x.tar.gz"), Buffer.from(await archive.arrayBuffer()));
    execFileSync("tar", ["-xzf", "x.tar.gz"], { cwd: out });
    expect(await readFile(join(out, "SKILL.md"), "utf8")).toBe(skillMd("x"));
    expect(await readFile(join(out, "größe 数据.md"), "utf8")).toBe("G");
    expect(await readFile(join(out, long), "utf8")).toBe("L");
  });

  test("a name of odd length is packed as .zip, which other readers unpack to the very files", async () => {
    const folder = await folderOf({ "x/SKILL.md": skillMd("x"), "x/größe 数据.md": "G", "x/b.bin": LOGO });
    const server = await serverOf({ folders: [folder], convention: "well-known" });
    const { url } = await server.serveHttp({ port: 0 });
    const index = await fetch(`${url}/.well-known/agent-skills/index.json`);
    const [entry] = ((await index.json()) as Received).skills;
    expect(entry).toMatchObject({ type: "archive", url: "/.well-known/agent-skills/x.zip" });
    const archive = await fetch(`${url}${entry.url}`);
    expect(archive.headers.get("content-type")).toBe("application/zip");
    const bytes = Buffer.from(await archive.arrayBuffer());
    expect(entry.digest).toBe(`sha256:${createHash("sha256").update(bytes).digest("hex")}`);
    const out = await mkdtemp(join(tmpdir(), "unzipped-"));
    onTestFinished(() => rm(out, { recursive: true }));
    await writeFile(join(out, "x.zip"), bytes);
    execFileSync("python3", ["-c", UNZIP], { cwd: out });
    expect(await readFile(join(out, "SKILL.md"), "utf8")).toBe(skillMd("x"));
    expect(await readFile(join(out, "größe 数据.md"), "utf8")).toBe("G");
    expect(await readFile(join(out, "b.bin"), "utf8")).toBe(LOGO);
  });

  test("speaks no MCP and says so", async () => {
    const { server } = await site();
    expect(() => server.session(() => {})).toThrow("web site");
  });
});

describe("every convention", () => {
  test.each([
    "sep-2640-index",
    "sep-2640-index-a",
    "sep-2640-v1-draft",
    "skill-uri-proposal",
    "skilljack",
    "skills-over-mcp",
    "sep-2076",
    "resource-catalog",
  ])("%s answers a method that it does not know like the servers that speak it", async (id) => {
    const { client } = await speak(id);
    expect((await client.request("no/such")).error).toEqual({ code: -32601, message: "Method not found" });
  });

  const legacyOnly = conventions.filter(
    ({ id, serve }) => serve && !["sep-2640", "sep-2640-v1-draft"].includes(id),
  );

  test.each(legacyOnly.map(({ id }) => id))(
    "%s answers a modern probe like a server that knows no such era",
    async (id) => {
      const server = await serverOf({ folders: [await sample()], convention: id });
      const client = await inMemory(server, "modern");
      const { error } = await client.request("server/discover");
      expect([-32601, -32602]).toContain(error.code);
      const { url } = await server.serveHttp({ port: 0 });
      const response = await fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "mcp-protocol-version": "2026-07-28",
          "mcp-method": "server/discover",
        },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "server/discover",
          params: { _meta: MODERN_META },
        }),
      });
      expect(response.status).toBe(400);
      const body = (await response.json()) as Received;
      expect([-32020, -32021, -32022]).not.toContain(body.error.code);
    },
  );

  test("an unknown one is refused with the known ones", async () => {
    await expect(serverOf({ folders: [], convention: "nope" })).rejects.toThrow(
      "sep-2640, sep-2640-v1-draft",
    );
  });
});
