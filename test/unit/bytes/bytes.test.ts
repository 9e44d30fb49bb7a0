import { createHash, randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { base64Bytes } from "../../../shared/bytes/base64";
import { sha256 } from "../../../shared/bytes/sha256";

const LENGTHS = [0, 1, 2, 3, 54, 55, 56, 57, 63, 64, 65, 119, 120, 1000, 70_000];

it.each(LENGTHS)("hashes %i bytes as Node does", (length) => {
  const bytes = randomBytes(length);
  expect(sha256(bytes)).toBe(`sha256:${createHash("sha256").update(bytes).digest("hex")}`);
});

it.each(LENGTHS)("decodes the base64 of %i bytes", (length) => {
  const bytes = randomBytes(length);
  expect(Buffer.from(base64Bytes(bytes.toString("base64"))!).equals(bytes)).toBe(true);
});

it.each(["abc", "ab=c", "a-_b", "ab c", "===="])("takes %j for no base64", (text) => {
  expect(base64Bytes(text)).toBeUndefined();
});
