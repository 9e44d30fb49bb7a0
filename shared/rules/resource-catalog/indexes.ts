import type { Exchange } from "../../model/evidence";
import { outcomeText } from "../answers";
import { found, notApplicable, type RawFinding, type Rule, untestable, type Verdict } from "../define-rule";
import type { EvidenceIndex } from "../evidence-index";
import { count, describe, isRecord, kindOf, member, show } from "../values";
import { documentUri, indexUri, type Kind } from "./addresses";
import { contentOf, idsOf, jsonOf, listingOf, stringsIn } from "./answers";
import { type Catalog, catalogOf, eachRead } from "./catalog";
import { type CatalogText, catalogRule } from "./declare";

/** The indexes of skills and prompts alike. */

export const ONE = { skills: "skill", prompts: "prompt" } as const;

/** Runs a check on an index that could be read; what cannot is the finding of cat-uri-*. */
export function onIndex(
  index: EvidenceIndex,
  kind: Kind,
  check: (records: unknown[], read: Exchange, catalog: Catalog) => Verdict,
): Verdict {
  const catalog = catalogOf(index);
  const read = catalog.read(indexUri(kind));
  if (!read || read.outcome.kind === "none")
    return untestable(`${indexUri(kind)}: ${read ? outcomeText(read) : "it was not read"}`);
  if (!contentOf(read))
    return notApplicable(`${indexUri(kind)} gives no text; cat-uri-${kind}-index says so`);
  const listing = catalog.listing(kind);
  return listing
    ? check(listing.records, read, catalog)
    : notApplicable(
        `${indexUri(kind)} is no list; ${kind === "skills" ? "cat-index-list" : "cat-prompts-index-list"} says so`,
      );
}

function listVerdict(index: EvidenceIndex, kind: Kind): Verdict {
  const catalog = catalogOf(index);
  return eachRead(catalog, [indexUri(kind)], "", (read, uri) => {
    const text = contentOf(read)?.text;
    if (text === undefined || listingOf(read)) return [];
    const value = jsonOf(read);
    return [
      {
        message:
          value === undefined
            ? `The text of ${uri} is no JSON.`
            : `${uri} holds ${kindOf(value)} in which no single array of records is found.`,
        expected: `an array of ${ONE[kind]} records, or an object that holds one, e.g. {"${kind}":[…]}`,
        actual: show(value ?? text),
        evidence: [read.id],
      },
    ];
  });
}

export function uniqueVerdict(records: unknown[], read: Exchange, kind: Kind): Verdict {
  const ids = idsOf({ records });
  const twice = [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))];
  if (ids.length === 0) return notApplicable("the index has no record with an id");
  return found(
    twice.map((id) => ({
      message: `The index has ${count(ids.filter((each) => each === id).length, "record")} with the id ${show(id)}.`,
      expected: `one record for each ${ONE[kind]}`,
      actual: show(id),
      evidence: [read.id],
      locus: id,
    })),
  );
}

type Want = "string" | "array" | "text or number";
const SKILL_FIELDS: Record<string, Want> = {
  id: "string",
  name: "string",
  description: "string",
  tags: "array",
  capabilities: "array",
};
const PROMPT_FIELDS: Record<string, Want> = {
  id: "string",
  name: "string",
  description: "string",
  tags: "array",
  version: "text or number",
};

function hasType(value: unknown, want: Want): boolean {
  if (want === "array") return Array.isArray(value);
  return typeof value === "string" ? value !== "" : want === "text or number" && typeof value === "number";
}

function fieldsVerdict(records: unknown[], read: Exchange, kind: Kind): Verdict {
  if (records.length === 0) return notApplicable("the index is empty");
  const fields = kind === "skills" ? SKILL_FIELDS : PROMPT_FIELDS;
  const findings = records.flatMap((record, at): RawFinding[] => {
    const id = member(record, "id");
    const name = typeof id === "string" ? show(id, 80) : `number ${at + 1}`;
    if (!isRecord(record))
      return [
        {
          message: `Record ${name} of the index is ${describe(record)}, not an object.`,
          expected: "an object",
          evidence: [read.id],
          locus: String(at),
        },
      ];
    const wrong = Object.entries(fields)
      .filter(([key, want]) => !hasType(record[key], want))
      .map(
        ([key, want]) => `${key} is ${describe(record[key])}, not ${want === "array" ? "an array" : "text"}`,
      );
    const document = typeof id === "string" ? documentUri("prompts", id) : undefined;
    if (kind === "prompts" && document && !stringsIn(record).includes(document))
      wrong.push(`no field holds ${document}`);
    if (wrong.length === 0) return [];
    return [
      {
        message: `Record ${name} of the index lacks what clients choose by: ${wrong.join("; ")}.`,
        expected: `${Object.keys(fields).join(", ")}${kind === "prompts" ? " and the document URI" : ""}`,
        actual: show(record),
        evidence: [read.id],
        locus: typeof id === "string" ? id : String(at),
      },
    ];
  });
  return found(findings);
}

const rule = (text: CatalogText, check: (index: EvidenceIndex) => Verdict): Rule<"server"> =>
  catalogRule("server", text, (_, index) => check(index));

export const indexRules: Rule<"server">[] = [
  rule(
    {
      id: "cat-index-list",
      level: "MUST",
      section: "skills_index 1",
      title: "The skills index is a list of records",
      why: "Clients show this list; what is no list of records shows nothing.",
      fix: 'Give JSON such as {"skills":[{"id":…}]}.',
    },
    (index) => listVerdict(index, "skills"),
  ),
  rule(
    {
      id: "cat-index-one-per-id",
      level: "MUST",
      section: "skills_index 2",
      title: "The skills index has one record for each skill_id",
      why: "Two records of one id lead to one resource, so one of them is never reached.",
      fix: "Give each skill an id of its own, or drop the second record.",
    },
    (index) => onIndex(index, "skills", (records, read) => uniqueVerdict(records, read, "skills")),
  ),
  rule(
    {
      id: "cat-index-fields",
      level: "MUST",
      section: "skills_index 3",
      title: "Records of the skills index have id, name, description, tags and capabilities",
      why: "A client chooses a skill by these without reading it.",
      fix: "Write all five into each record; tags and capabilities are arrays, empty where there are none.",
    },
    (index) => onIndex(index, "skills", (records, read) => fieldsVerdict(records, read, "skills")),
  ),
  rule(
    {
      id: "cat-prompts-index-list",
      level: "MUST",
      section: "prompts_index 1",
      title: "The prompts index is a list of records",
      why: "Clients show this list; what is no list of records shows nothing.",
      fix: 'Give JSON such as {"prompts":[]}.',
    },
    (index) => listVerdict(index, "prompts"),
  ),
  rule(
    {
      id: "cat-prompts-index-one",
      level: "MUST",
      section: "prompts_index 2",
      title: "The prompts index has one record for each prompt_id",
      why: "Two records of one id lead to one resource, so one of them is never reached.",
      fix: "Give each prompt an id of its own, or drop the second record.",
    },
    (index) => onIndex(index, "prompts", (records, read) => uniqueVerdict(records, read, "prompts")),
  ),
  rule(
    {
      id: "cat-prompts-index-fields",
      level: "MUST",
      section: "prompts_index 3",
      title: "Records of the prompts index have id, name, description, tags, version and the document URI",
      why: "A client chooses a prompt by these without reading it.",
      fix: "Write all six into each record; the URI is resource://prompts/{prompt_id}/document.",
    },
    (index) => onIndex(index, "prompts", (records, read) => fieldsVerdict(records, read, "prompts")),
  ),
];
