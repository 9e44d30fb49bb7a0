import { describeCharacter, encodeExcept, PCHAR, place } from "../../uri/characters";
import type { UriFault, UriPart } from "../../uri/rfc3986";
import { clip, listed, matches, type UriContext, type UriRow } from "./uri-rule";

/** The MUST rows: what the grammar of appendix A demands. */

const faultsIn = ({ parsed }: UriContext, part: UriPart): UriFault[] =>
  parsed.faults.filter((fault) => fault.part === part);
const messages = (faults: UriFault[]) => listed(faults.map((fault) => fault.message));

/** Outside appendix A altogether. */
const NOT_OF_A_URI = /[^A-Za-z0-9._~:/?#[\]@!$&'()*+,;=%-]/gu;

/** A row about one part, which the parser has judged already. */
function partRow(part: UriPart, row: Omit<UriRow, "judge" | "level">): UriRow {
  return {
    ...row,
    level: "MUST",
    judge(context) {
      const faults = faultsIn(context, part);
      return faults.length === 0 ? undefined : { message: messages(faults) };
    },
  };
}

export const grammarRows: UriRow[] = [
  {
    id: "u-scheme",
    level: "MUST",
    section: "3.1",
    title: "A scheme is a letter, then letters, digits, +, - or ., then a colon",
    why: "Without a well-formed scheme no client can tell what the URI addresses.",
    fix: "Begin the URI with a scheme such as skill:// .",
    judge({ text, parsed, isReference }) {
      if (isReference && parsed.parts.scheme === undefined) return undefined;
      if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(text)) return undefined;
      return { message: parsed.faults.find((fault) => fault.part === "scheme")!.message };
    },
  },
  {
    id: "u-absolute",
    level: "MUST",
    section: "4.3",
    title: "A resource URI is absolute",
    why: "A relative reference means nothing without a base, and MCP gives resource URIs none.",
    fix: "Write the whole URI, beginning with its scheme.",
    judge({ parsed, isReference }) {
      if (isReference || parsed.parts.scheme) return undefined;
      const [fault] = parsed.faults;
      return { message: `This is no absolute URI. ${fault!.message}` };
    },
  },
  {
    id: "u-chars",
    level: "MUST",
    section: "2",
    title: "Only unreserved and reserved characters and % occur",
    why: "Clients reject, drop or re-encode other characters, each in its own way, and then ask for another URI.",
    fix: "Percent-encode each of them as UTF-8.",
    judge({ text }) {
      const odd = [...text.matchAll(NOT_OF_A_URI)];
      if (odd.length === 0) return undefined;
      const places = odd.map(
        ({ 0: character, index }) => `${describeCharacter(character)} at ${place(index)}`,
      );
      return { message: `Characters that may not stand in a URI: ${listed(places)}.` };
    },
  },
  {
    id: "u-pct",
    level: "MUST",
    section: "2.1",
    title: "% is followed by two hexadecimal digits",
    why: "Decoding fails or gives another name.",
    fix: "Write %25 for a percent sign that is data.",
    judge({ text }) {
      const broken = matches(text, /%(?![0-9A-Fa-f]{2})[^%/?#]{0,2}/g);
      if (broken.length === 0) return undefined;
      return { message: `No percent-encoding: ${listed(broken)}.` };
    },
  },
  {
    id: "u-brackets",
    level: "MUST NOT",
    section: "3.2.2",
    title: "[ and ] stand only around an IP address in the host",
    why: "Brackets elsewhere break parsers that look for an IP literal.",
    fix: "Write %5B and %5D.",
    judge({ text, parsed }) {
      const [start, end] = parsed.spans.host ?? [0, 0];
      const host = text.slice(start, end);
      const isLiteral = host.startsWith("[") && host.endsWith("]");
      const inside = isLiteral ? [start, end - 1] : [];
      const stray = [...text.matchAll(/[[\]]/g)].filter((match) => !inside.includes(match.index));
      if (stray.length === 0) return undefined;
      const places = stray.map((match) => `"${match[0]}" at ${place(match.index)}`);
      return { message: `Brackets that enclose no IP address: ${listed(places)}.` };
    },
  },
  partRow("host", {
    id: "u-regname",
    section: "3.2.2",
    title: "The host is an IP literal in brackets, an IPv4 address or a registered name",
    why: "The first segment of a skill:// URI stands in the place of the host: a client that parses the URI sees another name or none.",
    fix: "Percent-encode what is not a letter, a digit or one of - . _ ~ ! $ & ' ( ) * + , ; = .",
  }),
  partRow("port", {
    id: "u-port",
    section: "3.2.3",
    title: "The port is digits only",
    why: "Parsers refuse the whole URI, or take what follows the colon for something else.",
    fix: "Remove the colon from the authority, or write it %3A.",
  }),
  partRow("userinfo", {
    id: "u-userinfo-chars",
    section: "3.2.1",
    title: "The userinfo has only its own characters, and the authority at most one @",
    why: "Parsers disagree on where the host begins after a second @.",
    fix: "Write %40 for an @ that is data, and percent-encode the rest.",
  }),
  {
    id: "u-segment",
    level: "MUST",
    section: "3.3",
    title: "A path segment has only letters, digits, - . _ ~, sub-delimiters, : and @, and percent-encodings",
    why: "What else stands there is read differently by each parser.",
    fix: "Percent-encode it.",
    judge({ parsed }) {
      let at = parsed.spans.path![0];
      const bad: string[] = [];
      for (const segment of parsed.parts.path.split("/")) {
        const good = encodeExcept(segment, PCHAR, true);
        if (good !== segment) bad.push(`"${clip(segment)}" at ${place(at)} should be ${clip(good)}`);
        at += segment.length + 1;
      }
      return bad.length === 0
        ? undefined
        : { message: `Path segments with other characters: ${listed(bad)}.` };
    },
  },
  partRow("query", {
    id: "u-query",
    section: "3.4",
    title: "The query has only the characters of a segment, / and ?",
    why: "Parsers encode or drop other characters.",
    fix: "Percent-encode them.",
  }),
  partRow("fragment", {
    id: "u-fragment-chars",
    section: "3.5",
    title: "The fragment has only the characters of a segment, / and ?",
    why: "A second # or a bracket makes parsers disagree on what the fragment is.",
    fix: "Write %23 for a # that is data, and percent-encode the rest.",
  }),
];
