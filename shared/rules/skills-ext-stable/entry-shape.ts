import { dotSegments } from "../../uri/rfc3986";
import { skillRoot } from "../../uri/skill-uri";
import type { RawFinding } from "../define-rule";
import { hasDots, normalForm } from "../quick-uri";
import { count, describe, isRecord, kindOf, listed, member, show } from "../values";
import { manifest } from "./entries";

/**
 * What is wrong with the form of a skill entry, seen from the entry alone (spec: Skill Entries). The rules on listed
 * entries use these, and ext-entry-same-shape applies all of them to the answer of skills/get.
 */
export type ShapeCheck = (entry: unknown) => RawFinding[];

/** Faults of `uri` itself; an entry that is no object has none and is told so here. */
export const uriShape: ShapeCheck = (entry) => {
  const expected = "uri: the full URI of SKILL.md, a non-empty string";
  if (!isRecord(entry)) {
    return [
      {
        message: `The entry is ${describe(entry)}, not an object.`,
        expected: "an object",
        actual: show(entry),
      },
    ];
  }
  if (typeof entry.uri === "string" && entry.uri !== "") {
    if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(entry.uri)) return [];
    return [
      {
        message: `The uri of the entry is ${show(entry.uri)}: it has no scheme, so it is no full resource URI.`,
        expected,
        actual: entry.uri,
        fix: `Write the whole URI, e.g. skill://${entry.uri.replace(/^\/+/, "")}.`,
      },
    ];
  }
  const renamed = ["url", "id", "path"].find((key) => typeof entry[key] === "string");
  return [
    {
      message:
        entry.uri === undefined
          ? `The entry has no uri${renamed ? `; it has ${renamed}` : ""}.`
          : `The uri of the entry is ${describe(entry.uri)}.`,
      expected,
      actual: show(entry.uri),
      ...(renamed ? { fix: `Rename ${renamed} to uri and give the full URI of SKILL.md.` } : {}),
    },
  ];
};

export const frontmatterShape: ShapeCheck = (entry) => {
  if (!isRecord(entry)) return [];
  const { frontmatter } = entry;
  if (!isRecord(frontmatter)) {
    const flat = ["name", "description"].filter((key) => Object.hasOwn(entry, key));
    return [
      {
        message: `frontmatter of the entry is ${describe(frontmatter)}, not an object.${
          flat.length > 0 ? ` The entry has ${flat.join(" and ")} at its top level.` : ""
        }`,
        expected: "frontmatter: { name: string, description: string, … }",
        actual: show(frontmatter),
        ...(flat.length > 0 ? { fix: `Move ${flat.join(" and ")} into an object under frontmatter.` } : {}),
        locus: "frontmatter",
      },
    ];
  }
  return ["name", "description"]
    .filter((key) => typeof frontmatter[key] !== "string")
    .map((key) => ({
      message: `frontmatter.${key} of the entry is ${describe(frontmatter[key])}, not a string.`,
      expected: `frontmatter.${key}: a string`,
      actual: show(frontmatter[key]),
      fix: `Put ${key} from SKILL.md into the entry as a string.`,
      locus: key,
    }));
};

export const resourcesShape: ShapeCheck = (entry) => {
  if (!isRecord(entry)) return [];
  const { resources } = entry;
  if (Array.isArray(resources) || resources === "dynamic") return [];
  const near = typeof resources === "string" && resources.toLowerCase() === "dynamic";
  return [
    {
      message:
        resources === undefined
          ? "The entry has no resources."
          : `resources is ${describe(resources)}, neither an array nor the string "dynamic".`,
      expected: 'an array of { uri, digest, size }, or exactly "dynamic"',
      actual: show(resources),
      ...(near ? { fix: 'Write "dynamic" in lower case.' } : {}),
    },
  ];
};

export const selfListed: ShapeCheck = (entry) => {
  const resources = manifest(entry);
  const uri = member(entry, "uri");
  if (!resources || typeof uri !== "string") return [];
  const uris = resources.map((item) => member(item, "uri"));
  if (uris.includes(uri)) return [];
  const normal = normalForm(uri);
  const near = uris.find(
    (other): other is string => typeof other === "string" && normalForm(other) === normal,
  );
  return [
    {
      message: near
        ? `resources lists SKILL.md as ${show(near)}, which is another string than the entry's uri.`
        : "resources does not list the skill's own SKILL.md.",
      expected: uri,
      actual: near ?? `${count(uris.length, "element")}, none of them with this uri`,
      fix: near
        ? `Write the uri of that element exactly as ${uri}.`
        : `Add { "uri": ${JSON.stringify(uri)}, "digest": "sha256:…", "size": … } to resources.`,
    },
  ];
};

export const listedOnce: ShapeCheck = (entry) => {
  const seen = new Map<string, number>();
  const normal = new Map<string, string>();
  const findings: RawFinding[] = [];
  for (const item of manifest(entry) ?? []) {
    const uri = member(item, "uri");
    if (typeof uri !== "string") continue;
    const times = (seen.get(uri) ?? 0) + 1;
    seen.set(uri, times);
    const form = normalForm(uri);
    const first = normal.get(form);
    if (first === undefined) normal.set(form, uri);
    else if (first !== uri && times === 1) {
      findings.push({
        message: `resources lists one file under two spellings: ${show(first)} and ${show(uri)}.`,
        expected: "each file once",
        actual: `both are ${form} after normalisation`,
        fix: `Keep ${form} and remove the other.`,
        locus: uri,
      });
    }
  }
  for (const [uri, times] of seen) {
    if (times === 1) continue;
    findings.push({
      message: `resources lists ${show(uri)} ${times} times.`,
      expected: "each file once",
      actual: `${times} elements with this uri`,
      fix: "Remove the repeated elements; when their digests differ, keep the one of the bytes that are served.",
      locus: uri,
    });
  }
  return findings;
};

export const listedInside: ShapeCheck = (entry) => {
  const uri = member(entry, "uri");
  const root = typeof uri === "string" ? skillRoot(uri) : undefined;
  const findings: RawFinding[] = [];
  for (const [at, item] of (manifest(entry) ?? []).entries()) {
    const locus = String(at);
    const itemUri = member(item, "uri");
    if (typeof itemUri !== "string") {
      findings.push({
        message: `resources[${at}] ${isRecord(item) ? `has ${kindOf(itemUri)} as uri` : `is ${describe(item)}, not an object`}.`,
        expected: "{ uri, digest, size } with uri a string",
        actual: show(item),
        fix: "Give every element the full URI of its file.",
        locus,
      });
      continue;
    }
    const problem = root === undefined || itemUri === uri ? undefined : outside(root, itemUri);
    if (!problem) continue;
    findings.push({
      message: `resources lists ${show(itemUri)}: ${problem.reason}.`,
      expected: `a uri that begins with ${root}/, without dot segments, query or fragment`,
      actual: itemUri,
      fix: problem.fix,
      locus: itemUri,
    });
  }
  return findings;
};

function outside(root: string, uri: string): { reason: string; fix: string } | undefined {
  if (!/^[A-Za-z][A-Za-z0-9+.-]*:/.test(uri)) {
    return {
      reason: "it is a relative reference, not a full URI",
      fix: `Write ${root}/${uri.replace(/^\.?\/+/, "")}.`,
    };
  }
  const dots = hasDots(uri) ? dotSegments(uri) : [];
  if (dots.some((dot) => dot.up)) {
    return {
      reason: `it climbs with ${dots.find((dot) => dot.up)!.segment}, so it may name a file outside the skill`,
      fix: `Write the path without dot segments; a file outside ${root}/ is no file of this skill and has to go.`,
    };
  }
  if (dots.length > 0) {
    return {
      reason: `it has the dot segment ${dots[0]!.segment}, which parsers remove`,
      fix: `Write ${normalForm(uri)}.`,
    };
  }
  if (!uri.startsWith(`${root}/`)) {
    if (uri === root)
      return { reason: "it is the skill's directory, not a file", fix: "Remove it; list files only." };
    if (normalForm(uri).startsWith(`${normalForm(root)}/`)) {
      return {
        reason: "it lies inside the skill only after normalisation, and hosts compare strings",
        fix: `Begin it with exactly ${root}/.`,
      };
    }
    return {
      reason: `it lies outside the skill's directory ${root}/`,
      fix: "Remove it, or serve the file below the skill's directory.",
    };
  }
  const extra = /[?#]/.exec(uri)?.[0];
  if (!extra) return undefined;
  const part = extra === "?" ? "query" : "fragment";
  return {
    reason: `it has a ${part}`,
    fix: `Percent-encode ${extra} as ${extra === "?" ? "%3F" : "%23"} if it belongs to the file's name, else remove the ${part}.`,
  };
}

export const sizeShape: ShapeCheck = (entry) =>
  gather(
    entry,
    "size",
    (size) => {
      if (size === undefined) return "no size";
      if (typeof size === "number" && Number.isInteger(size) && size >= 0) return undefined;
      return typeof size === "number" ? `size ${size}` : `${kindOf(size)} as size`;
    },
    "size: the length of the file in bytes, an integer of 0 or more",
    "Add size: the number of bytes that digest covers.",
  );

export const digestShape: ShapeCheck = (entry) =>
  gather(
    entry,
    "digest",
    (digest) => {
      if (digest === undefined) return "no digest";
      if (typeof digest !== "string") return `${kindOf(digest)} as digest`;
      if (/^sha256:[0-9a-f]{64}$/.test(digest)) return undefined;
      if (/^sha256:[0-9a-f]{64}$/i.test(digest)) return "a digest with upper-case letters";
      if (/^[0-9a-f]{64}$/i.test(digest)) return "a digest without sha256: in front";
      const algorithm = /^([a-z0-9-]+):/i.exec(digest)?.[1];
      if (algorithm && algorithm.toLowerCase() !== "sha256")
        return `a digest of ${algorithm}, which no host verifies`;
      if (/^sha256:[0-9a-f]*$/i.test(digest)) return `a digest of ${digest.length - 7} digits`;
      return "a digest that is not sha256: plus hex digits";
    },
    "digest: sha256: plus 64 lower-case hex digits",
    "Write the SHA-256 of the file's raw bytes as sha256: plus 64 lower-case hex digits.",
  );

/** One finding for each kind of fault that elements share, with the files it is in. */
function gather(
  entry: unknown,
  key: "size" | "digest",
  fault: (value: unknown) => string | undefined,
  expected: string,
  fix: string,
): RawFinding[] {
  const elements = (manifest(entry) ?? []).filter(isRecord);
  const byFault = new Map<string, Record<string, unknown>[]>();
  for (const element of elements) {
    const problem = fault(element[key]);
    if (problem) byFault.set(problem, [...(byFault.get(problem) ?? []), element]);
  }
  return [...byFault].map(([problem, bad]) => {
    const all = bad.length === elements.length && bad.length > 1;
    const of = all ? `All ${bad.length} elements` : `${bad.length} of ${count(elements.length, "element")}`;
    const files = listed(bad.map((element) => show(element.uri, 100)));
    return {
      message: `${of} of resources ${bad.length === 1 ? "has" : "have"} ${problem}: ${files}.`,
      expected,
      actual: show(bad[0]![key]),
      fix,
      locus: problem,
    };
  });
}

/** The checks of an entry's form by the rule that reports them. `ext-get-dynamic` judges `resources` of skills/get. */
export const SHAPE_CHECKS: [rule: string, check: ShapeCheck][] = [
  ["ext-entry-uri", uriShape],
  ["ext-entry-frontmatter-object", frontmatterShape],
  ["ext-entry-resources-self", selfListed],
  ["ext-entry-resources-once", listedOnce],
  ["ext-entry-resources-inside", listedInside],
  ["ext-entry-size", sizeShape],
  ["ext-entry-digest-format", digestShape],
];
