/** mcp-base: `[rule, what is broken, patch, options]`, written from the requirement's text. */
import * as p from "../patch.mjs";

const { FORM, MAIN, STAMP } = p;
const read = "resources/read";
const list = "resources/list";
const complete = "completion/complete";
const row = (change) => p.result(list, (r) => change(r.resources[0]));
const contents = (modern, s, elements) => ({
  result: { ...s.page("x", [], {}, modern).result, x: undefined, contents: elements },
});
const paged = (change) => ({
  server: (s) => {
    s.pageSize = 1;
    change(s);
  },
});
const legacy = { era: "legacy" };

export const base = [
  [
    "mcp-resources-cap",
    "resources/list answers undeclared",
    p.server((s) => delete s.capabilities.resources),
  ],
  ["mcp-list-answers", "resources/list fails", p.answer(list, () => p.error(-32603))],
  ["mcp-list-answers", "resources/list has no resources", p.result(list, (r) => delete r.resources)],
  [
    "mcp-pagination-cursor",
    "an invalid cursor gives the first page",
    p.instead(list, (_, s, modern) => s.page("resources", s.rows, {}, modern)),
    { note: true },
  ],
  [
    "mcp-pagination-cursor",
    "a paged list gives its first page for an invalid cursor",
    paged((s) => p.instead(list, (_, raw, modern) => raw.page("resources", raw.rows, {}, modern)).server(s)),
  ],
  [
    "mcp-cache-scope-pages",
    "cacheScope changes between pages",
    paged((s) =>
      p
        .result(list, (r, { cursor }) => {
          if (cursor) r.cacheScope = "private";
        })
        .server(s),
    ),
    { era: "modern" },
  ],
  ["mcp-https-scheme", "a resource of the web", p.listed("https://example.org/a.txt"), { note: true }],
  [
    "mcp-cursor-stable",
    "a cursor serves once",
    paged((s) => {
      const used = new Set();
      p.answer(list, (_, { cursor }) => {
        if (cursor === undefined) return undefined;
        if (used.has(cursor)) return p.error(-32602, `Invalid cursor ${cursor}`);
        used.add(cursor);
        return undefined;
      }).server(s);
    }),
  ],
  [
    "mcp-list-stable",
    "reading takes a resource out of the list",
    p.server((s) => {
      let reads = 0;
      p.answer(read, () => void reads++).server(s);
      p.result(list, (r) => reads > 0 && r.resources.pop()).server(s);
    }),
  ],
  ["mcp-resource-shape", "size is text", row((r) => (r.size = "12"))],
  ["mcp-resource-shape", "a resource without name", row((r) => delete r.name)],
  ["mcp-annotations", "priority 2", row((r) => (r.annotations = { priority: 2 }))],
  ["mcp-annotations", "an unknown audience", row((r) => (r.annotations = { audience: ["robot"] }))],
  [
    "mcp-not-found",
    "-32002 in the modern era",
    p.instead(read, ({ uri }) => p.error(-32002, `Resource not found: ${uri}`)),
    { era: "modern" },
  ],
  [
    "mcp-not-found",
    "-32603 in the legacy era",
    p.instead(read, ({ uri }) => p.error(-32603, `Resource not found: ${uri}`)),
    legacy,
  ],
  [
    "mcp-no-empty-contents",
    "a missing resource has no contents",
    p.instead(read, (_, s, modern) => contents(modern, s, [])),
  ],
  [
    "mcp-no-empty-contents",
    "a missing resource has no contents (legacy)",
    p.instead(read, (_, s, modern) => contents(modern, s, [])),
    legacy,
  ],
  [
    "mcp-binary",
    "a PNG as damaged text",
    p.result(read, (r, { uri }) => {
      if (uri === STAMP)
        r.contents = [
          { uri, mimeType: "image/png", text: Buffer.from(r.contents[0].blob, "base64").toString("utf8") },
        ];
    }),
  ],
  [
    "mcp-binary",
    "a blob that is no base64",
    p.result(read, (r, { uri }) => {
      if (uri === STAMP) r.contents[0].blob = `*${r.contents[0].blob.slice(1)}`;
    }),
  ],
  [
    "mcp-contents-uri",
    "contents name another uri",
    p.result(read, (r, { uri }) => {
      if (uri === FORM) r.contents[0].uri = MAIN;
    }),
    { note: true },
  ],
  [
    "mcp-contents-shape",
    "both text and blob",
    p.result(read, (r, { uri }) => {
      if (uri === FORM) r.contents[0].blob = "AA==";
    }),
  ],
  [
    "mcp-contents-shape",
    "contents is an object",
    p.result(read, (r, { uri }) => {
      if (uri === FORM) r.contents = r.contents[0];
    }),
  ],
  [
    "mcp-validate-uri",
    "a path that climbs gives a file",
    p.instead(read, ({ uri }, s, modern) =>
      typeof uri === "string" && /\.\.|%2e%2e/i.test(uri)
        ? contents(modern, s, [{ uri, mimeType: "application/json", text: '{"name":"private"}' }])
        : undefined,
    ),
  ],
  ["mcp-uri-rfc3986", "a space in a URI", p.listed("demo://acme/a b.txt")],
  ["mcp-uri-template-rfc6570", "a template with an open brace", p.template("demo://acme/{a")],
  ["mcp-meta-key", "a _meta key with a space", row((r) => (r._meta = { "a b": 1 }))],
  [
    "mcp-meta-key",
    "a prefix of the protocol that nothing defines",
    row((r) => (r._meta = { "com.mcp/x": 1 })),
  ],
  ["mcp-completion-cap", "completion answers undeclared", p.server((s) => delete s.capabilities.completions)],
  ["mcp-completion-cap", "declared, and not there", p.server((s) => delete s.methods[complete])],
  [
    "mcp-completion-max",
    "101 values",
    p.result(complete, (r) => (r.completion.values = Array.from({ length: 101 }, (_, i) => `v${i}`))),
  ],
  ["mcp-completion-max", "values is no list", p.result(complete, (r) => (r.completion.values = "billing"))],
  [
    "mcp-completion-max",
    "total below the number of values",
    p.result(complete, (r) => (r.completion.total = 0)),
  ],
  [
    "mcp-completion-errors",
    "an unknown template completes to nothing",
    p.instead(complete, () => ({ result: { completion: { values: [] }, resultType: "complete" } })),
  ],
  [
    "mcp-completion-usable",
    "values that lead nowhere",
    p.result(complete, (r) => (r.completion = { values: ["nowhere"], total: 1, hasMore: false })),
  ],
  ["mcp-result-type", "resources/list without resultType", p.result(list, (r) => delete r.resultType)],
  [
    "mcp-result-type",
    "an unknown resultType",
    p.result("resources/templates/list", (r) => (r.resultType = "done")),
  ],
  ["mcp-cache-hints", "ttlMs below 0", p.result(read, (r) => (r.ttlMs = -1))],
  ["mcp-cache-hints", "resources/list without cacheScope", p.result(list, (r) => delete r.cacheScope)],
  ["mcp-discover", "no supportedVersions", p.result("server/discover", (r) => delete r.supportedVersions)],
  ["mcp-discover", "no capabilities", p.result("server/discover", (r) => delete r.capabilities)],
  [
    "mcp-request-meta",
    "requests without _meta are answered, by a server of the modern era only",
    p.server((s) => {
      s.eras = "modern";
      s.answer = (method, params, modern) =>
        s.methods[method]?.call(s, params, modern) ?? p.error(-32601, "Method not found");
    }),
  ],
  [
    "mcp-request-meta",
    "requests without _meta are answered, by a server of both eras",
    p.server((s) => {
      s.answer = (method, params, modern) =>
        s.methods[method]?.call(s, params, modern) ?? p.error(-32601, "Method not found");
    }),
    { note: true },
  ],
  ["mcp-server-info", "no serverInfo in _meta", p.result(list, (r) => delete r._meta), { note: true }],
  [
    "mcp-error-codes",
    "a code of the reserved range",
    p.instead("skills/get", () => p.error(-32050, "No such skill")),
  ],
  ["mcp-error-codes", "-32042", p.instead("skills/get", () => p.error(-32042, "No such skill"))],
  [
    "mcp-unknown-method",
    "an unknown method succeeds",
    p.server((s) => {
      const right = s.answer.bind(s);
      s.answer = (method, params, modern) =>
        s.methods[method] ? right(method, params, modern) : { result: { resultType: "complete" } };
    }),
  ],
  [
    "mcp-unknown-method",
    "an unknown method is an internal error",
    p.server((s) => {
      const right = s.answer.bind(s);
      s.answer = (method, params, modern) =>
        s.methods[method] ? right(method, params, modern) : p.error(-32603);
    }),
  ],
];

export const baseUnbreakable = {};
