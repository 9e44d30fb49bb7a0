/** Right servers of fastmcp-3 beside the built-in one, to be broken by its mutants. */
import * as p from "../dialect-patch.mjs";

const READ = "resources/read";
const MANIFEST = /\/_manifest$/;
const TYPES = {
  md: "text/markdown",
  csv: "text/csv",
  py: "text/x-python",
  sh: "text/x-sh",
  png: "image/png",
};
const guessed = (path) => TYPES[path.split(".").at(-1)] ?? "application/octet-stream";
/** The provider with `supporting_files="resources"`. */
export const resourcesMode = p.both(
  p.result("resources/list", async (r, _, ask) => {
    const rows = r.resources;
    r.resources = [];
    for (const row of rows) {
      r.resources.push(row);
      if (!MANIFEST.test(row.uri)) continue;
      const { result } = await ask(READ, { uri: row.uri });
      const { skill, files } = JSON.parse(result.contents[0].text);
      for (const { path } of files.filter((one) => one.path !== "SKILL.md"))
        r.resources.push({
          name: `${skill}/${path}`,
          uri: row.uri.replace("_manifest", path.split("/").map(encodeURIComponent).join("/")),
          description: `File from ${skill} skill`,
          mimeType: guessed(path),
          _meta: { fastmcp: { tags: [] } },
        });
    }
  }),
  p.templates(() => []),
  p.content(/(?<!\/_manifest)$/, (c) => {
    if (c.mimeType !== "text/markdown") c.mimeType = guessed(c.uri);
  }),
  p.answer(
    READ,
    ({ jsonrpc, id, error }, { uri }) =>
      error && {
        jsonrpc,
        id,
        error: { code: -32002, message: `Resource not found: Unknown resource: '${uri}'` },
      },
  ),
);

/** A skill whose directory is not its name. */
export const differing = p.served({
  "billing/SKILL.md": p.skillMd({ name: "pay", description: "Pays bills. Use when a bill arrives." }),
  "billing/a/b.md": "# B\n",
});

/** A skill with a file whose lines end in CRLF. */
export const crlf = p.served({
  "pay/SKILL.md": p.skillMd({ name: "pay", description: "Pays. Use when due." }),
  "pay/a/b.md": "# B\r\n\r\nText\r\n",
});
