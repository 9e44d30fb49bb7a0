import type { Exchange } from "../../model/evidence";
import { errorOf, outcomeText, requestText } from "../answers";
import { contentsOf, gathered, idsOf, listedTemplates } from "../convention-rules";
import { notApplicable, type RawFinding } from "../define-rule";
import { listOf } from "../evidence-index";
import { describe, isRecord, member, show } from "../values";
import { dependencies, files, readsOf, rule } from "./declare";

/** Rules of SEP-2076 on what a skill depends on and which files it has. */

/** The names on all pages of a list. */
function names(pages: readonly Exchange[], key: string): Set<unknown> {
  return new Set(pages.flatMap((page) => listOf(page, key).map((each) => member(each, "name"))));
}

export const dependsOnTools = rule(
  {
    id: "s2076-deps-tools",
    level: "MUST",
    section: "6",
    title: "Tools that a skill depends on are in tools/list",
    why: "A model that follows the skill calls them.",
    fix: "Name only tools of this server in dependencies.tools, as tools/list has them.",
  },
  (index) => {
    const reads = readsOf(index);
    const wanted = dependencies(reads, "tools");
    if (wanted.length === 0) return notApplicable("no skill depends on tools");
    const pages = reads.of("tools/list");
    const known = names(pages, "tools");
    return gathered(
      wanted
        .filter(({ item }) => typeof item !== "string" || !known.has(item))
        .map(({ owner, item, seen }) => ({
          message: `${owner} depends on the tool ${show(item)}, which is not listed.`,
          expected: show([...known]),
          actual: show(item),
          evidence: idsOf([seen, ...pages]),
          locus: `${owner} ${show(item)}`,
        })),
    );
  },
);

export const dependsOnPrompts = rule(
  {
    id: "s2076-deps-prompts",
    level: "MUST",
    section: "6",
    title: "Prompts that a skill depends on are in prompts/list",
    why: "A client offers them together with the skill.",
    fix: 'Name prompts as {"type": "ref/prompt", "name": …} with a name of prompts/list.',
  },
  (index) => {
    const reads = readsOf(index);
    const wanted = dependencies(reads, "prompts");
    if (wanted.length === 0) return notApplicable("no skill depends on prompts");
    const pages = reads.of("prompts/list");
    const known = names(pages, "prompts");
    return gathered(
      wanted
        .filter(({ item }) => member(item, "type") !== "ref/prompt" || !known.has(member(item, "name")))
        .map(({ owner, item, seen }) => ({
          message: `${owner} depends on the prompt ${show(member(item, "name") ?? item)}, which is not listed or no reference.`,
          expected: `{"type": "ref/prompt", "name": one of ${show([...known])}}`,
          actual: show(item),
          evidence: idsOf([seen, ...pages]),
          locus: `${owner} ${show(item)}`,
        })),
    );
  },
);

export const dependsOnResources = rule(
  {
    id: "s2076-deps-resources",
    level: "MUST",
    section: "6",
    title: "Resources that a skill depends on can be read, or are listed templates",
    why: "A client fetches them for the model.",
    fix: 'Name resources as {"type": "ref/resource", "uri": …} with a URI that can be read or a template as listed.',
  },
  (index) => {
    const reads = readsOf(index);
    const wanted = dependencies(reads, "resources");
    if (wanted.length === 0) return notApplicable("no skill depends on resources");
    const templates = new Set(listedTemplates(index.server).map(({ uri }) => uri));
    return gathered(
      wanted.flatMap(({ owner, item, seen }): RawFinding[] => {
        const uri = member(item, "uri");
        const answer = typeof uri === "string" ? reads.read(uri) : undefined;
        const template = typeof uri === "string" && /[{}]/.test(uri);
        const fits = template ? templates.has(uri) : !answer || !errorOf(answer);
        if (member(item, "type") === "ref/resource" && typeof uri === "string" && fits) return [];
        return [
          {
            message: `${owner} depends on the resource ${show(uri ?? item)}, which ${template ? "is no listed template" : "cannot be read or is no reference"}.`,
            expected: template ? show([...templates]) : '{"type": "ref/resource", "uri": …} that can be read',
            actual: answer ? outcomeText(answer) : show(item),
            evidence: idsOf([seen, answer]),
            locus: `${owner} ${show(item)}`,
          },
        ];
      }),
    );
  },
);

export const filesRule = rule(
  {
    id: "s2076-files",
    level: "MUST",
    section: "6",
    title: "Each of a skill's files has a name and a uri that can be read",
    why: "They need not be listed as resources; the uri is the only way to them.",
    fix: "Give each file name and uri as strings, and answer resources/read of the uri with its mimeType.",
  },
  (index) => {
    const reads = readsOf(index);
    const all = files(reads);
    if (all.length === 0) return notApplicable("no skill has files");
    return gathered(
      all.flatMap(({ owner, item, seen }): RawFinding[] => {
        const { name, uri, required, mimeType } = isRecord(item) ? item : {};
        const answer = typeof uri === "string" ? reads.read(uri) : undefined;
        const at = (message: string, expected: string, actual: string): RawFinding => ({
          message: `A file of ${owner} (${show(name ?? item)}) ${message}.`,
          expected,
          actual,
          evidence: idsOf([seen, answer]),
          locus: `${owner} ${show(uri ?? name)} ${message}`,
        });
        if (typeof name !== "string" || typeof uri !== "string")
          return [at("has no name or no uri", "strings", show(item))];
        const odd: RawFinding[] = [];
        if (required !== undefined && typeof required !== "boolean")
          odd.push(at("says required otherwise than by a boolean", "true or false", describe(required)));
        if (answer && errorOf(answer))
          odd.push(at("cannot be read", "the file", `${requestText(answer)}: ${outcomeText(answer)}`));
        const sent = contentsOf(answer)[0]?.mimeType;
        if (mimeType !== undefined && sent !== undefined && sent !== mimeType)
          odd.push({
            ...at("is read with another type than stated", show(mimeType), show(sent)),
            outcome: "note",
          });
        return odd;
      }),
    );
  },
);

export const dependencyRules = [filesRule, dependsOnTools, dependsOnPrompts, dependsOnResources];
