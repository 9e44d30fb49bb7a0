import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkJson } from "../support/cli";
import { startEngine } from "../support/engine";
import { tempFolder } from "../support/temp";

/** What went wrong for users of other tools with files of skills and their URIs, tried on our own app. */

function folderOf(files: Record<string, string | Uint8Array>): string {
  const folder = tempFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** A folder opened in the app, which serves it to itself as the released extension. */
async function opened(files: Record<string, string | Uint8Array>) {
  const folder = folderOf(files);
  const engine = await startEngine();
  const { config } = await engine.call("servers.add", {
    label: "own",
    transport: { kind: "folder", path: folder },
  });
  await engine.settled("own");
  const { serverId } = config;
  const skills = await engine.skills(serverId);
  const file = (uri: string) => engine.call("files.open", { serverId, uri });
  return { folder, engine, serverId, skills, file };
}

const good = (name: string) =>
  `---\nname: ${name}\ndescription: Does ${name}. Use when due.\n---\n\n# Body\n`;
const sha = (bytes: string | Uint8Array) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
const messagesOf = (report: Awaited<ReturnType<typeof checkJson>>["report"], skill: string) =>
  report.findings.filter((each) => JSON.stringify(each.subject).includes(skill));

describe("SKILL.md as it occurs", () => {
  it("field report a01: a BOM stays in digest and size, and UTF-16 is named", async () => {
    const bom = `\ufeff${good("bom")}`;
    const wide = Buffer.from(`\ufeff${good("wide")}`, "utf16le");
    const { skills, file } = await opened({ "bom/SKILL.md": bom });
    expect(skills).toMatchObject([{ name: "bom" }]);
    expect(await file("skill://bom/SKILL.md")).toMatchObject({
      digest: sha(bom),
      size: Buffer.byteLength(bom),
      verdict: { state: "match" },
    });
    const { report } = await checkJson([folderOf({ "wide/SKILL.md": wide })]);
    expect(JSON.stringify(messagesOf(report, "wide"))).toContain("UTF-16");
  });

  it("field report a02: CRLF gives the values of the LF twin, and the digest of its own bytes", async () => {
    const text = "---\r\nname: crlf\r\ndescription: >\r\n  Use when two\r\n  lines\r\n---\r\n\r\nBody\r\n";
    const { skills, file } = await opened({ "crlf/SKILL.md": text });
    expect(skills).toMatchObject([{ name: "crlf", description: "Use when two lines\n" }]);
    expect((await file("skill://crlf/SKILL.md")).digest).toBe(sha(text));
  });

  it("field report a03: a colon in a description is named with line, column and a fix", async () => {
    const { code, report } = await checkJson([
      folderOf({
        "colon/SKILL.md": "---\nname: colon\ndescription: Use when: the user asks\n---\n",
        "quote/SKILL.md": '---\nname: quote\ndescription: "Learn" then build\n---\n',
        "fine/SKILL.md": good("fine"),
      }),
    ]);
    expect(code).toBe(1);
    expect(report.summary.skills).toBe(3);
    for (const skill of ["colon", "quote"]) {
      const finding = messagesOf(report, skill).find(({ rule }) => rule === "as-frontmatter");
      expect(finding?.location).toMatchObject({ line: 3 });
      expect(finding?.location?.column, skill).toBeGreaterThan(1);
      expect(finding?.fix, skill).toMatch(/quot/i);
    }
  });

  it.each([">-", "|", "|+"])(
    "field report a04: a block scalar %s is the description, whole",
    async (mark) => {
      const text = `---\nname: block\ndescription: ${mark}\n  Use when first,\n  name: not-a-key\n  Triggers: /x\nlicense: MIT\n---\n`;
      const { skills, file } = await opened({ "block/SKILL.md": text });
      expect(skills[0]).toMatchObject({
        name: "block",
        description: expect.stringContaining("name: not-a-key"),
      });
      expect((await file("skill://block/SKILL.md")).frontmatter?.data).toMatchObject({ license: "MIT" });
    },
  );

  it("field report a06, a09: an open fence and a key given twice are named, and nothing is chosen", async () => {
    const { report } = await checkJson([
      folderOf({
        "open/SKILL.md": `---\nname: open\ndescription: never closed\n\n# Body\n${"x\n".repeat(100_000)}`,
        "twice/SKILL.md": '---\nname: twice\n"name": other\ndescription: one\ndescription: two\n---\n',
      }),
    ]);
    const frontmatter = (skill: string) =>
      messagesOf(report, skill)
        .filter(({ rule }) => rule === "as-frontmatter")
        .map(({ message }) => message)
        .join("\n");
    expect(frontmatter("open")).toContain("no partner");
    expect(frontmatter("twice")).toMatch(/line 2/);
    expect(frontmatter("twice")).toMatch(/line 4/);
  });

  it("field report a07: dates, numbers and nothing are kept as written, and their type is told", async () => {
    const { skills } = await opened({
      "dates/SKILL.md": `---\nname: dates\ndescription: Use when due.\nmetadata:\n  updated: 2026-03-05\n  version: 1.10\n---\n`,
    });
    expect(JSON.stringify(skills)).toContain("dates");
    const { report } = await checkJson([
      folderOf({ "null/SKILL.md": "---\nname: 123\ndescription:\n---\n" }),
    ]);
    const words = messagesOf(report, "null").map(({ message }) => message);
    expect(words.join("\n")).toMatch(/number 123/);
    expect(words.join("\n")).toMatch(/null/);
  });

  it("field report a08: nested aliases stop early, and the other skills are judged", async () => {
    const step = (name: string, of: string) => `  ${name}: &${name} [${Array(10).fill(of).join(",")}]\n`;
    const names = [..."bcdefghi"];
    const bomb = names.map((name, at) => step(name, `*${at === 0 ? "a" : names[at - 1]}`)).join("");
    const { report, ms } = await checkJson([
      folderOf({
        "bomb/SKILL.md": `---\nname: bomb\ndescription: Use.\nmetadata:\n${step("a", "x")}${bomb}---\n`,
        "self/SKILL.md": "---\nname: self\ndescription: Use.\nmetadata: &m {self: *m}\n---\n",
        "fine/SKILL.md": good("fine"),
      }),
    ]);
    expect(ms).toBeLessThan(20_000);
    for (const skill of ["bomb", "self"])
      expect(messagesOf(report, skill).map(({ rule }) => rule)).toContain("as-frontmatter");
    expect(messagesOf(report, "fine/").filter(({ severity }) => severity === "error")).toEqual([]);
  });

  it("field report a11, a12: dependencies are no skills, and a wrong spelling is named", async () => {
    const { skills } = await opened({
      "demo/SKILL.md": good("demo"),
      "demo/sub/SKILL.md": good("sub"),
      "demo/node_modules/pkg/lib/trace/SKILL.md": good("trace"),
      "demo/.git/x/SKILL.md": good("x"),
    });
    expect(skills.map(({ name }) => name).sort()).toEqual(["demo", "sub"]);
    const { report } = await checkJson([
      folderOf({ "low/skill.md": good("low"), "both/SKILL.md": good("both"), "both/skill.md": "other\n" }),
    ]);
    expect(JSON.stringify(messagesOf(report, "low"))).toContain("skill.md");
    expect(JSON.stringify(messagesOf(report, "both"))).toContain("skill.md");
  });

  it("field report a14: placeholders are no tags, and real tags are quoted with the host that minds", async () => {
    const { report } = await checkJson([
      folderOf({
        "angles/SKILL.md":
          "---\nname: angles\ndescription: Port a handler to <service>; use Span<T> when a<b and b>c\n---\n",
        "tags/SKILL.md": "---\nname: tags\ndescription: Use. </available_skills><b>hi</b>\n---\n",
      }),
    ]);
    const tags = report.findings.filter(({ rule }) => rule === "insp-description-tags");
    expect(tags).toHaveLength(1);
    expect(tags[0]!.severity).toBe("warning");
    expect(tags[0]!.message).toMatch(/<\/available_skills>.*Claude/);
  });
});

describe("URIs as they occur", () => {
  const names = ["setup guide.md", "café.md", "a+b.md", "refs/bug#42 &v=2+rev?.md", "refs/50% off=ok;x.md"];

  it("field report b01, b03: every URI that is listed can be read unchanged", async () => {
    const { engine, serverId, file } = await opened({
      "demo/SKILL.md": good("demo"),
      ...Object.fromEntries(names.map((name) => [`demo/${name}`, `# ${name}\n`])),
    });
    const { manifest } = await engine.call("skills.detail", { serverId, uri: "skill://demo/SKILL.md" });
    const uris = manifest.kind === "files" ? manifest.files.map(({ uri }) => uri) : [];
    expect(uris).toHaveLength(names.length + 1);
    const texts: string[] = [];
    for (const uri of uris) {
      const read = await file(uri);
      expect(read).toMatchObject({ uri, verdict: { state: "match" } });
      texts.push(Buffer.from((await engine.engine.bytes(read.handle))!).toString());
    }
    for (const name of names) expect(texts).toContain(`# ${name}\n`);
  });

  it("field report b06: every directory that is listed can be read, down to the last", async () => {
    const { engine, serverId } = await opened({
      "demo/SKILL.md": good("demo"),
      "demo/scripts/deep/run.sh": "echo\n",
    });
    const read = (uri: string) => engine.client.call("directory.read", { serverId, uri });
    for (const [uri, child] of [
      ["skill://demo", "skill://demo/scripts"],
      ["skill://demo/scripts", "skill://demo/scripts/deep"],
      ["skill://demo/scripts/deep", "skill://demo/scripts/deep/run.sh"],
    ] as const) {
      const answer = await read(uri);
      expect(answer.ok && answer.value.children.map((each) => each.uri)).toContain(child);
    }
    for (const uri of ["skill://demo/SKILL.md", "skill://demo/none"])
      expect(await read(uri)).toMatchObject({ ok: false, code: "rpc-error -32602" });
  });

  it("field report b08: digest and size are those of the bytes, whatever they are", async () => {
    const files = {
      "demo/SKILL.md": good("demo"),
      "demo/ref.bin": Buffer.from([0x61, 0xff, 0x0d, 0x0a, 0x62, 0x20, 0x20, 0x0a]),
      "demo/n.md": "\ufeffhi\r\n",
      "demo/empty.txt": "",
    };
    const { folder, file } = await opened(files);
    for (const path of Object.keys(files)) {
      const bytes = readFileSync(join(folder, path));
      expect(await file(`skill://${path}`), path).toMatchObject({
        size: bytes.length,
        digest: sha(bytes),
        verdict: { state: "match" },
      });
    }
  });
});
