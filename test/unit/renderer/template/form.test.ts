import { describe, expect, it } from "vitest";
import { completionEmpty, completionFooter } from "../../../../renderer/template/completion-words";
import {
  contextFor,
  converted,
  type FieldValues,
  initialField,
  valuesOf,
} from "../../../../renderer/template/field-value";
import { recentOf } from "../../../../renderer/template/recent";
import { expand } from "../../../../shared/uri/expand";
import { parseTemplate } from "../../../../shared/uri/rfc6570";

const text = (value: string, empty = false) => ({ kind: "text", text: value, empty }) as const;

describe("values of the form", () => {
  it("leaves an empty field out and sends an empty text only when asked to", () => {
    const uri = (fields: FieldValues) => expand("m://issues/{id}{?state,limit}", valuesOf(fields));
    expect(uri({ id: text("7"), state: text("") })).toEqual({ ok: true, uri: "m://issues/7" });
    expect(uri({ id: text("7"), state: text(""), limit: text("5") })).toEqual({
      ok: true,
      uri: "m://issues/7?limit=5",
    });
    expect(uri({ id: text("7"), state: text("", true) })).toEqual({ ok: true, uri: "m://issues/7?state=" });
  });

  it("spreads lists and maps", () => {
    const fields: FieldValues = {
      a: { kind: "list", items: ["x/y", "", "z"] },
      b: {
        kind: "map",
        entries: [
          ["k", "1"],
          ["", "no key"],
        ],
      },
    };
    expect(expand("x://e{/a*}{?b*}", valuesOf(fields))).toEqual({ ok: true, uri: "x://e/x%2Fy/z?k=1" });
  });

  it("takes a variable named __proto__ for a name", () => {
    const fields = Object.fromEntries([["__proto__", text("v")]]);
    expect(expand("x://{__proto__}", valuesOf(fields))).toEqual({ ok: true, uri: "x://v" });
  });

  it("begins with a list where the template spreads one, and converts without losing the first value", () => {
    const template = parseTemplate("x://{a}{?b*}");
    expect(initialField(template, "a").kind).toBe("text");
    expect(initialField(template, "b").kind).toBe("list");
    expect(converted({ kind: "list", items: ["p", "q"] }, "text")).toEqual(text("p"));
    expect(converted(text("p"), "map")).toEqual({ kind: "map", entries: [["", "p"]] });
  });
});

describe("contextFor", () => {
  it("tells the variables before it that have a text, and never itself, later or cleared ones", () => {
    const template = parseTemplate("repo://{owner}/{name}/{file}");
    const fields: FieldValues = { owner: text("acme"), name: text("b"), file: text("x") };
    expect(contextFor(template, "name", fields)).toEqual({ owner: "acme" });
    expect(contextFor(template, "owner", fields)).toEqual({});
    expect(contextFor(template, "name", { ...fields, owner: text("") })).toEqual({});
  });
});

describe("words below suggestions", () => {
  const question = { serverId: "s", template: "t", variable: "v", value: "d", context: { team: "billing" } };
  const answer = (values: number, rest: object = {}) =>
    completionFooter({
      loading: false,
      answer: { values: Array<string>(values).fill("x"), state: "ok", ...rest },
      question,
    });

  it("says how many there are and for what", () => {
    expect(answer(2, { total: 2 })).toBe("2 of 2 for team = billing");
    expect(answer(100, { total: 150, hasMore: true })).toBe("100 of 150 for team = billing, more exist");
    expect(answer(100, { total: 150 })).toContain("more exist");
    expect(answer(1, { hasMore: true })).toBe("1 suggestion for team = billing, more exist");
  });

  it("tells no suggestion, no completion and a failure apart", () => {
    const empty = (state: "ok" | "unsupported" | "failed") =>
      completionEmpty({
        loading: false,
        question,
        answer: { values: [], state, problem: { code: "x", message: "it broke" } },
      });
    expect(empty("ok")).toBe("Nothing begins with “d”");
    expect(empty("unsupported")).toBe("This server offers no completion.");
    expect(empty("failed")).toBe("Completion failed: it broke");
  });
});

describe("recentOf", () => {
  it("leaves out what has another shape, since anyone can edit the settings", () => {
    const stored = { k: [{ uri: "x://a", fields: {} }, { uri: 1 }, null, "x"], other: 5 };
    expect(recentOf(stored, "k")).toEqual([{ uri: "x://a", fields: {} }]);
    expect(recentOf(stored, "other")).toEqual([]);
    expect(recentOf(undefined, "k")).toEqual([]);
    expect(recentOf(stored, "toString")).toEqual([]);
  });
});
