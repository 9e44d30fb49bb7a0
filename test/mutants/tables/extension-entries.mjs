/** skills-ext-stable on the declaration, the files, the URIs and the entries. */
import * as p from "../patch.mjs";
import { nested, row } from "./extension-server.mjs";

const { SKILLS, ROOT, MAIN, STAMP, FORM } = p;
const declared = (value) => p.server((s) => (s.capabilities.extensions[SKILLS] = value));
const page = "skills/list";
const get = "skills/get";
const read = "resources/read";
const dir = "resources/directory/read";

export const extensionEntries = [
  ["ext-cap-object", "the declaration is true", declared(true)],
  ["ext-cap-object", "the declaration is a list", declared([])],
  ["ext-cap-inline", "settings in an envelope config", declared({ config: { directoryRead: true } })],
  ["ext-cap-inline", "specVersion beside the setting", declared({ directoryRead: true, specVersion: "1" })],
  [
    "ext-cap-not-experimental",
    "declared under experimental only",
    p.server((s) => {
      s.capabilities.experimental = s.capabilities.extensions;
      delete s.capabilities.extensions;
    }),
  ],
  ["ext-cap-directoryread-type", "directoryRead is a string", declared({ directoryRead: "true" })],
  ["ext-cap-methods", "no skills/get", p.server((s) => delete s.methods[get])],
  ["ext-cap-methods", "no skills/list", p.server((s) => delete s.methods[page])],
  ["ext-cap-directory-method", "no resources/directory/read", p.server((s) => delete s.methods[dir])],
  ["ext-cap-resources", "no resources capability", p.server((s) => delete s.capabilities.resources)],
  [
    "ext-rsv-method-prefix",
    "skills/list answers undeclared",
    p.server((s) => delete s.capabilities.extensions),
    { note: true },
  ],
  [
    "ext-fmt-agent-skills",
    "a compatibility of 501 characters",
    p.frontmatter((f) => ({ ...f, compatibility: "x".repeat(501) })),
  ],
  [
    "ext-fmt-skillmd-present",
    "SKILL.md cannot be read",
    p.answer(read, (_, { uri }) => (uri === MAIN ? p.error(-32602, `Nothing at ${uri}`) : undefined)),
  ],
  [
    "ext-fmt-skillmd-present",
    "SKILL.md is a blob of no UTF-8",
    p.result(read, (r, { uri }) => {
      if (uri === MAIN) r.contents = [{ uri, mimeType: "text/markdown", blob: "/////w==" }];
    }),
  ],
  ["ext-fmt-frontmatter", "SKILL.md has no frontmatter", p.text("# Invoices\n")],
  ["ext-fmt-frontmatter", "frontmatter without description", p.text("---\nname: invoices\n---\n# I\n")],
  ["ext-uri-scheme", "another scheme", p.rename(ROOT, "demo://acme/billing/invoices")],
  ["ext-uri-skillmd-explicit", "the entry names skill.md", p.rename(MAIN, `${ROOT}/skill.md`)],
  ["ext-uri-skillmd-explicit", "the entry names the directory", p.entry((e) => (e.uri = ROOT))],
  ["ext-uri-final-segment", "the last segment is not the name", p.rename(ROOT, "skill://acme/billing/bills")],
  ["ext-uri-name-rules", "an underscore in the last segment", p.named("in_voices")],
  [
    "ext-uri-authority-regname",
    "a bar in the first segment",
    p.rename(ROOT, "skill://ac|me/billing/invoices"),
  ],
  ["ext-uri-prefix-segments", "an empty segment in the prefix", p.rename(ROOT, "skill://acme//invoices")],
  [
    "ext-res-mimetype",
    "SKILL.md is read as text/plain",
    p.result(read, (r, { uri }) => {
      if (uri === MAIN) r.contents[0].mimeType = "text/plain";
    }),
  ],
  ["ext-res-mimetype", "SKILL.md is listed as text/plain", row((r) => (r.mimeType = "text/plain"))],
  ["ext-res-name", "listed by a title", row((r) => (r.name = "The invoices"))],
  ["ext-res-description", "listed with another description", row((r) => (r.description = "Something else."))],
  ["ext-res-meta-prefix", "a bare _meta key", row((r) => (r._meta = { license: "MIT" }))],
  [
    "ext-res-other-mimetype",
    "a PNG is text/plain",
    p.result(read, (r, { uri }) => {
      if (uri === STAMP) r.contents[0].mimeType = "text/plain";
    }),
  ],
  ["ext-entry-uri", "uri is a number", p.result(page, (r) => (r.skills[0].uri = 7))],
  ["ext-entry-uri", "uri is empty", p.result(page, (r) => (r.skills[0].uri = ""))],
  ["ext-entry-frontmatter-object", "frontmatter is text", p.entry((e) => (e.frontmatter = "name: invoices"))],
  [
    "ext-entry-frontmatter-object",
    "description is a list",
    p.entry((e) => (e.frontmatter.description = ["x"])),
  ],
  [
    "ext-entry-uri-name",
    "the entry's name is not the last segment",
    p.entry((e) => (e.frontmatter.name = "bills")),
  ],
  [
    "ext-entry-metadata-reserved",
    "a reserved metadata key",
    p.frontmatter((f) => ({ ...f, metadata: { "io.modelcontextprotocol/x": "1" } })),
  ],
  ["ext-entry-resources-present", "no resources", p.entry((e) => delete e.resources)],
  ["ext-entry-resources-present", 'resources is "static"', p.entry((e) => (e.resources = "static"))],
  ["ext-entry-resources-self", "SKILL.md is not in resources", p.entry((e) => e.resources.shift())],
  [
    "ext-entry-resources-once",
    "a file is listed twice",
    p.entry((e) => e.resources.push({ ...e.resources[1] })),
  ],
  [
    "ext-entry-resources-once",
    "a file twice, once encoded",
    p.entry((e) =>
      e.resources.push({ ...e.resources[1], uri: e.resources[1].uri.replace("form", "f%6Frm") }),
    ),
  ],
  [
    "ext-entry-resources-inside",
    "a file of another skill is listed",
    p.server((s) => s.skills[0].entry.resources.push(s.skills[1].entry.resources[1])),
  ],
  ["ext-entry-resources-inside", "a listed uri has a query", p.entry((e) => (e.resources[1].uri += "?v=1"))],
  [
    "ext-limit-count",
    "513 files",
    p.skill((one) => ({
      files: Object.fromEntries(Array.from({ length: 512 }, (_, i) => [`data/${i}.txt`, `${i}\n`])),
      body: one.body.split("\n")[0],
    })),
  ],
  ["ext-limit-size", "17 MB of files", p.file("data/big.txt", "x".repeat(17_000_000))],
  ["ext-entry-size", "a size one too large", p.entry((e) => (e.resources[1].size += 1))],
  ["ext-entry-size", "no size", p.entry((e) => delete e.resources[1].size)],
  [
    "ext-entry-digest-format",
    "capital hex digits",
    p.entry((e) => (e.resources[1].digest = `sha256:${e.resources[1].digest.slice(7).toUpperCase()}`)),
  ],
  [
    "ext-entry-digest-value",
    "the digest of another file",
    p.entry((e) => (e.resources[1].digest = e.resources[0].digest)),
  ],
  [
    "ext-entry-digest-value",
    "text is served with CRLF",
    p.result(read, (r, { uri }) => {
      if (uri === FORM) r.contents[0].text = r.contents[0].text.replaceAll("\n", "\r\n");
    }),
  ],
  [
    "ext-entry-dynamic",
    "two reads of a file differ while digests are published",
    p.result(read, (r, { uri }, s) => {
      s.reads = (s.reads ?? 0) + 1;
      if (uri !== STAMP) r.contents[0].text += `\nRead ${s.reads}\n`;
    }),
  ],
  ["ext-entry-resources-complete", "a file is left out of resources", p.entry((e) => e.resources.pop())],
  ["ext-entry-nested-complete", "the outer entry lacks the nested files", { skills: nested }],
  [
    "ext-entry-frontmatter-identical",
    "the entry has a field more",
    p.entry((e) => (e.frontmatter.compatibility = "Any")),
  ],
  [
    "ext-entry-frontmatter-identical",
    "the entry lacks a field",
    p.entry((e) => delete e.frontmatter.license),
  ],
  [
    "ext-entry-same-shape",
    "skills/get gives another license",
    p.result(get, (r) => (r.skill.frontmatter.license = "BSD")),
  ],
  ["ext-entry-same-shape", "skills/get leaves resources out", p.result(get, (r) => delete r.skill.resources)],
];
