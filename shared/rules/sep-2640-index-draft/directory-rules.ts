import type { Exchange } from "../../model/evidence";
import { decodeSegment, skillRoot } from "../../uri/skill-uri";
import { errorOf, hasCode, INVALID_PARAMS, outcomeText, resultOf } from "../answers";
import { about, type ConventionReads, gathered } from "../convention-rules";
import { notApplicable, type RawFinding, untestable } from "../define-rule";
import { listOf } from "../evidence-index";
import { isRecord, member, show } from "../values";
import { unpacked } from "./archive-rules";
import { artifactsOf, directoryRead, entriesOf, readsOf, rule } from "./declare";

export const directories = rule(
  {
    id: "ix-directory-read",
    level: "MUST",
    section: "Directory Listing (from 2026-06-09)",
    title: "Every directory of a skill can be listed, and nothing else",
    why: "Clients find the files of a skill by walking its directories.",
    fix: "Answer resources/directory/read of each skill root and subdirectory with its direct children, and everything else with error -32602.",
  },
  (index) => {
    if (!directoryRead(index.server)) return notApplicable("directoryRead is not declared");
    const answers = readsOf(index)
      .of("resources/directory/read")
      .filter(({ outcome }) => outcome.kind !== "none");
    const tried = index.exchanges("probe:ix-directory").filter(({ outcome }) => outcome.kind !== "none");
    if (answers.length + tried.length === 0) return untestable("no directory was read");
    const known = knownFiles(readsOf(index));
    const findings = answers.flatMap((answer) => [
      ...listingFaults(answer),
      ...missingChildren(answer, known),
    ]);
    for (const answer of tried) {
      if (hasCode(answer, INVALID_PARAMS)) continue;
      findings.push({
        ...about(String(answer.params.uri), [answer]),
        message: `${String(answer.params.uri)} is ${answer.tag === "file" ? "a file" : "not there"}, and reading it as a directory gives another answer than -32602.`,
        expected: "error -32602",
        actual: outcomeText(answer),
        locus: String(answer.tag),
      });
    }
    return gathered(findings);
  },
);

function listingFaults(answer: Exchange): RawFinding[] {
  const uri = String(answer.params.uri);
  if (errorOf(answer)) {
    return [
      {
        ...about(uri, [answer]),
        message: `The directory ${uri} cannot be listed.`,
        expected: "its children",
        actual: outcomeText(answer),
        locus: uri,
      },
    ];
  }
  const odd = listOf(answer, "resources").find((child) => {
    const { uri: own, name } = isRecord(child) ? child : {};
    if (typeof own !== "string" || typeof name !== "string" || !own.startsWith(`${uri}/`)) return true;
    const rest = own.slice(uri.length + 1);
    return rest === "" || rest.includes("/");
  });
  if (odd === undefined) return [];
  return [
    {
      ...about(uri, [answer]),
      message: `The listing of ${uri} holds something that is no direct child with a name.`,
      expected: `{"uri": "${uri}/<segment>", "name": …}`,
      actual: show(odd),
      locus: uri,
    },
  ];
}

/** Files that the index names, and those of archives that stand for an unpacked skill, as decoded segments. */
function knownFiles(reads: ConventionReads): string[][] {
  return entriesOf(reads).flatMap((entry) => {
    const root = entry.url === undefined ? undefined : skillRoot(entry.url);
    if (root === undefined) return [];
    const segments = decoded(root);
    return artifactsOf(entry).flatMap(({ uri, kind }): string[][] => {
      if (kind !== "archive") return [decoded(uri)];
      const answer = reads.read(uri);
      const held = answer ? (unpacked(answer).entries ?? []) : [];
      return held.filter((each) => each.kind === "file").map(({ path }) => [...segments, ...path.split("/")]);
    });
  });
}

const decoded = (uri: string) => uri.split("/").map((segment) => decodeSegment(segment) ?? segment);

/** What a whole listing leaves out of the files that are known to lie in the directory or below. */
function missingChildren(answer: Exchange, known: readonly string[][]): RawFinding[] {
  const result = resultOf(answer);
  if (!result || result.nextCursor !== undefined) return [];
  const uri = String(answer.params.uri);
  const directory = decoded(uri);
  const shown = new Set(
    listOf(answer, "resources").map((child) => decoded(String(member(child, "uri"))).join("/")),
  );
  const children = known
    .filter(
      (file) => file.length > directory.length && directory.every((segment, at) => segment === file[at]),
    )
    .map((file) => file.slice(0, directory.length + 1).join("/"));
  const missing = [...new Set(children)].filter((child) => !shown.has(child));
  if (missing.length === 0) return [];
  return [
    {
      ...about(uri, [answer]),
      message: `The listing of ${uri} leaves out what lies in it.`,
      expected: show(missing),
      actual: show([...shown]),
      locus: `${uri} missing`,
    },
  ];
}
