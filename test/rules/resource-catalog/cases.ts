import { failure, type Loose } from "../convention-evidence";
import type { FakeCatalog } from "./fake-catalog";
import type { CatalogCase } from "./judge-catalog";

const record = (id: string) => `resource://catalog/skills/${id}`;
const document = (id: string) => `resource://skills/${id}/document`;
/** Lists a resource that can be read. */
const add = (fake: FakeCatalog, uri: string, text: string, mimeType = "text/markdown") => {
  fake.resources.push({ uri, name: "more", mimeType });
  fake.put(uri, text, mimeType);
};
const unlist = (fake: FakeCatalog, uri: string) => {
  fake.resources = fake.resources.filter((each: Loose) => each.uri !== uri);
};

/** The surface: resources, templates, records and documents. */
export const surfaceCases: CatalogCase[] = [
  {
    title: "does not list the skills index",
    spoil: (fake) => unlist(fake, "resource://catalog/skills_index"),
    failed: ["error cat-uri-skills-index"],
  },
  {
    title: "does not serve the skills index",
    spoil: (fake) => {
      fake.intercept = (uri) => (/skills_index/.test(uri) ? fake.missing(uri) : undefined);
    },
    failed: ["error cat-uri-skills-index"],
    untestable: ["cat-uri-skill-record", "cat-uri-skill-document"],
    notApplicable: ["cat-index-fields", "cat-record-one", "cat-query-filter"],
  },
  {
    title: "has no prompts index",
    spoil: (fake) => {
      unlist(fake, "resource://catalog/prompts_index");
      fake.intercept = (uri) => (/prompts_index/.test(uri) ? fake.missing(uri) : undefined);
    },
    failed: ["error cat-uri-prompts-index"],
    untestable: ["cat-uri-prompt-record"],
  },
  {
    title: "lacks the record of a skill",
    spoil: (fake) => fake.contents.delete(record("git-workflow")),
    failed: ["error cat-uri-skill-record"],
    says: [["cat-uri-skill-record", "resource://catalog/skills/git-workflow"]],
  },
  {
    title: "lacks the document of a skill",
    spoil: (fake) => fake.contents.delete(document("git-workflow")),
    failed: ["error cat-uri-skill-document"],
  },
  {
    title: "lacks a declared reference",
    spoil: (fake) => fake.contents.delete("resource://skills/pdf-processing/references/forms"),
    failed: ["error cat-reference-declared", "error cat-uri-skill-reference"],
  },
  {
    title: "lists a docs page that cannot be read, and has no other",
    spoil: (fake) => {
      fake.intercept = (uri) => (/docs\//.test(uri) ? fake.missing(uri) : undefined);
    },
    failed: ["error cat-docs-nested", "error cat-uri-docs"],
    noted: ["cat-docs-examples"],
  },
  {
    title: "has no docs and offers none",
    spoil: (fake) => {
      unlist(fake, "resource://docs/skills/pdf-processing/references/FORMS.md");
      fake.templates = fake.templates.filter((each: Loose) => !/docs/.test(each.uriTemplate));
      fake.intercept = (uri) => (/docs\//.test(uri) ? fake.missing(uri) : undefined);
    },
    untestable: ["cat-uri-docs", "cat-docs-nested"],
    notApplicable: ["cat-docs-normalised"],
  },
  {
    title: "matches one segment below docs/ only",
    spoil: (fake) => {
      fake.intercept = (uri) => (/docs\/.+\//.test(uri) ? fake.missing(uri) : undefined);
    },
    failed: ["error cat-docs-nested"],
  },
  {
    title: "lacks the record and the document of a prompt",
    spoil: (fake) => {
      fake.contents.delete("resource://catalog/prompts/write-form");
      fake.contents.delete("resource://prompts/write-form/document");
    },
    failed: ["error cat-uri-prompt-document", "error cat-uri-prompt-record"],
  },
  {
    title: "lists its query templates with other variables",
    spoil: (fake) => {
      fake.templates[0].uriTemplate = "resource://catalog/skills_index{?q,tag,limit}";
      fake.templates[1].uriTemplate = "resource://catalog/prompts_index{?text}";
    },
    failed: ["error cat-tpl-prompts-index", "error cat-tpl-skills-index", "warning cat-hyg-semantic-vars"],
    says: [["cat-tpl-skills-index", "{?q,tag,limit}"]],
  },
  {
    title: "lists a template that is none",
    spoil: (fake) =>
      fake.templates.push({ uriTemplate: "resource://docs/{path", name: "t", mimeType: "text/markdown" }),
    failed: ["warning cat-best-rfc6570"],
  },
  {
    title: "names a resource with a verb",
    spoil: (fake) => add(fake, "resource://catalog/get-skills/x", "# A\n"),
    noted: ["cat-best-nouns"],
  },
  {
    title: "states no media types",
    spoil: (fake) => {
      delete fake.resources[0].mimeType;
      delete fake.templates[2].mimeType;
      fake.contents.set("resource://prompts/write-form/document", { text: "# W\n" });
    },
    failed: ["error cat-prompt-document", "warning cat-best-mime"],
  },
  {
    title: "gives an index that is no JSON",
    spoil: (fake) => {
      fake.intercept = (uri) =>
        /s_index$/.test(uri) ? fake.content(uri, "one, two", "application/json") : undefined;
    },
    failed: ["error cat-index-list", "error cat-prompts-index-list"],
    notApplicable: ["cat-index-one-per-id"],
    untestable: ["cat-uri-skill-record"],
  },
  {
    title: "gives its indexes as bare arrays",
    spoil: (fake) => {
      fake.wrap = (_, records) => records;
    },
    failed: ["warning cat-prompts-query", "warning cat-query-filter"],
    says: [
      ["cat-query-filter", "no cursor"],
      ["cat-prompts-query", "no cursor"],
    ],
  },
  {
    title: "has a skill and a prompt twice",
    spoil: (fake) => {
      fake.skills.push({ ...fake.skills[0] });
      fake.prompts.push({ ...fake.prompts[0] });
    },
    failed: ["error cat-index-one-per-id", "error cat-param-prompt-unique", "error cat-prompts-index-one"],
  },
  {
    title: "leaves fields out of its indexes",
    spoil: (fake) => {
      delete fake.skills[0].capabilities;
      fake.skills[1].tags = "forms";
      fake.prompts[1].document = "resource://prompts/other/document";
      delete fake.prompts[0].version;
    },
    failed: ["error cat-index-fields", "error cat-prompts-index-fields"],
    says: [["cat-index-fields", "tags is a string"]],
  },
  {
    title: "gives the wrong record, a list of them, and none of the addresses",
    spoil: (fake) => {
      fake.change(record("git-workflow"), () => ({ id: "other", tags: [] }));
      fake.put("resource://catalog/prompts/write-form", "[]", "application/json");
    },
    failed: ["error cat-prompt-record", "error cat-record-one", "error cat-record-uris"],
    says: [["cat-record-uris", /document URI[\s\S]*reference ids/]],
  },
  {
    title: "leaves the arguments out of a prompt's record",
    spoil: (fake) =>
      fake.change("resource://catalog/prompts/review-form", ({ arguments: _, ...rest }) => rest),
    failed: ["error cat-prompt-args"],
  },
  {
    title: "declares no prompts",
    spoil: (fake) => {
      delete fake.capabilities.prompts;
    },
    notApplicable: ["cat-prompt-args"],
  },
  {
    title: "gives a prompt the id of a skill",
    spoil: (fake) => {
      const uri = "resource://prompts/git-workflow/document";
      fake.prompts.push({ ...fake.prompts[1], id: "git-workflow", name: "git", document: uri });
      fake.record("prompts", fake.prompts[2]);
      fake.put(uri, "# G\n");
    },
    failed: ["error cat-param-prompt-unique"],
    says: [["cat-param-prompt-unique", "of a prompt and of a skill"]],
  },
];

/** Documents, references and docs pages. */
export const documentCases: CatalogCase[] = [
  {
    title: "serves the body of SKILL.md only",
    spoil: (fake) => fake.put(document("git-workflow"), "# Git\n"),
    failed: ["error cat-document-skillmd"],
    says: [["cat-document-skillmd", "no frontmatter"]],
  },
  {
    title: "serves a document that breaks Agent Skills",
    spoil: (fake) => fake.put(document("git-workflow"), "---\nname: Git Workflow\n---\n\n# Git\n"),
    failed: ["warning cat-document-skillmd"],
    says: [["cat-document-skillmd", "as-name-charset"]],
  },
  {
    title: "serves a reference that the frontmatter does not declare",
    spoil: (fake) => fake.document("pdf-processing", "references:\n  other: references/OTHER.md\n"),
    failed: ["error cat-reference-declared"],
    says: [["cat-reference-declared", "its frontmatter does not"]],
  },
  {
    title: "serves the reference that the frontmatter declares",
    spoil: (fake) =>
      fake.document("pdf-processing", "references:\n  - id: forms\n    path: references/FORMS.md\n"),
    failed: [],
  },
  {
    title: "serves any reference",
    spoil: (fake) => {
      fake.intercept = (uri) =>
        /references\/zz-/.test(uri) ? fake.content(uri, "Nothing here.", "text/markdown") : undefined;
    },
    failed: ["error cat-hyg-notfound", "error cat-reference-declared"],
  },
  {
    title: "declares files for references",
    spoil: (fake) => {
      fake.change(record("pdf-processing"), (each) => ({ ...each, references: ["FORMS.md"] }));
      fake.put("resource://skills/pdf-processing/references/FORMS.md", "# Forms of all kinds\n");
    },
    failed: ["error cat-param-ref-id", "error cat-reference-handle", "warning cat-hyg-lowercase"],
  },
  {
    title: "serves docs pages as plain text, and under other spellings",
    spoil: (fake) => {
      fake.put("resource://docs/index.md", "# Index\n", "text/plain");
      fake.intercept = (uri) =>
        /docs\/(?:\/|\.\/)/.test(uri) ? fake.content(uri, "# Index\n", "text/markdown") : undefined;
    },
    failed: ["error cat-docs-normalised"],
    says: [["cat-docs-normalised", "no normalised path"]],
  },
  {
    title: "has none of the typical docs pages",
    spoil: (fake) => {
      fake.contents.delete("resource://docs/index.md");
      unlist(fake, "resource://docs/skills/pdf-processing/references/FORMS.md");
      fake.contents.delete("resource://docs/skills/pdf-processing/references/FORMS.md");
      add(fake, "resource://docs/a/b.md", "# B\n");
    },
    noted: ["cat-docs-examples", "cat-docs-nested"],
  },
  {
    title: "serves files outside of docs/",
    spoil: (fake) => {
      fake.intercept = (uri) =>
        /README/.test(uri) ? fake.content(uri, "# Readme\n", "text/markdown") : undefined;
    },
    failed: ["error cat-param-path-inside"],
  },
];

/** Queries, answers for what is not there, and the surface as a whole. */
export const behaviourCases: CatalogCase[] = [
  {
    title: "gives shorter records in a query",
    spoil: (fake) => {
      fake.intercept = (uri) =>
        uri === "resource://catalog/skills_index?q="
          ? fake.content(
              uri,
              JSON.stringify({ skills: fake.skills.map(({ id }) => ({ id })) }),
              "application/json",
            )
          : undefined;
    },
    failed: ["error cat-query-same-family"],
  },
  {
    title: "refuses two keys at once",
    spoil: (fake) => {
      fake.intercept = (uri) => (/skills_index.*&/.test(uri) ? failure(-32602, "one key only") : undefined);
    },
    failed: ["error cat-query-optional"],
  },
  {
    title: "rejects unknown keys on one index only",
    spoil: (fake) => {
      fake.rejectsUnknown = (kind) => kind === "skills";
    },
    failed: ["error cat-query-unknown"],
    says: [["cat-query-unknown", "sometimes ignored and sometimes rejected"]],
  },
  {
    title: "rejects unknown keys on both indexes",
    spoil: (fake) => {
      fake.rejectsUnknown = () => true;
    },
    failed: [],
  },
  {
    title: "gives another list for one query the second time",
    spoil: (fake) => {
      let asked = 0;
      fake.intercept = (uri) => {
        if (!/skills_index\?zz/.test(uri) || asked++ % 2 === 0) return undefined;
        return fake.content(uri, '{"skills":[]}', "application/json");
      };
    },
    failed: ["error cat-query-unknown"],
  },
  {
    title: "ignores its filters",
    spoil: (fake) => {
      fake.keys.skills = ["q"];
    },
    failed: ["warning cat-query-filter"],
    says: [["cat-query-filter", /limit is 1[\s\S]*tag|tag[\s\S]*limit is 1/]],
  },
  {
    title: "begins anew after a cursor",
    spoil: (fake) => {
      fake.keys.skills = ["q", "tag", "capability", "limit"];
    },
    failed: ["warning cat-query-filter"],
    says: [["cat-query-filter", "does not go on"]],
  },
  {
    title: "gives records in a query that the index lacks",
    spoil: (fake) => {
      fake.intercept = (uri) =>
        uri === "resource://catalog/skills_index?q=git-workflow"
          ? fake.content(
              uri,
              JSON.stringify({ skills: [{ ...fake.skills[0], id: "hidden" }] }),
              "application/json",
            )
          : undefined;
    },
    failed: ["warning cat-query-filter"],
  },
  {
    title: "fails on a query for prompts",
    spoil: (fake) => {
      fake.intercept = (uri) => (/prompts_index\?.*tag/.test(uri) ? failure(-32603, "boom") : undefined);
    },
    failed: ["error cat-prompts-query"],
  },
  {
    title: "ignores the limit of prompts",
    spoil: (fake) => {
      fake.intercept = (uri) =>
        uri.endsWith("prompts_index?limit=1")
          ? fake.content(uri, JSON.stringify({ prompts: fake.prompts }), "application/json")
          : undefined;
    },
    failed: ["warning cat-prompts-query"],
  },
  {
    title: "gives prompts of another kind by a query",
    spoil: (fake) => {
      fake.intercept = (uri) =>
        uri.endsWith("prompts_index?q=")
          ? fake.content(uri, JSON.stringify({ prompts: [{ prompt: "review-form" }] }), "application/json")
          : undefined;
    },
    failed: ["error cat-prompts-query"],
  },
  {
    title: "takes capability for a key of prompts",
    spoil: (fake) => {
      fake.intercept = (uri) =>
        /prompts_index\?capability/.test(uri) ? failure(-32602, "no such key") : undefined;
    },
    failed: ["error cat-prompts-query"],
  },
  {
    title: "answers for unknown ids with content",
    spoil: (fake) => {
      fake.intercept = (uri) =>
        /zz-/.test(uri) && !/docs|index|document|references/.test(uri)
          ? fake.content(uri, "Nothing here.", "text/plain")
          : fake.contents.has(uri) || /_index/.test(uri)
            ? undefined
            : failure(-32002, `Resource not found: ${uri}`);
    },
    failed: ["error cat-hyg-notfound", "error cat-prompt-notfound", "error cat-record-notfound"],
  },
  {
    title: "answers for unknown ids with another code",
    spoil: (fake) => {
      fake.missing = (uri) => failure(-32603, `Error reading resource '${uri}'`);
    },
    failed: ["warning cat-prompt-notfound", "warning cat-record-notfound"],
  },
  {
    title: "does not say what was not found",
    spoil: (fake) => {
      fake.missing = () => failure(-32002, "Resource not found");
    },
    failed: ["error cat-hyg-notfound"],
  },
  {
    title: "loses an id and a reference during the run",
    spoil: (fake) => {
      let asked = 0;
      let records = 0;
      fake.intercept = (uri) => {
        if (uri === record("pdf-processing") && records++ > 0)
          return fake.content(
            uri,
            JSON.stringify({ id: "pdf-processing", references: [] }),
            "application/json",
          );
        if (uri !== "resource://catalog/skills_index" || asked++ === 0) return undefined;
        return fake.content(uri, JSON.stringify({ skills: fake.skills.slice(1) }), "application/json");
      };
    },
    failed: ["warning cat-hyg-immutable", "warning cat-ref-stable"],
  },
  {
    title: "changed its lists during the run",
    spoil: () => undefined,
    after: ({ server }) => {
      server.changedDuringRun = true;
    },
    untestable: ["cat-hyg-immutable", "cat-ref-stable"],
  },
  {
    title: "has a second index",
    spoil: (fake) => add(fake, "resource://catalog/skills_list", '{"a":1}', "application/json"),
    failed: ["warning cat-hyg-additive"],
  },
  {
    title: "lists skills by tag under URIs of their own",
    spoil: (fake) =>
      add(fake, "resource://catalog/skills_by_tag/vcs", JSON.stringify(fake.skills), "application/json"),
    failed: ["warning cat-hyg-additive"],
  },
  {
    title: "lists a second index under another name",
    spoil: (fake) =>
      add(fake, "resource://catalog/everything", JSON.stringify(fake.skills), "application/json"),
    failed: ["warning cat-hyg-additive"],
  },
  {
    title: "keeps skill:// URIs beside the contract's",
    spoil: (fake) => fake.put("skill://git-workflow/SKILL.md", "# Git\n"),
    failed: ["warning cat-ver-no-alias"],
  },
  {
    title: "lists skill:// URIs beside the contract's",
    spoil: (fake) => add(fake, "skill://git-workflow", "# Git\n"),
    failed: ["warning cat-ver-no-alias"],
  },
  {
    title: "carries versions in metadata",
    spoil: (fake) => {
      fake.resources[0]._meta = { fastmcp: { version: "2" } };
    },
    noted: ["cat-ver-meta"],
  },
  {
    title: "serves one text under two URIs",
    spoil: (fake) =>
      add(fake, "resource://skills/git-workflow/guide", fake.contents.get(document("git-workflow"))!.text),
    failed: ["error cat-inv-one-pattern"],
  },
  {
    title: "serves one licence with two skills",
    spoil: (fake) => {
      for (const id of ["git-workflow", "pdf-processing"])
        add(fake, `resource://skills/${id}/references/licence`, "Do what you like.\n");
    },
    noted: ["cat-inv-one-pattern"],
  },
  {
    title: "was not probed",
    spoil: () => undefined,
    probes: false,
    untestable: ["cat-record-notfound", "cat-query-optional", "cat-param-path-inside", "cat-hyg-immutable"],
  },
];

/** URIs that break the rules of their parameters; each is listed and can be read. */
export const uriCases: CatalogCase[] = (
  [
    ["resource://skills/Git_Workflow/guide", ["error cat-param-skill-id", "warning cat-hyg-lowercase"]],
    [
      "resource://skills/git-workflow/references/GUIDE.md",
      ["error cat-param-ref-id", "warning cat-hyg-lowercase"],
    ],
    ["resource://prompts/Review/document", ["error cat-param-prompt-id", "warning cat-hyg-lowercase"]],
    ["resource://docs/C:%5Cx.md", ["error cat-param-path-encoding", "error cat-param-path-relative"]],
    ["resource://docs//x.md", ["error cat-param-path-leading"]],
    ["resource://docs/a/%2e%2e/x.md", ["error cat-param-path-dotdot"]],
    ["resource://docs/a.txt", ["warning cat-param-path-md"]],
    ["resource://docs/a+b.md", ["error cat-param-path-encoding"]],
    ["resource://docs/a[1].md", ["error cat-param-path-encoding"]],
    ["resource://docs/what?.md", ["error cat-param-path-encoding", "warning cat-param-path-md"]],
    ["resource://skills/git-workflow/guide?token=x", ["warning cat-hyg-no-secrets"]],
    ["resource://skills/0123456789abcdef0123456789abcdef/guide", ["warning cat-hyg-no-secrets"]],
    ["resource://docs/ann%40example.com.md", ["warning cat-hyg-no-secrets"]],
    ["resource://skills/git-workflow/v2", ["warning cat-ver-unversioned"]],
    ["resource://skills/git-workflow/guide?version=2", ["warning cat-ver-unversioned"]],
  ] as const
).map(([uri, failed]) => ({
  title: `lists ${uri}`,
  spoil: (fake) => add(fake, uri, `Text of ${uri}`),
  failed: [...failed],
}));
