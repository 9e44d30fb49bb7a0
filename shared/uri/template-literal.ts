import { describeCharacter, percentEncode, place } from "./characters";
import type { TemplateFault } from "./rfc6570";

/** `ucschar` and `iprivate` of RFC 6570 section 1.5: what a literal may hold beyond ASCII. */
const BEYOND_ASCII =
  /^[\u{a0}-\u{d7ff}\u{e000}-\u{fdcf}\u{fdf0}-\u{ffef}\u{10000}-\u{1fffd}\u{20000}-\u{2fffd}\u{30000}-\u{3fffd}\u{40000}-\u{4fffd}\u{50000}-\u{5fffd}\u{60000}-\u{6fffd}\u{70000}-\u{7fffd}\u{80000}-\u{8fffd}\u{90000}-\u{9fffd}\u{a0000}-\u{afffd}\u{b0000}-\u{bfffd}\u{c0000}-\u{cfffd}\u{d0000}-\u{dfffd}\u{e1000}-\u{efffd}\u{f0000}-\u{ffffd}\u{100000}-\u{10fffd}]$/u;

/** The ASCII characters a literal may not hold (section 2.1; the apostrophe is allowed by erratum 6937). */
const SUSPECT = /%(?![0-9A-Fa-f]{2})|[\u0000- "<>\\^`{|}\u007f]|[^\u0000-\u007f]/gu;

/**
 * Faults of a literal (RFC 6570 section 2.1).
 * @param text the literal. @param start its position in the template.
 */
export function literalFaults(text: string, start: number): TemplateFault[] {
  const faults: TemplateFault[] = [];
  for (const match of text.matchAll(SUSPECT)) {
    const [character] = match;
    const at = start + match.index;
    if (BEYOND_ASCII.test(character)) continue;
    if (character === "}") {
      faults.push({
        at,
        length: 1,
        code: "stray-close",
        message: `The "}" at ${place(at)} closes no "{". Remove it, or write %7D for a brace that is meant as text.`,
        replacement: "%7D",
      });
      continue;
    }
    const replacement = percentEncode(character);
    faults.push({
      at,
      length: character.length,
      code: character === "%" ? "literal-percent" : "literal-character",
      message:
        (character === "%"
          ? `"%" at ${place(at)} must be followed by two hexadecimal digits.`
          : `Outside an expression ${describeCharacter(character)} is not allowed (${place(at)}).`) +
        (replacement === undefined ? "" : ` Write ${replacement}.`),
      ...(replacement === undefined ? {} : { replacement }),
    });
  }
  return faults;
}
