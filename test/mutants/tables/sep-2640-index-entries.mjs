/** sep-2640-index-draft on what the index and its entries say. */
import * as p from "../dialect-patch.mjs";
import {
  A,
  digestOf,
  entry,
  INDEX,
  index,
  more,
  SKILL,
  skills,
  template,
  templateListed,
  text,
} from "./sep-2640-index-server.mjs";

const READ = "resources/read";
export const entryMutants = [
  ["ix-index", "a list", index((i) => i.skills)],
  ["ix-index", "no skills", index(p.drop("skills"))],
  [
    "ix-index",
    "skills is an object",
    index((i) => {
      i.skills = { first: i.skills[0] };
    }),
  ],
  [
    "ix-index",
    "an entry of the other shape",
    more({ name: "other", type: "skill-md", description: "Other.", url: SKILL }),
  ],
  ["ix-index", "an entry of no shape", more({ title: "Other" })],
  ["ix-index", "no JSON", p.both(skills, p.content(INDEX, p.set({ text: "pay\n" })))],
  ["ix-url", "no SKILL.md at its end", entry(p.set({ url: "skill://pay" }))],
  [
    "ix-url",
    "a segment that is not the name",
    entry((e) => {
      e.frontmatter.name = "pays";
    }),
  ],
  ["ix-url", "a segment that is not the name", entry(p.set({ url: "skill://ships/SKILL.md" })), A],
  ["ix-url", "no full URI", entry(p.set({ url: "pay/SKILL.md" })), A],
  ["ix-url", "what cannot be read", p.both(skills, p.unread(SKILL, -32602, "Not found"))],
  [
    "ix-url",
    "an archive with another ending",
    p.both(
      entry(p.set({ url: "skill://ships.tgz" }), "ships"),
      p.answer(READ, async ({ jsonrpc, id }, { uri }, ask) =>
        uri === "skill://ships.tgz"
          ? { jsonrpc, id, result: (await ask(READ, { uri: "skill://ships.tar.gz" })).result }
          : undefined,
      ),
    ),
    A,
  ],
  [
    "ix-url",
    "an archive that is not named like the skill",
    entry(p.set({ url: "skill://sending.zip" }), "ships"),
    A,
  ],
  ["ix-url", "a template that is none", p.both(template({ url: "skill://{product" }), templateListed), A],
  ["ix-digest", "none beside url", entry(p.drop("digest"))],
  [
    "ix-digest",
    "none in an archive",
    entry((e) => {
      delete e.archives[0].digest;
    }, "ships"),
  ],
  ["ix-digest", "of other bytes", entry(p.set({ digest: `sha256:${"0".repeat(64)}` }))],
  [
    "ix-digest",
    "of other bytes than the archive's",
    entry((e) => {
      e.archives[0].digest = `sha256:${"0".repeat(64)}`;
    }, "ships"),
  ],
  [
    "ix-digest",
    "capital letters",
    entry((e) => {
      e.digest = `sha256:${e.digest.slice(7).toUpperCase()}`;
    }),
  ],
  ["ix-digest", "a digest, and no url", entry(p.drop("url"), "ships")],
  [
    "ix-digest",
    "on one entry alone",
    entry((e) => {
      e.digest = digestOf(text({ name: "pay" }));
    }),
    A,
  ],
  ["ix-digest", "on a template", p.both(template({ digest: `sha256:${"0".repeat(64)}` }), templateListed), A],
  ["ix-mimetype", "none at all", p.both(skills, p.row(INDEX, p.drop("mimeType")))],
  [
    "ix-mimetype",
    "text/plain in the content",
    p.both(skills, p.content(INDEX, p.set({ mimeType: "text/plain" }))),
  ],
  ["ix-mimetype", "listed as text/json", p.both(skills, p.row(INDEX, p.set({ mimeType: "text/json" })))],
  [
    "ix-name",
    "no name",
    index((i) => {
      delete i.skills[0].name;
    }),
    A,
  ],
  [
    "ix-name",
    "another than the file's",
    p.both(skills, p.content(SKILL, p.set({ text: text({ name: "pays" }) }))),
    A,
  ],
  ["ix-name", "a capital letter", p.both(p.served({ "Pay/SKILL.md": text({ name: "Pay" }) })), A],
  ["ix-name", "on a template", p.both(template({ name: "product" }), templateListed), A],
  ["ix-type", "plugin", entry(p.set({ type: "plugin" })), A],
  ["ix-type", "a template", p.both(template({}), templateListed), { ...A, note: true }],
  ["ix-description", "none", entry(p.drop("description")), A],
  ["ix-description", "another than the file's", entry(p.set({ description: "Another." })), A],
  ["ix-description", "another than the archive's", entry(p.set({ description: "Another." }), "ships"), A],
  ["ix-exposed", "the index cannot be read", p.both(skills, p.unread(INDEX, -32602, "Not found"))],
  [
    "ix-exposed",
    "the index is a miss in prose",
    p.both(skills, p.content(INDEX, p.set({ text: "# Error\n" }))),
  ],
];
