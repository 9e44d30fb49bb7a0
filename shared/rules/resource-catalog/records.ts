import { found, notApplicable, type RawFinding, type Rule, type Verdict } from "../define-rule";
import type { EvidenceIndex } from "../evidence-index";
import { count, isRecord, kindOf, listed, member, show } from "../values";
import { documentUri, indexUri, type Kind, recordUri } from "./addresses";
import { contentOf, idsOf, jsonOf, referencesOf, stringsIn } from "./answers";
import { catalogOf, eachRead } from "./catalog";
import { type CatalogText, catalogRule } from "./declare";
import { ONE, onIndex, uniqueVerdict } from "./indexes";

/** The records of skills and prompts alike. */

function recordVerdict(index: EvidenceIndex, kind: Kind): Verdict {
  const catalog = catalogOf(index);
  const ids = new Map(catalog.ids(kind).map((id) => [recordUri(kind, id), id]));
  return eachRead(catalog, [...ids.keys()], `the index names no ${ONE[kind]}`, (read, uri) => {
    if (!contentOf(read)) return [];
    const value = jsonOf(read);
    const id = ids.get(uri)!;
    if (isRecord(value) && value.id === id) return [];
    return [
      {
        message: isRecord(value)
          ? `The record at ${uri} has the id ${show(value.id)}.`
          : `${uri} holds ${value === undefined ? "no JSON" : kindOf(value)}, not one record.`,
        expected: `one object with the id ${show(id)}`,
        actual: show(value ?? contentOf(read)?.text),
        subject: { kind: "uri", uri },
        evidence: [read.id],
        locus: uri,
      },
    ];
  });
}

function recordUris(index: EvidenceIndex): Verdict {
  const catalog = catalogOf(index);
  const ids = catalog.ids("skills").filter((id) => catalog.record("skills", id));
  const findings = ids.flatMap((id): RawFinding[] => {
    const record = catalog.record("skills", id);
    const read = catalog.read(recordUri("skills", id))!;
    const about = {
      subject: { kind: "uri" as const, uri: recordUri("skills", id) },
      actual: show(record),
      evidence: [read.id],
    };
    const findings: RawFinding[] = [];
    if (!stringsIn(record).includes(documentUri("skills", id)))
      findings.push({
        ...about,
        message: `The record of ${show(id)} does not hold its document URI.`,
        expected: documentUri("skills", id),
        locus: `${id} document`,
      });
    if (!referencesOf(record))
      findings.push({
        ...about,
        message: `The record of ${show(id)} has no array of reference ids.`,
        expected: '"references": […], empty where there is none',
        locus: `${id} references`,
      });
    return findings;
  });
  return ids.length === 0 ? notApplicable("no record could be read") : found(findings);
}

function argumentsVerdict(index: EvidenceIndex): Verdict {
  const catalog = catalogOf(index);
  const list = catalog.promptList;
  const prompts = list?.outcome.kind === "result" ? member(list.outcome.result, "prompts") : undefined;
  if (!list || !Array.isArray(prompts)) return notApplicable("prompts/list gives no prompts to compare with");
  const judged = catalog.ids("prompts").flatMap((id): RawFinding[][] => {
    const record = catalog.record("prompts", id);
    const prompt = prompts.find((each) => [id, record?.name].includes(member(each, "name") as string));
    const declared = member(prompt, "arguments");
    if (!record || !Array.isArray(declared) || declared.length === 0) return [];
    const names = declared.map((each) => member(each, "name")).filter((name) => typeof name === "string");
    const text = stringsIn(record);
    const keys = Object.values(record).flatMap((value) => (isRecord(value) ? Object.keys(value) : []));
    const missing = names.filter((name) => !text.includes(name) && !keys.includes(name));
    if (missing.length === 0) return [[]];
    const uri = recordUri("prompts", id);
    return [
      [
        {
          message: `The record of the prompt ${show(id)} lacks the ${count(missing.length, "argument")} ${listed(missing)} that prompts/list shows.`,
          expected: `arguments: ${listed(names)}`,
          actual: show(record),
          subject: { kind: "uri", uri },
          evidence: [list.id, catalog.read(uri)!.id],
          locus: id,
        },
      ],
    ];
  });
  return judged.length === 0
    ? notApplicable("no prompt of the index declares arguments")
    : found(judged.flat());
}

function distinctVerdict(index: EvidenceIndex): Verdict {
  return onIndex(index, "prompts", (records, read, catalog) => {
    const skills = new Set(idsOf(catalog.listing("skills")));
    const ids = idsOf({ records });
    if (ids.length === 0) return notApplicable("there is no prompt");
    const both = [...new Set(ids.filter((id) => skills.has(id)))];
    const twice = uniqueVerdict(records, read, "prompts");
    return found([
      ...both.map((id) => ({
        message: `${show(id)} is the id of a prompt and of a skill.`,
        expected: "a prompt_id that no skill has",
        actual: show(id),
        evidence: [
          read.id,
          ...(catalog.read(indexUri("skills")) ? [catalog.read(indexUri("skills"))!.id] : []),
        ],
        locus: id,
      })),
      ...(twice.kind === "findings" ? twice.findings : []),
    ]);
  });
}

const rule = (text: CatalogText, check: (index: EvidenceIndex) => Verdict): Rule<"server"> =>
  catalogRule("server", text, (_, index) => check(index));

export const recordRules: Rule<"server">[] = [
  rule(
    {
      id: "cat-record-one",
      level: "MUST",
      section: "skills/{skill_id} 1",
      title: "A skill's record resource holds that one record",
      why: "A client that follows an id expects that skill and no other.",
      fix: "Give one JSON object whose id is the skill_id of the URI.",
    },
    (index) => recordVerdict(index, "skills"),
  ),
  rule(
    {
      id: "cat-record-uris",
      level: "MUST",
      section: "skills/{skill_id} 2",
      title: "A skill's record holds its document URI and its reference ids",
      why: "The record is the only place from which a client learns what belongs to the skill.",
      fix: "Add the document URI and an array of the declared reference ids.",
    },
    recordUris,
  ),
  rule(
    {
      id: "cat-prompt-record",
      level: "MUST",
      section: "prompts/{prompt_id} 1",
      title: "A prompt's record resource holds that one record",
      why: "A client that follows an id expects that prompt and no other.",
      fix: "Give one JSON object whose id is the prompt_id of the URI.",
    },
    (index) => recordVerdict(index, "prompts"),
  ),
  rule(
    {
      id: "cat-prompt-args",
      level: "MUST",
      section: "prompts/{prompt_id} 2",
      title: "A prompt's record names the arguments that the prompt declares",
      why: "Without them a client cannot ask for the values that the prompt needs.",
      fix: "Add the arguments of prompts/list to the record, with name, description and required.",
    },
    argumentsVerdict,
  ),
  rule(
    {
      id: "cat-param-prompt-unique",
      level: "MUST",
      section: "prompt_id 2",
      base: "uri",
      title: "A prompt_id is unique and is no skill_id",
      why: "Clients keep skills and prompts by id; one id for both mixes them up.",
      fix: "Rename the prompt.",
    },
    distinctVerdict,
  ),
];
