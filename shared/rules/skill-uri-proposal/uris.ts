import type { ServerEvidence } from "../../model/evidence";
import { parseUri } from "../../uri/rfc3986";
import { skillRoot } from "../../uri/skill-uri";
import type { ConventionText } from "../convention-rules";
import { about, contentsOf, gathered, type ListedItem, listedResources } from "../convention-rules";
import { notApplicable, pass, type RawFinding, type Rule } from "../define-rule";
import type { EvidenceIndex } from "../evidence-index";
import { show } from "../values";
import { mainFiles, readsOf, rule, skillResources, skillUris } from "./declare";

/** Rules of the proposal on URIs. */

export const NO_SKILLS = notApplicable("no SKILL.md is listed or named in the instructions");

interface Known {
  uri: string;
  /** The list entry; absent where the instructions alone name it. */
  item?: ListedItem;
}

/** SKILL.md URIs and listed skill:// resources, each once. */
function known(server: ServerEvidence): Known[] {
  const items = new Map([...mainFiles(server), ...skillResources(server)].map((item) => [item.uri, item]));
  const named = skillUris(server).filter((uri) => !items.has(uri));
  return [...[...items].map(([uri, item]) => ({ uri, item })), ...named.map((uri) => ({ uri }))];
}

/** A rule that looks at each URI of a skill by itself: what is wrong, what was expected. */
function uriRule(
  text: ConventionText,
  check: (
    uri: string,
    server: ServerEvidence,
  ) => { message: string; expected: string; note?: true } | undefined,
): Rule<"server"> {
  return rule(text, (index) => {
    const all = known(index.server);
    if (all.length === 0) return NO_SKILLS;
    return gathered(
      all.flatMap(({ uri, item }): RawFinding[] => {
        const fault = check(uri, index.server);
        if (!fault) return [];
        return [
          {
            ...about(uri, item ? [item.page] : handshake(index)),
            ...(fault.note ? { outcome: "note" } : {}),
            message: fault.message,
            expected: fault.expected,
            actual: uri,
            locus: uri,
          },
        ];
      }),
    );
  });
}

const handshake = (index: EvidenceIndex) => index.exchanges("handshake");
const isMain = (uri: string) => skillRoot(uri) !== undefined;

export const scheme = uriRule(
  {
    id: "prop-scheme",
    level: "MUST",
    section: "URI Scheme",
    title: "Skills use the scheme skill://",
    why: "In this convention the scheme is how a client knows a skill. (The released extension lets any scheme be.)",
    fix: "Serve SKILL.md under skill://, or declare the released extension, which allows other schemes.",
  },
  (uri) =>
    uri.startsWith("skill://")
      ? undefined
      : { message: `${uri} is a skill under another scheme.`, expected: "skill://…" },
);

export const structure = uriRule(
  {
    id: "prop-structure",
    level: "MUST",
    section: "URI Structure",
    title: "A URI is skill://<skill-path>/SKILL.md or skill://<skill-path>/<file-path>",
    why: "A client takes the skill's path and the file apart at the slashes.",
    fix: "Put each file below the path of its skill: at least two segments, none of them empty.",
  },
  (uri) =>
    !/^skill:/i.test(uri) || /^skill:\/\/\/?[^/?#]+(?:\/[^/?#]+)+(?:[?#].*)?$/.test(uri)
      ? undefined
      : { message: `${uri} has no skill path and file.`, expected: "skill://<skill-path>/<file>" },
);

export const doubleSlash = uriRule(
  {
    id: "prop-double-slash",
    level: "SHOULD",
    section: "Key Design Decision 1",
    title: "URIs are written with two slashes, not three",
    why: "skill:/// leaves the first segment's place empty; clients compare URIs as text and find another one.",
    fix: "Write skill://<skill-path>/… with the first segment right after the two slashes.",
  },
  (uri) =>
    /^skill:(?:\/\/\/|\/?[^/])/i.test(uri)
      ? { message: `${uri} has no first segment after skill://.`, expected: "skill://<segment>/…" }
      : undefined,
);

export const rfc3986 = uriRule(
  {
    id: "prop-rfc3986",
    level: "MUST",
    section: "MCP Spec Alignment",
    title: "URIs follow RFC 3986",
    why: "A client may refuse what is no URI, or change it before it sends it.",
    fix: "Percent-encode what RFC 3986 does not allow.",
  },
  (uri) => {
    const [fault] = parseUri(uri).faults;
    return fault && { message: `${uri} is no URI: ${fault.message}`, expected: "a URI by RFC 3986" };
  },
);

export const segments = uriRule(
  {
    id: "prop-segments",
    level: "SHOULD",
    section: "Naming Rules",
    title: "Segments of the skill path are valid path segments",
    why: "A segment with other characters does not survive being split and joined again.",
    fix: "Percent-encode each segment: letters, digits and -._~!$&'()*+,;=:@ stay as they are.",
  },
  (uri) => {
    const path = /^skill:\/\/\/?([^?#]*)/i.exec(skillRoot(uri) ?? uri)?.[1] ?? "";
    const odd = path
      .split("/")
      .find((segment) => !/^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2})+$/.test(segment));
    if (!uri.startsWith("skill:") || odd === undefined || odd === "") return undefined;
    return { message: `${uri} has the segment ${show(odd)}.`, expected: "RFC 3986 path segments" };
  },
);

export const noVersion = uriRule(
  {
    id: "prop-no-version",
    level: "STATEMENT",
    section: "Versioning",
    title: "URIs carry no version",
    why: "The proposal left versions out; a client takes another version for another skill.",
    fix: "Put the version into the frontmatter, under metadata.",
  },
  (uri) =>
    uri.includes("?") ||
    uri.split("/").some((segment) => /^(?:v\d+(?:\.\d+)*|\d+(?:\.\d+)+|[^@]+@v?\d[\w.]*)$/.test(segment))
      ? { message: `${uri} seems to carry a version.`, expected: "no version in the URI", note: true }
      : undefined,
);

export const noNesting = rule(
  {
    id: "prop-no-nesting",
    level: "MUST NOT",
    section: "URI Structure",
    title: "No SKILL.md lies below another one",
    why: "In this convention a file belongs to one skill alone. (The released extension allows nesting.)",
    fix: "Move the inner skill out, or declare the released extension.",
  },
  (index) => {
    const uris = skillUris(index.server);
    if (uris.length === 0) return NO_SKILLS;
    const roots = new Set(uris.map((uri) => skillRoot(uri)!));
    return gathered(
      uris.flatMap((uri): RawFinding[] => {
        const root = skillRoot(uri)!;
        for (let at = root.lastIndexOf("/"); at > 0; at = root.lastIndexOf("/", at - 1)) {
          const outer = root.slice(0, at);
          // skill://SKILL.md has no skill path that another could lie below.
          if (!roots.has(outer) || outer.endsWith(":/")) continue;
          return [
            {
              ...about(uri, [...index.server.resourcePages, ...handshake(index)]),
              message: `${uri} lies below the skill ${outer}/SKILL.md.`,
              expected: `a path outside ${outer}/`,
              actual: uri,
              locus: uri,
            },
          ];
        }
        return [];
      }),
    );
  },
);

export const subResources = rule(
  {
    id: "prop-sub-resources",
    level: "SHOULD",
    section: "Sub-resources",
    title: "Supporting files lie below the path of their skill",
    why: "By the common path a client knows which skill a file belongs to.",
    fix: "Give each file the URI of its skill's directory and its path below it.",
  },
  (index) => {
    const { server } = index;
    const roots = new Set(skillUris(server).map((uri) => skillRoot(uri)!));
    const files = skillResources(server).filter(({ uri }) => !isMain(uri));
    if (files.length === 0) return notApplicable("no supporting file is listed");
    const below = (uri: string) => {
      for (let at = uri.lastIndexOf("/"); at > 0; at = uri.lastIndexOf("/", at - 1))
        if (roots.has(uri.slice(0, at))) return true;
      return false;
    };
    return gathered(
      files
        .filter(({ uri }) => !below(uri))
        .map(({ uri, page }) => ({
          ...about(uri, [page]),
          message: `${uri} lies below no skill that is shown.`,
          expected: "a path below the directory of a SKILL.md",
          actual: uri,
          locus: uri,
        })),
    );
  },
);

export const mimeType = rule(
  {
    id: "prop-mimetype",
    level: "SHOULD",
    section: "How Clients Identify Skills 3",
    title: "SKILL.md is text/markdown",
    why: "Clients render it by its type.",
    fix: 'List and serve SKILL.md with "mimeType": "text/markdown".',
  },
  (index) => {
    const files = mainFiles(index.server);
    if (files.length === 0) return notApplicable("no SKILL.md is listed");
    const reads = readsOf(index);
    return gathered(
      files.flatMap(({ uri, raw, page }): RawFinding[] => {
        const answer = reads.read(uri);
        const read = contentsOf(answer)[0]?.mimeType;
        const odd = raw.mimeType !== "text/markdown" ? raw.mimeType : (read ?? "text/markdown");
        if (odd === "text/markdown") return [];
        const seen = raw.mimeType !== "text/markdown" ? "listed" : "read";
        return [
          {
            ...about(uri, [page, answer]),
            message: `${uri} is ${seen} with ${odd === undefined ? "no mimeType" : `the mimeType ${show(odd)}`}.`,
            expected: "text/markdown",
            actual: show(odd),
            locus: uri,
          },
        ];
      }),
    );
  },
);

export const meta = rule(
  {
    id: "prop-meta",
    level: "MAY",
    section: "How Clients Identify Skills 4",
    title: "_meta may carry data of the skill and where it comes from",
    why: "What stands there no other convention reads.",
    fix: "Nothing; put what every client should see into the frontmatter.",
  },
  ({ server }) => {
    const all = listedResources(server).filter(({ uri }) => isMain(uri));
    if (all.length === 0) return notApplicable("no SKILL.md is listed");
    const given = all.filter(({ raw }) => raw._meta !== undefined);
    if (given.length === 0) return pass;
    return gathered(
      given.map(({ uri, raw, page }) => ({
        ...about(uri, [page]),
        outcome: "note",
        message: `${uri} is listed with _meta.`,
        actual: show(raw._meta),
        locus: uri,
      })),
    );
  },
);

export const uriRules = [
  scheme,
  structure,
  doubleSlash,
  rfc3986,
  segments,
  noVersion,
  noNesting,
  subResources,
  mimeType,
  meta,
];
