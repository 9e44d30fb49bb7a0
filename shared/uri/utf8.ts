/** A run of percent-encoded bytes that is no UTF-8. */
export interface BadBytes {
  at: number;
  /** The offending triplets, e.g. `%E9`. */
  text: string;
}

/** Well-formed UTF-8 (Unicode, table 3-7) in percent-encoding, one character at a time. */
const CHARACTER =
  /^(?:%[0-7][0-9A-F]|%(?:C[2-9A-F]|D[0-9A-F])%[89AB][0-9A-F]|%E0%[AB][0-9A-F]%[89AB][0-9A-F]|%E(?:[1-9ABCEF])(?:%[89AB][0-9A-F]){2}|%ED%[89][0-9A-F]%[89AB][0-9A-F]|%F0%[9AB][0-9A-F](?:%[89AB][0-9A-F]){2}|%F[1-3](?:%[89AB][0-9A-F]){3}|%F4%8[0-9A-F](?:%[89AB][0-9A-F]){2})/i;

/**
 * Finds percent-encoded bytes that are no UTF-8 (RFC 3986 section 2.5): stray and missing continuation bytes,
 * overlong forms, surrogates. Neighbouring bad bytes come as one.
 */
export function badUtf8(uri: string): BadBytes[] {
  const bad: BadBytes[] = [];
  for (const run of uri.matchAll(/(?:%[0-9A-Fa-f]{2})+/g)) {
    let rest = run[0];
    let at = run.index;
    while (rest !== "") {
      const good = CHARACTER.exec(rest)?.[0].length;
      if (good === undefined) {
        const before = bad.at(-1);
        if (before && before.at + before.text.length === at) before.text += rest.slice(0, 3);
        else bad.push({ at, text: rest.slice(0, 3) });
      }
      rest = rest.slice(good ?? 3);
      at += good ?? 3;
    }
  }
  return bad;
}
