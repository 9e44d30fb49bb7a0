/** skilljack on `skill://{name}/`, the collection of a skill's files. */
import * as p from "../dialect-patch.mjs";

const READ = "resources/read";
const SKILL = "skill://code-review";
const DIR = `${SKILL}/`;
const DIRS = /^skill:\/\/[^/]+\/$/;
const PHOTO = "skill://incident-response/";
/** A skill of one file. */
export const one = {
  "pay/SKILL.md": p.skillMd({ name: "pay", description: "Pays bills. Use when a bill arrives." }),
};
const dir = (change) => p.row(DIR, change);
const each = (wanted, change) => p.read(wanted, (r) => r.contents.forEach(change));
const photo = (change) =>
  each(PHOTO, (c) => {
    if (/\.png$/.test(c.uri)) change(c);
  });

export const collectionMutants = [
  ["sj-collection", "the directory is not listed", p.unlisted(DIR)],
  ["sj-collection", "another name", dir(p.set({ name: "code-review" }))],
  ["sj-collection", "another type", dir(p.set({ mimeType: "inode/directory" }))],
  ["sj-collection", "another description", dir(p.set({ description: "Files" }))],
  [
    "sj-collection",
    "SKILL.md is in it",
    p.read(DIR, (r) => {
      r.contents.push({ uri: `${DIR}SKILL.md`, mimeType: "text/markdown", text: "# Review\n" });
    }),
  ],
  [
    "sj-collection",
    "a file of another skill is in it",
    p.read(DIR, (r) => {
      r.contents[0].uri = "skill://release-notes/a.md";
    }),
  ],
  [
    "sj-collection",
    "a content has the URI of the directory",
    p.read(DIR, (r) => {
      r.contents[0].uri = DIR;
    }),
  ],
  ["sj-collection", "the directory cannot be read", p.unread(DIR, -32603, "Error")],
  [
    "sj-file-unreadable",
    "a file can be read",
    p.text(/^skill:\/\/[^/]+\/[^/]/, "text\n", { mimeType: "text/plain" }),
  ],
  [
    "sj-binary",
    "a picture as a blob",
    photo((c) => {
      c.blob = "AAAA";
      delete c.text;
    }),
  ],
  ["sj-binary", "a picture under its own type", photo(p.set({ mimeType: "image/png" }))],
  ["sj-binary", "a picture without damage", photo(p.set({ text: "PNG" }))],
  [
    "sj-collection-empty",
    "an error for a skill of one file",
    p.both(p.served(one), p.unread("skill://pay/", -32603, "No files")),
  ],
  [
    "sj-collection-empty",
    "no contents for a skill of one file",
    p.both(
      p.served(one),
      p.answer(READ, ({ jsonrpc, id }, { uri }) =>
        uri === "skill://pay/" ? { jsonrpc, id, result: {} } : undefined,
      ),
    ),
  ],
  [
    "sj-raw-uri",
    "the paths are encoded",
    each(DIRS, (c) => {
      c.uri = encodeURI(c.uri);
    }),
  ],
];
