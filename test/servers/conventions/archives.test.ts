import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { saveSkill } from "../../../electron/engine/servers/save-skill";
import { packTarGz } from "../../../electron/engine/skill-server/conventions/pack";
import { packZip } from "../../../electron/engine/skill-server/conventions/pack-zip";
import { sha256 } from "../../../electron/engine/skill-server/scan/facts";
import { folderOf, serverOf, skillMd } from "../skill-server/client";
import { listed } from "./live";
import { scripted } from "./replay";

/** A skill of the index drafts that comes as an archive and not otherwise. */

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0xff]);
const FILES = [
  { path: "SKILL.md", bytes: Buffer.from(skillMd("pdf-tools")) },
  { path: "assets/a b.png", bytes: PNG },
  { path: "references/größe.md", bytes: Buffer.from("# Größe\n") },
];
const URIS = [
  "skill://pdf-tools/SKILL.md",
  "skill://pdf-tools/assets/a%20b.png",
  "skill://pdf-tools/references/gr%C3%B6%C3%9Fe.md",
];

/** A server whose index has one entry of shape B with one archive. */
function serving(bytes: Buffer, url: string, mimeType: string, digest = sha256(bytes)) {
  const index = {
    skills: [
      {
        frontmatter: { name: "pdf-tools", description: "Packed." },
        archives: [{ url, mimeType, digest }],
      },
    ],
  };
  return listed(
    scripted(
      { resources: {}, extensions: { "io.modelcontextprotocol/skills": {} } },
      {
        "resources/list": { result: { resources: [{ uri: "skill://index.json", name: "index" }] } },
        "resources/templates/list": { result: { resourceTemplates: [] } },
        "resources/read skill://index.json": {
          result: { contents: [{ uri: "skill://index.json", text: JSON.stringify(index) }] },
        },
        [`resources/read ${url}`]: {
          result: { contents: [{ uri: url, mimeType, blob: bytes.toString("base64") }] },
        },
      },
    ),
  );
}

describe.each([
  ["tar.gz", packTarGz, "skill://elsewhere/pack.tar.gz", "application/gzip"],
  ["zip", packZip, "skill://elsewhere/pack.zip", "application/zip"],
] as const)("an archive as %s", (_name, pack, url, mimeType) => {
  it("is fetched once, when its skill is opened; its files are listed, read and compared", async () => {
    const { server, asked, open, read, skill } = await serving(pack(FILES), url, mimeType);
    expect(skill("pdf-tools")).toMatchObject({
      uri: URIS[0],
      releasedUri: URIS[0],
      description: "Packed.",
      manifest: { kind: "unknown" },
    });
    const before = asked();
    expect(before).not.toContain(`resources/read ${url}`);
    const opened = await open(skill("pdf-tools"));
    expect(opened).toMatchObject({ files: 3 });
    expect(opened.manifest).toEqual({
      kind: "files",
      files: FILES.map(({ path, bytes }, index) => ({
        uri: URIS[index],
        path,
        size: bytes.length,
        digest: sha256(bytes),
      })),
    });
    for (const [index, uri] of URIS.entries()) {
      const file = await read(uri, URIS[0]);
      expect(file.verdict).toBe("match");
      expect(file.bytes).toEqual(FILES[index]!.bytes);
    }
    expect(asked().slice(before.length)).toEqual([`resources/read ${url}`]);
    expect(server.state.conventions).toEqual(["sep-2640-index"]);
  });

  it("is saved file by file", async () => {
    const { server, open, skill } = await serving(pack(FILES), url, mimeType);
    await open(skill("pdf-tools"));
    const folder = await mkdtemp(join(tmpdir(), "saved-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const saved = await saveSkill(server, URIS[0]!, folder, new AbortController().signal);
    expect(saved.left).toEqual([]);
    expect((await readdir(saved.folder)).sort()).toEqual(["SKILL.md", "assets", "references"]);
  });

  it.each([
    ["another digest than the index states", pack(FILES), `sha256:${"0".repeat(64)}`, /another SHA-256/],
    ["no SKILL.md at its root", pack(FILES.slice(1)), undefined, /no SKILL\.md at its root/],
    [
      "a path that leads out",
      pack([...FILES, { path: "../../x", bytes: PNG }]),
      undefined,
      /leads out of the folder: "\.\.\/\.\.\/x"/,
    ],
    ["damaged bytes", pack(FILES).subarray(0, 60), undefined, /cannot be unpacked/],
  ])("with %s is refused in words, and the skill stays listed", async (_what, bytes, digest, words) => {
    const { open, read, skill } = await serving(bytes, url, mimeType, digest);
    const opened = await open(skill("pdf-tools"));
    expect(opened.manifestProblem).toMatch(words);
    expect(opened.manifestProblem).toContain(url);
    expect(opened.manifest).toEqual({ kind: "unknown" });
    await expect(read(URIS[0]!, URIS[0])).rejects.toThrow(words);
    expect((await read(url)).bytes).toEqual(bytes);
  });
});

it("without a digest gives files that nothing can be compared with, and says what it lacks", async () => {
  const folder = await folderOf({ "tools/SKILL.md": skillMd("tools"), "tools/a.md": "A" });
  const { open, read, skill } = await listed(
    await serverOf({ folders: [folder], convention: "sep-2640-index-a" }),
  );
  await open(skill("tools"));
  expect(await read("skill://tools/a.md", "skill://tools/SKILL.md")).toMatchObject({
    verdict: "unverifiable",
    bytes: Buffer.from("A"),
  });
  await expect(read("skill://tools/b.md", "skill://tools/SKILL.md")).rejects.toThrow(/holds no b\.md/);
});

it.each(["tools", "tools-x"])("zip-slip is refused by the app, and nothing is written: %s", async (name) => {
  const folder = await folderOf({ [`${name}/SKILL.md`]: skillMd(name), [`${name}/a.md`]: "A" });
  const { open, skill } = await listed(
    await serverOf({ folders: [folder], convention: "sep-2640-index-a", faults: ["zip-slip"] }),
  );
  const { manifestProblem } = await open(skill(name));
  expect(manifestProblem).toMatch(/leads out of the folder: "\.\.\/\.\.\/\.\.\/\.\.\/tmp/);
  expect(existsSync("/tmp/skill-inspector-zip-slip.txt")).toBe(false);
  expect(existsSync("/tmp/skill-inspector-zip-slip-absolute.txt")).toBe(false);
});
