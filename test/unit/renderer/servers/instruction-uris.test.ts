import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitAtUris } from "../../../../renderer/servers/instruction-uris";

const uris = (text: string, listed: string[] = []) =>
  splitAtUris(text, (uri) => listed.includes(uri)).flatMap(({ uri }) => uri ?? []);

describe("URIs in instructions", () => {
  it.each<[string, string[]]>([
    ["Read skill://a/SKILL.md, then skill://b/c/SKILL.md.", ["skill://a/SKILL.md", "skill://b/c/SKILL.md"]],
    ["(`skill://a/SKILL.md`)", ["skill://a/SKILL.md"]],
    ["**skill://a/SKILL.md**", ["skill://a/SKILL.md"]],
    ["see https://example.com/x and file:///etc/passwd", []],
    ["skill:// alone, and skill:opaque", []],
  ])("%s", (text, found) => {
    expect(uris(text)).toEqual(found);
  });

  it("takes other schemes only where the server lists the URI", () => {
    expect(uris("docs://x/y docs://z", ["docs://x/y"])).toEqual(["docs://x/y"]);
  });

  it("changes nothing of the text", () => {
    const word = fc.oneof(fc.string(), fc.constantFrom("skill://a/b", "skill://", " ", ".", "x://y"));
    fc.assert(
      fc.property(fc.array(word), (words) => {
        const text = words.join("");
        const parts = splitAtUris(text, () => false);
        expect(parts.map((part) => part.text).join("")).toBe(text);
      }),
    );
  });
});
