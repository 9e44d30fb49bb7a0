/** Elements and texts of XML, or of HTML as our report writes it; enough to hold a formatter to its own form. */
export interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  /** The text in it and below, entities resolved. */
  text: string;
}

const VOID = new Set(["meta", "br", "link", "img", "input", "hr"]);
const ENTITIES: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', "#39": "'" };
const TOKEN = /<(\/?)([A-Za-z][\w-]*)((?:\s+[\w-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;

/**
 * Parses strictly: every element closed in order, every attribute in double quotes, no entity but the five.
 * @throws Error that names what is no markup
 */
export function parseMarkup(source: string): Element {
  const text = source.replace(/^<\?xml [^>]*\?>\s*|^<!doctype html>\s*/, "");
  const root: Element = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const token = TOKEN.exec(text);
    if (!token) throw new Error(`No markup at ${at}: ${JSON.stringify(text.slice(at, at + 60))}`);
    const [, closing, name, attributes, selfClosed, characters] = token;
    if (characters !== undefined) {
      const raw = open.at(-1)?.name === "style" ? characters : resolve(characters);
      for (const element of open) element.text += raw;
    } else if (closing) {
      const last = open.pop();
      if (last?.name !== name) throw new Error(`</${name}> closes <${last?.name}>`);
    } else {
      const element: Element = { name: name!, attributes: {}, children: [], text: "" };
      for (const [, key, value] of attributes!.matchAll(/([\w-]+)="([^"]*)"/g)) {
        if (key! in element.attributes) throw new Error(`${key} twice in <${name}>`);
        element.attributes[key!] = resolve(value!);
      }
      open.at(-1)!.children.push(element);
      if (!selfClosed && !VOID.has(name!)) open.push(element);
    }
  }
  if (open.length !== 1) throw new Error(`<${open.at(-1)?.name}> is never closed`);
  return root;
}

/** All elements of a name, in order. */
export function all(element: Element, name: string): Element[] {
  const below = element.children.flatMap((child) => all(child, name));
  return element.name === name ? [element, ...below] : below;
}

function resolve(text: string): string {
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/u.test(text))
    throw new Error(`A character that XML cannot hold in ${JSON.stringify(text)}`);
  return text.replace(/&([^;\s]*);?/g, (whole, name: string) => {
    const character = ENTITIES[name];
    if (character === undefined || !whole.endsWith(";")) throw new Error(`No entity: ${whole}`);
    return character;
  });
}
