import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codePoints, judgeName, suggestName } from "../../../shared/rules/agent-skills/names";

describe("judging a name", () => {
  it.each(["a", "0", "pdf-forms", "a-b-c", "a".repeat(64)])("%s is fine", (name) => {
    expect(judgeName(name)).toEqual({ verdict: "ok", reasons: [] });
  });

  it.each([
    ["", "error", ["length"]],
    ["a".repeat(65), "error", ["length"]],
    ["PDF", "error", ["charset"]],
    ["a b", "error", ["charset"]],
    [" a", "error", ["charset"]],
    ["a_b", "error", ["charset"]],
    ["a.b", "error", ["charset"]],
    ["-a", "error", ["edges"]],
    ["a-", "error", ["edges"]],
    ["a--b", "error", ["double-hyphen"]],
    ["--", "error", ["edges", "double-hyphen"]],
    ["数据分析", "warning", ["charset"]],
    ["мой-навык", "warning", ["charset"]],
    // field report a13
    ["café", "warning", ["charset"]],
    ["cafe\u0301", "warning", ["charset"]],
    ["Café", "error", ["charset"]],
    ["हिन्दी", "error", ["charset"]],
    ["😀", "error", ["charset"]],
    ["－a", "error", ["charset", "edges"]],
  ])("%j is a matter of %s", (name, verdict, constraints) => {
    const judged = judgeName(name);
    expect(judged.reasons.map(({ constraint }) => constraint).filter((c) => constraints.includes(c))).toEqual(
      constraints,
    );
    expect(judged.verdict).toBe(verdict);
  });

  it("never proposes a name that it would not accept itself", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 90 }), (name) => {
        const suggestion = suggestName(name);
        if (suggestion !== undefined) expect(judgeName(suggestion).verdict).toBe("ok");
      }),
    );
    expect(suggestName("PDF_Forms (v2)!")).toBe("pdf-forms-v2");
    expect(suggestName("数据")).toBeUndefined();
  });

  it("agrees with the pattern of the released extension on every ASCII name", () => {
    const pattern = /^(?!.*--)[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/;
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("a", "b", "0", "-", "A", "_", " "), { maxLength: 70 }),
        (letters) => {
          const name = letters.join("");
          expect(judgeName(name).verdict === "ok").toBe(pattern.test(name));
        },
      ),
      { numRuns: 3000 },
    );
  });

  it("counts code points", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(codePoints(text)).toBe([...text].length);
      }),
    );
    expect(codePoints("\ud83d")).toBe(1);
  });
});
