import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { conventions } from "../../../electron/engine/skill-server/conventions";
import { folderOf, inMemory, MODERN_META, type RawClient, type Received, serverOf, skillMd } from "./client";

/** The sample by which the conventions are described; its digests are known. */
const GIT = `---
name: git-workflow
description: Branch, commit and merge the way this team does.
metadata:
  author: platform-team
  version: "1.2"
---

# Git workflow

1. Branch from \`main\`.
2. Keep commits small.
`;
const PDF_BODY = `# PDF processing

Forms are described in [FORMS](references/FORMS.md). Run \`scripts/extract.py\`.

![logo](assets/logo.png)
`;
const PDF = `---\nname: pdf-processing\ndescription: Read, fill and merge PDF files.\n---\n\n${PDF_BODY}`;
const FORMS = "# Forms\n\nField types: text, checkbox.\n";
const LOGO =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==";
const GIT_DIGEST = "sha256:622e91253afadc6b12e199122205c393984c8b7a6a3f80170039c0c487506583";
const PDF_DIGEST = "sha256:0bae095330ad995a0f758251d4b349a50568bee2ac179e19b2eb7326794b83b4";
const LOGO_DIGEST = "sha256:4ff6ab670a58c14270e034e2090d9a432caa263a14e0a25785386b0c12f880b5";
const FORMS_DIGEST = "sha256:88ddfa719d1771caa9179381747e6701669e4468bb7fdc7c96cc5dc612a4223a";
const EXTRACT_DIGEST = "sha256:f8b7250ac5491113721f1657af093b9d0e9ce4baa336e2db3b9fd3563ff7676e";
const GIT_SAYS = "Branch, commit and merge the way this team does.";
const PDF_SAYS = "Read, fill and merge PDF files.";

const sample = () =>
  folderOf({
    "git-workflow/SKILL.md": GIT,
    "pdf-processing/SKILL.md": PDF,
    "pdf-processing/references/FORMS.md": FORMS,
    "pdf-processing/scripts/extract.py": 'print("extract")\n',
    "pdf-processing/assets/logo.png": Buffer.from(LOGO, "base64"),
  });

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
      cacheScope: "private",
    });
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
        },
      ],
    });
    const listed = await list(client);
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
      values: expect.arrayContaining(["references/FORMS.md"]),
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

  test("speaks no MCP and says so", async () => {
    const { server } = await site();
    expect(() => server.session(() => {})).toThrow("web site");
  });
});

describe("every convention", () => {
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
