import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseFrontmatter } from "../../../shared/skill-file/frontmatter";
import { cpuTime } from "./cpu-time";

/** The problems as `code line:column`, with the place of a second key where there is one. */
function problems(text: string): string[] {
  return parseFrontmatter(text).problems.map(({ code, at, other }) =>
    [`${code} ${at.line}:${at.column}`, ...(other ? [`${other.line}:${other.column}`] : [])].join(" and "),
  );
}

const fenced = (...lines: string[]) => ["---", ...lines, "---", "", "Body", ""].join("\n");

describe("frontmatter that can be read", () => {
  it("gives values, the author's spelling, types and places", () => {
    const {
      data,
      fields,
      metadata,
      problems: none,
    } = parseFrontmatter(
      fenced(
        "name: demo",
        "description: d",
        "metadata:",
        "  version: 1.10",
        "  updated: 2026-03-05",
        "  flag: yes",
        "  when: 12:30:00",
      ),
    );
    expect(none).toEqual([]);
    expect(data).toEqual({
      name: "demo",
      description: "d",
      metadata: { version: 1.1, updated: "2026-03-05", flag: "yes", when: "12:30:00" },
    });
    expect(
      fields.map(({ key, type, keyAt, valueAt }) => [key, type, keyAt.line, valueAt.line, valueAt.column]),
    ).toEqual([
      ["name", "string", 2, 2, 7],
      ["description", "string", 3, 3, 14],
      ["metadata", "mapping", 4, 5, 3],
    ]);
    expect(metadata.map(({ key, type, source }) => [key, type, source])).toEqual([
      ["version", "number", "1.10"],
      ["updated", "string", "2026-03-05"],
      ["flag", "string", "yes"],
      ["when", "string", "12:30:00"],
    ]);
  });

  it("tells the type of a name and a description that are no text", () => {
    const { fields } = parseFrontmatter(fenced("name: 123", "description:"));
    expect(fields.map(({ type, source, valueAt }) => [type, source, valueAt.line])).toEqual([
      ["number", "123", 2],
      ["null", "", 3],
    ]);
  });

  it("reads a BOM as if it were not there, and reports it", () => {
    const { data, bom, fields, bodyOffset } = parseFrontmatter(
      `\ufeff${fenced("name: bom", "description: d")}`,
    );
    expect(bom).toBe(true);
    expect(data).toEqual({ name: "bom", description: "d" });
    expect(fields[0]?.valueAt).toEqual({ line: 2, column: 7, offset: 11 });
    expect(bodyOffset).toBe(`\ufeff---\nname: bom\ndescription: d\n---\n`.length);
  });

  it.each([">", ">-", "|", "|+"])("keeps a block scalar %s whole, whatever its lines look like", (mark) => {
    const text = fenced(
      "name: x",
      `description: ${mark}`,
      "  First line,",
      "  name: not-a-key",
      "  Triggers: /x",
      "license: MIT",
    );
    const { data, fields } = parseFrontmatter(text);
    expect(data?.name).toBe("x");
    expect(data?.license).toBe("MIT");
    const description = mark.startsWith(">")
      ? "First line, name: not-a-key Triggers: /x"
      : "First line,\nname: not-a-key\nTriggers: /x";
    expect(String(data?.description).trimEnd()).toBe(description);
    expect(fields.map(({ key }) => key)).toEqual(["name", "description", "license"]);
  });

  it("keeps a plain scalar over several lines whole", () => {
    const { data } = parseFrontmatter(
      fenced("name: x", "description: First", "  second", "  third", "license: MIT"),
    );
    expect(data).toEqual({ name: "x", description: "First second third", license: "MIT" });
  });

  it("ends at the first line ---, and leaves later ones to the body", () => {
    const text = "---\nname: x\n--- \nBody\n---\nname: y\n---\n";
    const { data, bodyLine, bodyOffset } = parseFrontmatter(text);
    expect(data).toEqual({ name: "x" });
    expect(bodyLine).toBe(4);
    expect(text.slice(bodyOffset)).toBe("Body\n---\nname: y\n---\n");
  });

  it("does not end at --- inside a value", () => {
    expect(parseFrontmatter(fenced("name: a---b", "description: x --- y")).data).toEqual({
      name: "a---b",
      description: "x --- y",
    });
  });

  it("keeps a key __proto__ as data", () => {
    const { data } = parseFrontmatter(fenced("__proto__: {a: 1}", "name: x"));
    expect(Object.keys(data!)).toEqual(["__proto__", "name"]);
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
  });

  it("gives text for numbers that JSON does not have", () => {
    expect(parseFrontmatter(fenced("a: .inf", "b: -.inf", "c: .nan")).data).toEqual({
      a: ".inf",
      b: "-.inf",
      c: ".nan",
    });
  });

  it("takes angle brackets in a description as they are", () => {
    const description = "Port a handler to <service>; use Span<T> when a<b and b>c";
    expect(parseFrontmatter(fenced("name: x", `description: ${description}`)).data?.description).toBe(
      description,
    );
  });
});

describe("line breaks", () => {
  const lf = '---\nname: crlf\ndescription: >\n  two\n  lines\nmetadata:\n  a: "b\n    c"\n---\n\nBody\n';
  const variants: [string, string][] = [
    ["CRLF", lf.replaceAll("\n", "\r\n")],
    ["CRLF inside, LF fences", lf.replaceAll("\n", "\r\n").replaceAll("---\r\n", "---\n")],
    ["lone CR", lf.replaceAll("\n", "\r")],
  ];
  it.each(variants)("%s gives the values and lines of the LF twin", (_, text) => {
    const twin = parseFrontmatter(lf);
    const result = parseFrontmatter(text);
    expect(result.data).toEqual(twin.data);
    expect(JSON.stringify(result.data)).not.toContain("\\r");
    const places = (fields: typeof result.fields) =>
      fields.map(({ keyAt, valueAt }) => [keyAt.line, keyAt.column, valueAt.line, valueAt.column]);
    expect(places(result.fields)).toEqual(places(twin.fields));
    for (const field of result.fields)
      expect(text.slice(field.keyAt.offset)).toMatch(new RegExp(`^${field.key}:`));
    expect(result.bodyLine).toBe(twin.bodyLine);
    expect(text.slice(result.bodyOffset).replace(/\r\n?/g, "\n")).toBe("\nBody\n");
  });

  it("says when a fence ends in a lone CR", () => {
    expect(parseFrontmatter(lf.replaceAll("\n", "\r")).loneCr).toBe(true);
    expect(parseFrontmatter(lf.replaceAll("\n", "\r\n")).loneCr).toBeUndefined();
  });
});

describe("frontmatter that cannot be read", () => {
  it.each([
    ["no-opening-fence 1:1", "# Just a body\n"],
    ["no-opening-fence 1:1", "\n---\nname: x\n---\n"],
    ["no-opening-fence 1:1", ""],
    ["no-closing-fence 1:1", "---\nname: open\ndescription: never closed\n\n# Body heading"],
    ["no-closing-fence 1:1", "---"],
    ["not-a-mapping 2:1", "---\n---\n"],
    ["not-a-mapping 2:1", "---\n# nothing\n---\n"],
    ["not-a-mapping 2:1", "---\n- a\n---\n"],
    ["not-a-mapping 2:1", "---\njust text\n---\n"],
    ["yaml-syntax 3:22", fenced("name: a", "description: Use when: the user asks")],
    ["yaml-syntax 3:22", fenced("name: a", 'description: "Learn" then build')],
    ["yaml-syntax 3:14", fenced("name: a", "description: @mention")],
    ["yaml-syntax 3:14", fenced("name: a", 'description: "never closed', "license: MIT")],
    ["yaml-syntax 3:1", fenced("name: a", "description without colon")],
    ["yaml-syntax 4:1", fenced("name: a", "...", "b: c")],
    ["yaml-syntax 3:17", fenced("name: a", "description: {x}: y")],
    ["yaml-syntax 2:3", fenced("? [a, b]", ": c")],
    ["tab-indent 4:1", fenced("name: a", "metadata:", "\ta: b")],
    ["custom-tag 2:7", fenced("name: !ruby/object x")],
    ["custom-tag 3:14", fenced("name: x", "description: !!binary aGk=")],
    ["alias-limit 3:21", fenced("name: a", "metadata: &m {self: *m}")],
    ["too-deep 2:69", fenced(`a: ${"[".repeat(70)}${"]".repeat(70)}`)],
  ])("%s", (expected, text) => {
    expect(problems(text)).toEqual([expected]);
    expect(parseFrontmatter(text).data).toBeUndefined();
  });

  it("says in one line how to quote a value with a colon, with words that work", () => {
    const { problems: found, fields } = parseFrontmatter(
      fenced("name: a", "description: Use when: the user asks"),
    );
    expect(found[0]?.message).toContain("colon");
    expect(found[0]?.fix).toBe('Quote the value: description: "Use when: the user asks"');
    const corrected = found[0]!.fix!.replace("Quote the value: ", "");
    expect(parseFrontmatter(fenced("name: a", corrected)).data?.description).toBe("Use when: the user asks");
    // What stands before the fault is still shown, and nothing behind it is guessed.
    expect(fields.map(({ key }) => key)).toEqual(["name"]);
  });

  it("quotes the whole of a value that goes on in the next line", () => {
    const { problems: found } = parseFrontmatter(
      fenced("name: a", "description: Use this", "  when: the user asks"),
    );
    expect(found[0]?.fix).toBe('Quote the value: description: "Use this when: the user asks"');
  });

  it("keeps quotation marks that the value has of its own", () => {
    const { problems: found } = parseFrontmatter(fenced("name: a", 'description: "Learn" then build'));
    expect(found[0]?.fix).toBe(`Quote the value: description: '"Learn" then build'`);
  });

  it("knows a field that was indented by mistake from a colon in a text", () => {
    const { problems: found } = parseFrontmatter(fenced("name: a", " description: b"));
    expect(found[0]?.fix).toBe("Start description: in the same column as name:");
  });

  it("reports equal keys with both places and chooses neither", () => {
    const text = fenced("name: demo", '"name": other', "description: one", "description: two");
    expect(problems(text)).toEqual(["duplicate-key 3:1 and 2:1", "duplicate-key 5:1 and 4:1"]);
    const { data, fields } = parseFrontmatter(text);
    expect(data).toBeUndefined();
    expect(fields.map(({ key, value }) => [key, value])).toEqual([
      ["name", "demo"],
      ["name", "other"],
      ["description", "one"],
      ["description", "two"],
    ]);
  });

  it("reports equal keys inside metadata", () => {
    expect(problems(fenced("metadata:", "  k: 1", "  k: 2"))).toEqual(["duplicate-key 4:3 and 3:3"]);
  });

  it("does not read the body as keys when the closing fence is missing", () => {
    const { fields, bodyOffset } = parseFrontmatter(`---\nname: open\n\n${"word: text\n".repeat(200_000)}`);
    expect(fields).toEqual([]);
    expect(bodyOffset).toBe(0);
  });
});

describe("hostile frontmatter", () => {
  it("stops at nested aliases before anything is written out", () => {
    const lines = ["metadata:", `  a: &a [${Array(10).fill("x").join(",")}]`];
    for (const [before, name] of ["ab", "bc", "cd", "de", "ef", "fg", "gh", "hi"]) {
      lines.push(`  ${name}: &${name} [${Array(10).fill(`*${before}`).join(",")}]`);
    }
    const before = process.memoryUsage().heapUsed;
    expect(problems(fenced("name: a", ...lines))).toEqual(["alias-limit 6:19"]);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000);
  });

  it("does not parse more than the limit", () => {
    const text = fenced(`description: ${"x".repeat(70_000)}`);
    expect(problems(text)).toEqual(["too-large 2:1"]);
    expect(parseFrontmatter(text, { maxBytes: 80_000 }).data).toBeDefined();
    expect(parseFrontmatter(fenced(`a: ${"é".repeat(30)}`), { maxBytes: 60 }).problems[0]?.code).toBe(
      "too-large",
    );
  });

  it.each([
    ["flow sequences", "a: ".concat("[".repeat(30_000))],
    ["block sequences", "- ".repeat(30_000)],
    ["explicit keys", "? ".repeat(30_000)],
    ["anchors", "&a ".repeat(20_000)],
    ["quotes", '"'.repeat(60_000)],
    ["blank lines", "\n".repeat(60_000)],
    ["spaces before a word", `a: ${" ".repeat(60_000)}x`],
    ["equal aliases", `x: &a y\n${Array.from({ length: 6000 }, (_, i) => `k${i}: *a`).join("\n")}`],
  ])("answers within two seconds on %s", (_, yaml) => {
    expect(cpuTime(() => parseFrontmatter(`---\n${yaml}\n---\n`))).toBeLessThan(2000);
  });

  const piece = fc.oneof(
    fc.constantFrom(
      "---",
      "\n",
      "\r\n",
      "\r",
      "name",
      ": ",
      "- ",
      "&a ",
      "*a",
      "!t ",
      "[",
      "]",
      "{",
      "}",
      '"',
      "'",
      "|",
      ">",
      "#",
      "\t",
      "  ",
      "? ",
      "%",
      "@",
      "\0",
      "\ufeff",
      "\u2028",
      "<<",
      "...",
    ),
    fc.string({ maxLength: 5, unit: "binary" }),
  );
  it("never throws, and every place lies in the text", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = `---\n${pieces.join("")}\n---\nbody`;
        const result = parseFrontmatter(text);
        for (const at of [
          ...result.problems.map((p) => p.at),
          ...result.fields.flatMap((f) => [f.keyAt, f.valueAt]),
        ]) {
          expect(at.offset).toBeLessThanOrEqual(text.length);
          expect(at.line).toBeGreaterThan(0);
          expect(at.column).toBeGreaterThan(0);
        }
        if (result.data) expect(JSON.parse(JSON.stringify(result.data))).toEqual(result.data);
        else expect(result.problems.length).toBeGreaterThan(0);
      }),
      { numRuns: 1000 },
    );
  });
});
