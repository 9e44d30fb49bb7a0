import { fail, found, pass, type RawFinding, type Rule, untestable, type Verdict } from "../define-rule";
import { count, listed, show } from "../values";
import { DOCS, documentUri, indexUri, type Kind, recordUri, referenceUri } from "./addresses";
import { idsOf } from "./answers";
import { type Catalog, catalogOf, eachRead, unreadable } from "./catalog";
import { type CatalogText, catalogRule } from "./declare";
import { readableDocs } from "./probes";
import { docsKnown } from "./reads";

/** Canonical URI Surface: each resource and template is where the contract puts it. */

const WHY =
  "Clients of this contract build the URI themselves; a resource that lies elsewhere is missing for all of them.";

function surface(
  id: string,
  section: number,
  title: string,
  fix: string,
  check: (catalog: Catalog) => Verdict,
): Rule<"server"> {
  const text: CatalogText = {
    id,
    level: "MUST",
    section: `Canonical URI Surface ${section}`,
    title,
    why: WHY,
    fix,
  };
  return catalogRule("server", text, (_, index) => check(catalogOf(index)));
}

function indexVerdict(catalog: Catalog, kind: Kind): Verdict {
  const uri = indexUri(kind);
  const { resourcesWalk } = catalog.server;
  const missing: RawFinding[] =
    catalog.listed().has(uri) || resourcesWalk.kind !== "complete"
      ? []
      : [
          {
            message: `resources/list does not show ${uri}.`,
            expected: uri,
            actual: `${count(catalog.listed().size, "resource")}: ${listed([...catalog.listed().keys()]) || "none"}`,
            evidence: catalog.listProof,
            locus: "list",
          },
        ];
  const read = eachRead(catalog, [uri], "", (exchange) =>
    unreadable(exchange, uri, `The ${kind === "skills" ? "skill" : "prompt"} catalogue`),
  );
  if (read.kind === "findings") return found([...missing, ...read.findings]);
  if (missing.length > 0) return found(missing);
  return resourcesWalk.kind === "complete" ? read : untestable("resources/list could not be read to its end");
}

/** Every id of an index has to be readable; those beyond the limit of the run leave the rule untestable. */
function perId(
  catalog: Catalog,
  kind: Kind,
  uriOf: (kind: Kind, id: string) => string,
  what: string,
): Verdict {
  if (!catalog.listing(kind)) return untestable(`${indexUri(kind)} could not be read as a list`);
  const ids = [...new Set(idsOf(catalog.listing(kind)))].filter((id) => id !== "");
  return eachRead(
    catalog,
    ids.map((id) => uriOf(kind, id)),
    `the index names no ${kind === "skills" ? "skill" : "prompt"}`,
    (exchange, uri) => unreadable(exchange, uri, what),
  );
}

function templateVerdict(catalog: Catalog, template: string): Verdict {
  const { templatesWalk, templatePages } = catalog.server;
  const all = catalog.templates().map(({ uriTemplate }) => uriTemplate);
  if (all.includes(template)) return pass;
  if (templatesWalk.kind !== "complete" && templatesWalk.kind !== "not-asked")
    return untestable("resources/templates/list could not be read to its end");
  const near = all.filter((each) => each.startsWith(template.slice(0, template.indexOf("{"))));
  return fail({
    message: `resources/templates/list has no template ${template}.`,
    expected: template,
    actual: listed(near.length > 0 ? near : all) || "no template",
    fix: `List exactly ${template}, with its variables in this order.`,
    evidence: templatePages.length > 0 ? templatePages.map(({ id }) => id) : catalog.listProof,
    locus: template,
  });
}

function docsVerdict(catalog: Catalog): Verdict {
  if (readableDocs(catalog).length > 0) return pass;
  const known = docsKnown(catalog);
  const answered = known.filter((uri) => (catalog.read(uri)?.outcome.kind ?? "none") !== "none");
  if (answered.length === 0)
    return untestable(
      "no resource://docs/ path is listed or named in a record, and none of the typical ones can be read",
    );
  return found([
    {
      message: `None of the ${count(answered.length, "docs page")} that the server shows can be read, e.g. ${show(answered[0])}.`,
      expected: "markdown at resource://docs/{path*}",
      actual: listed(answered),
      evidence: answered.slice(0, 3).map((uri) => catalog.read(uri)!.id),
    },
  ]);
}

const template = (id: string, section: number, kind: Kind, keys: string): Rule<"server"> =>
  catalogRule(
    "server",
    {
      id,
      level: "MUST",
      section: `Canonical URI Surface (templates) ${section}`,
      base: "template",
      title: `The query form of the ${kind} index is a listed template`,
      why: "A client learns from the template which filters exist, and fills them in.",
      fix: `List the template ${indexUri(kind)}{?${keys}}.`,
    },
    (_, index) => templateVerdict(catalogOf(index), `${indexUri(kind)}{?${keys}}`),
  );

export const surfaceRules: Rule<"server">[] = [
  surface(
    "cat-uri-skills-index",
    1,
    "The skill catalogue is the resource resource://catalog/skills_index",
    "List and serve resource://catalog/skills_index.",
    (catalog) => indexVerdict(catalog, "skills"),
  ),
  surface(
    "cat-uri-skill-record",
    2,
    "Each skill of the index has a record at resource://catalog/skills/{skill_id}",
    "Serve a record for every id that the index has.",
    (catalog) => perId(catalog, "skills", recordUri, "The record of a skill in the index"),
  ),
  surface(
    "cat-uri-skill-document",
    3,
    "Each skill's document is at resource://skills/{skill_id}/document",
    "Serve the SKILL.md of every skill of the index there.",
    (catalog) => perId(catalog, "skills", documentUri, "The document of a skill in the index"),
  ),
  surface(
    "cat-uri-skill-reference",
    4,
    "Each declared reference is at resource://skills/{skill_id}/references/{ref_id}",
    "Serve each reference id of a record under that skill.",
    (catalog) =>
      eachRead(
        catalog,
        catalog.references().map(({ skill, ref }) => referenceUri(skill, ref)),
        "no record declares a reference",
        (exchange, uri) => unreadable(exchange, uri, "A reference that its record declares"),
      ),
  ),
  surface(
    "cat-uri-docs",
    5,
    "Authored markdown is at resource://docs/{path*}",
    `Serve the pages below ${DOCS} with their paths as they are.`,
    docsVerdict,
  ),
  surface(
    "cat-uri-prompts-index",
    6,
    "The prompt catalogue is the resource resource://catalog/prompts_index",
    "List and serve resource://catalog/prompts_index; without prompts it holds an empty list.",
    (catalog) => indexVerdict(catalog, "prompts"),
  ),
  surface(
    "cat-uri-prompt-record",
    7,
    "Each prompt of the index has a record at resource://catalog/prompts/{prompt_id}",
    "Serve a record for every id that the index has.",
    (catalog) => perId(catalog, "prompts", recordUri, "The record of a prompt in the index"),
  ),
  surface(
    "cat-uri-prompt-document",
    8,
    "Each prompt's document is at resource://prompts/{prompt_id}/document",
    "Serve the markdown of every prompt of the index there.",
    (catalog) => perId(catalog, "prompts", documentUri, "The document of a prompt in the index"),
  ),
  template("cat-tpl-skills-index", 1, "skills", "q,tag,capability,cursor,limit"),
  template("cat-tpl-prompts-index", 2, "prompts", "q,tag,cursor,limit"),
];
