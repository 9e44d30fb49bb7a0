import { errorOf, INVALID_PARAMS, outcomeText } from "../answers";
import { about, contentsOf, gathered, jsonOf, listedResources } from "../convention-rules";
import { notApplicable, type RawFinding } from "../define-rule";
import { isRecord, show } from "../values";
import { documentsOf, entriesOf, INDEX, readsOf, rule } from "./declare";

/** The rule on the list of a skill's documents. */

export const documents = rule(
  {
    id: "kg-documents",
    level: "OBSERVED",
    section: "same",
    title: "skill://{name}/documents lists the documents of a skill that has some",
    why: "It is how a client learns which files of a skill can be read.",
    fix: "Answer skill://{name}/documents with {skill, documents:[{path, mimeType, size, uri}]}, and give documentsUri only to skills that have documents.",
  },
  (index) => {
    const reads = readsOf(index);
    const entries = entriesOf(reads);
    if (entries.length === 0) return notApplicable("skill://index gave no skills");
    const listed = new Map(listedResources(index.server).map((item) => [item.uri, item]));
    return gathered(
      entries.flatMap((entry): RawFinding[] => {
        const { name, uri, documentsUri, documentCount } = entry;
        const address = typeof documentsUri === "string" ? documentsUri : `${uri}/documents`;
        const list = reads.read(address);
        const faults: [string, string, string][] = [];
        if (documentsUri === undefined) {
          if (Number.isInteger(documentCount) && documentCount !== 0)
            faults.push(["counts documents and has no documentsUri", "documentCount 0", show(documentCount)]);
          if (list && list.outcome.kind !== "none" && !errorOf(list))
            faults.push(["has no documentsUri, and its list can be read", "error -32602", outcomeText(list)]);
          else if (
            list &&
            errorOf(list) &&
            errorOf(list)!.code !== INVALID_PARAMS &&
            !/[^\x21-\x7e]/.test(address)
          )
            faults.push([
              "has no documentsUri, and its list is refused with another code",
              "error -32602",
              outcomeText(list),
            ]);
        } else if (list && list.outcome.kind !== "none") {
          faults.push(...listFaults(list, name, documentCount));
        }
        if (typeof documentsUri === "string") {
          const item = listed.get(documentsUri);
          const wanted = `skill-${name}-documents`;
          if (item?.raw.name !== wanted)
            faults.push(["has a document list under another name", wanted, show(item?.raw.name)]);
        }
        return faults.map(([what, expected, actual]) => ({
          ...about(address, [list, reads.read(INDEX)]),
          message: `The skill ${show(name)} ${what}.`,
          expected,
          actual,
          locus: `${address} ${what}`,
        }));
      }),
    );
  },
);

function listFaults(
  list: Parameters<typeof documentsOf>[0] & object,
  name: unknown,
  counted: unknown,
): [string, string, string][] {
  const value = jsonOf(list);
  if (!isRecord(value) || !Array.isArray(value.documents))
    return [["has a document list that is no list", "{skill, documents: [ … ]}", outcomeText(list)]];
  const faults: [string, string, string][] = [];
  if (value.skill !== name)
    faults.push(["has a document list of another skill", show(name), show(value.skill)]);
  if (Number.isInteger(counted) && value.documents.length !== counted)
    faults.push([
      "counts its documents wrongly",
      `${value.documents.length} as documentCount`,
      show(counted),
    ]);
  const odd = value.documents.find((each) => {
    const { path, mimeType, size, uri } = isRecord(each) ? each : {};
    return (
      typeof path !== "string" ||
      typeof mimeType !== "string" ||
      !Number.isInteger(size) ||
      typeof uri !== "string"
    );
  });
  if (odd !== undefined)
    faults.push([
      "has a document without one of path, mimeType, size, uri",
      "path, mimeType and uri as strings, size as an integer",
      show(odd),
    ]);
  const beside = documentsOf(list).find(({ path }) => typeof path === "string" && !path.includes("/"));
  if (beside)
    faults.push(["lists a file that lies beside SKILL.md", "files in subfolders only", show(beside.path)]);
  const { mimeType } = contentsOf(list)[0] ?? {};
  if (mimeType !== undefined)
    faults.push(["has a mimeType in the content of its list", "no mimeType", show(mimeType)]);
  return faults;
}
