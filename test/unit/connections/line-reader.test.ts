import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LineReader } from "../../../electron/engine/connections/line-reader";

function read(chunks: Buffer[], limit?: number) {
  const lines: string[] = [];
  const long: number[] = [];
  const reader = new LineReader(
    (line) => lines.push(line),
    (_start, bytes) => long.push(bytes),
    limit,
  );
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return { lines, long };
}

describe("LineReader", () => {
  it("gives the same lines however the bytes are cut, also in the middle of a character", () => {
    const text = '{"a":"数据"}\r\n\n> start v1\nlast';
    const bytes = Buffer.from(text);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: bytes.length }), { maxLength: 8 }), (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        const chunks = places.slice(1).map((end, i) => bytes.subarray(places[i], end));
        expect(read(chunks).lines).toEqual(['{"a":"数据"}', "", "> start v1", "last"]);
      }),
    );
  });
  it("reports a line over the limit once, skips it and goes on with the next", () => {
    const chunks = [Buffer.alloc(60, "x"), Buffer.alloc(60, "x"), Buffer.from("yy\nok\n")];
    const { lines, long } = read(chunks, 100);
    expect(lines).toEqual(["ok"]);
    expect(long).toEqual([120]);
  });
});
