import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  dotSegments,
  equivalent,
  hasDotSegments,
  normalise,
  parseUri,
  printUri,
} from "../../../shared/uri/rfc3986";

const faultsOf = (text: string) =>
  parseUri(text).faults.map(({ at, length, part, code }) => [at, length, part, code]);

describe("parts and spans", () => {
  it("finds every part with its span", () => {
    const text = "skill://me:x@acme:80/billing/SKILL.md?a=1#top";
    const { ok, parts, spans } = parseUri(text);
    expect(ok).toBe(true);
    expect(parts).toEqual({
      scheme: "skill",
      authority: "me:x@acme:80",
      userinfo: "me:x",
      host: "acme",
      hostKind: "reg-name",
      port: "80",
      path: "/billing/SKILL.md",
      query: "a=1",
      fragment: "top",
    });
    for (const [part, [start, end]] of Object.entries(spans)) {
      expect(text.slice(start, end), part).toBe(parts[part as keyof typeof parts]);
    }
  });

  it("tells a part that is absent from one that is empty", () => {
    expect(parseUri("x:").parts).toEqual({ scheme: "x", path: "" });
    expect(parseUri("x://?#").parts).toEqual({
      scheme: "x",
      authority: "",
      host: "",
      hostKind: "empty",
      path: "",
      query: "",
      fragment: "",
    });
    expect(parseUri("x://h:/").parts.port).toBe("");
  });

  it.each([
    ["ftp://ftp.is.co.za/rfc/rfc1808.txt", "reg-name"],
    ["http://www.ietf.org/rfc/rfc2396.txt", "reg-name"],
    ["ldap://[2001:db8::7]/c=GB?objectClass?one", "ipv6"],
    ["mailto:John.Doe@example.com", undefined],
    ["news:comp.infosystems.www.servers.unix", undefined],
    ["tel:+1-816-555-1212", undefined],
    ["telnet://192.0.2.16:80/", "ipv4"],
    ["urn:oasis:names:specification:docbook:dtd:xml:4.1.2", undefined],
  ])("the example of 1.1.2: %s", (uri, kind) => {
    expect(faultsOf(uri)).toEqual([]);
    expect(parseUri(uri).parts.hostKind).toBe(kind);
  });

  it.each([
    ["1.2.3.4", "ipv4"],
    ["1.2.3.04", "reg-name"],
    ["256.1.1.1", "reg-name"],
    ["[::]", "ipv6"],
    ["[::1]", "ipv6"],
    ["[1:2:3:4:5:6:7:8]", "ipv6"],
    ["[1:2:3:4:5:6:1.2.3.4]", "ipv6"],
    ["[::ffff:1.2.3.4]", "ipv6"],
    ["[1::8]", "ipv6"],
    ["[1:2:3:4:5:6:7::]", "ipv6"],
    ["[v7.a:b]", "ipvfuture"],
    ["[1:2:3:4:5:6:7:8:9]", "invalid"],
    ["[1:2:3:4:5:6:7]", "invalid"],
    ["[1::2::3]", "invalid"],
    ["[12345::]", "invalid"],
    ["[::1.2.3]", "invalid"],
    ["[1.2.3.4::]", "invalid"],
    ["[:1]", "invalid"],
    ["[]", "invalid"],
    ["[fe80::1%25eth0]", "invalid"],
    ["[v.a]", "invalid"],
  ])("host %s is %s", (host, kind) => expect(parseUri(`x://${host}/`).parts.hostKind).toBe(kind));
});

describe("faults and their positions", () => {
  it.each([
    ["", [[0, 0, "scheme", "no-scheme"]]],
    ["git-workflow/SKILL.md", [[0, 0, "scheme", "no-scheme"]]],
    ["//acme/x", [[0, 0, "scheme", "no-scheme"]]],
    [":x", [[0, 0, "scheme", "bad-scheme"]]],
    ["1x:y", [[0, 1, "scheme", "bad-scheme"]]],
    ["sk_ill://a", [[2, 1, "scheme", "bad-scheme"]]],
    ["skill://a/b c.md", [[11, 1, "path", "bad-character"]]],
    [
      "skill://a/é😀",
      [
        [10, 1, "path", "bad-character"],
        [11, 2, "path", "bad-character"],
      ],
    ],
    [
      "skill://a/%zz/%4",
      [
        [10, 1, "path", "bad-percent"],
        [14, 1, "path", "bad-percent"],
      ],
    ],
    [
      "skill://a/[b]",
      [
        [10, 1, "path", "bracket"],
        [12, 1, "path", "bracket"],
      ],
    ],
    ["skill://a/b\\c", [[11, 1, "path", "bad-character"]]],
    ["skill://a@b@c/x", [[9, 1, "userinfo", "second-at"]]],
    ["skill://a:b/x", [[10, 1, "port", "bad-port"]]],
    ["skill://::1/x", [[8, 3, "host", "bad-host"]]],
    ["skill://[name]/x", [[8, 6, "host", "bad-host"]]],
    ["skill://[::1/x", [[8, 4, "host", "bad-host"]]],
    ["skill://[::1]x/y", [[8, 6, "host", "bad-host"]]],
    ["skill://a b/x", [[9, 1, "host", "bad-character"]]],
    ["skill://a%2/x", [[9, 1, "host", "bad-percent"]]],
    [
      "x:a?b[c#d#e",
      [
        [5, 1, "query", "bracket"],
        [9, 1, "fragment", "second-hash"],
      ],
    ],
    ["x:a\u0007", [[3, 1, "path", "bad-character"]]],
    ["x:a\ud800", [[3, 1, "path", "bad-character"]]],
    ["x:a\n", [[3, 1, "path", "bad-character"]]],
  ])("%j", (text, faults) => expect(faultsOf(text)).toEqual(faults));

  it.each([
    ["skill://a/b c.md", "column 12", "Write %20."],
    ["skill://a/é", '"é" (U+00E9) at column 11', "Write %C3%A9."],
    ["skill://a/%zz", '"%zz" is not a percent-encoding', "Write %25."],
    ["skill://a/b\\c", "A backslash", 'separated by "/"'],
    ["skill://my:skill/x", "a port is digits only", "%3A"],
    ["skill://::1/x", "stands in brackets", "[::1]"],
    ["x:a\ud800", "Half of a surrogate pair", "U+D800"],
  ])("%j is explained", (text, ...words) => {
    for (const word of words) expect(parseUri(text).faults[0]!.message).toContain(word);
  });

  it("accepts a relative reference where one was asked for", () => {
    expect(parseUri("../a.md#x", { reference: true }).ok).toBe(true);
    expect(parseUri(":a", { reference: true }).faults[0]!.code).toBe("bad-scheme");
  });
});

describe("normal form (6.2.2)", () => {
  it.each([
    ["eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "example://a/b/c/%7Bfoo%7D"],
    ["HTTP://www.EXAMPLE.com/", "http://www.example.com/"],
    ["skill://ACME/Refunds/SKILL.md", "skill://acme/Refunds/SKILL.md"],
    ["skill://%41cme%2f/x", "skill://acme%2F/x"],
    ["skill://a/%2e%2E/b", "skill://a/b"],
    ["skill://a/b%2fc", "skill://a/b%2Fc"],
    ["skill://User@A:80/x", "skill://User@a:80/x"],
    ["skill:/.//x", "skill:/.//x"],
    ["skill:a/..//x", "skill:/.//x"],
    ["x:a?%7e#%7E", "x:a?~#~"],
    ["skill://A/b c", "skill://A/b c"],
    ["no/scheme", "no/scheme"],
  ])("%s is %s", (uri, normal) => expect(normalise(uri)).toBe(normal));

  it("judges equivalence", () => {
    expect(equivalent("skill://a/%7Ex", "SKILL://A/./~x")).toBe(true);
    expect(equivalent("skill://a/x", "skill://a/x/")).toBe(false);
    expect(equivalent("skill://a/b%2Fc", "skill://a/b/c")).toBe(false);
    expect(equivalent("skill://a/b c", "skill://a/b c")).toBe(true);
  });
});

describe("dot segments", () => {
  it("are found with their place, encoded or not", () => {
    expect(dotSegments("skill://a/../%2E./.../.%2e/%2e?x=/../")).toEqual([
      { at: 10, length: 2, segment: "..", up: true, encoded: false },
      { at: 13, length: 4, segment: "%2E.", up: true, encoded: true },
      { at: 22, length: 4, segment: ".%2e", up: true, encoded: true },
      { at: 27, length: 3, segment: "%2e", up: false, encoded: true },
    ]);
    expect(hasDotSegments("skill://a/b.c/..d")).toBe(false);
    expect(hasDotSegments("../x")).toBe(true);
  });
});

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc
    .array(
      fc.constantFrom(
        "skill",
        ":",
        "/",
        "//",
        "?",
        "#",
        "[",
        "]",
        "@",
        "%",
        "%2e",
        ".",
        "..",
        "::",
        "1",
        " ",
        "é",
        "\ud83d",
      ),
    )
    .map((pieces) => pieces.join("")),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
);

describe("whatever the text", () => {
  it("printing what was parsed gives it back, spans lie where the parts are, nothing throws", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { parts, spans, faults } = parseUri(text);
        expect(printUri(parts)).toBe(text);
        for (const [part, [start, end]] of Object.entries(spans)) {
          expect(text.slice(start, end)).toBe(parts[part as keyof typeof parts]);
        }
        for (const fault of faults) expect(fault.at + fault.length).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 2_000 },
    );
  });

  it("normalising twice is normalising once, and a valid URI stays valid", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = normalise(text);
        expect(normalise(once)).toBe(once);
        expect(parseUri(once).ok).toBe(parseUri(text).ok);
      }),
      { numRuns: 2_000 },
    );
  });

  it("a URI without faults is one that the URL class takes, where its scheme is http and its host a plain name", () => {
    fc.assert(
      fc.property(fc.webUrl(), (url) => {
        expect(parseUri(url).ok && URL.canParse(url)).toBe(true);
      }),
    );
  });
});
