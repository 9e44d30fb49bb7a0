import type { Exchange, ServerEvidence } from "../../model/evidence";
import { resultOf } from "../answers";
import type { ConventionProfile } from "../convention";
import { ConventionReads, excluded, read, rulesOf, untilKnown } from "../convention-rules";
import { type EvidenceIndex, listOf } from "../evidence-index";
import { fixedProbe, nextCursor, type Probe, type ProbeRequest } from "../probe";
import { isRecord, member } from "../values";

export const PROFILE = "sep-2076";
export const SPEC = "https://github.com/modelcontextprotocol/modelcontextprotocol/pull/2076";
export const rule = rulesOf(PROFILE, SPEC);

type Json = Record<string, unknown>;
export const LIST = "skills/list";
export const GET = "skills/get";
const UNKNOWN = "zz-no-such-skill";
/** Pages of a list that are followed: an endless one ends here. */
const MAX_PAGES = 100;

/** What was read of this convention. */
export const readsOf = (index: EvidenceIndex) =>
  new ConventionReads(index.exchanges(`convention:${PROFILE}`));
const readsIn = (server: ServerEvidence) =>
  new ConventionReads(server.exchanges.filter(({ purpose }) => purpose === `convention:${PROFILE}`));

export interface Listed {
  raw: Json;
  /** As sent, of whatever type. */
  name: unknown;
  page: Exchange;
}

/** The elements of skills/list that are objects. */
export function listed(reads: ConventionReads): Listed[] {
  return reads
    .of(LIST)
    .flatMap((page) =>
      listOf(page, "skills").flatMap((raw) => (isRecord(raw) ? { raw, name: raw.name, page } : [])),
    );
}

export const declares = (server: ServerEvidence) => member(server.capabilities, "skills") !== undefined;

/** Names of the arguments that a skill requires. */
export function requiredArguments(raw: Json): string[] {
  const given = Array.isArray(raw.arguments) ? raw.arguments : [];
  return given
    .filter((each) => member(each, "required") === true)
    .map((each) => member(each, "name"))
    .filter((name) => typeof name === "string");
}

/** The result objects of skills/get for listed skills. */
export function got(reads: ConventionReads): { name: string; result: Json; answer: Exchange }[] {
  return reads.of(GET).flatMap((answer) => {
    const result = resultOf(answer);
    return result ? { name: String(answer.params.name), result, answer } : [];
  });
}

/** What list and get results say a skill depends on: `tools`, `prompts` or `resources`. */
export function dependencies(
  reads: ConventionReads,
  kind: string,
): { owner: string; item: unknown; seen: Exchange }[] {
  const from = [
    ...listed(reads).map(({ raw, name, page }) => ({ owner: String(name), holder: raw, seen: page })),
    ...got(reads).map(({ name, result, answer }) => ({ owner: name, holder: result, seen: answer })),
  ];
  return from.flatMap(({ owner, holder, seen }) => {
    const items = member(holder.dependencies, kind);
    return Array.isArray(items) ? items.map((item) => ({ owner, item, seen })) : [];
  });
}

/** The elements of `files` of all skills/get results. */
export function files(reads: ConventionReads): { owner: string; item: unknown; seen: Exchange }[] {
  return got(reads).flatMap(({ name, result, answer }) =>
    Array.isArray(result.files) ? result.files.map((item) => ({ owner: name, item, seen: answer })) : [],
  );
}

/** Pages of a list, as far as cursors lead. */
function pages(method: string, known: ConventionReads): ProbeRequest[] {
  const cursors = known.of(method).flatMap((page) => nextCursor(page) ?? []);
  return [
    { method, params: {} },
    ...cursors.slice(0, MAX_PAGES).map((cursor) => ({ method, params: { cursor } })),
  ];
}

export const reads: ConventionProfile["reads"] = {
  next: untilKnown((_, answers) => {
    const known = new ConventionReads(answers);
    const skills = listed(known).filter(({ name }) => typeof name === "string");
    const uris = [...files(known), ...dependencies(known, "resources")]
      .map(({ item }) => member(item, "uri"))
      .filter((uri) => typeof uri === "string" && !/[{}]/.test(uri)) as string[];
    return [
      ...pages(LIST, known),
      ...skills.map(({ name, raw }) => {
        const needed = requiredArguments(raw).map((key) => [key, "sample"]);
        return {
          method: GET,
          params: { name, ...(needed.length > 0 ? { arguments: Object.fromEntries(needed) } : {}) },
        };
      }),
      ...(dependencies(known, "tools").length > 0 ? pages("tools/list", known) : []),
      ...(dependencies(known, "prompts").length > 0 ? pages("prompts/list", known) : []),
      ...uris.map((uri) => read(uri)),
    ];
  }),
};

export const probes: Probe[] = [
  fixedProbe(
    "s2076-get",
    "skills/get of a name that does not exist, and without a required argument",
    ({ server }) => {
      if (!declares(server)) return [];
      const needing = listed(readsIn(server)).find(({ raw }) => requiredArguments(raw).length > 0);
      return [
        { method: GET, params: { name: UNKNOWN }, tag: "unknown" },
        ...(needing ? [{ method: GET, params: { name: needing.name }, tag: "argument" }] : []),
      ];
    },
  ),
];

const DISCOVERY = "electron/engine/discovery/conventions/sep-2076.ts";
const TESTS = "test/servers/host-conventions.test.ts";

/** Rows that bind hosts, so this app, each with what keeps it. */
export const exclusions = excluded(PROFILE, [
  [
    "s2076-no-exec",
    "MUST NOT",
    `Binds clients: this app shows files and has no way to run one; kept by ${TESTS}, which opens every skill.`,
  ],
  [
    "s2076-cap-absent",
    "MUST",
    `Binds clients: skills/list of this draft is asked for where capabilities.skills is declared, and only there, by ${DISCOVERY}; kept by ${TESTS}.`,
  ],
  [
    "s2076-pagination",
    "SHOULD",
    `Binds clients: all pages of skills/list are followed, by ${DISCOVERY}; kept by ${TESTS}.`,
  ],
  ["s2076-trust", "MUST", `Binds clients: no tool is ever called for a skill; kept by ${TESTS}.`],
  [
    "s2076-allowlist",
    "SHOULD",
    "Binds clients: a file is read when a person opens it, from its own server alone; kept by test/servers/host-conventions.test.ts.",
  ],
  ["s2076-not-exec", "MUST NOT", `No own check: judged with s2076-no-exec, which ${TESTS} keeps.`],
]);
