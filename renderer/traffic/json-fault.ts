/** The first place at which a text stops being JSON, and what may stand there. */
export interface JsonFault {
  offset: number;
  expected: string;
}

type Expect = keyof typeof EXPECTED;

const EXPECTED = {
  value: "a value",
  "value or ]": "a value or ]",
  key: "a name in double quotes",
  "key or }": "a name in double quotes or }",
  colon: ":",
  comma: "a comma or the closing bracket",
  end: "nothing more",
};

const SPACE = /[ \t\n\r]*/y;
const TOKEN =
  /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:]/y;

/**
 * Where a text stops being JSON (RFC 8259). Engines say it in different words, some without a place.
 * @returns undefined for JSON
 */
export function jsonFault(text: string): JsonFault | undefined {
  const open: string[] = [];
  let expect: Expect = "value";
  for (let offset = 0; ; ) {
    SPACE.lastIndex = offset;
    offset += SPACE.exec(text)![0].length;
    if (offset === text.length && expect === "end") return undefined;
    TOKEN.lastIndex = offset;
    const token = TOKEN.exec(text)?.[0];
    const next: Expect | undefined = token === undefined ? undefined : after(token, expect, open);
    if (token === undefined || next === undefined) return { offset, expected: EXPECTED[expect] };
    expect = next;
    offset += token.length;
  }
}

/** What follows a token, or undefined where it may not stand. `open` holds the brackets that are open. */
function after(token: string, expect: Expect, open: string[]): Expect | undefined {
  const closed = (): Expect => (open.length === 0 ? "end" : "comma");
  if (token === "}" || token === "]") {
    const empty = expect === (token === "}" ? "key or }" : "value or ]");
    if (!empty && expect !== "comma") return undefined;
    return open.pop() === (token === "}" ? "{" : "[") ? closed() : undefined;
  }
  switch (expect) {
    case "value":
    case "value or ]":
      if (token === "{" || token === "[") {
        open.push(token);
        return token === "{" ? "key or }" : "value or ]";
      }
      return token === "," || token === ":" ? undefined : closed();
    case "key":
    case "key or }":
      return token.startsWith('"') ? "colon" : undefined;
    case "colon":
      return token === ":" ? "value" : undefined;
    case "comma":
      return token === "," ? (open.at(-1) === "{" ? "key" : "value") : undefined;
    case "end":
      return undefined;
  }
}
