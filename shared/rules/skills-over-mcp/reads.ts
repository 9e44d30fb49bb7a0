import type { ConventionProfile } from "../convention";
import {
  ConventionReads,
  complete,
  declaresSkills,
  listedTemplates,
  offered,
  read,
  untilKnown,
} from "../convention-rules";
import { fixedProbe, type Probe, type ProbeContext, type ProbeRequest } from "../probe";
import { isRecord, member } from "../values";
import {
  allDocuments,
  documentTemplate,
  entriesOf,
  INDEX,
  LOOKUP,
  PROMPT_XML,
  PYTHON_TEMPLATE,
  readsIn,
} from "./declare";

export function recognise({ server }: ProbeContext): boolean {
  return !declaresSkills(server) && offered(server, INDEX);
}

export const reads: ConventionProfile["reads"] = {
  next: untilKnown(({ server }, answers) => {
    const known = new ConventionReads(answers);
    const entries = entriesOf(known);
    const uris = entries.map(({ uri }) => uri).filter((uri) => typeof uri === "string");
    const lists = entries.map(({ uri, documentsUri }) => documentsUri ?? `${uri}/documents`);
    const lookup = listedTemplates(server).some(({ uri }) => uri === LOOKUP) ? entries[0]?.name : undefined;
    return [
      read(INDEX, "index"),
      read(PROMPT_XML, "prompt-xml"),
      ...uris.map((uri) => read(uri, "skill")),
      ...lists.filter((uri) => typeof uri === "string").map((uri) => read(uri, "documents")),
      ...allDocuments(known).map(({ uri }) => read(uri, "document")),
      ...(typeof lookup === "string" ? [read(LOOKUP.replace("{name}", lookup), "lookup")] : []),
    ];
  }),
};

/** The first skill that has documents, else the first. */
function sampleSkill({ server }: ProbeContext): string | undefined {
  const entries = entriesOf(readsIn(server));
  const sample = entries.find(({ documentsUri }) => typeof documentsUri === "string") ?? entries[0];
  return typeof sample?.uri === "string" ? sample.uri : undefined;
}

function misses(context: ProbeContext): ProbeRequest[] {
  const skill = sampleSkill(context);
  if (skill === undefined) return [];
  return [
    read(`${skill}/document/zz-no-such-file.md`, "document"),
    read("skill://zz-no-such-skill/document/x.md", "skill"),
  ];
}

function unknownUris(context: ProbeContext): ProbeRequest[] {
  const skill = sampleSkill(context);
  return skill === undefined ? [] : [read("skill://zz-no-such-skill"), read(`${skill}/`)];
}

/** The first document in a subfolder, its slashes as they are and as %2F. */
function slashes({ server }: ProbeContext): ProbeRequest[] {
  const nested = allDocuments(readsIn(server)).find(
    ({ uri, path }) => path.includes("/") && uri.endsWith(path),
  );
  if (!nested) return [];
  const root = nested.uri.slice(0, -nested.path.length);
  return [
    read(`${root}${nested.path}`, "slash"),
    read(`${root}${nested.path.replaceAll("/", "%2F")}`, "encoded"),
  ];
}

/** A first letter in the other case with which no name begins. */
function oddLetter(names: readonly string[]): string | undefined {
  return names
    .map((name) => name[0] ?? "")
    .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .find((letter) => letter !== "" && !names.some((name) => name.startsWith(letter)));
}

/** The skills of the index that have documents. */
export function withDocuments(known: ConventionReads): string[] {
  return entriesOf(known)
    .filter(({ documentsUri }) => documentsUri !== undefined)
    .map(({ name }) => name)
    .filter((name) => typeof name === "string");
}

function completions({ server }: ProbeContext): ProbeRequest[] {
  const template = documentTemplate(server);
  const names = withDocuments(readsIn(server));
  const first = names[0];
  if (!template || first === undefined || !isRecord(member(server.capabilities, "completions"))) return [];
  const python = template === PYTHON_TEMPLATE;
  const [skillName, path] = python ? ["skill_name", "document_path"] : ["skillName", "documentPath"];
  const ref = { type: "ref/resource", uri: template } as const;
  const letter = oddLetter(names);
  return [
    complete(ref, skillName!, "", "names"),
    ...(letter === undefined ? [] : [complete(ref, skillName!, letter, "none")]),
    complete(ref, path!, "", "none"),
    complete(ref, path!, "", "paths", { [skillName!]: first }),
  ];
}

export const probes: Probe[] = [
  fixedProbe("kg-misses", "documents that do not exist, through the template", misses),
  fixedProbe("kg-unknown", "URIs that match nothing", unknownUris),
  fixedProbe("kg-slash", "a document with its slashes plain and encoded", slashes),
  fixedProbe("kg-completion", "completion of skills and of their documents", completions),
];
