import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonFault } from "../../../../renderer/traffic/json-fault";
import { readParams, requestOf } from "../../../../renderer/traffic/request-text";

describe("a request for editing", () => {
  it("is the message's method and params, without what the connection writes itself", () => {
    const raw = JSON.stringify({
      jsonrpc: "2.0",
      id: 4,
      method: "resources/read",
      params: { uri: "skill://a/SKILL.md", _meta: { progressToken: 4 } },
    });
    expect(requestOf(raw)).toEqual({
      method: "resources/read",
      params: '{\n  "uri": "skill://a/SKILL.md"\n}',
    });
  });

  it("is none for an answer, a cut text, or params that are no object", () => {
    expect(requestOf('{"jsonrpc":"2.0","id":4,"result":{}}')).toBeUndefined();
    expect(requestOf('{"jsonrpc":"2.0","id":4,"method":"resources/re')).toBeUndefined();
    expect(requestOf('{"method":"x","params":[1]}')).toBeUndefined();
    expect(requestOf("null")).toBeUndefined();
  });
});

describe("params as typed", () => {
  it("are an object, and nothing is an empty one", () => {
    expect(readParams(' {"uri": "a"} ')).toEqual({ ok: true, value: { uri: "a" } });
    expect(readParams(" \n")).toEqual({ ok: true, value: {} });
    expect(readParams("[1]")).toMatchObject({ ok: false, fault: expect.stringContaining("object") });
  });

  it.each([
    ['{"a": 1,}', "line 1, column 9", "a name in double quotes"],
    ['{\n  "a": x\n}', "line 2, column 8", "a value"],
    ["{'a': 1}", "line 1, column 2", "a name in double quotes or }"],
    ['{"a" 1}', "line 1, column 6", ":"],
    ['{"a": 1 "b": 2}', "line 1, column 9", "a comma"],
    ['{"a": [1, 2}', "line 1, column 12", "a comma or the closing bracket"],
    ['{"a": 1', "line 1, column 8", "a comma or the closing bracket"],
    ["{} {}", "line 1, column 4", "nothing more"],
    ['{"a": 01}', "line 1, column 8", "a comma"],
  ])("says where %j goes wrong", (text, place, expected) => {
    const read = readParams(text);
    expect(read.ok).toBe(false);
    expect(!read.ok && read.fault).toContain(place);
    expect(!read.ok && read.fault).toContain(expected);
  });

  it("takes exactly what JSON.parse takes", () => {
    const parses = (text: string) => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    fc.assert(
      fc.property(
        fc.json(),
        fc.nat(),
        fc.constantFrom("", ",", "]", "}", '"', "0", " ", "\\", "e"),
        (json, at, extra) => {
          const place = at % (json.length + 1);
          for (const text of [json, json.slice(0, place) + extra + json.slice(place), json.slice(0, place)])
            expect(jsonFault(text) === undefined).toBe(parses(text));
        },
      ),
    );
  });
});
