/** skills-ext-stable: `[rule, what is broken, patch, options]`, written from the requirement's text. */
import * as p from "../patch.mjs";

const { SKILLS, ROOT, MAIN, STAMP, FORM } = p;
const declared = (value) => p.server((s) => (s.capabilities.extensions[SKILLS] = value));
const page = "skills/list";
const get = "skills/get";
const read = "resources/read";
const dir = "resources/directory/read";
const list = "resources/list";
const row = (change) => p.result(list, (r) => change(r.resources[0]));
const paged = (method, change) => ({
  server: (s) => {
    s.pageSize = 1;
    p.result(method, change).server(s);
  },
});
const nested = [
  {
    path: "acme/help/guide",
    frontmatter: { name: "guide", description: "Guides. Use when lost." },
    body: "# G\n",
    files: {},
  },
  {
    path: "acme/help/guide/deep",
    frontmatter: { name: "deep", description: "Goes deep. Use when deep." },
    body: "# D\n",
    files: {},
  },
];
const twins = ["a", "b"].map((team) => ({
  path: `${team}/triage`,
  frontmatter: { name: "triage", description: "Sorts requests. Use when one arrives." },
  body: "# T\n",
  files: {},
}));

export const extension = [
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
  ["ext-list-implemented", "no skills in the result", p.result(page, (r) => delete r.skills)],
  ["ext-list-resulttype", "no resultType", p.result(page, (r) => delete r.resultType)],
  ["ext-list-cache", "no ttlMs", p.result(page, (r) => delete r.ttlMs)],
  ["ext-list-cache", "an unknown cacheScope", p.result(page, (r) => (r.cacheScope = "shared"))],
  [
    "ext-list-cache-scope",
    "cacheScope changes between pages",
    paged(page, (r, { cursor }) => {
      if (cursor) r.cacheScope = "private";
    }),
    { era: "modern" },
  ],
  ["ext-list-partial", "an empty listing", { skills: [] }, { note: true }],
  [
    "ext-list-any-scheme",
    "a nested SKILL.md only in resources/list",
    {
      skills: nested,
      ...p.server((s) => {
        for (const file of s.skills[1].entry.resources) s.skills[0].entry.resources.push(file);
        p.result(page, (r) => r.skills.pop()).server(s);
      }),
    },
    { note: true },
  ],
  ["ext-entry-names-unique", "two skills of one name", { skills: twins }],
  [
    "ext-list-pagination",
    "a cursor that repeats",
    p.server((s) => {
      s.readCursor = () => 0;
      p.result(page, (r) => (r.nextCursor = "again")).server(s);
    }),
  ],
  ["ext-list-atomic", "an entry twice", p.result(page, (r) => r.skills.push(r.skills[0]))],
  [
    "ext-list-atomic",
    "an entry split over two elements",
    p.result(page, (r) => {
      const rest = structuredClone(r.skills[0]);
      rest.resources = r.skills[0].resources.splice(2);
      r.skills.push(rest);
    }),
  ],
  [
    "ext-list-bad-cursor",
    "an invalid cursor gives the first page",
    p.instead(page, (_, s, modern) => s.page("skills", s.entries, {}, modern)),
  ],
  [
    "ext-get-implemented",
    "skills/get fails for one skill",
    p.answer(get, (_, { uri }) => (uri === MAIN ? p.error(-32603) : undefined)),
  ],
  ["ext-get-implemented", "the result has no skill", p.result(get, (r) => delete r.skill)],
  ["ext-get-resulttype", "no resultType", p.result(get, (r) => delete r.resultType)],
  ["ext-get-cache", "no cacheScope", p.result(get, (r) => delete r.cacheScope)],
  ["ext-get-echo", "another uri comes back", p.result(get, (r) => (r.skill.uri += "?v=1"))],
  ["ext-get-no-cursor", "a nextCursor", p.result(get, (r) => (r.nextCursor = "p2"))],
  ["ext-get-dynamic", 'resources is "static"', p.result(get, (r) => (r.skill.resources = "static"))],
  [
    "ext-get-unknown",
    "an invented skill is found",
    p.instead(get, ({ uri }, s, modern) =>
      typeof uri === "string" && uri.endsWith("/SKILL.md")
        ? s.methods[get].call(s, { uri: MAIN }, modern)
        : undefined,
    ),
  ],
  [
    "ext-get-unknown",
    "an invented skill is an internal error",
    p.instead(get, ({ uri }) =>
      typeof uri === "string" && uri.endsWith("/SKILL.md") ? p.error(-32603, "Internal error") : undefined,
    ),
  ],
  [
    "ext-get-not-skillmd",
    "a supporting file gives its skill",
    p.instead(get, ({ uri }, s, modern) =>
      typeof uri === "string" && uri.startsWith(`${ROOT}/`)
        ? s.methods[get].call(s, { uri: MAIN }, modern)
        : undefined,
    ),
  ],
  [
    "ext-get-not-skillmd",
    "the root gives its skill",
    p.instead(get, ({ uri }, s, modern) =>
      s.byUri.has(`${uri}/SKILL.md`) ? s.methods[get].call(s, { uri: `${uri}/SKILL.md` }, modern) : undefined,
    ),
  ],
  [
    "ext-get-missing-uri",
    "without uri the first skill comes",
    p.instead(get, ({ uri }, s, modern) =>
      uri === undefined ? s.methods[get].call(s, { uri: MAIN }, modern) : undefined,
    ),
  ],
  [
    "ext-get-missing-uri",
    "without uri an internal error",
    p.instead(get, ({ uri }) => (uri === undefined ? p.error(-32603) : undefined)),
  ],
  [
    "ext-get-unlisted",
    "a listed skill is refused",
    p.answer(get, (_, { uri }) => (uri === MAIN ? p.error(-32602, `No skill at ${uri}`) : undefined)),
  ],
  [
    "ext-instructions-pointer",
    "instructions name a skill that is not there",
    p.server((s) => (s.instructions = "Start with skill://acme/gone/SKILL.md.")),
  ],
  [
    "ext-read-standard",
    "a listed file cannot be read",
    p.answer(read, (_, { uri }) => (uri === FORM ? p.error(-32603) : undefined)),
  ],
  ["ext-read-relative", "a link climbs out of the skill", p.body("[Up](../../outside.md)")],
  ["ext-read-relative", "a link to a file that is not listed", p.body("[Gone](references/gone.md)")],
  [
    "ext-dir-mimetype",
    "a child directory is text/plain",
    p.result(dir, (r) => {
      for (const one of r.resources) if (one.mimeType === "inode/directory") one.mimeType = "text/plain";
    }),
  ],
  [
    "ext-dir-every-level",
    "a subdirectory is refused",
    p.answer(dir, (_, { uri }) =>
      uri === `${ROOT}/assets` ? p.error(-32602, `No directory ${uri}`) : undefined,
    ),
  ],
  [
    "ext-dir-pagination",
    "the cursor of a directory is refused",
    p.server((s) => {
      p.answer(dir, (given, { cursor, uri }) => {
        if (cursor !== undefined) return p.error(-32602, `Invalid cursor ${cursor}`);
        if (uri === ROOT && given.result) {
          given.result.resources.length = 1;
          given.result.nextCursor = "p1";
        }
      }).server(s);
    }),
  ],
  [
    "ext-dir-children",
    "a child is left out",
    p.result(dir, (r, { uri }) => uri === ROOT && r.resources.pop()),
  ],
  [
    "ext-dir-children",
    "grandchildren are listed",
    p.result(
      dir,
      (r, { uri }) =>
        uri === ROOT && r.resources.push({ uri: FORM, name: "form.md", mimeType: "text/markdown" }),
    ),
  ],
  ["ext-dir-child-metadata", "a child without name", p.result(dir, (r) => delete r.resources[0].name)],
  [
    "ext-dir-no-trailing-slash",
    "child directories end in a slash",
    p.result(dir, (r) => {
      for (const one of r.resources) if (one.mimeType === "inode/directory") one.uri += "/";
    }),
    { note: true },
  ],
  ["ext-dir-resulttype", "no resultType", p.result(dir, (r) => delete r.resultType)],
  [
    "ext-dir-not-directory",
    "a file reads as an empty directory",
    p.instead(dir, ({ uri }, s, modern) =>
      s.files.has(uri) ? s.page("resources", [], {}, modern) : undefined,
    ),
  ],
  [
    "ext-dir-not-directory",
    "an invented directory reads as empty",
    p.instead(dir, ({ uri }, s, modern) =>
      s.files.has(uri) ? undefined : s.page("resources", [], {}, modern),
    ),
  ],
  [
    "ext-read-unknown",
    "an unknown file reads as a text that says so",
    p.instead(read, ({ uri }, s, modern) => ({
      result: {
        ...s.page("x", [], {}, modern).result,
        x: undefined,
        contents: [{ uri, mimeType: "text/plain", text: "Not found" }],
      },
    })),
  ],
  [
    "ext-err-internal",
    "an internal error with a code of its own",
    p.answer(read, (_, { uri }) => (uri === FORM ? p.error(-32000, "Internal error") : undefined)),
    { note: true },
  ],
  [
    "ext-err-informative",
    "errors without a message",
    p.instead(get, () => p.error(-32602, "")),
    { note: true },
  ],
  ["ext-err-jsonrpc", "an error code that is text", p.instead(get, () => p.error("-32602", "No such skill"))],
  [
    "ext-rsv-meta-prefix",
    "a key of the extension on a resource",
    row((r) => (r._meta = { "io.modelcontextprotocol.skills/license": "MIT" })),
    { note: true },
  ],
];

/** Rules that nothing a server does can break. */
export const extensionUnbreakable = {
  "ext-cap-revision": "says which other rules apply by the negotiated revision",
  "ext-fmt-extra-files": "allows further files",
  "ext-uri-depth": "allows any depth",
  "ext-uri-prefix": "allows any prefix",
  "ext-uri-nested-skillmd": "allows nesting",
  "ext-uri-other-scheme": "allows other schemes",
  "ext-res-meta-allowed": "allows further _meta",
  "ext-dir-unlisted": "says what need not be listed",
  "ext-dir-empty": "says what an empty directory gives; anything else breaks ext-dir-children",
  "ext-dir-any": "allows directories of any scheme",
  "ext-dir-undeclared": "needs a probe outside the protocol, off by default",
};
