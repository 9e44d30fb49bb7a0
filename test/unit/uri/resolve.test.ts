import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseUri, printUri, removeDotSegments, resolveReference } from "../../../shared/uri/rfc3986";

/** Row u-relative-resolution: RFC 3986 5.4.1 and 5.4.2, with the base's scheme and authority as `%`; strict answer for "scheme:relative". */
const EXAMPLES: [reference: string, target: string][] = [
  ["g:h", "g:h"],
  ["g", "%/b/c/g"],
  ["./g", "%/b/c/g"],
  ["g/", "%/b/c/g/"],
  ["/g", "%/g"],
  ["?y", "%/b/c/d;p?y"],
  ["g?y", "%/b/c/g?y"],
  ["#s", "%/b/c/d;p?q#s"],
  ["g#s", "%/b/c/g#s"],
  ["g?y#s", "%/b/c/g?y#s"],
  [";x", "%/b/c/;x"],
  ["g;x", "%/b/c/g;x"],
  ["g;x?y#s", "%/b/c/g;x?y#s"],
  ["", "%/b/c/d;p?q"],
  [".", "%/b/c/"],
  ["./", "%/b/c/"],
  ["..", "%/b/"],
  ["../", "%/b/"],
  ["../g", "%/b/g"],
  ["../..", "%/"],
  ["../../", "%/"],
  ["../../g", "%/g"],
  ["../../../g", "%/g"],
  ["../../../../g", "%/g"],
  ["/./g", "%/g"],
  ["/../g", "%/g"],
  ["g.", "%/b/c/g."],
  [".g", "%/b/c/.g"],
  ["g..", "%/b/c/g.."],
  ["..g", "%/b/c/..g"],
  ["./../g", "%/b/g"],
  ["./g/.", "%/b/c/g/"],
  ["g/./h", "%/b/c/g/h"],
  ["g/../h", "%/b/c/h"],
  ["g;x=1/./y", "%/b/c/g;x=1/y"],
  ["g;x=1/../y", "%/b/c/y"],
  ["g?y/./x", "%/b/c/g?y/./x"],
  ["g?y/../x", "%/b/c/g?y/../x"],
  ["g#s/./x", "%/b/c/g#s/./x"],
  ["g#s/../x", "%/b/c/g#s/../x"],
];

describe.each(["http://a", "skill://a"])("the examples of RFC 3986 5.4 on %s/b/c/d;p?q", (origin) => {
  const base = `${origin}/b/c/d;p?q`;
  const scheme = origin.slice(0, origin.indexOf(":"));

  it.each(EXAMPLES)("%s", (reference, target) =>
    expect(resolveReference(base, reference)).toBe(target.replace("%", origin)),
  );

  it("//g takes the authority from the reference", () =>
    expect(resolveReference(base, "//g")).toBe(`${scheme}://g`));

  it("the scheme of the base before a relative path is not taken for granted (strict)", () =>
    expect(resolveReference(base, `${scheme}:g`)).toBe(`${scheme}:g`));
});

describe("resolving inside a skill", () => {
  it.each([
    ["skill://git-workflow/SKILL.md", "references/a.md", "skill://git-workflow/references/a.md"],
    ["skill://git-workflow/SKILL.md", "../../etc/passwd", "skill://git-workflow/etc/passwd"],
    ["skill://acme/billing/refunds/SKILL.md", "../dunning/SKILL.md", "skill://acme/billing/dunning/SKILL.md"],
    ["skill://acme/refunds/SKILL.md#usage", "#top", "skill://acme/refunds/SKILL.md#top"],
    ["skill://acme", "a.md", "skill://acme/a.md"],
    ["skill://acme/x", "%2e%2e/a.md", "skill://acme/%2e%2e/a.md"],
    ["skill://acme/x", "a b.md", "skill://acme/a b.md"],
    ["skill:a/b", "../c", "skill:/c"],
    ["skill:a/b", "../..//c", "skill:/.//c"],
  ])("%s with %s", (base, reference, target) => expect(resolveReference(base, reference)).toBe(target));
});

/** The algorithm of 5.2.4 step by step, as the text gives it. */
function byTheBook(path: string): string {
  let input = path;
  let output = "";
  while (input !== "") {
    if (input.startsWith("../")) input = input.slice(3);
    else if (input.startsWith("./")) input = input.slice(2);
    else if (input.startsWith("/./")) input = input.slice(2);
    else if (input === "/.") input = "/";
    else if (input.startsWith("/../") || input === "/..") {
      input = `/${input.slice(4)}`;
      output = output.slice(0, Math.max(0, output.lastIndexOf("/")));
    } else if (input === "." || input === "..") input = "";
    else {
      const next = input.indexOf("/", 1);
      const end = next === -1 ? input.length : next;
      output += input.slice(0, end);
      input = input.slice(end);
    }
  }
  return output;
}

const path = fc.array(fc.constantFrom("/", ".", "..", "a", "b.c", "%2e")).map((pieces) => pieces.join(""));

describe("dot segments", () => {
  it("are removed exactly as 5.2.4 says", () => {
    fc.assert(
      fc.property(path, (text) => {
        expect(removeDotSegments(text)).toBe(byTheBook(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it("resolve on http URLs as the URL class does, where neither %2e nor a backslash is in play", () => {
    // Whole segments only: the URL class of Node 20 leaves the last "." of a/.b/. where it is.
    const segments = fc.array(fc.constantFrom("a", "b;c", "d=1", "", ".", ".."), { maxLength: 6 });
    const reference = fc
      .tuple(segments, fc.constantFrom("", "?q", "?x/../y"), fc.constantFrom("", "#f", "#a/./b"))
      .map(([path, query, fragment]) => path.join("/") + query + fragment)
      // An authority of its own, which http does not allow to be empty and the class reads as a host.
      .filter((text) => !text.startsWith("//"));
    const base = fc.constantFrom("http://h", "http://h/", "http://h/b/c/d;p?q", "http://h/x//y/z#f");
    fc.assert(
      fc.property(base, reference, (from, to) => {
        const { parts } = parseUri(resolveReference(from, to));
        // The class prints "/" where RFC 3986 leaves the path of an authority empty.
        expect(printUri({ ...parts, path: parts.path || "/" })).toBe(new URL(to, from).href);
      }),
      { numRuns: 2_000 },
    );
  });
});
