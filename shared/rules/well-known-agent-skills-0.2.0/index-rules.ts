import { codePoints, judgeName } from "../agent-skills/names";
import { fail, found, notApplicable, pass, type Rule, untestable, type Verdict } from "../define-rule";
import type { EvidenceIndex } from "../evidence-index";
import { describe, isRecord, kindOf, member, show } from "../values";
import { siteRule } from "./declare";
import { SCHEMA } from "./facts";
import {
  about,
  answerText,
  artifactOf,
  eachEntry,
  entriesOf,
  factsOf,
  hasKnownType,
  indexExchange,
  isExchange,
  succeeded,
  TYPES,
  tagged,
  urlOf,
} from "./site-view";

/** The index and what its entries say. */

function indexThere(index: EvidenceIndex): Verdict {
  const [exchange] = tagged(index, "index");
  if (!exchange || exchange.outcome.kind === "none")
    return untestable(
      `the index was not fetched: ${exchange ? answerText(exchange) : "it was not asked for"}`,
    );
  if (succeeded(exchange)) {
    if (factsOf(exchange)?.json !== undefined) return pass;
    return fail({
      message: `${urlOf(exchange)} is no JSON.`,
      expected: '{"$schema":…,"skills":[…]}',
      actual: `${factsOf(exchange)?.size} bytes that are no JSON`,
      evidence: [exchange.id],
    });
  }
  const earlier = tagged(index, "earlier-index").find(succeeded);
  return fail({
    message: earlier
      ? `There is no index at ${urlOf(exchange)}; the site has only that of version 0.1.0 at ${urlOf(earlier)}.`
      : `There is no index at ${urlOf(exchange)}.`,
    expected: "an index at /.well-known/agent-skills/index.json",
    actual: answerText(exchange),
    evidence: [exchange.id, ...(earlier ? [earlier.id] : [])],
  });
}

/** Runs a check on the index as parsed. */
function onIndex(index: EvidenceIndex, check: (json: unknown, evidence: string[]) => Verdict): Verdict {
  const [asked] = tagged(index, "index");
  if (!asked || asked.outcome.kind === "none") return untestable("the index was not fetched");
  const exchange = indexExchange(index);
  const json = factsOf(exchange)?.json;
  if (!exchange || json === undefined) return notApplicable("there is no index; wk-index says so");
  return check(json, [exchange.id]);
}

function schema(index: EvidenceIndex): Verdict {
  return onIndex(index, (json, evidence) => {
    const stated = member(json, "$schema");
    if (stated === SCHEMA) return pass;
    return fail({
      message:
        stated === undefined
          ? "The index has no $schema, so clients take it for version 0.1.0."
          : `The index has the $schema ${show(stated)}, which clients of 0.2.0 do not process.`,
      expected: SCHEMA,
      actual: show(stated),
      evidence,
    });
  });
}

function skillsArray(index: EvidenceIndex): Verdict {
  return onIndex(index, (json, evidence) => {
    const skills = member(json, "skills");
    if (Array.isArray(skills)) return pass;
    return fail({
      message: isRecord(json)
        ? `skills of the index is ${describe(skills)}, not an array.`
        : `The index is ${kindOf(json)}, not an object.`,
      expected: '"skills": […]',
      actual: show(skills),
      evidence,
    });
  });
}

function types(index: EvidenceIndex): Verdict {
  const entries = entriesOf(index);
  if (!Array.isArray(entries)) return entries;
  return found(
    entries
      .filter((entry) => !hasKnownType(entry))
      .map((entry) => ({
        ...about(entry),
        message: `Entry ${entry.label} has the type ${show(member(entry.value, "type"))}, so clients skip it.`,
        expected: TYPES.join(" or "),
        actual: show(member(entry.value, "type")),
      })),
  );
}

export const indexRules: Rule<"server">[] = [
  siteRule(
    "server",
    {
      id: "wk-index",
      level: "MUST",
      section: "URI Structure",
      title: "The index is at /.well-known/agent-skills/index.json",
      why: "Clients know no other place to look.",
      fix: "Serve the index there as JSON.",
    },
    (_, index) => indexThere(index),
  ),
  siteRule(
    "server",
    {
      id: "wk-schema",
      level: "MUST",
      section: "Versioning",
      title: "$schema names version 0.2.0",
      why: "Clients compare this string to know how to read the rest; with another one they stop.",
      fix: `Write "$schema": "${SCHEMA}".`,
    },
    (_, index) => schema(index),
  ),
  siteRule(
    "server",
    {
      id: "wk-skills-array",
      level: "MUST",
      section: "Index Format",
      title: "skills is an array",
      why: "Without it there is nothing to show.",
      fix: 'Write "skills": […], empty where there are none.',
    },
    (_, index) => skillsArray(index),
  ),
  siteRule(
    "server",
    {
      id: "wk-name",
      level: "MUST",
      section: "Skill entry fields",
      title: "name obeys the Agent Skills naming rules",
      why: "The name becomes the folder of the skill; what is no such name is refused.",
      fix: "Use 1 to 64 of a-z, 0-9 and single hyphens between them.",
    },
    (_, index) =>
      eachEntry(index, (entry, { name }) => {
        const verdict = typeof name === "string" ? judgeName(name) : undefined;
        if (verdict?.verdict === "ok") return [];
        return [
          {
            ...about(entry),
            message: `Entry ${entry.label}: ${verdict ? verdict.reasons.map(({ message }) => message).join(" ") : `name is ${describe(name)}.`}`,
            expected: verdict?.suggestion ?? "1 to 64 of a-z, 0-9 and hyphens",
            actual: show(name),
          },
        ];
      }),
  ),
  siteRule(
    "server",
    {
      id: "wk-type",
      level: "MUST",
      section: "Skill entry fields",
      title: "type is skill-md or archive",
      why: "Clients skip an entry of a type that they do not know.",
      fix: "Write skill-md for one SKILL.md, archive for a .tar.gz or .zip.",
    },
    (_, index) => types(index),
  ),
  siteRule(
    "server",
    {
      id: "wk-description",
      level: "MUST",
      section: "Skill entry fields",
      title: "description is given, at most 1024 characters",
      why: "It is all that a model knows of the skill before it is loaded.",
      fix: "Copy the description of the skill's frontmatter.",
    },
    (_, index) =>
      eachEntry(index, (entry, { description }) => {
        const length = typeof description === "string" ? codePoints(description) : undefined;
        if (length !== undefined && length <= 1024 && String(description).trim() !== "") return [];
        return [
          {
            ...about(entry),
            message:
              length !== undefined && length > 1024
                ? `The description of ${entry.label} has ${length} characters.`
                : `The description of ${entry.label} is ${length === undefined ? describe(description) : "empty"}.`,
            expected: "1 to 1024 characters",
            actual: show(description),
          },
        ];
      }),
  ),
  siteRule(
    "server",
    {
      id: "wk-url",
      level: "MUST",
      section: "URL Resolution",
      title: "url resolves against the index",
      why: "Without it there is no artifact to fetch.",
      fix: "Write an absolute URL, a path from the root, or one relative to the index.",
    },
    (_, index) =>
      eachEntry(index, (entry, { url }) => {
        if (entry.url !== undefined) {
          const exchange = artifactOf(index, entry);
          if (!isExchange(exchange) || succeeded(exchange)) return [];
          return [
            {
              ...about(entry, [exchange]),
              message: `The url of ${entry.label} leads to ${entry.url}, which is not there.`,
              expected: "the artifact",
              actual: answerText(exchange),
            },
          ];
        }
        return [
          {
            ...about(entry),
            message: `The url of ${entry.label} is ${typeof url === "string" ? `${show(url)}, which does not resolve` : describe(url)}.`,
            expected: "a URL or a path, e.g. /.well-known/agent-skills/name/SKILL.md",
            actual: show(url),
          },
        ];
      }),
  ),
  siteRule(
    "server",
    {
      id: "wk-digest",
      level: "MUST",
      section: "Integrity",
      title: "digest is that of the artifact's bytes",
      why: "Clients refuse an artifact that does not match; nobody can load this skill.",
      fix: "Hash the very bytes that are served, after packing, and write sha256: and 64 lower-case hex digits.",
    },
    (_, index) =>
      eachEntry(index, (entry, { digest }) => {
        if (typeof digest !== "string" || !/^sha256:[0-9a-f]{64}$/.test(digest))
          return [
            {
              ...about(entry),
              message: `The digest of ${entry.label} is ${describe(digest)}, which is no SHA-256 in the form asked for.`,
              expected: "sha256: and 64 lower-case hex digits",
              actual: show(digest),
            },
          ];
        const exchange = artifactOf(index, entry);
        if (!isExchange(exchange)) return exchange;
        if (!succeeded(exchange)) return notApplicable("the artifact is not there; wk-url says so");
        const actual = factsOf(exchange)?.digest ?? "";
        if (actual === digest) return [];
        const encoding = exchange.headers?.["content-encoding"];
        return [
          {
            ...about(entry, [exchange]),
            message: `The artifact of ${entry.label} does not match its digest.${encoding ? ` It was sent with Content-Encoding ${encoding}, which clients undo before they hash.` : ""}`,
            expected: digest,
            actual,
          },
        ];
      }),
  ),
];
