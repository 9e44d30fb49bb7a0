import { randomBytes } from "node:crypto";
import { deflateRawSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { packTarGz } from "../../../electron/engine/skill-server/conventions/pack";
import { archiveEntries } from "../../../shared/bytes/archive";
import { gunzip, inflate } from "../../../shared/bytes/inflate";
import { zip } from "./zip";

const SAMPLES: [string, Buffer][] = [
  ["nothing", Buffer.alloc(0)],
  ["a word", Buffer.from("skill")],
  ["repeats", Buffer.from("abcabcabc".repeat(5000))],
  ["noise", randomBytes(70_000)],
  ["prose", Buffer.from(Array.from({ length: 3000 }, (_, i) => `Line ${i} of the text.\n`).join(""))],
];

describe.each(SAMPLES)("%s", (_, bytes) => {
  it.each([0, 1, 6, 9])("unpacks what level %i packed", (level) => {
    expect(Buffer.from(inflate(deflateRawSync(bytes, { level }), 1e6)).equals(bytes)).toBe(true);
    expect(Buffer.from(gunzip(gzipSync(bytes, { level }), 1e6)).equals(bytes)).toBe(true);
  });
});

it("ix-archive-safety: stops at its limit, and says what is wrong with bad data", () => {
  expect(() => inflate(deflateRawSync(Buffer.alloc(100_000)), 1000)).toThrow("more than 1000 bytes");
  expect(() => inflate(deflateRawSync(Buffer.from("some text")).subarray(0, 4), 1000)).toThrow("ends early");
  expect(() => gunzip(Buffer.from("text"), 1000)).toThrow("no gzip");
  expect(() => archiveEntries(Buffer.from("text"))).toThrow("neither gzip nor zip");
});

it("lists a .tar.gz, long and foreign names included", () => {
  const long = `${"folder/".repeat(20)}größe.md`;
  const entries = archiveEntries(
    packTarGz([
      { path: "SKILL.md", bytes: Buffer.from("# Skill") },
      { path: long, bytes: Buffer.from("x".repeat(600)) },
    ]),
  );
  expect(entries.map(({ path, kind, bytes }) => [path, kind, bytes.length])).toEqual([
    ["SKILL.md", "file", 7],
    [long, "file", 600],
  ]);
});

it("ix-archive-safety: lists a .zip, with links and folders as what they are", () => {
  const entries = archiveEntries(
    zip({
      "./SKILL.md": { bytes: Buffer.from("# Skill") },
      "assets/": { bytes: Buffer.alloc(0) },
      "assets/link": { bytes: Buffer.from("../../x"), mode: 0o120777 },
    }),
  );
  expect(entries.map(({ path, kind }) => [path, kind])).toEqual([
    ["SKILL.md", "file"],
    ["assets/", "directory"],
    ["assets/link", "link"],
  ]);
  expect(new TextDecoder().decode(entries[0]!.bytes)).toBe("# Skill");
});
