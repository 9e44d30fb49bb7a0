import type { SkillEvidence } from "../../model/evidence";
import { hiddenCharacters } from "../../skill-file/hidden";
import { found, notApplicable, type RawFinding } from "../define-rule";
import type { EvidenceIndex } from "../evidence-index";
import { listOf } from "../evidence-index";
import { bareMediaType } from "../media-types";
import { isRecord, listed, member, show } from "../values";
import { inspRule } from "./declare";

/** Rules that hold several views of one thing against each other, and on texts that lists show. */

interface View {
  where: string;
  item: Record<string, unknown>;
  evidence: string[];
}

/** Every description of a file in a list: `resources/list` and directory reads. */
function viewsOf(skill: SkillEvidence, index: EvidenceIndex): Map<string, View[]> {
  const views = new Map<string, View[]>();
  const add = (item: unknown, where: string, evidence: string[]) => {
    const uri = member(item, "uri");
    if (!isRecord(item) || typeof uri !== "string" || item.mimeType === "inode/directory") return;
    views.set(uri, [...(views.get(uri) ?? []), { where, item, evidence }]);
  };
  for (const resource of skill.resources) {
    const page = index.resourcePage(String(member(resource, "uri")));
    add(resource, "resources/list", page ? [page.id] : []);
  }
  for (const directory of skill.directories) {
    const evidence = directory.pages.slice(0, 1).map(({ id }) => id);
    for (const child of directory.children) add(child, "resources/directory/read", evidence);
  }
  return views;
}

export const viewsAgree = inspRule(
  "skill",
  {
    id: "insp-views-agree",
    level: "SHOULD",
    page: "resources",
    title: "Lists and directory reads describe a file as reading it does",
    why: "Clients budget by the listed size and choose a viewer by the listed type, before they read anything.",
    fix: "Take size and mimeType from one place for all answers.",
  },
  (skill, index) => {
    const views = viewsOf(skill, index);
    if (views.size === 0) return notApplicable("no list describes files of this skill");
    const findings: RawFinding[] = [];
    for (const file of skill.files) {
      const part = file.parts?.find(({ uri }) => uri === file.uri);
      for (const { where, item, evidence } of views.get(file.uri) ?? []) {
        const about = {
          subject: { kind: "file" as const, skill: skill.uri, uri: file.uri },
          evidence: [...evidence, ...(file.read ? [file.read.id] : [])],
        };
        if (typeof item.size === "number" && file.facts && item.size !== file.facts.size) {
          findings.push({
            ...about,
            severity: "warning",
            message: `${where} gives ${show(file.uri)} the size ${item.size}; reading it gives ${file.facts.size} bytes.`,
            expected: `size ${file.facts.size}`,
            actual: `size ${item.size}`,
            locus: `${where} size ${file.uri}`,
          });
        }
        // The type of SKILL.md is ext-res-mimetype's.
        if (file.uri === skill.uri || typeof item.mimeType !== "string" || typeof part?.mimeType !== "string")
          continue;
        const [inList, inRead] = [bareMediaType(item.mimeType), bareMediaType(part.mimeType)];
        if (inList === inRead) continue;
        findings.push({
          ...about,
          outcome: "note",
          message: `${where} gives ${show(file.uri)} the mimeType ${inList}; reading it gives ${inRead}.`,
          expected: "one type in both",
          actual: `${inList} and ${inRead}`,
          locus: `${where} mimeType ${file.uri}`,
        });
      }
    }
    return found(findings);
  },
);

const TEXTS = ["name", "title", "description"];

export const hiddenInLists = inspRule(
  "exchange",
  {
    id: "insp-hidden-in-lists",
    level: "SHOULD NOT",
    page: "unicode",
    title: "Names and descriptions in lists hold no characters that a reader cannot see",
    why: "A person picks by these texts, and a model reads them: hidden instructions travel this way, and names are disguised.",
    fix: "Delete the characters named from the text.",
  },
  ({ exchange }) => {
    const { outcome } = exchange;
    if (outcome.kind !== "result") return notApplicable("no result");
    const texts: [where: string, text: string][] = [];
    const take = (owner: unknown, label: string) => {
      for (const key of TEXTS) {
        const text = member(owner, key);
        if (typeof text === "string") texts.push([`${key} of ${label}`, text]);
      }
    };
    for (const item of listOf(exchange, "resources")) take(item, show(member(item, "uri"), 100));
    for (const item of listOf(exchange, "resourceTemplates"))
      take(item, show(member(item, "uriTemplate"), 100));
    for (const item of listOf(exchange, "skills"))
      take(member(item, "frontmatter"), show(member(item, "uri"), 100));
    const instructions = member(outcome.result, "instructions");
    if (typeof instructions === "string") texts.push(["instructions", instructions]);
    if (texts.length === 0) return notApplicable("the result shows no such text");
    return found(
      texts.flatMap(([where, text]): RawFinding[] => {
        const hidden = hiddenCharacters(text).filter(({ kind }) => kind !== "variation" && kind !== "other");
        if (hidden.length === 0) return [];
        const places = hidden.map(({ code, name, at }) => `${code} (${name}) at character ${at.offset + 1}`);
        return [
          {
            severity: "warning",
            message: `${exchange.method}: the ${where} holds characters that do not show: ${listed(places, 3)}.`,
            expected: "none",
            actual: listed(places, 10),
            evidence: [exchange.id],
            locus: where,
          },
        ];
      }),
    );
  },
);

export const viewRules = [viewsAgree, hiddenInLists];
