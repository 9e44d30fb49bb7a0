import { describeCharacter, place } from "./characters";
import { normalise, parseUri, type UriPart } from "./rfc3986";

/** One part in which two URIs differ. */
export interface UriDifference {
  part: Exclude<UriPart, "authority">;
  a?: string;
  b?: string;
  /** The difference goes when both are normalised (RFC 3986 section 6.2.2). */
  goes: boolean;
}

export interface UriComparison {
  /** `identical` as strings; `equivalent` after normalisation; `different` otherwise. */
  verdict: "identical" | "equivalent" | "different";
  /** One sentence for a person. */
  summary: string;
  normalA: string;
  normalB: string;
  differences: UriDifference[];
  /** What the difference is likely to come from, one sentence each. */
  remarks: string[];
}

const PARTS = ["scheme", "userinfo", "host", "port", "path", "query", "fragment"] as const;

/** Compares two texts as strings, as URIs, and in the ways in which people mistake one for the other. */
export function compareUris(a: string, b: string): UriComparison {
  const normalA = normalise(a);
  const normalB = normalise(b);
  const [left, right] = [parseUri(a).parts, parseUri(b).parts];
  const [plainLeft, plainRight] = [parseUri(normalA).parts, parseUri(normalB).parts];
  const differences = PARTS.filter((part) => left[part] !== right[part]).map(
    (part): UriDifference => ({
      part,
      ...(left[part] === undefined ? {} : { a: left[part] }),
      ...(right[part] === undefined ? {} : { b: right[part] }),
      goes: plainLeft[part] === plainRight[part],
    }),
  );
  const verdict = a === b ? "identical" : normalA === normalB ? "equivalent" : "different";
  return {
    verdict,
    summary: SUMMARIES[verdict],
    normalA,
    normalB,
    differences,
    remarks: verdict === "identical" ? [] : remarksOn(a, b, normalA, normalB),
  };
}

const SUMMARIES: Record<UriComparison["verdict"], string> = {
  identical: "The same URI, character by character.",
  equivalent:
    "The same URI after normalisation; as strings, and so to most MCP clients and servers, two different ones.",
  different: "Two different URIs.",
};

function remarksOn(a: string, b: string, normalA: string, normalB: string): string[] {
  const remarks = [firstDifference(a, b)];
  for (const [name, text] of [
    ["first", a],
    ["second", b],
  ] as const) {
    if (!parseUri(text).ok) remarks.push(`The ${name} is no valid URI, so it is compared as it is.`);
  }
  if (normalA === normalB) return remarks;
  const same = (change: (text: string) => string) => change(normalA) === change(normalB);
  if (same((text) => text.toLowerCase())) remarks.push("They differ in case only, which a path keeps.");
  if (same((text) => text.replace(/%2F/g, "/"))) {
    remarks.push("They differ in / and %2F only: %2F is part of a name, / separates names.");
  }
  if (same((text) => text.replace(/\/(?=[?#]|$)/, "")))
    remarks.push("They differ in a slash at the end only.");
  if (same((text) => text.replace(/#.*$/s, ""))) {
    remarks.push("They differ in the fragment only, which is not sent: the same resource is read.");
  }
  if (same((text) => text.replace(/\/SKILL\.md$/, "").replace(/\/$/, ""))) {
    remarks.push("One names SKILL.md, the other the skill without it, as some earlier conventions do.");
  }
  if (a.normalize("NFC") === b.normalize("NFC") || same(composed)) {
    remarks.push("They differ in how accents are composed only (Unicode NFC and NFD): they look the same.");
  }
  return remarks;
}

function composed(text: string): string {
  try {
    return decodeURIComponent(text).normalize("NFC");
  } catch {
    return text;
  }
}

function firstDifference(a: string, b: string): string {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const [left, right] = [a, b].map((text) =>
    at >= text.length ? "the end" : describeCharacter(String.fromCodePoint(text.codePointAt(at)!)),
  );
  return `They part at ${place(at)}: ${left} and ${right}.`;
}
