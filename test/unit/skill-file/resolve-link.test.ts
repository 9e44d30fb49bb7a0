import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linkKey, resolveLink } from "../../../shared/skill-file/links";

const SKILL = "skill://acme/pdf-forms/SKILL.md";
const ROOT = "skill://acme/pdf-forms";

describe("what a link means", () => {
  it.each([
    ["references/guide.md", "references/guide.md"],
    ["./references/guide.md", "references/guide.md"],
    ["references/./guide.md", "references/guide.md"],
    ["references/../guide.md", "guide.md"],
    ["setup guide.md", "setup%20guide.md"],
    ["setup%20guide.md", "setup%20guide.md"],
    ["guide.md#part", "guide.md"],
    ["guide.md?raw=1#part", "guide.md"],
    ["a%2Db.md", "a-b.md"],
    ["100%.md", "100%25.md"],
    ["数据.md", "%E6%95%B0%E6%8D%AE.md"],
    ["skill://acme/pdf-forms/references/guide.md", "references/guide.md"],
  ])("%s is the file %s of the skill", (target, path) => {
    expect(resolveLink(SKILL, target)).toMatchObject({
      kind: "inside",
      uri: `${ROOT}/${path}`,
      directory: false,
    });
  });

  it.each([
    ["skill://pdf-forms", "skill://pdf-forms/references/a.md"],
    ["skill://pdf-forms/usage", "skill://pdf-forms/references/a.md"],
    ["resource://skills/pdf-forms/document", "resource://skills/pdf-forms/references/a.md"],
  ])("starts from where the files of an earlier convention's %s lie", (skill, uri) => {
    expect(resolveLink(skill, "references/a.md")).toMatchObject({ kind: "inside", uri });
  });

  it("knows the fragment and the readable path", () => {
    expect(resolveLink(SKILL, "a%20b/c.md#x")).toEqual({
      kind: "inside",
      uri: `${ROOT}/a%20b/c.md`,
      path: "a b/c.md",
      directory: false,
      fragment: "x",
    });
  });

  it.each(["references/", "references/.", "."])("%s is a directory", (target) => {
    expect(resolveLink(SKILL, target)).toMatchObject({ kind: "inside", directory: true });
  });

  it("starts from the file that holds the link", () => {
    const from = `${ROOT}/references/guide.md`;
    expect(resolveLink(SKILL, "forms.md", from)).toMatchObject({ uri: `${ROOT}/references/forms.md` });
    expect(resolveLink(SKILL, "../SKILL.md", from)).toMatchObject({ uri: `${ROOT}/SKILL.md` });
    expect(resolveLink(SKILL, "../../x.md", from)).toMatchObject({ kind: "outside" });
  });

  it.each([
    ["../other/x.md", "outside"],
    ["../pdf-forms/x.md", "outside"],
    ["%2e%2e/x.md", "outside"],
    ["a/%2E./../../x.md", "outside"],
    ["skill://acme/pdf-forms/../x/SKILL.md", "outside"],
    ["/etc/passwd", "absolute"],
    ["\\\\host\\share", "absolute"],
    ["C:\\Users\\x", "absolute"],
    ["c:/x.md", "absolute"],
    ["~/x.md", "absolute"],
    ["file:///etc/passwd", "absolute"],
    ["skill://acme/other/SKILL.md", "skill-uri"],
    ["skill://acme/pdf-forms-2/SKILL.md", "skill-uri"],
    ["https://example.com/a", "external"],
    ["//example.com/a", "external"],
    ["mailto:a@b.c", "external"],
    ["javascript:alert(1)", "external"],
    ["#part", "anchor"],
    ["", "invalid"],
    ["references\\guide.md", "invalid"],
    ["a%2Fb.md", "invalid"],
    ["a%00b.md", "invalid"],
    ["a\u0000b.md", "invalid"],
  ])("%j is %s", (target, kind) => {
    expect(resolveLink(SKILL, target).kind).toBe(kind);
  });

  it("works for a folder's file URIs", () => {
    const skill = "file:///work/my%20skills/demo/SKILL.md";
    expect(resolveLink(skill, "a b.md")).toMatchObject({ uri: "file:///work/my%20skills/demo/a%20b.md" });
    expect(resolveLink(skill, "../other/x.md").kind).toBe("outside");
  });

  it("never resolves to a place outside of the root, and never throws", () => {
    const piece = fc.constantFrom(
      "..",
      "%2e%2e",
      ".",
      "/",
      "/",
      "a",
      "%2F",
      "%5c",
      "\\",
      "#",
      "?",
      "%",
      "skill:",
      "//",
      " ",
      "é",
      "\ud800",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const resolved = resolveLink(SKILL, pieces.join(""));
        if (resolved.kind !== "inside") return;
        expect(resolved.uri === ROOT || resolved.uri.startsWith(`${ROOT}/`)).toBe(true);
        expect(decodeURIComponent(resolved.uri.slice(ROOT.length)).split("/")).not.toContain("..");
      }),
      { numRuns: 5000 },
    );
  });
});

describe("comparing spellings of one file", () => {
  it.each([
    [`${ROOT}/setup%20guide.md`, `${ROOT}/setup guide.md`],
    [`${ROOT}/a%28b%29.md`, `${ROOT}/a(b).md`],
    [`${ROOT}/%e6%95%b0.md`, `${ROOT}/%E6%95%B0.md`],
    [`${ROOT}/a%2Db.md`, `${ROOT}/a-b.md`],
  ])("%s is %s", (a, b) => {
    expect(linkKey(a)).toBe(linkKey(b));
  });

  it("keeps an encoded slash apart from a real one", () => {
    expect(linkKey("skill://a/b%2Fc.md")).not.toBe(linkKey("skill://a/b/c.md"));
  });
});
