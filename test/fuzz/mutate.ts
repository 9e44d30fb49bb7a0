import type { Random } from "./random";

/** Values that stand where another type is meant, or are of an edge of their own. */
const WILD: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  "",
  " ",
  "\u0000",
  "\ud800",
  "\u202etxt.exe",
  "\u200b\u200c\ufeff",
  "e\u0301".repeat(50),
  "x".repeat(200_000),
  "__proto__",
  "constructor",
  "../../../etc/passwd",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "skill://",
  "skill://a/%2e%2e/SKILL.md",
  "{+path*}{?q",
  "sha256:",
  [],
  {},
  [[[[[]]]]],
  JSON.parse('{ "__proto__": null, "toString": 1, "then": 1, "length": -1 }'),
];

type Json = Record<string, unknown>;
type Place = { holder: Json; key: string };

/** All places of a message below its envelope, and the envelope's own. */
function placesOf(value: unknown, found: Place[] = []): Place[] {
  if (typeof value !== "object" || value === null || found.length > 500) return found;
  for (const key of Object.keys(value)) {
    const holder = value as Json;
    found.push({ holder, key });
    placesOf(holder[key], found);
  }
  return found;
}

type Mutation = (text: string, random: Random) => string[];

/** Changes the parsed message, where it is one. */
const parsed =
  (change: (place: Place, random: Random, message: Json) => void): Mutation =>
  (text, random) => {
    const message = JSON.parse(text) as Json;
    change(random.pick(placesOf(message)), random, message);
    return [JSON.stringify(message)];
  };

/** Each gives the texts that come in place of one. */
export const MUTATIONS: Record<string, Mutation> = {
  "a value of another type": parsed(({ holder, key }, random) => {
    holder[key] = random.pick(WILD);
  }),
  "a field left out": parsed(({ holder, key }) => {
    delete holder[key];
  }),
  "a field more": parsed(({ holder }, random) => {
    holder[random.pick(["__proto__x", "then", "uri", "nextCursor", "resultType", "\u202e", ""])] =
      random.pick(WILD);
  }),
  "a field under another name": parsed(({ holder, key }, random) => {
    holder[random.pick([key.toUpperCase(), `${key} `, `_${key}`])] = holder[key];
    delete holder[key];
  }),
  "a list many times as long": parsed(({ holder, key }, random) => {
    const value = holder[key];
    holder[key] = Array.isArray(value)
      ? Array.from({ length: 2_000 }, () => value[0] ?? random.pick(WILD))
      : Array.from({ length: 300 }, () => value);
  }),
  "a value nested deep": parsed(({ holder, key }, random) => {
    let deep: unknown = holder[key];
    for (let level = random.pick([10, 200, 300, 3_000]); level > 0; level--) deep = [deep];
    holder[key] = deep;
  }),
  "characters put in": parsed(({ holder, key }, random) => {
    if (typeof holder[key] !== "string") return;
    const text = holder[key];
    const at = random.below(text.length + 1);
    holder[key] =
      text.slice(0, at) +
      random.pick(["\u202e", "\u0000", "\ud83d", "\u001b[2J", "%", "#", "\n---\n"]) +
      text.slice(at);
  }),
  "another id": (text, random) => {
    const message = JSON.parse(text) as Json;
    message.id = random.pick([-1, 0, 1, "1", null, 1e21, {}, [], true]);
    return [JSON.stringify(message), text];
  },
  "an error in its place": (text, random) => {
    const { id } = JSON.parse(text) as Json;
    const code = random.pick<unknown>([-32601, -32602, -32603, 0, "x", null, 1e99]);
    return [
      JSON.stringify({
        jsonrpc: "2.0",
        id,
        error: { code, message: random.pick(WILD), data: random.pick(WILD) },
      }),
    ];
  },
  "result and error at once": (text) => {
    const message = JSON.parse(text) as Json;
    return [
      JSON.stringify({ ...message, result: message.result ?? {}, error: { code: 1, message: "both" } }),
    ];
  },
  "the text cut": (text, random) => [text.slice(0, random.below(text.length))],
  "signs changed": (text, random) => {
    const signs = [...text];
    for (let count = 1 + random.below(4); count > 0; count--)
      signs[random.below(signs.length)] = random.pick(['"', "{", "}", "[", "]", ",", "\\", "\u0000", "9"]);
    return [signs.join("")];
  },
  "the same twice": (text) => [text, text],
  "in a batch": (text) => [`[${text}]`],
  "no object": (_text, random) => [random.pick(["", "null", "[]", "7", '"text"', "{}", "NaN", "\ufeff{}"])],
  "noise before": (text, random) => [
    random.pick(["> server started", "\u001b[31m", "{", "\u0000\u0001"]),
    text,
  ],
  "a request of its own before": (text, random) => [
    JSON.stringify({
      jsonrpc: "2.0",
      id: "s",
      method: random.pick(["ping", "roots/list", "x", "__proto__"]),
      params: random.pick(WILD),
    }),
    text,
  ],
  "a notification before": (text, random) => [
    JSON.stringify({
      jsonrpc: "2.0",
      method: random.pick([
        "notifications/resources/list_changed",
        "notifications/message",
        "",
        "constructor",
      ]),
      params: random.pick(WILD),
    }),
    text,
  ],
  // What follows stands for none at all: the request has to end by its own time.
  "nothing at all": () => [],
};

const NAMES = Object.keys(MUTATIONS);

/** One mutation of one message, by chance. @returns which, and the texts in its place */
export function mutate(text: string, random: Random): { name: string; texts: string[] } {
  // Waiting costs the time of a request each: seldom is enough.
  const name = random.pick(random.next() < 0.97 ? NAMES.slice(0, -1) : NAMES);
  return { name, texts: MUTATIONS[name]!(text, random) };
}
