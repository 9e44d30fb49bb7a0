import type { ServerEvidence } from "../../model/evidence";
import { SKILLS_EXTENSION } from "../../model/server";
import { skillRoot } from "../../uri/skill-uri";
import {
  fixedProbe,
  INVENTED,
  listFiles,
  type Probe,
  type ProbeContext,
  type ProbeRequest,
  probedSkills,
  resourceUris,
} from "../probe";
import { member } from "../values";

/** The probes of the released extension: what each sends, as data. */

/** The declaration, be it in a wrong form. */
function declaration(server: ServerEvidence): unknown {
  return member(member(server.capabilities, "extensions"), SKILLS_EXTENSION);
}

const declared = ({ server }: ProbeContext) => declaration(server) !== undefined;
const readsDirectories = ({ server }: ProbeContext) => member(declaration(server), "directoryRead") === true;

/** A probe of servers that declare the extension. */
function extProbe(id: string, title: string, requests: (context: ProbeContext) => ProbeRequest[]): Probe {
  return fixedProbe(id, title, (context) => (declared(context) ? requests(context) : []));
}

/** A probe of servers that declare directory reads, with the sampled skills and their roots. */
function directoryProbe(
  id: string,
  title: string,
  requests: (root: string, uri: string) => ProbeRequest[],
): Probe {
  return extProbe(id, title, (context) =>
    readsDirectories(context)
      ? probedSkills(context).flatMap(({ uri }) => {
          const root = skillRoot(uri);
          return root === undefined ? [] : requests(root, uri).map((request) => ({ ...request, about: uri }));
        })
      : [],
  );
}

const GET = "skills/get";
const READ_DIRECTORY = "resources/directory/read";

/** URIs of skills that a text names; web addresses are documentation, not skills, unless skills are served so. */
export function namedSkills(instructions: unknown, skills: ProbeContext["skills"]): string[] {
  if (typeof instructions !== "string") return [];
  const web = skills.some((brief) => /^https?:/i.test(brief.uri));
  // Bounded on every side, so that no text makes the search slow.
  const pattern = /\b[A-Za-z][A-Za-z0-9+.-]{0,30}:\/\/[^\s<>"'`()[\]{}]{0,500}?\/SKILL\.md(?![\w/-])/g;
  const uris = instructions.slice(0, 100_000).match(pattern) ?? [];
  return [...new Set(uris)].filter((uri) => web || !/^(?:https?|file):/i.test(uri));
}

/** SKILL.md files that are served and published by no entry: in resources/list, or in another skill's manifest. */
function unpublished({ server, skills }: ProbeContext): { uri: string; tag: string }[] {
  const listed = new Set(skills.filter((brief) => brief.source !== "other").map((brief) => brief.uri));
  const isOther = (uri: string) => uri.endsWith("/SKILL.md") && !listed.has(uri);
  const nested: string[] = [];
  for (const brief of skills) {
    if (nested.length >= 3) break;
    nested.push(
      ...listFiles(brief)
        .filter(isOther)
        .slice(0, 3 - nested.length),
    );
  }
  const resources = resourceUris(server, 3, isOther);
  return [
    ...resources.map((uri) => ({ uri, tag: "resources" })),
    ...nested.filter((uri) => !resources.includes(uri)).map((uri) => ({ uri, tag: "manifest" })),
  ];
}

export const extProbes: Probe[] = [
  extProbe("unknown-skill", "skills/get of a skill that does not exist", (context) => {
    const root = skillRoot(probedSkills(context)[0]?.uri ?? "");
    const sibling = root?.replace(/[^/]*$/, INVENTED);
    const uris = [`skill://${INVENTED}/SKILL.md`, ...(sibling ? [`${sibling}/SKILL.md`] : [])];
    return [...new Set(uris)].map((uri) => ({ method: GET, params: { uri } }));
  }),
  extProbe("get-not-skillmd", "skills/get of a directory and of a supporting file", (context) =>
    probedSkills(context).flatMap((brief) => {
      const file = listFiles(brief).find((uri) => !uri.endsWith("/SKILL.md"));
      return [
        { method: GET, params: { uri: skillRoot(brief.uri)! }, about: brief.uri, tag: "root" },
        ...(file ? [{ method: GET, params: { uri: file }, about: brief.uri, tag: "file" }] : []),
      ];
    }),
  ),
  extProbe("get-no-uri", "skills/get without a uri", () => [{ method: GET, params: {} }]),
  extProbe("get-unlisted", "skills/get of files named SKILL.md that no entry publishes", (context) =>
    unpublished(context).map(({ uri, tag }) => ({ method: GET, params: { uri }, tag })),
  ),
  extProbe("instructions-pointer", "skills/get of skills that the instructions name", ({ server, skills }) =>
    namedSkills(server.instructions, skills)
      .slice(0, 10)
      .map((uri) => ({ method: GET, params: { uri } })),
  ),
  extProbe("list-bad-cursor", "skills/list with a made-up cursor", () => [
    { method: "skills/list", params: { cursor: INVENTED } },
  ]),
  extProbe("read-unknown-file", "resources/read of a file that a skill does not have", (context) =>
    probedSkills(context).map(({ uri }) => ({
      method: "resources/read",
      params: { uri: `${skillRoot(uri)}/__no-such-file__` },
      about: uri,
    })),
  ),
  directoryProbe("directory-not-directory", "directory reads of a file and of nothing", (root, uri) => [
    { method: READ_DIRECTORY, params: { uri }, tag: "file" },
    { method: READ_DIRECTORY, params: { uri: `${root}/${INVENTED}` }, tag: "nothing" },
  ]),
  directoryProbe("directory-trailing-slash", "a directory read with a trailing slash", (root) => [
    { method: READ_DIRECTORY, params: { uri: `${root}/` } },
  ]),
  extProbe("second-read", "a second read of SKILL.md, to see whether the bytes stay", (context) =>
    probedSkills(context).map(({ uri }) => ({ method: "resources/read", params: { uri }, about: uri })),
  ),
  fixedProbe("undeclared-skills", "skills/list although the extension is not declared", (context) =>
    declared(context) || context.server.skillsPages.length > 0 ? [] : [{ method: "skills/list", params: {} }],
  ),
  fixedProbe(
    "undeclared-directory",
    "a directory read although it is not declared",
    (context) => {
      const root = skillRoot(probedSkills(context)[0]?.uri ?? "");
      if (!declared(context) || readsDirectories(context) || !root) return [];
      return [{ method: READ_DIRECTORY, params: { uri: root } }];
    },
    { forced: true },
  ),
];
