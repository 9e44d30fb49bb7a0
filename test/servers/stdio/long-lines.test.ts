import { expect, it } from "vitest";
import { connect } from "../../support/connect";
import { inlineServer } from "./inline-server";

const MEGABYTE = 1 << 20;

it("cuts output without a line end at a stated limit, and memory stays flat (field report d02)", async () => {
  const flood = `setInterval(() => process.stdout.write("x".repeat(${MEGABYTE})), 5);`;
  const closes: string[] = [];
  const { connection } = await connect(inlineServer(flood), "legacy", {
    timeoutMs: 30_000,
    onClose: ({ message }) => closes.push(message),
  });
  const before = process.memoryUsage().rss;
  const { outcome } = await connection.request("resources/list", {});
  expect(outcome).toMatchObject({ kind: "none", problem: "limit" });
  expect(outcome.kind === "none" && outcome.reason).toMatch(
    /wrote [\d,]+ bytes without a line end: .*--limit messageMb=/,
  );
  expect(closes).toHaveLength(1);
  expect(process.memoryUsage().rss - before).toBeLessThan(400 * MEGABYTE);
});

it("takes a line of 30 MB that comes in pieces of 4 kB, without being held up (field report d02)", async () => {
  const big = `
    const line = Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: 2, result: { contents: [{ uri: "a:b", text: "y".repeat(30 * ${MEGABYTE}) }] } }) + "\\n");
    let at = 0;
    (function next() {
      for (let i = 0; i < 256 && at < line.length; i++, at += 4096) process.stdout.write(line.subarray(at, at + 4096));
      if (at < line.length) setImmediate(next);
    })();`;
  const { connection } = await connect(inlineServer(big), "legacy", { timeoutMs: 30_000 });
  let longest = 0;
  let last = performance.now();
  const beat = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 5);
  const from = performance.now();
  const { result } = await connection.call("resources/read", { uri: "a:b" });
  clearInterval(beat);
  expect((result as { contents: { text: string }[] }).contents[0]?.text).toHaveLength(30 * MEGABYTE);
  expect(performance.now() - from).toBeLessThan(15_000);
  // One JSON.parse of 30 MB is the longest single piece of work; joining pieces anew for each would take minutes.
  expect(longest).toBeLessThan(2_000);
});
