/** A piece of a text; with `uri` one that names something of the server. */
export interface TextPart {
  text: string;
  uri?: string;
}

const URI = /[a-z][a-z0-9+.-]*:\/\/[^\s"'`<>()[\]{}]+/gi;

/**
 * Cuts a text at the URIs that can be opened: every skill:// URI, and others that the server lists. The signs that
 * end a sentence are none of a URI's. The parts joined are the text again.
 */
export function splitAtUris(text: string, isListed: (uri: string) => boolean): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(URI)) {
    const uri = match[0].replace(/[.,;:!?*_]+$/, "");
    if (!/^skill:\/\/./i.test(uri) && !isListed(uri)) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    parts.push({ text: uri, uri });
    end = match.index + uri.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}
