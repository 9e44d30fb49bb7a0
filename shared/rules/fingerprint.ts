import type { FindingSubject } from "../model/finding";

/**
 * The fingerprint of a finding: stable over runs as long as rule, subject and locus are the same.
 * FNV-1a with 64 bits over their text; not a security function, only a short name.
 * @returns 16 hex digits.
 */
export function fingerprint(rule: string, subject: FindingSubject, locus: string): string {
  const text = [
    rule,
    subject.kind,
    subject.skill ?? "",
    subject.uri ?? "",
    subject.template ?? "",
    locus,
  ].join("\n");
  let high = 0xcbf29ce4;
  let low = 0x84222325;
  for (let i = 0; i < text.length; i++) {
    low ^= text.charCodeAt(i);
    const product = low * 0x1b3;
    high = (Math.imul(high, 0x1b3) + ((low << 8) >>> 0) + Math.floor(product / 0x100000000)) >>> 0;
    low = product >>> 0;
  }
  return (high >>> 0).toString(16).padStart(8, "0") + low.toString(16).padStart(8, "0");
}
