import { parseTemplate } from "../../uri/rfc6570";
import { found, notApplicable, note, pass, type RawFinding, type Rule, type Verdict } from "../define-rule";
import type { EvidenceIndex } from "../evidence-index";
import { listOf } from "../evidence-index";
import { rfc6570 } from "../rfc6570";
import { count, listed, member, show } from "../values";
import { DOCS, parseAddress } from "./addresses";
import { contentOf } from "./answers";
import { type Catalog, catalogOf } from "./catalog";
import { type CatalogText, catalogRule } from "./declare";

/** Best practice: how resources and templates are named and described. */

const rule = (
  text: CatalogText,
  check: (catalog: Catalog, index: EvidenceIndex) => Verdict,
): Rule<"server"> => catalogRule("server", text, (_, index) => check(catalogOf(index), index));

const VERB = /^(?:get|list|fetch|read|load|find|search|create|update|delete|run|show)(?:$|[-_])/i;

function nouns(catalog: Catalog): Verdict {
  const uris = [...catalog.listed().keys(), ...catalog.templates().map(({ uriTemplate }) => uriTemplate)];
  const ours = uris.filter((uri) => parseAddress(uri) && !uri.startsWith(DOCS));
  if (ours.length === 0) return notApplicable("no resource or template of the contract is listed");
  const verbs = ours.filter((uri) => parseAddress(uri)!.segments.some((segment) => VERB.test(segment)));
  if (verbs.length === 0) return pass;
  return note({
    message: `${count(verbs.length, "URI")} ${verbs.length === 1 ? "begins a segment" : "begin segments"} with a verb: ${listed(verbs)}.`,
    expected: "nouns",
    actual: listed(verbs),
    evidence: [...catalog.listProof, ...catalog.server.templatePages.map(({ id }) => id)],
  });
}

function validTemplates(catalog: Catalog, index: EvidenceIndex): Verdict {
  const templates = catalog.templates();
  if (templates.length === 0) return notApplicable("no template is listed");
  return found(
    templates.flatMap(({ uriTemplate, page }): RawFinding[] => {
      const subject = { uriTemplate, exchangeId: page.id };
      const broken = rfc6570.rules.filter((each) => {
        const verdict = each.check(subject, index);
        return (
          /^MUST/.test(each.level) &&
          verdict.kind === "findings" &&
          verdict.findings.some(
            ({ outcome, severity }) => outcome !== "note" && severity !== "warning" && severity !== "info",
          )
        );
      });
      if (broken.length === 0) return [];
      return [
        {
          message: `${show(uriTemplate)} is no valid RFC 6570 template: it fails ${listed(broken.map(({ id }) => id))}.`,
          expected: "a template by RFC 6570",
          actual: uriTemplate,
          subject: { kind: "template", template: uriTemplate },
          evidence: [page.id],
          locus: uriTemplate,
        },
      ];
    }),
  );
}

function mediaTypes(catalog: Catalog): Verdict {
  const lacks = (item: unknown) =>
    typeof member(item, "mimeType") !== "string" || member(item, "mimeType") === "";
  const pageOf = (uri: string) =>
    catalog.server.resourcePages.find((page) =>
      listOf(page, "resources").some((item) => member(item, "uri") === uri),
    );
  const finding = (
    what: string,
    subject: RawFinding["subject"],
    evidence: string | undefined,
  ): RawFinding => ({
    message: `${what} states no media type.`,
    expected: '"mimeType": "application/json" or "text/markdown"',
    actual: "no mimeType",
    ...(subject ? { subject } : {}),
    evidence: evidence ? [evidence] : [],
    locus: what,
  });
  const findings = [
    ...[...catalog.listed()]
      .filter(([uri, item]) => parseAddress(uri) && lacks(item))
      .map(([uri]) => finding(`The listed resource ${show(uri)}`, { kind: "uri", uri }, pageOf(uri)?.id)),
    ...catalog
      .templates()
      .filter(({ uriTemplate, item }) => parseAddress(uriTemplate) && lacks(item))
      .map(({ uriTemplate, page }) =>
        finding(`The template ${show(uriTemplate)}`, { kind: "template", template: uriTemplate }, page.id),
      ),
    ...[...catalog.all]
      .filter(([, read]) => contentOf(read) && lacks(contentOf(read)))
      .map(([uri, read]) => finding(`The content of ${show(uri)}`, { kind: "uri", uri }, read.id)),
  ];
  const seen = catalog.listed().size + catalog.templates().length;
  return seen === 0 ? notApplicable("no resource and no template is listed") : found(findings);
}

function versions(catalog: Catalog): Verdict {
  const versioned = [...catalog.listed()].flatMap(([uri, item]) => {
    const version = member(member(member(item, "_meta"), "fastmcp"), "version");
    return version === undefined ? [] : [`${uri}: ${show(version, 40)}`];
  });
  if (catalog.listed().size === 0) return notApplicable("no resource is listed");
  if (versioned.length === 0) return pass;
  return note({
    message: `${count(versioned.length, "resource")} ${versioned.length === 1 ? "carries" : "carry"} a version in _meta.fastmcp: ${listed(versioned)}.`,
    fix: "Nothing has to change.",
    actual: listed(versioned),
    evidence: catalog.listProof,
  });
}

const ALLOWED = new Set([
  "skill_id",
  "prompt_id",
  "ref_id",
  "path",
  "q",
  "tag",
  "capability",
  "cursor",
  "limit",
]);

export const semanticVariables = catalogRule(
  "template",
  {
    id: "cat-hyg-semantic-vars",
    level: "SHOULD",
    section: "URI Hygiene 3",
    base: "template",
    title: "Template variables have the names of the contract",
    why: "A client fills a variable by its name; skill_id says what belongs there, x does not.",
    fix: "Use skill_id, prompt_id, ref_id and path, and in queries q, tag, capability, cursor and limit.",
  },
  ({ uriTemplate, exchangeId }) => {
    if (!/^resource:\/\/(?:catalog|skills|prompts|docs)\//.test(uriTemplate))
      return notApplicable("the template is not one of this contract");
    // `{path*}` may stand in a template that has other faults; names are read all the same.
    const { variables } = parseTemplate(uriTemplate);
    const odd = variables.filter((name) => !ALLOWED.has(name));
    return found(
      odd.map((name) => ({
        message: `The variable ${show(name)} of ${uriTemplate} is none of the contract's.`,
        expected: "skill_id, prompt_id, ref_id, path, q, tag, capability, cursor or limit",
        actual: name,
        evidence: exchangeId === undefined ? [] : [exchangeId],
        locus: name,
      })),
    );
  },
);

export const bestPracticeRules: Rule<"server">[] = [
  rule(
    {
      id: "cat-best-nouns",
      level: "SHOULD",
      section: "Best-practice alignment 1",
      title: "Identifiers are nouns",
      why: "A URI names a thing; what is done with it says the method.",
      fix: "Name the thing, e.g. skills_index rather than list-skills.",
    },
    nouns,
  ),
  rule(
    {
      id: "cat-best-rfc6570",
      level: "SHOULD",
      section: "Best-practice alignment 2",
      base: "template",
      title: "Templates are valid by RFC 6570",
      why: "Clients expand them with a library of that standard and get no URI out of anything else.",
      fix: "Correct the template as the rfc6570 profile says.",
    },
    validTemplates,
  ),
  rule(
    {
      id: "cat-best-mime",
      level: "SHOULD",
      section: "Best-practice alignment 3",
      title: "Resources, templates and contents state their media type",
      why: "A client decides by it how to show the content before it reads it.",
      fix: "Add mimeType: application/json for indexes and records, text/markdown for documents.",
    },
    mediaTypes,
  ),
  rule(
    {
      id: "cat-ver-meta",
      level: "MAY",
      section: "URI Versioning (FastMCP)",
      title: "Resources may carry a version in their metadata",
      why: "That is where a version belongs in this contract.",
      fix: "Nothing has to change.",
    },
    versions,
  ),
];
