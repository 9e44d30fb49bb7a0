import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textFacts } from "../../../shared/skill-file/text-facts";
import { cpuTime } from "./cpu-time";

const bytes = (text: string) => new TextEncoder().encode(text);
const facts = (text: string, uri = "skill://x/SKILL.md") => textFacts(bytes(text), uri);
const SKILL = "---\nname: x\ndescription: d\n---\n\n[a](b.md)\n";

describe("facts of a file", () => {
  it("counts bytes, characters and lines", () => {
    expect(facts("é😀\nb")).toMatchObject({ size: 8, characters: 4, lines: 2, utf8: true, bom: false });
    expect(facts("")).toMatchObject({ size: 0, characters: 0, lines: 0, utf8: true });
    for (const [text, lines] of [
      ["a", 1],
      ["a\n", 1],
      ["a\n\n", 2],
      ["a\r\nb\r\n", 2],
      ["a\rb\r", 2],
    ] as const) {
      expect(facts(text).lines, JSON.stringify(text)).toBe(lines);
    }
  });

  it("keeps the BOM in the size and reads past it", () => {
    const result = facts(`\ufeff${SKILL}`);
    expect(result).toMatchObject({ bom: true, size: SKILL.length + 3, hidden: [] });
    expect(result.frontmatter?.data).toEqual({ name: "x", description: "d" });
    expect(result.links?.[0]?.at).toMatchObject({ line: 6, column: 1 });
  });

  it.each([
    ["UTF-16 (little endian)", [0xff, 0xfe, ...[...SKILL].flatMap((c) => [c.charCodeAt(0), 0])]],
    ["UTF-16 (little endian)", [...SKILL].flatMap((c) => [c.charCodeAt(0), 0])],
    ["UTF-16 (big endian)", [0xfe, 0xff, ...[...SKILL].flatMap((c) => [0, c.charCodeAt(0)])]],
  ])("names %s as the encoding and still shows the text", (name, wide) => {
    const result = textFacts(new Uint8Array(wide), "skill://x/SKILL.md");
    expect(result.frontmatter?.problems).toMatchObject([
      { code: "encoding", fix: "Save the file as UTF-8." },
    ]);
    expect(result.frontmatter?.problems[0]?.message).toContain(name);
    expect(result.text).toContain("name: x");
  });

  it("says that bytes are no UTF-8", () => {
    const result = textFacts(new Uint8Array([0x2d, 0x2d, 0x2d, 0x0a, 0xe9, 0x0a]), "a/SKILL.md");
    expect(result.utf8).toBe(false);
    expect(result.frontmatter?.problems[0]?.code).toBe("encoding");
    expect(result.text).toBeUndefined();
  });

  it("reads frontmatter of SKILL.md alone, whatever its case, and links of markdown alone", () => {
    expect(facts(SKILL, "s/skill.md").frontmatter?.data).toBeDefined();
    expect(facts(SKILL, "s/a.md").frontmatter).toBeUndefined();
    expect(facts(SKILL, "s/a.md").links).toHaveLength(1);
    expect(facts(SKILL, "s/a.py")).not.toHaveProperty("links");
    expect(facts(SKILL, "s/a.py")).not.toHaveProperty("text");
  });

  it("says why links were not looked for", () => {
    const result = facts(`${"> ".repeat(3000)}[a](b) &`);
    expect(result.links).toBeUndefined();
    expect(result.linksSkipped).toContain("nest");
  });

  it("notices NUL and replacement characters", () => {
    expect(facts("a\0b", "a.txt")).toMatchObject({ hasNul: true, hasReplacement: false });
    expect(facts("a\ufffdb", "a.txt")).toMatchObject({ hasNul: false, hasReplacement: true });
  });

  it.each<[string, string | number[], string | undefined]>([
    ["a.png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], "image/png"],
    ["a.txt", [0xff, 0xd8, 0xff, 0xe0], "image/jpeg"],
    ["a.pdf", "%PDF-1.7\n", "application/pdf"],
    ["a.zip", [0x50, 0x4b, 3, 4], "application/zip"],
    ["a.svg", '<?xml version="1.0"?>\n<svg xmlns="x">', "image/svg+xml"],
    ["a.html", "\ufeff <!doctype html><html>", "text/html"],
    ["a.exe", [0x4d, 0x5a, 0x90, 0x00, 0xff], "application/vnd.microsoft.portable-executable"],
    ["a.md", "MZ is also two letters", undefined],
    ["a.md", "text with <b>markup</b>", undefined],
  ])("guesses the media type of %s by its bytes", (name, content, type) => {
    const data = typeof content === "string" ? bytes(content) : new Uint8Array(content);
    expect(textFacts(data, name).sniffed).toBe(type);
  });

  it("never throws on any bytes", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom("SKILL.md", "a.md", "a.bin"),
        (data, name) => {
          const result = textFacts(data, name);
          expect(result.size).toBe(data.length);
          expect(result.utf8).toBe(
            Buffer.from(data).equals(Buffer.from(Buffer.from(data).toString("utf8"), "utf8")),
          );
        },
      ),
      { numRuns: 2000 },
    );
  });
});

it("reads 20,000 small files in well under three seconds", () => {
  const files = Array.from({ length: 20_000 }, (_, i) =>
    bytes(
      `---\nname: skill-${i}\ndescription: Fills PDF forms. Use when the user asks for forms.\nmetadata:\n  version: "1.0"\n---\n\n# Forms\n\nSee [the guide](references/guide.md).\n\n- one\n- \`two\`\n\n\`\`\`sh\nrun\n\`\`\`\n`,
    ),
  );
  const time = cpuTime(() => {
    for (const file of files) textFacts(file, "skill://x/SKILL.md");
  });
  expect(time).toBeLessThan(3000);
});
