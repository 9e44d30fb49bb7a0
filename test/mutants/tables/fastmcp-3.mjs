/** fastmcp-3: `[rule, what is broken, patch, options]`, written from the requirement's text. */
import * as p from "../dialect-patch.mjs";
import { crlf, differing, resourcesMode } from "./fastmcp-3-server.mjs";

const READ = "resources/read";
const MAIN = /\/SKILL\.md$/;
const MANIFEST = /\/_manifest$/;
const FIRST = "skill://code-review/_manifest";
const FORM = "skill://code-review/references/checklist.md";
const PHOTO = /\/roles\.png$/;
const note = { note: true };
const template = (change) => p.templates((all) => change(all[0]));
const meta = (wanted, change) =>
  p.row(wanted, (row) => {
    row._meta = change(row._meta);
  });
const manifest = (change) => p.json(FIRST, change);
const file = (change) => manifest((m) => change(m.files[1], m.files));
/** An error of resources/read whose message is such. */
const failure = (words, change) =>
  p.error(READ, (e) => {
    if (words.test(e.message)) change(e);
  });
/** Refused with FastMCP's answer for an unknown resource. */
const unknownTo = (when) =>
  p.answer(READ, ({ jsonrpc, id }, { uri }) =>
    when(uri)
      ? { jsonrpc, id, error: { code: -32002, message: `Resource not found: Unknown resource: '${uri}'` } }
      : undefined,
  );

const inResources = (change) => p.both(resourcesMode, p.list(change));
export const fastmcp3 = {
  profile: "fastmcp-3",
  dialects: ["fastmcp-3"],
  eras: ["legacy"],
  rights: [
    ["with resources for files", resourcesMode],
    ["a name that is not the directory", differing],
    [
      "as of 3.0.1",
      p.row(/./, (row) => {
        row._meta.fastmcp.skill = { name: row.name.split("/")[0], is_manifest: MANIFEST.test(row.uri) };
      }),
    ],
    ["a file with CRLF", crlf],
  ],
  mutants: [
    ["fm-main", "SKILL.md is text/plain", p.row(MAIN, p.set({ mimeType: "text/plain" }))],
    [
      "fm-main",
      "the name is the skill's alone",
      p.row(MAIN, (row) => {
        row.name = row.name.split("/")[0];
      }),
    ],
    ["fm-main", "no SKILL.md is listed", p.unlisted(MAIN)],
    [
      "fm-main",
      "another description than the frontmatter's",
      p.row("skill://code-review/SKILL.md", p.set({ description: "Another." })),
      note,
    ],
    ["fm-manifest", "no manifest", unknownTo((uri) => uri === FIRST)],
    ["fm-manifest", "the manifest is no JSON", p.content(FIRST, p.set({ text: "SKILL.md\n" }))],
    ["fm-manifest", "skill is another one", manifest(p.set({ skill: "other" }))],
    [
      "fm-manifest",
      "files is an object",
      manifest((m) => {
        m.files = { first: m.files[0] };
      }),
    ],
    [
      "fm-manifest",
      "digest in place of hash",
      file((f) => {
        f.digest = f.hash;
        delete f.hash;
      }),
    ],
    [
      "fm-manifest",
      "uri in place of path",
      file((f) => {
        f.uri = f.path;
        delete f.path;
      }),
    ],
    [
      "fm-manifest",
      "a size that is a string",
      file((f) => {
        f.size = String(f.size);
      }),
    ],
    [
      "fm-manifest",
      "a hash without sha256:",
      file((f) => {
        f.hash = f.hash.slice(7);
      }),
    ],
    ["fm-manifest", "a path with ..", file(p.set({ path: "../release-notes/SKILL.md" }))],
    ["fm-manifest", "an absolute path", file(p.set({ path: "/etc/hosts" }))],
    [
      "fm-manifest",
      "no SKILL.md",
      manifest((m) => {
        m.files.shift();
      }),
    ],
    [
      "fm-manifest",
      "_manifest is one of the files",
      manifest((m) => {
        m.files.push({ ...m.files[0], path: "_manifest" });
      }),
    ],
    [
      "fm-manifest",
      "the files are not in order",
      manifest((m) => {
        m.files.reverse();
      }),
    ],
    ["fm-manifest", "a further key", file(p.set({ mimeType: "text/markdown" }))],
    ["fm-manifest", "the manifest is not listed", p.unlisted(FIRST)],
    ["fm-manifest", "listed as text/plain", p.row(FIRST, p.set({ mimeType: "text/plain" }))],
    ["fm-manifest", "the hash of other bytes", file(p.set({ hash: `sha256:${"0".repeat(64)}` })), note],
    ["fm-template", "another name", template(p.set({ name: "files" }))],
    ["fm-template", "another type", template(p.set({ mimeType: "text/plain" }))],
    ["fm-template", "a skill has none", p.templates((all) => all.slice(1))],
    [
      "fm-resources-mode",
      "one file is not listed",
      inResources((rows) => rows.filter(({ uri }) => uri !== FORM)),
    ],
    [
      "fm-resources-mode",
      "another order",
      inResources((rows) => {
        const at = rows.findIndex(({ uri }) => uri === FORM);
        [rows[at], rows[at + 1]] = [rows[at + 1], rows[at]];
      }),
    ],
    [
      "fm-resources-mode",
      "the name is the path alone",
      inResources((rows) => {
        rows.find(({ uri }) => uri === FORM).name = "references/checklist.md";
      }),
    ],
    [
      "fm-resources-mode",
      "another description",
      inResources((rows) => {
        rows.find(({ uri }) => uri === FORM).description = "A checklist";
      }),
    ],
    ["fm-meta", "no _meta", meta(MAIN, () => undefined)],
    ["fm-meta", "the key of FastMCP 2", meta(MAIN, ({ fastmcp }) => ({ _fastmcp: fastmcp }))],
    ["fm-meta", "tags is a string", meta(MAIN, () => ({ fastmcp: { tags: "all" } }))],
    [
      "fm-meta",
      "skill on a template",
      template(p.set({ _meta: { fastmcp: { tags: [], skill: { name: "code-review" } } } })),
    ],
    [
      "fm-meta",
      "skill of another name",
      meta(MAIN, () => ({ fastmcp: { tags: [], skill: { name: "other", is_manifest: false } } })),
    ],
    [
      "fm-meta",
      "is_manifest on SKILL.md",
      meta(MAIN, () => ({ fastmcp: { tags: [], skill: { name: "code-review", is_manifest: true } } })),
    ],
    [
      "fm-unknown",
      "as FastMCP 4",
      failure(/Unknown resource/, (e) => {
        const uri = /'(.*)'/.exec(e.message)[1];
        Object.assign(e, { code: -32602, message: `Resource not found: '${uri}'`, data: { uri } });
      }),
    ],
    ["fm-unknown", "an internal error", failure(/Unknown resource/, p.set({ code: -32603 }))],
    [
      "fm-unknown",
      "the URI is not quoted",
      failure(/Unknown resource/, p.set({ message: "Resource not found: Unknown resource" })),
    ],
    ["fm-missing-file", "as FastMCP 4", failure(/File not found/, p.set({ code: -32603 }))],
    ["fm-missing-file", "-32002", failure(/File not found/, p.set({ code: -32002 }))],
    ["fm-missing-file", "other words", failure(/File not found/, p.set({ message: "No such file" }))],
    [
      "fm-flat",
      "the name of the frontmatter",
      p.both(differing, p.row(MAIN, p.set({ name: "pay/SKILL.md" }))),
    ],
    [
      "fm-mime-read",
      "a picture as text",
      p.content(PHOTO, (c) => {
        c.text = "PNG";
        c.mimeType = "text/plain";
        delete c.blob;
      }),
    ],
    [
      "fm-mime-read",
      "Markdown as a blob",
      p.content(FORM, (c) => {
        c.blob = Buffer.from(c.text).toString("base64");
        c.mimeType = "application/octet-stream";
        delete c.text;
      }),
    ],
    ["fm-mime-read", "as FastMCP 4", p.content(FORM, p.set({ mimeType: "application/octet-stream" }))],
    ["fm-mime-read", "Markdown under its own type", p.content(FORM, p.set({ mimeType: "text/markdown" }))],
    [
      "fm-mime-read",
      "with resources for files, text/plain",
      p.both(resourcesMode, p.content(FORM, p.set({ mimeType: "text/plain" }))),
    ],
    ["fm-no-completion", "completions are declared", p.capabilities(p.set({ completions: {} }))],
    [
      "fm-no-completion",
      "completion/complete answers",
      p.instead("completion/complete", () => ({ completion: { values: [] } })),
    ],
    [
      "fm-caps",
      "subscriptions are offered",
      p.capabilities((c) => {
        c.resources.subscribe = true;
      }),
    ],
    [
      "fm-caps",
      "subscribe is not said",
      p.capabilities((c) => {
        delete c.resources.subscribe;
      }),
    ],
    [
      "fm-caps",
      "the skills extension is declared",
      p.capabilities(p.set({ extensions: { "io.modelcontextprotocol/skills": {} } })),
    ],
    ["fm-no-size", "a resource has a size", p.row(MAIN, p.set({ size: 7 }))],
    ["fm-no-size", "a resource has a title", p.row(MAIN, p.set({ title: "Review" }))],
    ["fm-no-size", "a manifest has annotations", p.row(MANIFEST, p.set({ annotations: { priority: 1 } }))],
    ["fm-no-size", "a template has icons", template(p.set({ icons: [] }))],
    ["fm-encoded-slash", "%2F is no slash", unknownTo((uri) => /%2F/i.test(uri))],
    ["fm-encoded-slash", "a query is part of the path", unknownTo((uri) => uri.includes("?"))],
    ["fm-encoded-slash", "%2F gives another file", p.content(/%2F/i, p.set({ text: "Another.\n" }))],
    ["fm-root-slash", "a message", failure(/^$/, p.set({ message: "Not a file" }))],
    ["fm-root-slash", "-32002", failure(/^$/, p.set({ code: -32002 }))],
    [
      "fm-root-slash",
      "a list of files",
      p.text(/^skill:\/\/.*\/$/, "SKILL.md\n", { mimeType: "text/plain" }),
    ],
    ["fm-unknown-method", "-32601", p.refused("skills/list", -32601, "Method not found")],
    ["fm-unknown-method", "an empty list", p.instead("skills/list", () => ({ skills: [] }))],
    [
      "fm-crlf",
      "CRLF is kept",
      p.both(
        crlf,
        p.content(/\/b\.md$/, (c) => {
          c.text = c.text.replaceAll("\n", "\r\n");
        }),
      ),
    ],
  ],
  unbreakable: {},
};
