import { StdUriTemplate } from "@std-uritemplate/std-uritemplate";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  expand,
  expandParts,
  multiSegmentHint,
  operatorWords,
  type TemplateValues,
} from "../../../shared/uri/expand";
import { type Operator, parseTemplate } from "../../../shared/uri/rfc6570";

function uriOf(template: string, values: TemplateValues): string {
  const expansion = expand(template, values);
  if (!expansion.ok) throw new Error(expansion.faults[0]!.message);
  return expansion.uri;
}

describe("what people met in the field", () => {
  const value = "foo/bar é 100%";
  it.each([
    // c01
    ["x://events{?topic}", { topic: value }, "x://events?topic=foo%2Fbar%20%C3%A9%20100%25"],
    ["x://events/{topic}", { topic: value }, "x://events/foo%2Fbar%20%C3%A9%20100%25"],
    ["x://e{/a,b*}", { a: "1", b: ["2", "3/4"] }, "x://e/1/2/3%2F4"],
    ["x://e{;k}", { k: "" }, "x://e;k"],
    ["x://e{#f}", { f: value }, "x://e#foo/bar%20%C3%A9%20100%25"],
    // c02
    ["m://issues/{id}{?state,limit}", { id: "7" }, "m://issues/7"],
    ["m://issues/{id}{?state,limit}", { id: "7", limit: "5" }, "m://issues/7?limit=5"],
    ["m://issues/{id}{?state,limit}", { id: "7", state: "" }, "m://issues/7?state="],
    // c05
    ["{x,y}", { x: "value with spaces", y: "a/b?c&d" }, "value%20with%20spaces,a%2Fb%3Fc%26d"],
    ["{+path,name}", { path: "/a b", name: "c#d" }, "/a%20b,c#d"],
  ] as [string, TemplateValues, string][])("%s with %j", (template, values, uri) =>
    expect(uriOf(template, values)).toBe(uri),
  );
});

describe("where the library we compare with goes wrong", () => {
  it.each([
    ["{v}", { v: "a(b)*'!" }, "a%28b%29%2A%27%21"],
    ["{?m*}", { m: { "k'": "b(c)" } }, "?k%27=b%28c%29"],
    ["{+v}", { v: 'a"<>^`{|}\\\u0001' }, "a%22%3C%3E%5E%60%7B%7C%7D%5C%01"],
    ["{+v}", { v: "caf%C3%A9" }, "caf%C3%A9"],
    ["{+v}", { v: "%a%20x" }, "%25a%20x"],
    ["{v}", { v: "\ud800" }, "%EF%BF%BD"],
    ["{;m}", { m: { "": "x" } }, ";m=,x"],
  ] as [string, TemplateValues, string][])("%s with %j", (template, values, uri) => {
    expect(uriOf(template, values)).toBe(uri);
    const theirs = () => StdUriTemplate.expand(template, { ...values });
    let same = false;
    try {
      same = theirs() === uri;
    } catch {
      same = false;
    }
    expect(same, "the library is right by now: use it").toBe(false);
  });
});

describe("section by section", () => {
  const values = {
    a: "1",
    e: "",
    l: ["x", "y/z"],
    m: { k: "v", é: "" },
    none: [],
    "a b": "wrong",
    p: "%C3%A9𝄞z",
  };
  // By row: t-simple-encode, t-reserved, t-fragment-op, t-label-op, t-path-op, t-matrix-op, t-query-op,
  // t-continuation-op, t-undefined, t-prefix-chars, t-literal-expansion.
  it.each([
    ["{l}{l*}", "x,y%2Fzx,y%2Fz"],
    ["{m}|{m*}".replace("|", "~"), "k,v,%C3%A9,~k=v,%C3%A9="],
    ["{/l*}{/m*}", "/x/y%2Fz/k=v/%C3%A9="],
    ["{.l*}{.l}", ".x.y%2Fz.x,y%2Fz"],
    ["{;l*}{;m*}{;e}", ";l=x;l=y%2Fz;k=v;%C3%A9;e"],
    ["{?l*,m*,e}", "?l=x&l=y%2Fz&k=v&%C3%A9=&e="],
    ["{?l,m}", "?l=x,y%2Fz&m=k,v,%C3%A9,"],
    ["{&none,undef,a}", "&a=1"],
    ["{#l*}{+m*}", "#x,y/zk=v,%C3%A9="],
    ["{?none*}{/none}{undef}", ""],
    ["{a,undef,e}", "1,"],
    ["{+p:1}", "%C3%A9"],
    ["{+p:2}", "%C3%A9%F0%9D%84%9E"],
    ["{p:2}", "%25C"],
    ["{?p:1}", "?p=%25"],
    ["{a%20b}", ""],
    ["é/{a}[", "%C3%A9/1["],
  ])("%s", (template, uri) => expect(uriOf(template, values)).toBe(uri));

  it("takes percent-encodings in a name as part of the name", () => {
    expect(uriOf("{a%20b}", { "a%20b": "right", "a b": "wrong" })).toBe("right");
  });

  it("gives no value to names that every object has", () => {
    expect(uriOf("x{constructor}{__proto__}{toString}", {})).toBe("x");
  });
});

describe("errors (section 3, row t-error)", () => {
  it.each([
    ["x/{a}/{b-c}/{a}", "x/1/{b-c}/1"],
    ["x/{a}/y z/{a}", "x/1/y z/{a}"],
    ["é{a}}{a}", "%C3%A91}{a}"],
    ["{a}{l:3}{a}", "1{l:3}1"],
    ["{a", "{a"],
  ])("%s is processed as far as it can be: %s", (template, partial) => {
    const expansion = expand(template, { a: "1", l: ["x"] });
    expect(expansion).toMatchObject({ ok: false, partial });
  });

  it("names the value that a prefix does not fit", () => {
    const expansion = expand("x/{m:3}", { m: { k: "v" } });
    if (expansion.ok) throw new Error("expanded");
    expect(expansion.faults).toMatchObject([{ at: 3, length: 3, code: "prefix-of-composite" }]);
    expect(expansion.faults[0]!.message).toContain("its value is a map");
  });
});

describe("pieces", () => {
  it("say which variable each comes from, and where an unfilled one would stand", () => {
    const pieces = expandParts("s://{team}/{skill}{?q,n}", { team: "a b", n: "3" });
    expect(pieces.map(({ text, variable, placeholder }) => [text, variable, placeholder])).toEqual([
      ["s://", undefined, undefined],
      ["a%20b", "team", undefined],
      ["/", undefined, undefined],
      ["", "skill", "{skill}"],
      ["", "q", "{?q}"],
      ["?n=3", "n", undefined],
    ]);
    expect(expandParts("s://x{?q,n}", { q: "a" }).at(-1)).toMatchObject({
      variable: "n",
      placeholder: "{&n}",
    });
  });
});

const name = fc.constantFrom("a", "b", "c.d", "e_1");
const operator = fc.constantFrom<Operator>("", "+", "#", ".", "/", ";", "?", "&");
/** Characters that the library treats as the RFC says, whatever the operator. Empty members it gets wrong after ";". */
const character = fc.constantFrom(..."abz09-._~/?:#@&=+$,; é€𝄞".match(/./gu)!);
const text = fc.string({ unit: character, maxLength: 6 });
const member = fc.string({ unit: character, minLength: 1, maxLength: 6 });
const value = fc.oneof(
  text,
  fc.array(member, { maxLength: 3 }),
  fc.dictionary(member, member, { maxKeys: 3 }),
);
const expression = fc
  .tuple(operator, fc.array(fc.tuple(name, fc.constantFrom("", "*")), { minLength: 1, maxLength: 3 }))
  .map(([sign, list]) => `{${sign}${list.map(([variable, modifier]) => variable + modifier).join(",")}}`);
const template = fc.array(fc.oneof(expression, fc.constantFrom("/", "x", "é", "%20")), { maxLength: 5 });

describe("whatever the values", () => {
  it("agrees with a second implementation where that one keeps the RFC", () => {
    fc.assert(
      fc.property(template, fc.dictionary(name, value), (pieces, values) => {
        const joined = pieces.join("");
        expect(uriOf(joined, values)).toBe(StdUriTemplate.expand(joined, { ...values }));
      }),
      { numRuns: 2_000 },
    );
  });

  it("gives only characters of a URI, and pieces that make up the whole", () => {
    const wild = fc.string({ unit: "binary" });
    const wildValue = fc.oneof(wild, fc.array(wild), fc.dictionary(wild, wild));
    fc.assert(
      fc.property(template, fc.dictionary(name, wildValue), (pieces, values) => {
        const uri = uriOf(pieces.join(""), values);
        expect(uri).toMatch(/^(?:[A-Za-z0-9._~:/?#[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*$/);
        expect(
          expandParts(pieces.join(""), values)
            .map((part) => part.text)
            .join(""),
        ).toBe(uri);
      }),
      { numRuns: 1_000 },
    );
  });

  it("never throws on a text that is no template", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (any) => {
        expect(expand(any, { a: "1" }).ok).toBe(parseTemplate(any).ok);
      }),
    );
  });
});

describe("help for a person", () => {
  it.each(Object.entries(operatorWords))("the example of {%s} is what expansion gives", (sign, words) => {
    expect(uriOf(`{${sign}path}`, { path: "a/b c" })).toBe(words.example);
  });

  it.each([
    ["skill://x/{path*}", {}, [["path", "wildcard", "{+path}"]]],
    ["skill://x/{path*}", { path: ["a", "b"] }, []],
    ["skill://x/{id}", { id: "a/b" }, [["id", "value", "{+id}"]]],
    ["skill://x/{id}", { id: "a" }, []],
    ["skill://{skill_path}/{+file}", {}, [["skill_path", "name", "{+skill_path}"]]],
    ["skill://{+skillFilePath}", {}, []],
    ["skill://{documentPath}", {}, [["documentPath", "name", "{+documentPath}"]]],
    ["skill://{profile}", {}, []],
  ] as [string, TemplateValues, string[][]][])("multiSegmentHint for %s with %j", (from, values, hints) => {
    const given = multiSegmentHint(from, values).map((hint) => [hint.variable, hint.kind, hint.suggestion]);
    expect(given).toEqual(hints);
  });
});
