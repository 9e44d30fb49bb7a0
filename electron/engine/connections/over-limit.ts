import { depthOf, type Limits, limitText, megabytes, whereToChange } from "../../../shared/model/limits";

/** A message or file that goes beyond a limit, in words that name the limit and where it is changed. */
export function tooLong(bytes: number, limits: Limits): string {
  return `the message is longer than ${bytes.toLocaleString("en")} bytes and ${limitText("messageMb", limits.messageMb)}. ${whereToChange("messageMb")}`;
}

/** Why a message is not taken apart; undefined when it is no deeper than allowed. */
export function tooDeep(text: string, limits: Limits): string | undefined {
  if (depthOf(text, limits.nesting) <= limits.nesting) return undefined;
  return `the answer nests more than ${limits.nesting.toLocaleString("en")} levels deep and ${limitText("nesting", limits.nesting)}. ${whereToChange("nesting")}`;
}

/** Why the answer to `resources/read` is not taken; undefined when each of its contents is small enough. */
export function tooLargeFile(result: unknown, limits: Limits): string | undefined {
  const contents = (result as { contents?: unknown } | null | undefined)?.contents;
  if (!Array.isArray(contents)) return undefined;
  const most = megabytes(limits.fileMb);
  for (const content of contents as ({ text?: unknown; blob?: unknown } | null)[]) {
    const size = Math.max(sizeOfText(content?.text, most), sizeOfBlob(content?.blob));
    if (size > most)
      return `the file has ${size.toLocaleString("en")} bytes and ${limitText("fileMb", limits.fileMb)}. ${whereToChange("fileMb")}`;
  }
  return undefined;
}

/** Bytes of a text; counted only where it could be too many, as a character has at most three. */
function sizeOfText(text: unknown, most: number): number {
  if (typeof text !== "string") return 0;
  return text.length * 3 <= most ? text.length : Buffer.byteLength(text);
}

const sizeOfBlob = (blob: unknown) => (typeof blob === "string" ? Math.floor((blob.length * 3) / 4) : 0);
