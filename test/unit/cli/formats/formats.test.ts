import fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../../../electron/cli/exit";
import { FORMAT_NAMES, formatter } from "../../../../electron/cli/formats";
import { escapeMarkdown } from "../../../../electron/engine/report-formats/escape";
import type { Report } from "../../../../shared/model/report";
import { HOSTILE, makeFinding, makeReport } from "../../report/make-report";
import { all, parseMarkup } from "./markup";

interface Node {
  type: string;
  url?: string;
  value?: string;
  children?: Node[];
}
const markdownOf = (text: string): Node =>
  fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }) as Node;
/** What a list of one line of text consists of. */
const FRAME = ["root", "list", "listItem", "paragraph", "text"];
const nodes = (node: Node): Node[] => [node, ...(node.children ?? []).flatMap(nodes)];

const skill = (uri: string) => ({ kind: "skill" as const, skill: uri, uri });
const hostile = makeReport(
  [
    makeFinding({
      subject: skill(`skill://${HOSTILE}/SKILL.md`),
      message: HOSTILE,
      expected: HOSTILE,
      actual: HOSTILE,
      fix: HOSTILE,
      location: { file: HOSTILE, line: 1, column: 1 },
      evidence: ["x1"],
    }),
  ],
  {
    target: { label: HOSTILE, kind: "stdio" },
    incomplete: HOSTILE,
    exchanges: [
      {
        id: "x1",
        method: HOSTILE,
        purpose: "list",
        request: { a: HOSTILE },
        response: HOSTILE,
        startedAt: "",
        durationMs: 1,
      },
    ],
  },
);
const twoEras = [
  makeReport([makeFinding()], { era: "legacy", protocolVersion: "2025-11-25" }),
  makeReport([], { era: "modern" }),
];

it("names the known formats when there is none of that name", () => {
  expect(FORMAT_NAMES).toEqual(["text", "json", "sarif", "junit", "markdown", "html"]);
  expect(() => formatter("pdf")).toThrow(UsageError);
});

describe("junit", () => {
  const junit = (...reports: Report[]) => parseMarkup(formatter("junit")(reports));

  it("has a suite for each profile and a case for each rule, with outcome and reason", () => {
    const findings = [
      makeFinding({ expected: "a description", actual: "none" }),
      makeFinding({ locus: "second", location: { file: "a/SKILL.md", line: 2, column: 3 } }),
    ];
    const root = junit(makeReport(findings));
    const suites = all(root, "testsuite");
    expect(
      suites.map(({ attributes: { name, tests, failures, skipped } }) => [name, tests, failures, skipped]),
    ).toEqual([
      ["skills-ext-stable", "1", "0", "1"],
      ["agent-skills", "2", "1", "0"],
      ["other", "1", "0", "1"],
    ]);
    const [failure] = all(root, "failure");
    expect(failure!.attributes.type).toBe("error");
    expect(failure!.attributes.message).toBe("The frontmatter has no description. (and 1 other)");
    expect(failure!.text).toContain("Expected: a description\nActual: none\nChange: Add a description.");
    expect(failure!.text).toContain("At: a/SKILL.md:2:3");
    expect(all(root, "skipped").map(({ attributes }) => attributes.message)).toEqual([
      "not applicable: the target is a folder, not a server",
      "untestable: probes were switched off",
    ]);
    const sum = root.children[0]!.attributes;
    expect([sum.tests, sum.failures, sum.skipped]).toEqual(["4", "1", "2"]);
  });

  it("tells two eras apart", () => {
    const names = all(junit(...twoEras), "testsuite").map(({ attributes }) => attributes.name);
    expect(names).toContain("agent-skills (legacy)");
    expect(names).toContain("agent-skills (modern)");
  });

  it("fails nothing for what a baseline knows, and keeps it to be read", () => {
    const root = junit(makeReport([makeFinding({ known: true })]));
    expect(all(root, "failure")).toEqual([]);
    expect(all(root, "system-out")[0]!.text).toContain("Known: error: The frontmatter has no description.");
  });

  it("stays well-formed and says what is incomplete, whatever a server sent", () => {
    const root = junit(hostile);
    expect(all(root, "script")).toEqual([]);
    expect(all(root, "failure")[0]!.text).toContain("</code></details><script>alert(1)</script>⟨U+202E⟩");
    expect(all(root, "system-err")[0]!.text).toContain("alert(1)");
  });
});

describe("markdown", () => {
  const markdown = (...reports: Report[]) => formatter("markdown")(reports);

  it("has one row of counts for each run, and the findings of each skill folded", () => {
    const findings = [
      makeFinding(),
      makeFinding({ subject: skill("skill://b/SKILL.md"), severity: "warning" }),
    ];
    const text = markdown(makeReport(findings), makeReport([], { era: "legacy" }));
    const table = nodes(markdownOf(text)).find(({ type }) => type === "table")!;
    expect(table.children).toHaveLength(3);
    expect(text.match(/<details><summary><code>/g)).toHaveLength(2);
    expect(text).toContain("<code>skill://b/SKILL.md</code>: 1 warning</summary>");
    expect(text).toContain("❌ errors");
    expect(text).toContain("✅ clean");
  });

  it("lets nothing of a server become markup, a link, a picture, a mention or a heading", () => {
    const tree = nodes(markdownOf(markdown(hostile)));
    const ours = /^<\/?(details|summary|code|br)>/;
    for (const { value } of tree.filter(({ type }) => type === "html")) expect(value).toMatch(ours);
    expect(tree.filter(({ type }) => type === "link").map(({ url }) => url)).toEqual([
      "https://agentskills.io/specification#description-field",
    ]);
    expect(tree.filter(({ type }) => ["image", "inlineCode", "strong", "code"].includes(type))).toEqual([]);
    expect(tree.filter(({ type }) => type === "heading")).toHaveLength(1);
    const words = tree
      .filter(({ type }) => type === "text")
      .map(({ value }) => value)
      .join(" ");
    expect(words).toContain("<script>alert(1)</script>");
    expect(words).not.toMatch(/@octocat|#12\b/);
  });

  it("shows any text as it is, and leaves words readable where no one renders it", () => {
    const bits = [
      "- ",
      "-",
      "1. ",
      "1.",
      "a",
      "b7",
      ". ",
      ".",
      ":",
      ": ",
      "*",
      "_",
      "#",
      "[x](y)",
      "|",
      "!",
      "~~",
    ];
    const more = [
      "+ ",
      "= ",
      "---",
      "===",
      "<b>",
      "`",
      "\\",
      "&amp;",
      "www.x.y",
      "https://x.y",
      "a@b.c",
      " ",
    ];
    const texts = fc
      .array(fc.constantFrom(...bits, ...more), { maxLength: 12 })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(texts, (text) => {
        const tree = nodes(markdownOf(`- ${escapeMarkdown(text)}`));
        expect(tree.map(({ type }) => type).filter((type) => !FRAME.includes(type))).toEqual([]);
        const shown = tree.map(({ value }) => value ?? "").join("");
        expect(shown.replaceAll("\u200b", "")).toBe(text.replace(/\s+/g, " ").trim());
      }),
      { numRuns: 1000, seed: 7 },
    );
    const plain = "as-ref-exists at references/GUIDE.md. Expected: a file";
    expect(escapeMarkdown(plain)).toBe(plain);
  });

  it("stays below what a comment may hold and says how much is left out", () => {
    const findings = Array.from({ length: 2_000 }, (_, i) =>
      makeFinding({ subject: skill(`skill://s${i}/SKILL.md`) }),
    );
    const text = markdown(makeReport(findings));
    expect(text.length).toBeLessThan(65_536);
    const shown = text.match(/<details><summary><code>/g)!.length;
    expect(text).toContain(`${2_000 - shown} more findings would not fit here`);
  });

  it("does not show what a baseline knows", () => {
    const known = makeReport([makeFinding({ known: true })], { baseline: { known: 1, fresh: 0, fixed: 3 } });
    expect(markdown(known)).not.toContain("invoices");
    expect(markdown(known)).toContain(
      "1 finding known from the baseline, 0 new. 3 findings of the baseline are gone.",
    );
  });
});

describe("html", () => {
  const html = (...reports: Report[]) => parseMarkup(formatter("html")(reports));

  it("is one page that loads and runs nothing", () => {
    const text = formatter("html")([hostile]);
    const root = parseMarkup(text);
    expect(["script", "img", "link", "iframe", "svg"].flatMap((name) => all(root, name))).toEqual([]);
    expect(all(root, "meta").map(({ attributes }) => attributes.content)).toContain(
      "default-src 'none'; style-src 'unsafe-inline'",
    );
    expect(all(root, "style")[0]!.text).not.toMatch(/url\(|@import/);
    expect(all(root, "a").map(({ attributes }) => attributes.href)).toEqual([
      "https://agentskills.io/specification#description-field",
      "#r1-x1",
    ]);
  });

  it("shows each finding with what was expected, what to change, and the messages that prove it", () => {
    const report = makeReport([makeFinding({ expected: "a", actual: "b", evidence: ["x1"] })], {
      exchanges: [
        {
          id: "x1",
          method: "skills/list",
          purpose: "list",
          request: {},
          response: { result: 7 },
          startedAt: "",
          durationMs: 1,
        },
      ],
    });
    const root = html(report);
    const [card] = all(root, "article");
    expect(card!.text).toContain("The frontmatter has no description.");
    expect(card!.text).toContain("Change: Add a description.");
    const anchor = all(card!, "a").at(-1)!.attributes.href!.slice(1);
    expect(all(root, "h3").filter(({ attributes }) => attributes.id === anchor)).toHaveLength(1);
    expect(all(root, "pre").at(-1)!.text).toContain('"result": 7');
  });

  it("has anchors of their own for each era and folds what a baseline knows", () => {
    expect(all(html(...twoEras), "h2").map(({ text }) => text)).toEqual([
      "stdio, legacy, 2025-11-25",
      "stdio, modern, 2026-07-28",
    ]);
    const root = html(
      makeReport([makeFinding({ known: true })], { baseline: { known: 1, fresh: 0, fixed: 0 } }),
    );
    expect(all(root, "details").filter((one) => all(one, "article").length > 0)).toHaveLength(1);
    expect(root.text).toContain("Nothing new was found.");
  });
});

it("no report makes a format throw, and markup stays well-formed", () => {
  const text = fc.oneof(fc.string({ unit: "binary" }), fc.constant(HOSTILE));
  const finding = fc
    .record({
      rule: fc.oneof(text, fc.constant("as-name-dir")),
      message: text,
      fix: text,
      specUrl: text,
      actual: fc.option(text, { nil: undefined }),
      severity: fc.constantFrom("error" as const, "warning" as const, "info" as const),
      subject: fc.record({
        kind: fc.constantFrom("server" as const, "skill" as const),
        uri: text,
        skill: text,
      }),
      location: fc.option(fc.record({ file: text, line: fc.nat(), column: fc.nat() }), { nil: undefined }),
    })
    .map((given) => makeFinding(given));
  const kind = fc.constantFrom("folder", "stdio");
  fc.assert(
    fc.property(fc.array(finding, { maxLength: 4 }), text, kind, (findings, label, targetKind) => {
      const report = makeReport(findings, { target: { label, kind: targetKind }, incomplete: label });
      for (const name of FORMAT_NAMES) {
        const printed = formatter(name)([report]);
        if (name === "junit" || name === "html") parseMarkup(printed);
        if (name === "sarif" || name === "json") JSON.parse(printed);
      }
    }),
    { numRuns: 150 },
  );
});
