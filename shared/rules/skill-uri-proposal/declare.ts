import type { ServerEvidence } from "../../model/evidence";
import { skillRoot } from "../../uri/skill-uri";
import type { ConventionProfile } from "../convention";
import {
  ConventionReads,
  declaresSkills,
  excluded,
  type ListedItem,
  listedResources,
  listedTemplates,
  read,
  rulesOf,
  untilKnown,
} from "../convention-rules";
import type { EvidenceIndex } from "../evidence-index";
import { baseProbes } from "../mcp-base/probes";
import { fixedProbe, type Probe, type ProbeContext } from "../probe";

export const PROFILE = "skill-uri-proposal";
export const SPEC =
  "https://github.com/modelcontextprotocol/experimental-ext-skills/blob/main/docs/skill-uri-scheme.md";
export const rule = rulesOf(PROFILE, SPEC);

/** Roots that are tried for a skill of their own. */
const MAX_ROOTS = 3;
const NAMED = /skill:\/\/[^\s"'<>`(),;]+\/SKILL\.md/g;

/** What was read of this convention. */
export const readsOf = (index: EvidenceIndex) =>
  new ConventionReads(index.exchanges(`convention:${PROFILE}`));

/** Listed resources under skill://. */
export const skillResources = (server: ServerEvidence): ListedItem[] =>
  listedResources(server).filter(({ uri }) => /^skill:/i.test(uri));

/** Listed resources that are the SKILL.md of a skill, of whatever scheme. */
export const mainFiles = (server: ServerEvidence): ListedItem[] =>
  listedResources(server).filter(({ uri }) => skillRoot(uri) !== undefined);

/** SKILL.md URIs that are listed or named in the instructions, each once. */
export function skillUris(server: ServerEvidence): string[] {
  const named = typeof server.instructions === "string" ? (server.instructions.match(NAMED) ?? []) : [];
  return [...new Set([...mainFiles(server).map(({ uri }) => uri), ...named])];
}

/** Listed templates under skill://. */
export const skillTemplates = (server: ServerEvidence): ListedItem[] =>
  listedTemplates(server).filter(({ uri }) => uri.startsWith("skill://"));

/** Signs of the conventions that came of this one, which their own profiles judge. */
const LATER = /^skill:\/\/index(?:\.json)?$|\/_manifest$/;

export function recognise({ server }: ProbeContext): boolean {
  if (declaresSkills(server)) return false;
  if (listedResources(server).some(({ uri }) => LATER.test(uri))) return false;
  const shown = [...skillUris(server), ...skillTemplates(server).map(({ uri }) => uri)];
  return shown.some((uri) => /^skill:\/\/.+\/SKILL\.md$/.test(uri));
}

/** A URI of one segment, where the proposal has no skill. */
const ROOT_ONLY = /^skill:\/\/[^/]+\/?$/;

export const reads: ConventionProfile["reads"] = {
  next: untilKnown(({ server }) => [
    ...skillUris(server).map((uri) => read(uri, "main")),
    ...skillResources(server)
      .filter(({ uri }) => ROOT_ONLY.test(uri))
      .map(({ uri }) => read(uri, "root")),
  ]),
};

const completionValues = baseProbes.find(({ id }) => id === "completion-values")!;

export const probes: Probe[] = [
  fixedProbe("prop-root", "skills under the URI of their directory", ({ server }) =>
    skillUris(server)
      .slice(0, MAX_ROOTS)
      .map((uri) => read(skillRoot(uri)!, "root")),
  ),
  {
    ...completionValues,
    id: "prop-template",
    when: (context) => skillTemplates(context.server).length > 0 && completionValues.when(context),
  },
];

/** Rows that bind hosts, so this app, each with what keeps it. */
export const exclusions = excluded(PROFILE, [
  [
    "prop-authority",
    "MUST NOT",
    "Binds clients: a skill URI is only ever sent to its own server as it stands, by electron/engine/servers/open-by-uri.ts; nothing is looked up by its first segment; kept by test/servers/host-conventions.test.ts.",
  ],
  [
    "prop-identify",
    "STATEMENT",
    "Binds clients: what is found by this sign is labelled as of this convention, by electron/engine/discovery/conventions/skill-uri-proposal.ts; kept by test/servers/host-conventions.test.ts.",
  ],
  [
    "prop-enumeration",
    "MUST NOT",
    "Binds clients: any URI opens whether listed or not, by electron/engine/servers/open-by-uri.ts; kept by test/servers/host-conventions.test.ts.",
  ],
  [
    "prop-read-resource",
    "SHOULD",
    "Binds clients: the app's own MCP tools take the server's label and the URI; kept by test/servers/cli-mcp.test.ts.",
  ],
]);
