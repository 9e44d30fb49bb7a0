import { LineIndex } from "./positions";
import type { HiddenCharacter } from "./types";

/** Most hidden characters that are listed for one file. */
export const MAX_HIDDEN = 100;

const CANDIDATES =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\ufe00-\ufe0f]|\udb40[\udc00-\uddef]/g;

const NAMES: Record<number, string> = {
  0: "null",
  27: "escape",
  127: "delete",
  173: "soft hyphen",
  1564: "Arabic letter mark",
  4447: "Hangul choseong filler",
  4448: "Hangul jungseong filler",
  6158: "Mongolian vowel separator",
  8203: "zero width space",
  8204: "zero width non-joiner",
  8205: "zero width joiner",
  8206: "left-to-right mark",
  8207: "right-to-left mark",
  8232: "line separator",
  8233: "paragraph separator",
  8234: "left-to-right embedding",
  8235: "right-to-left embedding",
  8236: "pop directional formatting",
  8237: "left-to-right override",
  8238: "right-to-left override",
  8288: "word joiner",
  8294: "left-to-right isolate",
  8295: "right-to-left isolate",
  8296: "first strong isolate",
  8297: "pop directional isolate",
  12644: "Hangul filler",
  65279: "zero width no-break space",
  65440: "halfwidth Hangul filler",
};

/** Characters that a reader would not see, at most `MAX_HIDDEN`; a BOM at the very start is not one of them. */
export function hiddenCharacters(text: string): HiddenCharacter[] {
  const hidden: HiddenCharacter[] = [];
  let lines: LineIndex | undefined;
  CANDIDATES.lastIndex = 0;
  for (let match = CANDIDATES.exec(text); match; match = CANDIDATES.exec(text)) {
    if (match.index === 0 && match[0] === "\ufeff") continue;
    const code = match[0].codePointAt(0)!;
    if (isOrdinary(text, match.index, code)) continue;
    lines ??= new LineIndex(text);
    hidden.push({
      code: `U+${code.toString(16).toUpperCase().padStart(4, "0")}`,
      ...describe(code),
      at: lines.at(match.index),
    });
    if (hidden.length === MAX_HIDDEN) break;
  }
  return hidden;
}

function describe(code: number): Pick<HiddenCharacter, "kind" | "name"> {
  const name = NAMES[code];
  if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) {
    return { kind: "control", name: name ?? "control character" };
  }
  if (code >= 0xe0000 && code <= 0xe007f) return { kind: "tag", name: tagName(code) };
  if ((code >= 0xfe00 && code <= 0xfe0f) || code >= 0xe0100) {
    return { kind: "variation", name: "variation selector" };
  }
  const bidi =
    code === 0x61c ||
    code === 0x200e ||
    code === 0x200f ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2066 && code <= 0x2069);
  if (bidi) return { kind: "bidi", name: name ?? "direction mark" };
  const zeroWidth =
    (code >= 0x200b && code <= 0x200d) ||
    (code >= 0x2060 && code <= 0x2064) ||
    [0xad, 0x180e, 0xfeff].includes(code);
  if (zeroWidth) return { kind: "zero-width", name: name ?? "invisible operator" };
  return { kind: "other", name: name ?? "invisible character" };
}

/** Tags mirror ASCII: the name says which letter is smuggled. */
function tagName(code: number): string {
  const letter = code - 0xe0000;
  return letter >= 0x20 && letter < 0x7f
    ? `tag ${JSON.stringify(String.fromCharCode(letter))}`
    : "tag character";
}

const PICTOGRAPH_BEFORE = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier})\ufe0f?$/u;
const PICTOGRAPH_AFTER = /^\p{Extended_Pictographic}/u;
/** Scripts in which joiners are part of correct spelling. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Mongolian}]/u;
/** Flags of England, Scotland and Wales: the only tag sequences in general use. */
const TAG_FLAG =
  /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/gu;

/** True where the character belongs to an emoji, or to the spelling of a script that needs it. */
function isOrdinary(text: string, index: number, code: number): boolean {
  const before = text.slice(Math.max(0, index - 4), index);
  const after = text.slice(index + (code > 0xffff ? 2 : 1), index + 6);
  if (code === 0x200d && PICTOGRAPH_BEFORE.test(before) && PICTOGRAPH_AFTER.test(after)) return true;
  if (code === 0x200c || code === 0x200d) return JOINING.test(lastOf(before)) && JOINING.test(firstOf(after));
  if (code === 0xfe0e || code === 0xfe0f) {
    return (
      /\p{Extended_Pictographic}$/u.test(before) || (/[0-9#*]$/.test(before) && after.startsWith("\u20e3"))
    );
  }
  if (code >= 0xe0100 || (code >= 0xfe00 && code <= 0xfe0d)) return /\p{Script=Han}$/u.test(before);
  if (code >= 0xe0000 && code <= 0xe007f) {
    const from = Math.max(0, index - 14);
    return [...text.slice(from, index + 14).matchAll(TAG_FLAG)].some(
      (flag) => from + flag.index < index && index < from + flag.index + flag[0].length,
    );
  }
  return false;
}

function lastOf(text: string): string {
  return [...text].at(-1) ?? "";
}

function firstOf(text: string): string {
  return [...text][0] ?? "";
}
