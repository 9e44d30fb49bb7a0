import { judgeName } from "../rules/agent-skills/names";
import { encodeExcept, PCHAR, SUB_DELIMS, UNRESERVED } from "./characters";
import { correctUri, encodeFaults } from "./correct-uri";
import { normalise, parseUri } from "./rfc3986";
import { decodeSegment, encodeFirstSegment, encodeSegment } from "./skill-uri";

/** A URI put right, and what was done, one phrase each in the order of the parts. */
export interface Correction {
  uri: string;
  changes: string[];
}

/**
 * The nearest URI that the released extension, RFC 3986 and its normal form agree on. For skill URIs a guess is made
 * at what was meant: three slashes become two, backslashes become "/", dot and empty segments go, skill.md becomes
 * SKILL.md, and the name gets a form that the naming rules allow. Other URIs are only encoded and normalised.
 * @param text what a person typed; space around it is ignored.
 * @returns undefined when there is nothing to correct, or nothing that could be.
 */
export function correctSkillUri(text: string): Correction | undefined {
  const typed = text.trim();
  const correction = isSkillLike(typed) ? correctPath(typed) : correctOther(typed);
  if (typed !== text) correction?.changes.unshift("space around the URI removed");
  if (!correction || correction.uri === text || !parseUri(correction.uri).ok) return undefined;
  return correction;
}

/** The scheme is `skill`, or there is none and the text is a path to a SKILL.md. */
function isSkillLike(text: string): boolean {
  return /^skill:/i.test(text) || (/(?:^|[/\\])skill\.md$/i.test(text) && !/^[^/?#]*:/.test(text));
}

function correctOther(text: string): Correction | undefined {
  const uri = correctUri(text) ?? text;
  const changes = normalise(text) === uri ? "normal form" : "percent-encoded, and in normal form";
  return { uri, changes: uri === text ? [] : [changes] };
}

function correctPath(text: string): Correction | undefined {
  const changes: string[] = [];
  const does = (done: boolean, change: string) => {
    if (done && !changes.includes(change)) changes.push(change);
  };
  const scheme = /^[^/?#]*:/.exec(text)?.[0] ?? "";
  does(scheme === "", "scheme skill:// added");
  does(scheme !== "" && scheme !== "skill:", "scheme in lower case");
  const [, slashes = "", rest = ""] = /^([/\\]*)(.*)$/s.exec(text.slice(scheme.length))!;
  does(scheme !== "" && slashes !== "//", "two slashes after the scheme");
  const end = rest.search(/[?#]/);
  const path = end === -1 ? rest : rest.slice(0, end);
  const suffix = end === -1 ? "" : rest.slice(end);
  does(path.includes("\\"), "backslashes turned into slashes");
  const raw = path.replace(/\\/g, "/").split("/");
  const kept = withoutDots(raw);
  does(kept.dots, "dot segments removed");
  const segments = kept.segments.filter((segment) => segment !== "");
  does(kept.segments.slice(0, -1).includes(""), "empty segments removed");
  if (segments.length === 0) return undefined;

  const last = segments.at(-1)!;
  const isEntry = segments.length > 1 && last.toLowerCase() === "skill.md";
  // A lone name with a slash is a form of its own in one convention, so it is kept.
  const ends = raw.at(-1) === "";
  const slash = ends && segments.length === 1 ? "/" : "";
  does(ends && slash === "", "slash at the end removed");
  does(isEntry && last !== "SKILL.md", "SKILL.md in capitals");
  does(isEntry && suffix !== "", "query and fragment removed");
  const named = segments.map((segment, i) => {
    if (isEntry && i === segments.length - 1) return "SKILL.md";
    return isEntry && i === segments.length - 2
      ? goodName(segment, i === 0, does)
      : plainSegment(segment, i === 0, does);
  });
  const tail = isEntry ? "" : encodeSuffix(suffix);
  does(!isEntry && tail !== suffix, "percent-encoded where needed");
  const uri = `skill://${named.join("/")}${slash}${tail}`;
  does(normalise(uri) !== uri, "normal form");
  return { uri: normalise(uri), changes };
}

/** Section 5.2.4 over all segments; the first stands for the authority and is never climbed above. */
function withoutDots(raw: string[]): { segments: string[]; dots: boolean } {
  const segments: string[] = [];
  let dots = false;
  for (const segment of raw) {
    const plain = segment.replace(/%2e/gi, ".");
    if (plain !== "." && plain !== "..") {
      segments.push(segment);
      continue;
    }
    dots = true;
    if (plain === ".." && segments.length > 1) segments.pop();
  }
  return { segments, dots };
}

type Does = (done: boolean, change: string) => void;

/** One segment encoded and in normal form; the first also in lower case, as a host is. */
function plainSegment(segment: string, isFirst: boolean, does: Does): string {
  const name = decodeSegment(segment);
  const encode = isFirst ? encodeFirstSegment : encodeSegment;
  // Bytes that are no text stay as they are; around them only what breaks the grammar is encoded.
  const allowed = isFirst ? `${UNRESERVED}${SUB_DELIMS}` : PCHAR;
  const encoded = name === undefined ? encodeExcept(segment, allowed, true) : encode(name);
  does(encoded !== segment, "percent-encoded where needed");
  if (!isFirst || name === undefined || name === name.toLowerCase()) return encoded;
  does(true, "first segment in lower case");
  return encode(name.toLowerCase());
}

/** The last segment of the skill path in a form that the naming rules allow; unchanged where none is at hand. */
function goodName(segment: string, isFirst: boolean, does: Does): string {
  const name = decodeSegment(segment) ?? segment;
  const { verdict, suggestion } = judgeName(name);
  if (verdict !== "error" || suggestion === undefined) return plainSegment(segment, isFirst, does);
  does(true, `name ${name} changed to ${suggestion}`);
  return suggestion;
}

function encodeSuffix(suffix: string): string {
  return suffix === "" ? "" : normalise(encodeFaults(`x:${suffix}`)).slice(2);
}
