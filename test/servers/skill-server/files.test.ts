import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, link, mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { SkillServer } from "../../../electron/engine/skill-server";
import { walk } from "../../../electron/engine/skill-server/scan/walk";
import { tempFolder } from "../../support/temp";
import { folderOf, inMemory, put, type Received, serverOf, skillMd } from "./client";

const reasonFor = (server: SkillServer, end: string) =>
  server.skipped.find(({ path }) => path.endsWith(end))?.reason ?? "";

async function entries(server: SkillServer): Promise<Received[]> {
  return (await inMemory(server, "modern")).all("skills/list", "skills");
}

describe("names and URIs", () => {
  test("every advertised URI can be read as it stands, whatever the file is called", async () => {
    const names = [
      "setup guide.md",
      "café.md",
      "a+b.md",
      "refs/bug#42 &v=2+rev?.md",
      "refs/50% off=ok;x.md",
      "数据/分析.md",
      "emoji 🧪.txt",
      "[x]{y}|^`<>.md",
      "ends with space ",
      "colon:at@here.md",
    ];
    const folder = await folderOf({ "demo/SKILL.md": skillMd("demo") });
    for (const name of names) await put(folder, `demo/${name}`, name);
    const server = await serverOf({ folders: [folder] });
    const client = await inMemory(server, "modern");
    const [entry] = await entries(server);
    expect(entry.resources).toHaveLength(names.length + 1);
    for (const { uri } of entry.resources) {
      expect(uri).toMatch(/^skill:\/\/demo(\/([A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-F]{2})+)+$/);
      const { result } = await client.request("resources/read", { uri });
      expect(result.contents[0].uri).toBe(uri);
    }
    const read = entry.resources.filter(({ uri }: Received) => !uri.endsWith("/SKILL.md"));
    const texts = await Promise.all(
      read.map(
        async ({ uri }: Received) =>
          (await client.request("resources/read", { uri })).result.contents[0].text,
      ),
    );
    expect(texts.sort()).toEqual([...names].sort());
    expect(server.skipped).toEqual([]);
  });

  test("another spelling of the same escapes is read too; dot segments and encoded slashes never are", async () => {
    const folder = await folderOf({ "demo/SKILL.md": skillMd("demo"), "demo/a!.md": "A", "secret.md": "S" });
    const client = await inMemory(await serverOf({ folders: [folder] }), "modern");
    const read = (uri: string) => client.request("resources/read", { uri });
    expect((await read("skill://demo/a%21.md")).result.contents[0]).toMatchObject({
      uri: "skill://demo/a%21.md",
      text: "A",
    });
    for (const uri of [
      "skill://demo/../secret.md",
      "skill://demo/%2e%2e/secret.md",
      "skill://demo/..%2fsecret.md",
      "skill://demo/..%5csecret.md",
      "skill://demo/.%2e/secret.md",
      "skill://demo//SKILL.md",
      "skill://demo/./SKILL.md",
      "skill://demo/SKILL.md?x",
      "skill://demo/SKILL.md#x",
      "skill://demo/%00SKILL.md",
      "skill://demo/%zz.md",
      `skill://${folder}/secret.md`,
      "skill:///demo/SKILL.md",
      "skill://secret.md",
      "file:///etc/passwd",
    ]) {
      expect((await read(uri)).error?.code, uri).toBe(-32602);
    }
  });

  test("the first segment is a valid reg-name", async () => {
    const folder = await folderOf({ "a:b@c d/x/SKILL.md": skillMd("x") });
    const [entry] = await entries(await serverOf({ folders: [folder] }));
    expect(entry.uri).toBe("skill://a%3Ab%40c%20d/x/SKILL.md");
  });

  test("the path counts, not the name: a differing name is served under its folder", async () => {
    const folder = await folderOf({ "folder/SKILL.md": skillMd("other") });
    const [entry] = await entries(await serverOf({ folders: [folder] }));
    expect(entry).toMatchObject({ uri: "skill://folder/SKILL.md", frontmatter: { name: "other" } });
  });
});

describe("several folders", () => {
  test("share one namespace while they do not collide", async () => {
    const one = await folderOf({ "acme/a/SKILL.md": skillMd("a") });
    const two = await folderOf({ "acme/b/SKILL.md": skillMd("b") });
    const uris = (await entries(await serverOf({ folders: [one, two] }))).map(({ uri }) => uri);
    expect(uris).toEqual(["skill://acme/a/SKILL.md", "skill://acme/b/SKILL.md"]);
  });

  test("that collide, also by nesting, get their base names as prefix", async () => {
    const base = await folderOf({
      "left/x/SKILL.md": skillMd("x"),
      "right/x/y/SKILL.md": skillMd("y"),
      "other/right/z/SKILL.md": skillMd("z"),
      "other/right/x/SKILL.md": skillMd("x"),
    });
    const folders = [join(base, "left"), join(base, "right"), join(base, "other/right")];
    const uris = (await entries(await serverOf({ folders }))).map(({ uri }) => uri);
    expect(uris).toEqual([
      "skill://left/x/SKILL.md",
      "skill://right-2/x/SKILL.md",
      "skill://right-2/z/SKILL.md",
      "skill://right/x/y/SKILL.md",
    ]);
  });

  test("a folder that is itself a skill is served under its own name", async () => {
    const base = await folderOf({ "solo/SKILL.md": skillMd("solo"), "solo/a.md": "A" });
    const [entry] = await entries(await serverOf({ folders: [join(base, "solo")] }));
    expect(entry.resources.map(({ uri }: Received) => uri)).toEqual([
      "skill://solo/SKILL.md",
      "skill://solo/a.md",
    ]);
  });

  test("a folder that is not there is named and harms nothing", async () => {
    const folder = await folderOf({ "x/SKILL.md": skillMd("x") });
    const server = await serverOf({ folders: [join(folder, "gone"), folder] });
    expect(reasonFor(server, "gone")).toContain("ENOENT");
    expect(await entries(server)).toHaveLength(1);
  });
});

describe("nested skills", () => {
  test("have their own entry and all their files in the enclosing one, with the same digests", async () => {
    const folder = await folderOf({
      "out/SKILL.md": skillMd("out"),
      "out/sub/in/SKILL.md": skillMd("in"),
      "out/sub/in/data.bin": new Uint8Array([0, 255, 1]),
    });
    const [outer, inner] = await entries(await serverOf({ folders: [folder] }));
    expect(inner.uri).toBe("skill://out/sub/in/SKILL.md");
    expect(outer.resources).toEqual(expect.arrayContaining(inner.resources));
    expect(outer.resources).toHaveLength(3);
  });

  test("one that cannot be parsed stays a file of the enclosing skill and is named", async () => {
    const folder = await folderOf({ "out/SKILL.md": skillMd("out"), "out/in/SKILL.md": "no frontmatter" });
    const server = await serverOf({ folders: [folder] });
    const [outer, ...others] = await entries(server);
    expect(others).toEqual([]);
    expect(outer.resources.map(({ uri }: Received) => uri)).toContain("skill://out/in/SKILL.md");
    expect(reasonFor(server, "in/SKILL.md")).toContain("enclosing");
  });
});

describe("bytes", () => {
  const cases: [string, Uint8Array, "text" | "blob", string][] = [
    ["bom.md", Buffer.from("\ufeffhi\r\n"), "text", "text/markdown"],
    ["crlf.txt", Buffer.from("a\r\nb  \r\n\r"), "text", "text/plain"],
    ["invalid.md", Buffer.from([0x61, 0xff, 0x0d, 0x0a]), "blob", "text/markdown"],
    ["empty.md", Buffer.alloc(0), "text", "text/markdown"],
    ["empty.png", Buffer.alloc(0), "blob", "image/png"],
    ["nul.txt", Buffer.from("a\0b"), "blob", "text/plain"],
    ["unknown.zzz", Buffer.from("text"), "text", "text/plain"],
    ["unknown2.zzz", Buffer.from([0, 1, 2]), "blob", "application/octet-stream"],
    ["script.ts", Buffer.from("let a;"), "text", "text/x-typescript"],
    ["vector.svg", Buffer.from("<svg/>"), "text", "image/svg+xml"],
    ["LICENSE", Buffer.from("MIT"), "text", "text/plain"],
  ];

  test.each(cases)("%s is served byte for byte", async (name, bytes, how, mimeType) => {
    const folder = await folderOf({ "demo/SKILL.md": skillMd("demo"), [`demo/${name}`]: bytes });
    const server = await serverOf({ folders: [folder] });
    const uri = `skill://demo/${name}`;
    const { result } = await (await inMemory(server, "modern")).request("resources/read", { uri });
    const [content] = result.contents;
    expect(Object.keys(content).sort()).toEqual(["mimeType", "uri", how].sort());
    expect(content.mimeType).toBe(mimeType);
    expect(Buffer.from(content[how], how === "blob" ? "base64" : "utf8").equals(bytes)).toBe(true);
    const [entry] = await entries(server);
    expect(entry.resources.find((file: Received) => file.uri === uri)).toEqual({
      uri,
      size: bytes.length,
      digest: `sha256:${createHash("sha256").update(bytes).digest("hex")}`,
    });
  });

  test("a SKILL.md with BOM and CRLF gives the values of its LF twin over untouched bytes", async () => {
    const text = "\ufeff---\r\nname: crlf\r\ndescription: >\r\n  two\r\n  lines\r\n---\r\n\r\nBody\r\n";
    const folder = await folderOf({ "crlf/SKILL.md": text });
    const [entry] = await entries(await serverOf({ folders: [folder] }));
    expect(entry.frontmatter).toEqual({ name: "crlf", description: "two lines\n" });
    expect(entry.resources[0].size).toBe(Buffer.byteLength(text));
  });
});

describe("what is left out is named, and the rest is served", () => {
  test("a SKILL.md that cannot be used, none of it run (field report g09)", async () => {
    const trace = join(tempFolder(), "ran");
    const folder = await folderOf({
      "good/SKILL.md": skillMd("good"),
      "wide/SKILL.md": Buffer.from(`\ufeff${skillMd("wide")}`, "utf16le"),
      "open/SKILL.md": "---\nname: open\ndescription: never closed\n\n# Body\n",
      "colon/SKILL.md": "---\nname: colon\ndescription: Use when: asked\n---\n",
      "twice/SKILL.md": "---\nname: twice\ndescription: one\ndescription: two\n---\n",
      "null/SKILL.md": "---\nname: null\ndescription:\n---\n",
      "number/SKILL.md": "---\nname: 123\ndescription: d\n---\n",
      "nodesc/SKILL.md": "---\nname: nodesc\n---\n",
      "js/SKILL.md": `---js\nrequire("fs").writeFileSync(${JSON.stringify(trace)}, "ran")\n---\n`,
      "low/skill.md": skillMd("low"),
      "both/SKILL.md": skillMd("both"),
      "both/skill.md": "other",
    });
    const server = await serverOf({ folders: [folder] });
    expect((await entries(server)).map(({ frontmatter }) => frontmatter.name)).toEqual(["both", "good"]);
    expect(reasonFor(server, "wide/SKILL.md")).toContain("UTF-16");
    expect(reasonFor(server, "open/SKILL.md")).toMatch(/line 1/);
    expect(reasonFor(server, "colon/SKILL.md")).toMatch(/line 3/);
    expect(reasonFor(server, "twice/SKILL.md")).toMatch(/4/);
    expect(reasonFor(server, "null/SKILL.md")).toContain("name is empty");
    expect(reasonFor(server, "number/SKILL.md")).toContain("number");
    expect(reasonFor(server, "nodesc/SKILL.md")).toContain("no description");
    expect(reasonFor(server, "js/SKILL.md")).not.toBe("");
    expect(existsSync(trace)).toBe(false);
    expect(reasonFor(server, "low/skill.md")).toContain("SKILL.md");
    expect(reasonFor(server, "both/skill.md")).toContain("letter case");
  });

  test("alias bombs end at once and cost only their own skill", async () => {
    const levels = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
    const lines = levels.map((key, index) => {
      const items = index === 0 ? "x" : `*${levels[index - 1]}`;
      return `  ${key}: &${key} [${Array(10).fill(items).join(",")}]`;
    });
    const folder = await folderOf({
      "bomb/SKILL.md": `---\nname: bomb\ndescription: d\nmetadata:\n${lines.join("\n")}\n---\n`,
      "self/SKILL.md": "---\nname: self\ndescription: d\nmetadata: &m {self: *m}\n---\n",
      "good/SKILL.md": skillMd("good"),
    });
    const started = performance.now();
    const server = await serverOf({ folders: [folder] });
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(await entries(server)).toHaveLength(1);
    expect(reasonFor(server, "bomb/SKILL.md")).not.toBe("");
    expect(reasonFor(server, "self/SKILL.md")).not.toBe("");
  });

  test("dependencies, dot files, links, pipes, names that are no UTF-8, twins by Unicode form, strays (field report g08)", async () => {
    const folder = await folderOf({
      "demo/SKILL.md": skillMd("demo"),
      "demo/sub/SKILL.md": skillMd("sub"),
      "demo/node_modules/pkg/trace/SKILL.md": skillMd("trace"),
      "demo/.git/x/SKILL.md": skillMd("x"),
      "demo/.env": "SECRET=1",
      "demo/caf\u00e9.md": "NFC",
      "demo/cafe\u0301.md": "NFD",
      "demo/back\\slash.md": "B",
      "README.md": "stray",
      "empty/notes.txt": "no skill here",
      "secret.txt": "S",
    });
    await symlink(join(folder, "secret.txt"), join(folder, "demo/link.txt"));
    await symlink("/", join(folder, "demo/root"));
    await symlink(join(folder, "demo"), join(folder, "alias"));
    execFileSync("mkfifo", [join(folder, "demo/pipe")]);
    await writeFile(
      Buffer.concat([Buffer.from(`${folder}/demo/bad-`), Buffer.from([0xff]), Buffer.from(".md")]),
      "x",
    );
    const server = await serverOf({ folders: [folder] });
    const all = await entries(server);
    expect(all.map(({ uri }) => uri)).toEqual(["skill://demo/SKILL.md", "skill://demo/sub/SKILL.md"]);
    const files = all[0].resources.map(({ uri }: Received) => uri);
    expect(files).toHaveLength(3);
    for (const [path, word] of [
      ["demo/node_modules", "node_modules"],
      ["demo/.git", "dot"],
      ["demo/.env", "dot"],
      ["demo/link.txt", "link"],
      ["demo/root", "link"],
      ["alias", "link"],
      ["demo/pipe", "pipe"],
      ["demo/bad-\ufffd.md", "UTF-8"],
      ["demo/back\\slash.md", "backslash"],
      ["README.md", "no skill"],
      ["empty", "SKILL.md"],
    ]) {
      expect(reasonFor(server, `/${path}`), path).toContain(word);
    }
    expect(server.skipped.some(({ reason }) => reason.includes("Unicode"))).toBe(true);
    const client = await inMemory(server, "modern");
    for (const uri of [
      "skill://demo/.env",
      "skill://demo/link.txt",
      "skill://demo/root/etc/passwd",
      "skill://demo/pipe",
    ]) {
      expect((await client.request("resources/read", { uri })).error?.code, uri).toBe(-32602);
    }
  });

  test("sockets, devices, and of names that only letter case tells apart all but the first", async () => {
    const folder = await folderOf({
      "demo/SKILL.md": skillMd("demo"),
      "demo/Notes.md": "upper",
      "demo/notes.md": "lower",
      "demo/ok.md": "ok",
    });
    const socket = createServer().listen(join(folder, "demo/sock"));
    await once(socket, "listening");
    onTestFinished(() => void socket.close());
    const server = await serverOf({ folders: [folder] });
    expect(reasonFor(server, "demo/sock")).toContain("socket");
    expect(reasonFor(server, "demo/notes.md")).toMatch(/"Notes\.md" only in letter case/);
    const [entry] = await entries(server);
    expect(entry.resources.map(({ uri }: Received) => uri)).toEqual([
      "skill://demo/Notes.md",
      "skill://demo/SKILL.md",
      "skill://demo/ok.md",
    ]);
    const { skipped } = await walk("/dev", "dev");
    expect(skipped.find(({ path }) => path === "/dev/null")?.reason).toBe("is a device, not a file");
  });

  test("a hard link is a file of the folder like any other, and is served", async () => {
    const folder = await folderOf({ "demo/SKILL.md": skillMd("demo"), "elsewhere/notes.md": "shared" });
    await link(join(folder, "elsewhere/notes.md"), join(folder, "demo/notes.md"));
    const server = await serverOf({ folders: [folder] });
    const client = await inMemory(server, "modern");
    const { result } = await client.request("resources/read", { uri: "skill://demo/notes.md" });
    expect(result.contents[0].text).toBe("shared");
    expect(reasonFor(server, "demo/notes.md")).toBe("");
  });

  test("a skill beyond the limits of the extension, its neighbours not", async () => {
    const folder = await folderOf({
      "small/SKILL.md": skillMd("small"),
      "heavy/SKILL.md": skillMd("heavy"),
      "heavy/big.bin": Buffer.alloc(16 * 1024 * 1024),
      "many/SKILL.md": skillMd("many"),
    });
    for (let index = 0; index < 512; index += 1) await put(folder, `many/${index}.txt`, "x");
    const server = await serverOf({ folders: [folder] });
    expect((await entries(server)).map(({ uri }) => uri)).toEqual(["skill://small/SKILL.md"]);
    expect(reasonFor(server, "heavy")).toContain("16777216");
    expect(reasonFor(server, "many")).toContain("512");
  });

  test("each line is logged", async () => {
    const folder = await folderOf({ "x/SKILL.md": skillMd("x"), "x/.hidden": "" });
    const lines: string[] = [];
    await serverOf({ folders: [folder], log: (line) => lines.push(line) });
    expect(lines).toEqual([expect.stringContaining(".hidden")]);
  });
});

describe("what changes under the server's hands", () => {
  test("a folder swapped for a link after the scan gives nothing away", async () => {
    const folder = await folderOf({ "demo/SKILL.md": skillMd("demo"), "demo/refs/a.md": "A" });
    const outside = await folderOf({ "a.md": "SECRET" });
    const server = await serverOf({ folders: [folder] });
    await rename(join(folder, "demo/refs"), join(folder, "moved"));
    await symlink(outside, join(folder, "demo/refs"));
    const client = await inMemory(server, "modern");
    const answer = await client.request("resources/read", { uri: "skill://demo/refs/a.md" });
    expect(answer.error?.code).toBe(-32602);
    const [entry] = await client.all("skills/list", "skills");
    expect(entry.resources.map(({ uri }: Received) => uri)).toEqual(["skill://demo/SKILL.md"]);
  });

  test("a file replaced by a link or a pipe is refused at once; one that is gone as well", async () => {
    const folder = await folderOf({
      "demo/SKILL.md": skillMd("demo"),
      "demo/a.md": "A",
      "demo/b.md": "B",
      "demo/c.md": "C",
      "secret.txt": "S",
    });
    const server = await serverOf({ folders: [folder] });
    for (const name of ["a", "b", "c"]) await rm(join(folder, `demo/${name}.md`));
    await symlink(join(folder, "secret.txt"), join(folder, "demo/a.md"));
    execFileSync("mkfifo", [join(folder, "demo/b.md")]);
    const client = await inMemory(server, "modern");
    for (const name of ["a", "b", "c"]) {
      const answer = await client.request("resources/read", { uri: `skill://demo/${name}.md` });
      expect(answer.error?.code, name).toBe(-32602);
    }
  });

  test("an entry always fits the file as it is now", async () => {
    const folder = await folderOf({ "demo/SKILL.md": skillMd("demo"), "demo/a.md": "A" });
    await mkdir(join(folder, "plain"));
    await link(join(folder, "demo/a.md"), join(folder, "plain/hard.md"));
    const server = await serverOf({ folders: [folder] });
    const [before] = await entries(server);
    await put(folder, "demo/SKILL.md", skillMd("demo", "changed", "license: MIT\n"));
    await put(folder, "demo/a.md", "AA");
    const [after] = await entries(server);
    expect(after.frontmatter.license).toBe("MIT");
    expect(after.resources.map(({ digest }: Received) => digest)).not.toEqual(
      before.resources.map(({ digest }: Received) => digest),
    );
    expect(after.resources[1].size).toBe(2);
  });
});

describe("permissions", () => {
  test("an unreadable file or folder is named, and what can be read is served", async () => {
    const folder = await folderOf({
      "demo/SKILL.md": skillMd("demo"),
      "demo/locked.md": "L",
      "demo/vault/x.md": "X",
      "shut/SKILL.md": skillMd("shut"),
    });
    await chmod(folder, 0o755);
    await chmod(join(folder, "demo/locked.md"), 0o000);
    await chmod(join(folder, "demo/vault"), 0o000);
    await chmod(join(folder, "shut/SKILL.md"), 0o000);
    // Root may read anything, so the scan runs as somebody else.
    const root = process.getuid?.() === 0;
    if (root) process.seteuid?.(65534);
    try {
      const server = await serverOf({ folders: [folder] });
      const [entry, ...others] = await entries(server);
      expect(others).toEqual([]);
      expect(entry.resources.map(({ uri }: Received) => uri)).toEqual(["skill://demo/SKILL.md"]);
      for (const path of ["demo/locked.md", "demo/vault", "shut/SKILL.md"]) {
        expect(reasonFor(server, `/${path}`), path).toContain("EACCES");
      }
    } finally {
      if (root) process.seteuid?.(0);
      await chmod(join(folder, "demo/vault"), 0o755);
    }
  });
});
