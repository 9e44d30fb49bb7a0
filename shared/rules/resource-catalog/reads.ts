import type { Exchange, ServerEvidence } from "../../model/evidence";
import type { Probe, ProbeContext, ProbeRequest } from "../probe";
import { isRecord } from "../values";
import { DOCS, documentUri, indexUri, type Kind, recordUri, referenceUri } from "./addresses";
import { idsOf, jsonOf, stringsIn } from "./answers";
import { Catalog, PURPOSE } from "./catalog";

/** The contract's own reads: the indexes, what they name, what is listed, and the typical docs paths. */

const KINDS: Kind[] = ["skills", "prompts"];
/** Skills whose typical docs paths are tried. */
const MAX_EXAMPLES = 3;

/** The URIs that were asked for so far lead to the next ones; the same function says all of them anew each round. */
export const catalogReads: Pick<Probe, "next"> = {
  next({ server }: ProbeContext, answers: readonly Exchange[]): ProbeRequest[] {
    const seen = new Catalog({
      ...server,
      exchanges: answers.map((answer) => ({ ...answer, purpose: PURPOSE })),
    });
    const requests: ProbeRequest[] = [...wanted(seen)]
      .filter((uri) => !seen.read(uri))
      .map((uri) => ({ method: "resources/read", params: { uri } }));
    if (!seen.promptList && isRecord(server.capabilities?.prompts))
      requests.push({ method: "prompts/list", params: {} });
    return requests;
  },
};

function wanted(seen: Catalog): Set<string> {
  const uris = new Set(KINDS.map(indexUri));
  const listed = [...seen.listed().keys()].filter((uri) => uri.startsWith("resource://"));
  for (const uri of listed.filter((each) => !each.startsWith(DOCS))) uris.add(uri);
  for (const uri of docsKnown(seen)) uris.add(uri);
  for (const kind of KINDS) {
    for (const id of [...new Set(idsOf(seen.listing(kind)))]) {
      if (id === "") continue;
      uris.add(recordUri(kind, id));
      uris.add(documentUri(kind, id));
    }
  }
  for (const { skill, ref } of seen.references()) uris.add(referenceUri(skill, ref));
  for (const uri of docsTypical(seen)) uris.add(uri);
  return uris;
}

/** Docs URIs that the server shows: in `resources/list`, in an index or in a record. */
export function docsKnown(seen: Catalog): string[] {
  const named = KINDS.flatMap((kind) => [
    ...stringsIn(jsonOf(seen.read(indexUri(kind)))),
    ...seen.ids(kind).flatMap((id) => stringsIn(seen.record(kind, id))),
  ]);
  const all = [...seen.listed().keys(), ...named].filter((uri) => uri.startsWith(DOCS) && uri !== DOCS);
  return [...new Set(all)];
}

/** The contract's typical docs paths, for the first few skills. */
export function docsTypical(seen: Catalog): string[] {
  const skills = seen.ids("skills").slice(0, MAX_EXAMPLES);
  return [
    `${DOCS}index.md`,
    `${DOCS}usage.md`,
    ...skills.flatMap((id) => [
      `${DOCS}skills/${id}/SKILL.md`,
      ...linkedReferences(seen.document("skills", id) ?? "").map((path) => `${DOCS}skills/${id}/${path}`),
    ]),
  ];
}

/** Markdown files of `references/` that a document links to. */
function linkedReferences(text: string): string[] {
  const links = text.slice(0, 200_000).matchAll(/\]\((?:\.\/)?(references\/[A-Za-z0-9._~-]{1,100}\.md)[)#]/g);
  return [...new Set([...links].map(([, path]) => path!))].slice(0, MAX_EXAMPLES);
}

/** Whether what was listed shows this contract. */
export function recognise({ server }: { server: ServerEvidence }): boolean {
  const catalog = new Catalog(server);
  return (
    KINDS.some((kind) => catalog.listed().has(indexUri(kind))) ||
    catalog
      .templates()
      .some(({ uriTemplate }) => /^resource:\/\/catalog\/(?:skills|prompts)/.test(uriTemplate))
  );
}
