import { place } from "../../uri/characters";
import { dotSegments } from "../../uri/rfc3986";
import { badUtf8 } from "../../uri/utf8";
import { caseTwins, unnormalTwins } from "./published";
import { listed, matches, type UriRow } from "./uri-rule";

/** The SHOULD rows: valid URIs that readers, caches or parsers take for another one. */

const TRIPLET = "%[0-9A-Fa-f]{2}";

export const formRows: UriRow[] = [
  {
    id: "u-scheme-lower",
    level: "SHOULD",
    section: "3.1",
    title: "The scheme is in lower case",
    why: "Schemes are compared without regard to case, strings are not.",
    fix: "Write the scheme in lower case.",
    judge({ parsed }) {
      const scheme = parsed.parts.scheme ?? "";
      if (scheme === scheme.toLowerCase()) return undefined;
      return {
        message: `The scheme "${scheme}" has upper-case letters; it is produced as "${scheme.toLowerCase()}".`,
      };
    },
  },
  {
    id: "u-pct-upper",
    level: "SHOULD",
    section: "2.1",
    title: "Percent-encodings have upper-case digits",
    why: "%c3 and %C3 are the same byte and different strings.",
    fix: "Write the digits A to F in upper case.",
    judge({ text }) {
      const lower = matches(text, /%(?:[0-9A-Fa-f][a-f]|[a-f][0-9A-Fa-f])/g);
      if (lower.length === 0) return undefined;
      return { message: `Percent-encodings in lower case: ${listed(lower)}.` };
    },
  },
  {
    id: "u-pct-unreserved",
    level: "SHOULD NOT",
    section: "2.3",
    title: "Letters, digits and - . _ ~ are not percent-encoded",
    why: "The encoded and the plain form address the same and are different strings; servers look up only one of them.",
    fix: "Write the character itself.",
    judge({ text }) {
      const needless = matches(text, new RegExp(TRIPLET, "g")).filter((item) =>
        /%(?:4[1-9A-F]|5[0-9A]|6[1-9A-F]|7[0-9A]|3[0-9]|2[DE]|5F|7E)/i.test(item),
      );
      if (needless.length === 0) return undefined;
      return { message: `Needless percent-encodings: ${listed(needless)}.` };
    },
  },
  {
    id: "u-pct-utf8",
    level: "SHOULD",
    section: "2.5",
    title: "Percent-encoded text is UTF-8",
    why: "Other bytes have no text: names cannot be shown, and decoding fails in most clients.",
    fix: "Encode the characters as UTF-8, e.g. é as %C3%A9.",
    judge({ text }) {
      const bad = badUtf8(text).map(({ at, text: bytes }) => `${bytes} at ${place(at)}`);
      if (bad.length === 0) return undefined;
      return {
        message: `Percent-encoded bytes that are no UTF-8: ${listed(bad)}.`,
        expected: "percent-encoded UTF-8",
        fix: "Encode the characters as UTF-8, e.g. é as %C3%A9.",
      };
    },
  },
  {
    id: "u-host-case",
    level: "SHOULD",
    section: "3.2.2",
    title: "The host is in lower case",
    why: "By RFC 3986 its case means nothing, yet most clients keep it for schemes they do not know: the same URI is found by one and not by another.",
    fix: "Write it in lower case, and let no two skills differ in the case of their first segment only.",
    judge({ parsed, text }, index) {
      const host = parsed.parts.host ?? "";
      const twins = caseTwins(index, text);
      const upper = /[A-Z]/.test(host.replace(new RegExp(TRIPLET, "g"), ""));
      if (!upper && twins.length === 0) return undefined;
      const clash =
        twins.length === 0 ? "" : ` It differs from ${listed(twins)} in the case of its first segment only.`;
      const word = upper ? `The host "${host}" has upper-case letters.` : "";
      return { message: `${word}${clash}`.trim() };
    },
  },
  {
    id: "u-dot-segments",
    level: "SHOULD NOT",
    section: "3.3",
    title: "A full URI has no . or .. segments",
    why: "Parsers remove them, many also in the form %2e, before the server sees them: another resource is addressed.",
    fix: "Write the path that is meant.",
    judge(context) {
      const { parsed, text, isReference, isSkill } = context;
      if (isReference && parsed.parts.scheme === undefined) return undefined;
      const dots = dotSegments(text).map(({ segment, at }) => `"${segment}" at ${place(at)}`);
      const { host = "" } = parsed.parts;
      if (isSkill && /^(?:\.|%2e){1,2}$/i.test(host)) {
        dots.unshift(`"${host}" at ${place(parsed.spans.host![0])}, in the place of the first segment`);
      }
      if (dots.length === 0) return undefined;
      const { corrected } = context;
      const addressed = corrected === undefined ? "" : ` The URI addresses ${corrected}.`;
      return { message: `Dot segments: ${listed(dots)}.${addressed}` };
    },
  },
  {
    id: "u-normal-form",
    level: "SHOULD",
    section: "6.2",
    title: "One resource is published under one form of its URI",
    why: "Clients compare URIs as strings, so two forms are two resources to some and one to others.",
    fix: "Publish the normal form only.",
    judge({ text }, index) {
      const twins = unnormalTwins(index, text);
      if (twins.length === 0) return undefined;
      return {
        message: `This server also publishes ${listed(twins)}, which is the same URI after normalisation.`,
      };
    },
  },
];
