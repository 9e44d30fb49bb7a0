import {
  found,
  notApplicable,
  pass,
  type RawFinding,
  type Rule,
  type UriSubject,
  type Verdict,
} from "../define-rule";
import { listed, show } from "../values";
import { type Address, KEBAB, parseAddress } from "./addresses";
import { type CatalogText, catalogRule } from "./declare";

/** Template Parameter Rules and URI Hygiene: what one URI shows by itself. */

const OUTSIDE = notApplicable("the URI is not one of this contract");

function uriRule(
  text: Omit<CatalogText, "base">,
  check: (address: Address, subject: UriSubject) => RawFinding | RawFinding[] | Verdict | undefined,
): Rule<"uri"> {
  return catalogRule("uri", { ...text, base: "uri" }, (subject) => {
    const address = parseAddress(subject.uri);
    if (!address) return OUTSIDE;
    const said = check(address, subject);
    if (said === undefined) return pass;
    if ("kind" in said) return said;
    const evidence = subject.exchangeId === undefined ? [] : [subject.exchangeId];
    return found([said].flat().map((finding) => ({ actual: subject.uri, evidence, ...finding })));
  });
}

/** The value with its escapes resolved; as it stands where they are broken. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function kebab(value: string | undefined, name: string): RawFinding | Verdict | undefined {
  if (value === undefined || /^\{.*\}$/.test(value)) return notApplicable(`the URI has no ${name}`);
  if (KEBAB.test(value)) return undefined;
  const better = decoded(value)
    .replace(/\.[a-z]+$/i, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return {
    message: `The ${name} ${show(value)} is not lowercase kebab-case.`,
    expected: better ? `e.g. ${better}` : "letters a-z and digits, in words joined by single hyphens",
    locus: value,
  };
}

const kebabRule = (
  id: string,
  name: string,
  section: string,
  value: (address: Address) => string | undefined,
): Rule<"uri"> =>
  uriRule(
    {
      id,
      level: "MUST",
      section,
      title: `${name} is lowercase kebab-case`,
      why: "The id is typed, linked and compared; one spelling keeps it the same everywhere.",
      fix: "Use a-z, 0-9 and single hyphens between words, e.g. pdf-processing.",
    },
    (address) => kebab(value(address), name),
  );

function docsRule(
  text: Omit<CatalogText, "base">,
  check: (path: string) => RawFinding | undefined,
): Rule<"uri"> {
  return uriRule(text, ({ docsPath }) => {
    if (docsPath === undefined) return notApplicable("the URI is no docs path");
    return check(docsPath);
  });
}

const SEGMENT = /^(?:[A-Za-z0-9._~-]|%[0-9A-Fa-f]{2})*$/;
/** Characters that RFC 3986 allows in a segment and this contract wants encoded. */
const SUB_DELIMS = /^[:@!$&'()*+,;=]$/;

function encoding(path: string, uri: string): RawFinding | undefined {
  const fragment = uri.includes("#");
  const query = uri.includes("?");
  const bad = path.split("/").filter((segment) => !SEGMENT.test(segment));
  if (bad.length === 0 && !fragment && !query) return undefined;
  const characters = new Set(
    bad.flatMap((segment) => segment.match(/%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9._~%-]/gu) ?? []),
  );
  if (fragment) characters.add("#");
  if (query) characters.add("?");
  const onlyDelims = [...characters].every((character) => SUB_DELIMS.test(character));
  return {
    message: `The docs path has characters that are not percent-encoded: ${listed([...characters].map((each) => show(each)))}.${onlyDelims ? " RFC 3986 allows them in a segment; this contract does not." : ""}`,
    expected: "letters, digits, - . _ ~ and percent-encodings in each segment",
    fix: "Encode each segment by itself, then join them with /.",
    locus: [...characters].join(""),
  };
}

const SECRETS: [pattern: RegExp, what: string][] = [
  [/(?:^|[^A-Za-z0-9])[0-9a-f]{32,}(?:$|[^A-Za-z0-9])/i, "a long hexadecimal value"],
  [
    /(?=[A-Za-z0-9+_-]*[0-9])(?=[A-Za-z0-9+_-]*[A-Z])(?=[A-Za-z0-9+_-]*[a-z])[A-Za-z0-9+_]{32,}/,
    "a long random-looking value",
  ],
  [/[A-Za-z0-9._+-]+(?:@|%40)[A-Za-z0-9-]+\.[A-Za-z]{2,}/, "an e-mail address"],
  [
    /(?:^|[?&/;])(?:[a-z_-]*(?:key|token|secret|password|passwd|auth|session|credential)s?)=/i,
    "a parameter for a secret",
  ],
];

export const parameterRules: Rule<"uri">[] = [
  kebabRule("cat-param-skill-id", "skill_id", "skill_id 1", ({ skillId }) => skillId),
  kebabRule("cat-param-ref-id", "ref_id", "ref_id 1", ({ refId }) => refId),
  kebabRule("cat-param-prompt-id", "prompt_id", "prompt_id 1", ({ promptId }) => promptId),
  docsRule(
    {
      id: "cat-param-path-relative",
      level: "MUST",
      section: "path* 1",
      title: "A docs path is a relative POSIX path",
      why: "A path with a backslash, a drive or a scheme is read differently on each system.",
      fix: "Write segments joined by /, without backslash, drive letter or scheme.",
    },
    (path) => {
      const plain = decoded(path);
      const odd = plain.includes("\\")
        ? "a backslash"
        : /^[A-Za-z][A-Za-z0-9+.-]*:/.test(plain)
          ? "a scheme or drive"
          : undefined;
      if (!odd) return undefined;
      return {
        message: `The docs path ${show(path)} has ${odd}.`,
        expected: "a relative path with / between segments",
      };
    },
  ),
  docsRule(
    {
      id: "cat-param-path-leading",
      level: "MUST NOT",
      section: "path* 2",
      title: "A docs path has no leading slash",
      why: "With one it is an absolute path to many a server.",
      fix: "Write resource://docs/ and then the first segment.",
    },
    (path) =>
      decoded(path).startsWith("/")
        ? {
            message: `The docs path ${show(path)} begins with a slash.`,
            expected: `resource://docs/${decoded(path).replace(/^\/+/, "")}`,
          }
        : undefined,
  ),
  docsRule(
    {
      id: "cat-param-path-dotdot",
      level: "MUST NOT",
      section: "path* 3",
      title: "A docs path has no .. segment",
      why: "Such a path leads out of docs/, or nowhere once a client has normalised it.",
      fix: "Write the path without .. segments, raw or encoded.",
    },
    (path) =>
      decoded(path).split(/[/\\]/).includes("..")
        ? { message: `The docs path ${show(path)} has a .. segment.`, expected: "a path without .." }
        : undefined,
  ),
  docsRule(
    {
      id: "cat-param-path-md",
      level: "MUST",
      section: "path* 5",
      title: "A docs path ends in .md",
      why: "Docs are authored markdown; other files are not for this family in its end state.",
      fix: "Serve a .md page, or leave the resource out of resource://docs/.",
    },
    (path) =>
      path.endsWith(".md")
        ? undefined
        : {
            severity: "warning",
            message: `The docs path ${show(path)} does not end in .md.`,
            expected: "a path that ends in .md",
          },
  ),
  uriRule(
    {
      id: "cat-param-path-encoding",
      level: "MUST",
      section: "path* 6",
      title: "Reserved characters in docs paths are percent-encoded",
      why: "A raw ? or # cuts the path short; the others are escaped by some clients and not by others, so that URIs differ.",
      fix: "Encode each segment by itself, then join them with /.",
    },
    ({ docsPath }, { uri }) =>
      docsPath === undefined ? notApplicable("the URI is no docs path") : encoding(docsPath, uri),
  ),
  uriRule(
    {
      id: "cat-hyg-lowercase",
      level: "SHOULD",
      section: "URI Hygiene 1",
      title: "Path segments are lowercase",
      why: "URIs differ by upper and lower case; lowercase ones are typed right at once.",
      fix: "Write the path in lower case; file names below docs/ may keep theirs.",
    },
    ({ family, segments }) => {
      if (family === "docs") return notApplicable("file names below docs/ keep their case");
      const upper = segments.filter((segment) => /[A-Z]/.test(segment.replace(/%[0-9A-Fa-f]{2}/g, "")));
      if (upper.length === 0) return undefined;
      return {
        message: `The path has upper case: ${listed(upper.map((each) => show(each)))}.`,
        expected: upper.join("/").toLowerCase(),
      };
    },
  ),
  uriRule(
    {
      id: "cat-hyg-no-secrets",
      level: "MUST NOT",
      section: "URI Hygiene 4",
      title: "No secret and no user data stands in a URI",
      why: "URIs are logged, shown and shared.",
      fix: "Take the value out of the URI; if it is no secret, nothing has to change.",
    },
    ({ segments, query }) => {
      const kept = query.split("&").filter((pair) => !/^cursor=/i.test(pair));
      const texts = [...segments, ...kept.map((pair) => `?${pair}`)];
      const hits = SECRETS.filter(([pattern]) => texts.some((text) => pattern.test(text))).map(
        ([, what]) => what,
      );
      if (hits.length === 0) return undefined;
      return {
        severity: "warning",
        message: `The URI may hold a secret or user data: ${hits.join(", ")}.`,
        expected: "identifiers only",
      };
    },
  ),
  uriRule(
    {
      id: "cat-ver-unversioned",
      level: "SHOULD",
      section: "URI Versioning 1",
      title: "URIs carry no version",
      why: "A version in the URI makes a new URI of every release, and old links die.",
      fix: "Leave the version out of the URI; resource metadata may carry it.",
    },
    ({ segments, query }) => {
      const found = [
        ...segments.filter((segment) => /^v\d+(?:[._]\d+)*$|(?:@|%40)v?\d+(?:\.\d+)*/i.test(segment)),
        ...query.split("&").filter((pair) => /^(?:version|ver|v)=/i.test(pair)),
      ];
      if (found.length === 0) return undefined;
      return {
        message: `The URI carries a version: ${listed(found.map((each) => show(each)))}.`,
        expected: "a URI without a version",
      };
    },
  ),
];
