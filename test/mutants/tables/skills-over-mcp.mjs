/** skills-over-mcp: `[rule, what is broken, patch, options]`, written from the requirement's text. */
import * as p from "../dialect-patch.mjs";

const READ = "resources/read";
const COMPLETE = "completion/complete";
const INDEX = "skill://index";
const XML = "skill://prompt-xml";
const SKILL = "skill://code-review";
const DOCUMENTS = `${SKILL}/documents`;
const DOCUMENT = `${SKILL}/document/references/checklist.md`;
const PHOTO = "skill://incident-response/document/assets/roles.png";
const note = { note: true };
const index = (change) => p.json(INDEX, change);
const entry = (change) =>
  index((all) =>
    change(
      all.find(({ name }) => name === "code-review"),
      all,
    ),
  );
const documents = (change) => p.json(DOCUMENTS, change);
const xml = (change) =>
  p.content(XML, (c) => {
    c.text = change(c.text);
  });
const typed = (wanted, mimeType) => p.content(wanted, p.set({ mimeType: mimeType }));
const completed = (change) =>
  p.result(COMPLETE, (r, params) => {
    r.completion.values = change(r.completion.values, params) ?? r.completion.values;
    r.completion.total = r.completion.values.length;
  });
const prose = (uri) =>
  p.read(uri, (r) => {
    if (!/^# Error/.test(r.contents[0].text)) return;
    r.contents[0].text = "Nothing there.\n";
  });
/** Reads another URI in place of one that the right server answers otherwise. */
const alias = (wanted, to) =>
  p.answer(READ, ({ jsonrpc, id }, { uri }, ask) =>
    wanted.test(uri)
      ? ask(READ, { uri: to(uri) }).then(({ result, error }) => {
          if (result) result.contents[0].uri = uri;
          return { jsonrpc, id, ...(result ? { result } : { error }) };
        })
      : undefined,
  );
/** One skill without documents beside one with some. */
const two = p.served({
  "pay/SKILL.md": p.skillMd({ name: "pay", description: "Pays bills. Use when a bill arrives." }),
  "ship/SKILL.md": p.skillMd({ name: "ship", description: "Ships. Use when ready." }),
  "ship/docs/a.md": "# A\n",
});

export const skillsOverMcp = {
  profile: "skills-over-mcp",
  dialects: ["skills-over-mcp"],
  eras: ["legacy"],
  rights: [["one skill without documents", two]],
  mutants: [
    ["kg-index", "no index", p.unread(INDEX, -32602, "MCP error -32602: Resource skill://index not found")],
    ["kg-index", "no JSON", p.content(INDEX, p.set({ text: "code-review\n" }))],
    ["kg-index", "an object", index((all) => ({ skills: all }))],
    ["kg-index", "an entry without name", entry(p.drop("name"))],
    ["kg-index", "an entry without uri", entry(p.drop("uri"))],
    [
      "kg-index",
      "a description that is a list",
      entry((e) => {
        e.description = [e.description];
      }),
    ],
    ["kg-index", "documentCount is a string", entry(p.set({ documentCount: "2" }))],
    ["kg-index", "no documentCount", entry(p.drop("documentCount"))],
    ["kg-index", "metadata is a list", entry(p.set({ metadata: [] }))],
    ["kg-index", "documentsUri is a number", entry(p.set({ documentsUri: 7 }))],
    ["kg-index", "the content has a type", typed(INDEX, "application/json")],
    ["kg-prompt-xml", "another root", xml((text) => text.replaceAll("available_skills", "skills"))],
    ["kg-prompt-xml", "one skill is missing", xml((text) => text.replace(/ {2}<skill>.*?<\/skill>\n/s, ""))],
    [
      "kg-prompt-xml",
      "another description",
      xml((text) => text.replace(/<description>[^<]*/, "<description>Another.")),
    ],
    ["kg-prompt-xml", "another uri", xml((text) => text.replace("<uri>skill://", "<uri>skills://"))],
    ["kg-prompt-xml", "listed as text/xml", p.row(XML, p.set({ mimeType: "text/xml" }))],
    ["kg-prompt-xml", "listed under another name", p.row(XML, p.set({ name: "prompt" }))],
    ["kg-prompt-xml", "the content has a type", typed(XML, "application/xml")],
    ["kg-skill", "the URI is not the name", entry(p.set({ uri: "skill://review" }))],
    ["kg-skill", "not listed", p.unlisted(SKILL)],
    ["kg-skill", "listed under the bare name", p.row(SKILL, p.set({ name: "code-review" }))],
    ["kg-skill", "listed as text/plain", p.row(SKILL, p.set({ mimeType: "text/plain" }))],
    ["kg-skill", "without frontmatter", p.content(SKILL, p.set({ text: "# Review\n" }))],
    ["kg-skill", "the content has a type", typed(SKILL, "text/markdown")],
    [
      "kg-documents",
      "no list of documents",
      p.unread(DOCUMENTS, -32602, "MCP error -32602: Resource not found"),
    ],
    ["kg-documents", "skill is another one", documents(p.set({ skill: "other" }))],
    ["kg-documents", "documents is an object", documents(p.set({ documents: {} }))],
    [
      "kg-documents",
      "a document without path",
      documents((d) => {
        delete d.documents[0].path;
      }),
    ],
    [
      "kg-documents",
      "a size that is a string",
      documents((d) => {
        d.documents[0].size = "7";
      }),
    ],
    [
      "kg-documents",
      "a document without uri",
      documents((d) => {
        delete d.documents[0].uri;
      }),
    ],
    [
      "kg-documents",
      "a document without mimeType",
      documents((d) => {
        delete d.documents[0].mimeType;
      }),
    ],
    [
      "kg-documents",
      "a file beside SKILL.md",
      documents((d) => {
        d.documents[0].path = "checklist.md";
      }),
    ],
    [
      "kg-documents",
      "another number than in the index",
      entry((e) => {
        e.documentCount += 1;
      }),
    ],
    ["kg-documents", "the content has a type", typed(DOCUMENTS, "application/json")],
    ["kg-documents", "listed under another name", p.row(DOCUMENTS, p.set({ name: "documents" }))],
    ["kg-documents", "documents, and no documentsUri", entry(p.drop("documentsUri"))],
    [
      "kg-documents",
      "a list for a skill without documents",
      p.both(two, p.text("skill://pay/documents", '{"skill":"pay","documents":[]}')),
    ],
    ["kg-document", "one cannot be read", p.unread(DOCUMENT, -32602, "MCP error -32602: Resource not found")],
    ["kg-document", "another type", typed(DOCUMENT, "text/plain")],
    ["kg-document", "the content has another URI", p.content(DOCUMENT, p.set({ uri: SKILL }))],
    ["kg-document", "no template", p.templates(() => [])],
    [
      "kg-document",
      "another template",
      p.templates((all) => {
        all[0].uriTemplate = "skill://{skillName}/{+path}";
      }),
    ],
    ["kg-document", "not listed", p.unlisted(DOCUMENT), note],
    [
      "kg-lookup",
      "a template skill://lookup/{name}",
      p.templates((all) => [...all, { name: "lookup", uriTemplate: "skill://lookup/{name}" }]),
      note,
    ],
    [
      "kg-completion",
      "a skill without documents",
      p.both(
        two,
        completed((values, { argument }) =>
          argument.name === "skillName" && argument.value === "" ? ["pay", ...values] : values,
        ),
      ),
    ],
    [
      "kg-completion",
      "a skill with documents is missing",
      completed((values, { argument }) => (argument.name === "skillName" ? values.slice(1) : values)),
    ],
    [
      "kg-completion",
      "the letter's case counts for nothing",
      p.answer(COMPLETE, ({ jsonrpc, id }, params, ask) =>
        ask(COMPLETE, {
          ...params,
          argument: { ...params.argument, value: params.argument.value.toLowerCase() },
        }).then(({ result }) => ({ jsonrpc, id, result })),
      ),
    ],
    [
      "kg-completion",
      "paths without a skill",
      completed((values, { argument, context }) =>
        argument.name === "documentPath" && !context ? ["references/checklist.md"] : values,
      ),
    ],
    [
      "kg-completion",
      "a path is missing",
      completed((values, { argument, context }) =>
        argument.name === "documentPath" && context ? values.slice(1) : values,
      ),
    ],
    [
      "kg-error-prose",
      "an error for an unknown document",
      p.answer(READ, ({ jsonrpc, id, result }, { uri }) =>
        uri.includes("zz-no-such-file") && result
          ? { jsonrpc, id, error: { code: -32602, message: "Not found" } }
          : undefined,
      ),
    ],
    [
      "kg-error-prose",
      "an error for a document of an unknown skill",
      p.answer(READ, ({ jsonrpc, id, result }, { uri }) =>
        uri.includes("zz-no-such-skill/document") && result
          ? { jsonrpc, id, error: { code: -32602, message: "Not found" } }
          : undefined,
      ),
    ],
    ["kg-error-prose", "other words", prose(/zz-no-such/)],
    [
      "kg-reserved-names",
      "a skill named index",
      index((all) => [...all, { ...all[0], name: "index" }]),
      note,
    ],
    ["kg-caps", "no completions", p.capabilities(p.drop("completions"))],
    [
      "kg-caps",
      "subscriptions",
      p.capabilities((c) => {
        c.resources.subscribe = true;
      }),
    ],
    [
      "kg-caps",
      "the skills extension is declared",
      p.capabilities(p.set({ extensions: { "io.modelcontextprotocol/skills": {} } })),
    ],
    ["kg-unknown", "-32002", p.error(READ, p.set({ code: -32002 }))],
    ["kg-unknown", "other words", p.error(READ, p.set({ message: "Not found" }))],
    [
      "kg-unknown",
      "a success in prose",
      p.answer(
        READ,
        ({ jsonrpc, id, error }, { uri }) =>
          error && { jsonrpc, id, result: { contents: [{ uri, text: "# Error\n" }] } },
      ),
    ],
    ["kg-unknown", "a trailing slash is let pass", alias(/^skill:\/\/[^/]+\/$/, (uri) => uri.slice(0, -1))],
    [
      "kg-binary",
      "a picture as a blob",
      p.content(PHOTO, (c) => {
        c.blob = "AAAA";
        delete c.text;
      }),
    ],
    ["kg-binary", "a picture without damage", p.content(PHOTO, p.set({ text: "PNG" }))],
    ["kg-encoded-slash", "%2F is a slash too", alias(/%2F/i, (uri) => uri.replace(/%2F/gi, "/"))],
    [
      "kg-encoded-slash",
      "neither",
      p.read(/\/document\/.*(?:\/|%2F)/, (r) => {
        r.contents[0] = { uri: r.contents[0].uri, text: "# Error\n" };
      }),
    ],
    [
      "kg-raw-uri",
      "the paths are encoded",
      p.both(
        p.list((rows) =>
          rows.forEach((row) => {
            row.uri = encodeURI(row.uri);
          }),
        ),
        p.json(/\/documents$/, (d) =>
          d.documents.forEach((one) => {
            one.uri = encodeURI(one.uri);
          }),
        ),
      ),
    ],
  ],
  unbreakable: {},
};
