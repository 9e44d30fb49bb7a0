/** resource-catalog on records, documents and docs paths. */
import * as p from "../dialect-patch.mjs";

const READ = "resources/read";
const MD = "text/markdown";
const RECORD = "resource://catalog/skills/pay";
const PROMPT = "resource://catalog/prompts/check-form";
const DOCUMENT = "resource://skills/pay/document";
const FEES = "resource://docs/skills/pay/references/late-fees.md";
const ANY_DOCS = /^resource:\/\/docs\//;
const note = { note: true };
const notFound = ({ uri }) => `Resource not found: ${uri}`;

/** @param broken gives the right server with patches */
export function documentMutants(broken) {
  const record = (change) => broken(p.json(RECORD, change));
  const promptRecord = (change) => broken(p.json(PROMPT, change));
  const docs = (uri) =>
    broken(p.listed({ uri, name: "extra", mimeType: MD }), p.text(uri, "# Extra\n", { mimeType: MD }));
  const served = (wanted, text) => broken(p.text(wanted, text, { mimeType: MD }));
  /** What a URI gives stands under another one too. */
  const twin = (wanted, to) =>
    broken(
      p.answer(READ, async ({ jsonrpc, id }, { uri }, ask) => {
        if (!wanted.test(uri)) return undefined;
        const { result, error } = await ask(READ, { uri: to(uri) });
        return { jsonrpc, id, ...(result ? { result } : { error }) };
      }),
    );
  return [
    ["cat-record-one", "another id", record(p.set({ id: "ship" }))],
    ["cat-record-one", "a list of one", record((r) => [r])],
    ["cat-record-one", "no JSON", broken(p.content(RECORD, p.set({ text: "pay\n" })))],
    ["cat-record-uris", "no document", record(p.drop("document"))],
    ["cat-record-uris", "another document", record(p.set({ document: "skill://pay/SKILL.md" }))],
    ["cat-record-uris", "no references", record(p.drop("references"))],
    ["cat-document-skillmd", "no frontmatter", served(DOCUMENT, "# Pay\n")],
    [
      "cat-document-skillmd",
      "no body",
      served(DOCUMENT, p.skillMd({ name: "pay", description: "Pays. Use when due." }, "")),
    ],
    ["cat-document-skillmd", "text/plain", broken(p.content(DOCUMENT, p.set({ mimeType: "text/plain" })))],
    ["cat-reference-declared", "an undeclared one is there", served(/references\/zz-no-such/, "# None\n")],
    [
      "cat-reference-declared",
      "a declared one is not there",
      record(p.set({ references: ["late-fees", "rebates"] })),
    ],
    [
      "cat-reference-handle",
      "a file name",
      p.both(
        record(p.set({ references: ["late-fees.md"] })),
        twin(/^resource:\/\/skills\/.*\.md$/, (uri) => uri.replace(".md", "")),
      ),
    ],
    [
      "cat-reference-handle",
      "a path",
      p.both(
        record(p.set({ references: ["references/late-fees"] })),
        twin(/references%2F/i, (uri) => uri.replace(/references%2F/i, "")),
      ),
    ],
    ["cat-param-ref-id", "an underscore and a capital letter", broken(p.rename("late-fees", "Late_Fees"))],
    ["cat-prompt-record", "another id", promptRecord(p.set({ id: "write-letter" }))],
    ["cat-prompt-record", "a list of one", promptRecord((r) => [r])],
    ["cat-prompt-args", "no arguments", promptRecord(p.drop("arguments"))],
    ["cat-prompt-args", "an argument is missing", promptRecord(p.set({ arguments: [] }))],
    [
      "cat-prompt-document",
      "text/plain",
      broken(p.content("resource://prompts/check-form/document", p.set({ mimeType: "text/plain" }))),
    ],
    ["cat-docs-normalised", "text/plain", broken(p.content(ANY_DOCS, p.set({ mimeType: "text/plain" })))],
    ["cat-docs-normalised", "./ is a second way", twin(/docs\/\.\//, (uri) => uri.replace("/./", "/")), note],
    [
      "cat-docs-normalised",
      "// is a second way",
      twin(/docs\/\//, (uri) => uri.replace("docs//", "docs/")),
      note,
    ],
    [
      "cat-docs-nested",
      "only paths of one segment are there",
      broken(
        p.listed({ uri: FEES, name: "fees", mimeType: MD }),
        p.unread(/^resource:\/\/docs\/.+\//, -32002, notFound),
        p.text("resource://docs/index.md", "# Index\n", { mimeType: MD }),
      ),
    ],
    ["cat-docs-examples", "none of the typical paths", broken(p.unread(ANY_DOCS, -32002, notFound)), note],
    ["cat-param-path-relative", "a backslash", docs("resource://docs/guide\\index.md")],
    ["cat-param-path-relative", "a scheme", docs("resource://docs/file:guide/index.md")],
    ["cat-param-path-leading", "a leading slash", docs("resource://docs//guide.md")],
    ["cat-param-path-leading", "an encoded leading slash", docs("resource://docs/%2Fguide.md")],
    ["cat-param-path-dotdot", "..", docs("resource://docs/guide/../index.md")],
    ["cat-param-path-dotdot", "an encoded ..", docs("resource://docs/guide/%2e%2e/index.md")],
    ["cat-param-path-inside", "..", served(/docs\/\.\.\//, "# Outside\n")],
    ["cat-param-path-inside", "an encoded ..", served(/docs\/%2e%2e/, "# Outside\n")],
    ["cat-param-path-md", "a text file", docs("resource://docs/guide.txt")],
    ["cat-param-path-encoding", "a raw bracket", docs("resource://docs/guide[1].md")],
    ["cat-param-path-encoding", "a raw comma", docs("resource://docs/guide,more.md")],
    ["cat-param-path-encoding", "a raw question mark", docs("resource://docs/guide?.md")],
  ];
}
