import { describe, expect, it } from "vitest";
import { promisesText } from "../../../../renderer/document/file-type";
import { whyNoText } from "../../../../renderer/document/source/no-text";

const bytes = (...parts: (string | number)[]) =>
  new Uint8Array(
    Buffer.concat(parts.map((part) => (typeof part === "number" ? Buffer.of(part) : Buffer.from(part)))),
  );

describe("why bytes are no text", () => {
  it.each([
    ["a NUL", bytes("---\n", 0, "x"), 4, "NUL"],
    ["a NUL that comes before what is not UTF-8", bytes("a", 0, 0xff), 1, "NUL"],
    ["a byte that begins nothing", bytes("abc", 0xff), 3, "FF"],
    ["a sequence cut short by the end", bytes("é", 0xc3), 2, "C3"],
    ["an overlong sequence", bytes(0xc0, 0xaf), 0, "C0"],
    ["a surrogate", bytes("a", 0xed, 0xa0, 0x80), 1, "ED"],
    ["UTF-16", bytes(0xff, 0xfe, "-", 0), 0, "FF"],
  ])("is %s", (_, input, offset, word) => {
    const why = whyNoText(input);
    expect(why?.offset).toBe(offset);
    expect(why?.reason).toContain(word);
    // The decoder that shows text must agree that there is something wrong.
    if (word !== "NUL") expect(() => new TextDecoder("utf-8", { fatal: true }).decode(input)).toThrow();
  });

  it("is nothing for text of every length of sequence", () => {
    expect(whyNoText(bytes("\ufeffa é € 𝄞 \u{10ffff}"))).toBeUndefined();
  });
});

describe("a name that promises text", () => {
  it.each([
    ["skill://a/SKILL.md", true],
    ["skill://a/run.py", true],
    ["skill://a/notes.txt", true],
    ["skill://a/logo.png", false],
    ["skill://a/data.bin", false],
    ["skill://a/constructor", false],
  ])("%s: %s", (uri, expected) => expect(promisesText(uri)).toBe(expected));
});
