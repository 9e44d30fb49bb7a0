import type { Exchange } from "../../model/evidence";
import { fixedProbe, type Probe, type ProbeContext, type ProbeRequest } from "../probe";
import { isRecord, member } from "../values";
import { DOCS, documentUri, indexUri, type Kind, recordUri, referenceUri } from "./addresses";
import { contentOf, listingOf } from "./answers";
import { Catalog } from "./catalog";
import { docsKnown, docsTypical } from "./reads";

/** Odd reads that only this contract gives a meaning. */

export const NO_SKILL = "zz-no-such-skill";
export const NO_PROMPT = "zz-no-such-prompt";
export const NO_REFERENCE = "zz-no-such-reference";

const KINDS: Kind[] = ["skills", "prompts"];
const read = (uri: string, tag: string): ProbeRequest => ({ method: "resources/read", params: { uri }, tag });
const hasIndex = ({ server }: ProbeContext) => {
  const seen = new Catalog(server);
  return KINDS.some((kind) => seen.listing(kind));
};

function unknownIds({ server }: ProbeContext): ProbeRequest[] {
  const seen = new Catalog(server);
  const [skill] = seen.ids("skills");
  return [
    read(recordUri("skills", NO_SKILL), "skill record"),
    read(documentUri("skills", NO_SKILL), "skill document"),
    ...(skill === undefined ? [] : [read(referenceUri(skill, NO_REFERENCE), "reference")]),
    read(recordUri("prompts", NO_PROMPT), "prompt record"),
    read(documentUri("prompts", NO_PROMPT), "prompt document"),
    read(`${DOCS}zz-no-such-page.md`, "docs"),
  ];
}

/** The values each key of a query is tried with: ones that occur in the index, where there are any. */
export function queryValues(seen: Catalog, kind: Kind): Record<string, string> {
  const records = seen.listing(kind)?.records.filter(isRecord) ?? [];
  const first = (key: string) =>
    records
      .flatMap((record) => (Array.isArray(record[key]) ? (record[key] as unknown[]) : []))
      .find((value): value is string => typeof value === "string" && value !== "");
  const id = records.map((record) => member(record, "id")).find((value) => typeof value === "string");
  return {
    q: id ?? "zz",
    tag: first("tags") ?? "zz-no-such-tag",
    ...(kind === "skills" ? { capability: first("capabilities") ?? "zz-no-such-capability" } : {}),
    limit: "1",
  };
}

const query = (kind: Kind, values: Record<string, string>) =>
  `${indexUri(kind)}?${Object.entries(values)
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    .join("&")}`;

/** Tags are `<kind>:<keys joined by +>`; `zz` is an unknown key, `empty` is `q` without a value. */
function queries({ server }: ProbeContext, answers: readonly Exchange[]): ProbeRequest[] {
  const seen = new Catalog(server);
  const kinds = KINDS.filter((kind) => seen.listing(kind));
  if (answers.length > 0) {
    if (answers.some(({ tag }) => tag?.endsWith(":cursor+limit"))) return [];
    return kinds.flatMap((kind) => {
      const cursor = listingOf(answers.find(({ tag }) => tag === `${kind}:limit`))?.cursor;
      return cursor === undefined ? [] : [read(query(kind, { limit: "1", cursor }), `${kind}:cursor+limit`)];
    });
  }
  return kinds.flatMap((kind) => {
    const values = Object.entries(queryValues(seen, kind));
    const pairs = values.flatMap((a, at) => values.slice(at + 1).map((b) => [a, b]));
    return [
      read(`${indexUri(kind)}?q=`, `${kind}:empty`),
      ...[...values.map((value) => [value]), ...pairs].map((chosen) =>
        read(query(kind, Object.fromEntries(chosen)), `${kind}:${chosen.map(([key]) => key).join("+")}`),
      ),
      read(`${indexUri(kind)}?zz=1`, `${kind}:zz`),
      read(`${indexUri(kind)}?zz=1`, `${kind}:zz`),
      ...(kind === "prompts" ? [read(`${indexUri(kind)}?capability=1`, "prompts:capability")] : []),
    ];
  });
}

/** Docs URIs that gave text, those that the server shows first. */
export function readableDocs(seen: Catalog): string[] {
  return [...new Set([...docsKnown(seen), ...docsTypical(seen)])].filter((uri) => contentOf(seen.read(uri)));
}

function spellings({ server }: ProbeContext): ProbeRequest[] {
  const docs = readableDocs(new Catalog(server));
  const nested = docs.find((uri) => uri.slice(DOCS.length).includes("/"));
  return [
    ...docs.slice(0, 2).flatMap((uri) => {
      const path = uri.slice(DOCS.length);
      return [read(`${DOCS}./${path}`, "dot"), read(`${DOCS}/${path}`, "slash")];
    }),
    ...(nested ? [read(DOCS + nested.slice(DOCS.length).replaceAll("/", "%2F"), "encoded")] : []),
  ];
}

const OUTSIDE = [
  "../README.md",
  "%2e%2e/README.md",
  "..%2FREADME.md",
  "skills/../../README.md",
  "../pyproject.toml",
];

export const catalogProbes: Probe[] = [
  fixedProbe("cat-unknown", "reads of ids that no catalogue has", (context) =>
    hasIndex(context) ? unknownIds(context) : [],
  ),
  {
    id: "cat-query",
    title: "the query forms of the indexes: each key alone, in pairs, and an unknown one",
    when: hasIndex,
    next: queries,
  },
  fixedProbe("cat-docs-outside", "docs paths that lead out of docs/", (context) =>
    hasIndex(context) ? OUTSIDE.map((path) => read(DOCS + path, path)) : [],
  ),
  fixedProbe("cat-docs-spelling", "other spellings of docs paths that exist", spellings),
  fixedProbe("cat-alias", "the same skills under other schemes", ({ server }) =>
    new Catalog(server)
      .ids("skills")
      .slice(0, 2)
      .flatMap((id) => [`skill://${id}/SKILL.md`, `skill://${id}`].map((uri) => read(uri, id))),
  ),
  fixedProbe("cat-again", "the indexes and some records a second time", (context) => {
    const seen = new Catalog(context.server);
    const kinds = KINDS.filter((kind) => seen.listing(kind));
    const skills = seen.ids("skills").slice(0, 3);
    return [
      ...kinds.map((kind) => read(indexUri(kind), kind)),
      ...skills.map((id) => read(recordUri("skills", id), "record")),
    ];
  }),
];
