/**
 * Characters that could disguise a text: controls, bidirectional marks and overrides, zero-width characters and
 * Unicode tags. They are shown as `⟨U+202E⟩` wherever a name, a URI or a message of a server is printed.
 */
const DISGUISING =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udc7f]/g;

/** Makes disguising characters visible. Line breaks and tabs stay. @returns the text, safe to print. */
export function visible(text: string): string {
  return text.replace(DISGUISING, (character) => {
    const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
    return `⟨U+${code}⟩`;
  });
}
