import { describe, expect, it } from "vitest";
import { hiddenCharacters, MAX_HIDDEN } from "../../../shared/skill-file/hidden";

const codes = (text: string) => hiddenCharacters(text).map(({ code, kind }) => `${code} ${kind}`);

describe("hidden characters", () => {
  it.each([
    ["a\u202eb", "U+202E bidi"],
    ["a\u2066b", "U+2066 bidi"],
    ["a\u200bb", "U+200B zero-width"],
    ["a\ufeffb", "U+FEFF zero-width"],
    ["a\u00adb", "U+00AD zero-width"],
    ["a\u{e0041}b", "U+E0041 tag"],
    ["a\u0007b", "U+0007 control"],
    ["a\u001b[31mb", "U+001B control"],
    ["a\u0085b", "U+0085 control"],
    ["a\ufe0fb", "U+FE0F variation"],
    ["a\u{e0101}b", "U+E0101 variation"],
    ["a\u2028b", "U+2028 other"],
    ["a\u3164b", "U+3164 other"],
    ["a\u200db", "U+200D zero-width"],
    ["😀\u{e0041}", "U+E0041 tag"],
  ])("%j has one", (text, expected) => {
    expect(codes(text)).toEqual([expected]);
  });

  it.each([
    "plain\ttext\r\nand more",
    "\ufeffa BOM at the start",
    "👨‍👩‍👧 family",
    "👩🏽‍💻 skin tone and joiner",
    "❤️ and ☎︎",
    "1️⃣ keycap",
    "🏳️‍🌈 flag",
    "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} England",
    "می‌خواهم",
    "क्‍ष",
    "葛\u{e0100}",
  ])("%j has none", (text) => {
    expect(codes(text)).toEqual([]);
  });

  it("gives places, names and the letter that a tag stands for", () => {
    const [tag] = hiddenCharacters("one\nt\u{e0068}wo");
    expect(tag).toEqual({
      code: "U+E0068",
      name: 'tag "h"',
      kind: "tag",
      at: { line: 2, column: 2, offset: 5 },
    });
  });

  it("lists no more than its limit", () => {
    expect(hiddenCharacters("\u200b".repeat(5000))).toHaveLength(MAX_HIDDEN);
  });
});
