/** sep-2640-index-draft: `[rule, what is broken, patch, options]`, written from the requirement's text. */
import * as p from "../dialect-patch.mjs";
import { entryMutants } from "./sep-2640-index-entries.mjs";
import { A, digestOf, entry, INDEX, SHIPS, skills, template, text } from "./sep-2640-index-server.mjs";

const READ = "resources/read";
const DIRECTORY = "resources/directory/read";
const note = { note: true };
/** Other bytes for an archive, with their digest in the index where that has one. */
const archive = (files, uri = "skill://ships.tar.gz") => {
  const made = (packs) =>
    packs[uri.endsWith(".zip") ? ".zip" : ".tar.gz"](
      Object.entries(files).map(([path, content]) => ({ path, bytes: Buffer.from(content) })),
    );
  return p.both(
    skills,
    p.read(uri, (r, _, _ask, packs) => {
      r.contents[0].blob = made(packs).toString("base64");
    }),
    p.read(INDEX, (r, _, _ask, packs) => {
      const value = JSON.parse(r.contents[0].text);
      for (const { archives = [] } of value.skills)
        for (const one of archives) if (one.url === uri) one.digest = digestOf(made(packs));
      r.contents[0].text = JSON.stringify(value);
    }),
  );
};
const INNER = text({ name: "inner" });
/** An entry of June for a skill that lies in another. */
const nested = p.both(
  p.served({ "ships/SKILL.md": SHIPS["SKILL.md"], "ships/inner/SKILL.md": INNER }),
  p.json(
    INDEX,
    (i) =>
      void i.skills.push({
        frontmatter: { name: "inner", description: "Pays bills. Use when a bill arrives.", license: "MIT" },
        url: "skill://ships/inner/SKILL.md",
        digest: digestOf(INNER),
      }),
  ),
);

export const sep2640IndexDraft = {
  profile: "sep-2640-index-draft",
  dialects: ["sep-2640-index", "sep-2640-index-a"],
  eras: ["legacy"],
  rights: [
    ["skills of one file and of several", skills],
    ["skills of one file and of several", skills, A.dialect],
  ],
  mutants: [
    ...entryMutants,
    [
      "ix-directory-read",
      "a file that an archive holds is missing",
      p.both(
        skills,
        p.result(DIRECTORY, (r, { uri }) => {
          if (uri.endsWith("/docs")) r.resources = [];
        }),
      ),
    ],
    [
      "ix-frontmatter",
      "another description",
      entry((e) => {
        e.frontmatter.description = "Another.";
      }),
    ],
    [
      "ix-frontmatter",
      "a field is missing",
      entry((e) => {
        delete e.frontmatter.license;
      }),
    ],
    [
      "ix-frontmatter",
      "a field that the file has not",
      entry((e) => {
        e.frontmatter.extra = "yes";
      }),
    ],
    [
      "ix-frontmatter",
      "of an archive alone",
      entry((e) => {
        delete e.url;
        delete e.digest;
        e.frontmatter.license = "GPL";
      }, "ships"),
    ],
    [
      "ix-entry-form",
      "neither url nor archives",
      entry((e) => {
        delete e.url;
        delete e.digest;
      }),
    ],
    [
      "ix-entry-form",
      "archives are empty, and no url",
      entry((e) => {
        delete e.url;
        delete e.digest;
        e.archives = [];
      }),
    ],
    [
      "ix-archive",
      "a wrapper directory",
      archive({ "ships/SKILL.md": SHIPS["SKILL.md"], "ships/docs/a.md": "# A\n" }),
    ],
    [
      "ix-archive",
      "a wrapper directory",
      archive({ "ships/SKILL.md": SHIPS["SKILL.md"], "ships/docs/a.md": "# A\n" }),
      A,
    ],
    ["ix-archive", "..", archive({ ...SHIPS, "../a.md": "# A\n" })],
    ["ix-archive", "an absolute path", archive({ ...SHIPS, "/etc/a.md": "# A\n" })],
    ["ix-archive", ".. in a .zip", archive({ ...SHIPS, "../a.md": "# A\n" }, "skill://ships.zip")],
    [
      "ix-archive",
      "another SKILL.md than at url",
      archive({ ...SHIPS, "SKILL.md": text({ name: "ships", license: "GPL" }) }),
    ],
    [
      "ix-archive",
      "sent as text",
      p.both(
        skills,
        p.content("skill://ships.tar.gz", (c) => {
          c.text = "tar";
          delete c.blob;
        }),
      ),
    ],
    ["ix-archive", "no archive", p.both(skills, p.content("skill://ships.tar.gz", p.set({ blob: "AAAA" })))],
    [
      "ix-archive",
      "a .zip under the type of a .tar.gz",
      p.both(skills, p.content("skill://sending.zip", p.set({ mimeType: "application/gzip" }))),
      A,
    ],
    ["ix-no-nesting", "an entry below another", nested],
    ["ix-cap", "not declared", p.both(skills, p.capabilities(p.drop("extensions"))), note],
    [
      "ix-directory-read",
      "no resources/directory/read",
      p.both(skills, p.refused(DIRECTORY, -32601, "Method not found")),
    ],
    [
      "ix-directory-read",
      "a directory is unknown",
      p.both(
        skills,
        p.refused(DIRECTORY, -32602, "Unknown", ({ uri }) => uri.endsWith("/docs")),
      ),
    ],
    [
      "ix-directory-read",
      "a child is missing",
      p.both(
        skills,
        p.result(DIRECTORY, (r) => {
          r.resources.pop();
        }),
      ),
    ],
    [
      "ix-directory-read",
      "what is no directory is -32603",
      p.both(skills, p.error(DIRECTORY, p.set({ code: -32603 }))),
    ],
    [
      "ix-directory-read",
      "what is no directory is empty",
      p.both(
        skills,
        p.answer(DIRECTORY, ({ jsonrpc, id, error }) => error && { jsonrpc, id, result: { resources: [] } }),
      ),
    ],
    ["ix-template-registered", "not registered", template({}), A],
    [
      "ix-contents-no-mime",
      "the content has application/json",
      p.both(skills, p.content(INDEX, p.set({ mimeType: "application/json" }))),
    ],
    [
      "ix-error-prose",
      "a miss is an error",
      p.both(
        skills,
        p.refused(READ, -32602, "Not found", ({ uri }) => uri.includes("zz-no-such")),
      ),
    ],
    [
      "ix-error-prose",
      "other words",
      p.both(skills, p.content(/zz-no-such/, p.set({ text: "Nothing there.\n" }))),
    ],
  ],
  unbreakable: {},
};
