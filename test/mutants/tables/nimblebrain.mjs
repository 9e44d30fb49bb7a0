/** nimblebrain: `[rule, what is broken, patch, options]`, written from the requirement's text. */
import * as p from "../dialect-patch.mjs";

const USAGE = /\/usage$/;
const fields = { name: "pay", description: "Pays bills. Use when a bill arrives." };

export const nimblebrain = {
  profile: "nimblebrain",
  dialects: ["nimblebrain"],
  eras: ["legacy"],
  mutants: [
    ["nb-uri", "the last segment is guide", p.rename("/usage", "/guide")],
    [
      "nb-uri",
      "the server's name has a capital letter",
      p.both(p.served({ "pay/SKILL.md": p.skillMd(fields) }), p.rename("skill://pay/", "skill://Pay/")),
    ],
    [
      "nb-uri",
      "several documents",
      p.list((rows) => [...rows, { ...rows[0], uri: "skill://other/usage" }]),
      { note: true },
    ],
    [
      "nb-no-skillmd",
      "the document has frontmatter",
      p.content(USAGE, (c) => {
        c.text = p.skillMd(fields, c.text);
      }),
    ],
    ["nb-instructions", "no instructions", p.handshake(p.drop("instructions"))],
    [
      "nb-instructions",
      "the instructions name no URI",
      p.handshake(p.set({ instructions: "Read the usage document." })),
    ],
    ["nb-mimetype", "listed as text/markdown", p.row(USAGE, p.set({ mimeType: "text/markdown" }))],
    ["nb-mimetype", "read as text/markdown", p.content(USAGE, p.set({ mimeType: "text/markdown" }))],
    ["nb-mimetype", "the name has a hyphen", p.row(USAGE, p.set({ name: "granola-skill" }))],
    ["nb-meta", "no _meta", p.row(USAGE, p.drop("_meta"))],
    ["nb-meta", "tags is a string", p.row(USAGE, p.set({ _meta: { _fastmcp: { tags: "all" } } }))],
    ["nb-single", "a template", p.templates(() => [{ name: "file", uriTemplate: "skill://pay/{file}" }])],
    [
      "nb-single",
      "a further file is listed",
      p.listed({ name: "rules", uri: "skill://pay/rules.md", mimeType: "text/plain" }),
    ],
    ["nb-single", "completions are declared", p.capabilities(p.set({ completions: {} }))],
    ["nb-unknown", "an unknown document is -32603", p.error("resources/read", p.set({ code: -32603 }))],
    [
      "nb-unknown",
      "an unknown document is an empty success",
      p.answer(
        "resources/read",
        ({ jsonrpc, id, error }) => error && { jsonrpc, id, result: { contents: [] } },
      ),
    ],
    [
      "nb-unknown",
      "the message does not quote the URI",
      p.error("resources/read", p.set({ message: "Unknown resource" })),
    ],
    [
      "nb-caps",
      "subscriptions are offered",
      p.capabilities((c) => {
        c.resources.subscribe = true;
      }),
    ],
    [
      "nb-caps",
      "subscribe is not said",
      p.capabilities((c) => {
        delete c.resources.subscribe;
      }),
    ],
    [
      "nb-caps",
      "the skills extension is declared",
      p.capabilities(p.set({ extensions: { "io.modelcontextprotocol/skills": {} } })),
    ],
    ["nb-caps", "no tools", p.result("tools/list", p.set({ tools: [] })), { note: true }],
  ],
  unbreakable: {},
};
