/** resource-catalog: `[rule, what is broken, patch, options]`, written from the requirement's text. */
import * as p from "../dialect-patch.mjs";
import { documentMutants } from "./resource-catalog-documents.mjs";
import { indexMutants } from "./resource-catalog-indexes.mjs";
import { prompts, skills } from "./resource-catalog-server.mjs";

const READ = "resources/read";
const SKILLS = "resource://catalog/skills_index";
const PROMPTS = "resource://catalog/prompts_index";
/** The index under any query. */
const ANY_SKILLS = /\/skills_index(?:\?|$)/;
const ANY_PROMPTS = /\/prompts_index(?:\?|$)/;
const MD = "text/markdown";
const FEES = "resource://docs/skills/pay/references/late-fees.md";
const note = { note: true };
const broken = (...patches) => p.both(skills, prompts, ...patches);
const gone = (wanted) => broken(p.unread(wanted, -32002, ({ uri }) => `Resource not found: ${uri}`));
const promptIndex = (change) => broken(p.json(ANY_PROMPTS, change));
const promptEntry = (change) =>
  promptIndex((i) => i.prompts.filter(({ id }) => id === "check-form").forEach(change));
const template = (uriTemplate) =>
  broken(p.templates((all) => [...all, { uriTemplate, name: "extra", mimeType: MD }]));
const templateChanged = (wanted, change) =>
  broken(p.templates((all) => change(all.find(({ uriTemplate }) => uriTemplate.startsWith(wanted)))));
/** One more listed resource that can be read. */
const also = (uri, text = "# Extra\n") =>
  broken(p.listed({ uri, name: "extra", mimeType: MD }), p.text(uri, text, { mimeType: MD }));
const notFound = (change) => broken(p.error(READ, change));
const found = (wanted, text, mimeType) => broken(p.text(wanted, text, { mimeType }));
/** Otherwise from the second read of a URI on. */
const later = (uri, change) => {
  let reads = 0;
  return broken(
    p.json(uri, (value) => {
      reads += 1;
      if (reads > 1) change(value);
    }),
  );
};

export const resourceCatalog = {
  profile: "resource-catalog",
  dialects: ["resource-catalog"],
  eras: ["legacy"],
  rights: [["skills with tags, and prompts", broken()]],
  mutants: [
    ...indexMutants(broken),
    ["cat-uri-skills-index", "cannot be read", gone(ANY_SKILLS)],
    ["cat-uri-skills-index", "not listed", broken(p.unlisted(SKILLS))],
    ["cat-uri-skill-record", "a record cannot be read", gone("resource://catalog/skills/pay")],
    ["cat-uri-skill-document", "a document cannot be read", gone("resource://skills/pay/document")],
    [
      "cat-uri-skill-reference",
      "a reference cannot be read",
      gone("resource://skills/pay/references/late-fees"),
    ],
    [
      "cat-uri-docs",
      "one is listed, and none can be read",
      p.both(gone(/^resource:\/\/docs\//), p.listed({ uri: FEES, name: "fees", mimeType: MD })),
    ],
    ["cat-uri-prompts-index", "cannot be read", gone(ANY_PROMPTS)],
    ["cat-uri-prompts-index", "not listed", broken(p.unlisted(PROMPTS))],
    ["cat-uri-prompt-record", "a record cannot be read", gone("resource://catalog/prompts/check-form")],
    ["cat-uri-prompt-document", "a document cannot be read", gone("resource://prompts/check-form/document")],
    [
      "cat-tpl-skills-index",
      "not listed",
      broken(p.templates((all) => all.filter(({ uriTemplate }) => !uriTemplate.startsWith(SKILLS)))),
    ],
    [
      "cat-tpl-skills-index",
      "another order of variables",
      templateChanged(SKILLS, p.set({ uriTemplate: `${SKILLS}{?tag,q,capability,cursor,limit}` })),
    ],
    [
      "cat-tpl-prompts-index",
      "not listed",
      broken(p.templates((all) => all.filter(({ uriTemplate }) => !uriTemplate.startsWith(PROMPTS)))),
    ],
    [
      "cat-tpl-prompts-index",
      "with capability",
      templateChanged(PROMPTS, p.set({ uriTemplate: `${PROMPTS}{?q,tag,capability,cursor,limit}` })),
    ],
    ["cat-best-nouns", "a verb", also("resource://catalog/get_skills"), note],
    ["cat-best-rfc6570", "a brace is not closed", template("resource://docs/{path")],
    ["cat-best-rfc6570", "a hyphen in a variable", template("resource://catalog/skills/{skill-id}")],
    [
      "cat-best-mime",
      "a resource without",
      broken(p.row("resource://skills/pay/document", p.drop("mimeType"))),
    ],
    ["cat-best-mime", "a template without", templateChanged(SKILLS, p.drop("mimeType"))],
    [
      "cat-best-mime",
      "a content without",
      broken(p.content("resource://skills/pay/document", p.drop("mimeType"))),
    ],
    [
      "cat-record-notfound",
      "an empty record",
      found("resource://catalog/skills/zz-no-such-skill", "{}", "application/json"),
    ],
    [
      "cat-record-notfound",
      "-32603",
      notFound((e) => {
        if (/skill_id/.test(e.message)) e.code = -32603;
      }),
    ],
    [
      "cat-prompt-notfound",
      "an empty record",
      found("resource://catalog/prompts/zz-no-such-prompt", "{}", "application/json"),
    ],
    [
      "cat-prompt-notfound",
      "-32603",
      notFound((e) => {
        if (/prompt_id/.test(e.message)) e.code = -32603;
      }),
    ],
    ["cat-hyg-notfound", "the message names no id", notFound(p.set({ message: "Resource not found" }))],
    [
      "cat-hyg-notfound",
      "a document for an unknown id",
      found("resource://skills/zz-no-such-skill/document", "# None\n", MD),
    ],
    ["cat-param-skill-id", "an underscore and a capital letter", broken(p.rename("ship", "Ship_Out"))],
    ["cat-param-prompt-id", "an underscore", broken(p.rename("check-form", "check_form"))],
    ["cat-param-prompt-unique", "the id of a skill", promptEntry(p.set({ id: "pay" }))],
    ["cat-hyg-lowercase", "a capital letter", also("resource://skills/Pay/document")],
    [
      "cat-hyg-immutable",
      "an id is another the second time",
      later(SKILLS, (i) => {
        i.skills[0].id = "pays";
      }),
      note,
    ],
    ["cat-hyg-semantic-vars", "a variable id", template("resource://catalog/skills/{id}")],
    ["cat-hyg-semantic-vars", "a variable of a query", template("resource://catalog/skills_index{?filter}")],
    [
      "cat-hyg-no-secrets",
      "a token in a query",
      also("resource://catalog/skills/pay?token=4f9a8b7c6d5e4f3a2b1c"),
    ],
    ["cat-hyg-no-secrets", "an address in a path", also("resource://docs/jane.doe@example.org/index.md")],
    [
      "cat-hyg-additive",
      "a second family of indexes",
      also("resource://catalog/skills_by_tag/money", JSON.stringify([{ id: "pay", name: "pay" }])),
    ],
    ["cat-ver-unversioned", "v1 in a path", also("resource://docs/v1/index.md")],
    ["cat-ver-unversioned", "@1.0", also("resource://skills/pay@1.0/document")],
    ["cat-ver-unversioned", "version= in a query", also("resource://skills/pay/document?version=2")],
    ["cat-ver-no-alias", "skill:// too", found("skill://pay/SKILL.md", "# Pay\n", MD)],
    [
      "cat-ver-meta",
      "a version in _meta",
      broken(p.row(SKILLS, p.set({ _meta: { fastmcp: { version: "1.0" } } }))),
      note,
    ],
    [
      "cat-ref-stable",
      "a reference is another the second time",
      later("resource://catalog/skills/pay", (r) => {
        r.references = ["fees"];
      }),
      note,
    ],
    [
      "cat-inv-one-pattern",
      "a record under two URIs",
      broken(
        p.listed({ uri: "resource://skills/pay/text", name: "text", mimeType: MD }),
        p.answer(READ, async ({ jsonrpc, id }, { uri }, ask) => {
          if (uri !== "resource://skills/pay/text") return undefined;
          const { result } = await ask(READ, { uri: "resource://skills/pay/document" });
          return { jsonrpc, id, result: { contents: [{ ...result.contents[0], uri }] } };
        }),
      ),
    ],
    ...documentMutants(broken),
  ],
  unbreakable: {},
};
