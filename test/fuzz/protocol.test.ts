import { describe, expect, it } from "vitest";
import { createSkillServer } from "../../electron/engine/skill-server";
import { skillsFolder } from "../support/fixtures";
import { fuzzProtocol } from "./protocol";
import { writeResults } from "./results";

const FULL = process.env.FUZZ === "full";
const LEAST = Number(process.env.FUZZ_MUTATIONS ?? (FULL ? 10_000 : 60));

describe("mutated answers of real servers", () => {
  it(`crash nothing, hang nothing and leave nothing: ${LEAST} mutations`, {
    timeout: 1_500_000,
  }, async () => {
    const made = await Promise.all(
      ["sep-2640", "sep-2640-index", "skilljack", "fastmcp-3"].map((convention) =>
        createSkillServer({ folders: [skillsFolder("clean")], convention, faults: [] }),
      ),
    );
    const before = process.getActiveResourcesInfo();
    const end = await fuzzProtocol(made, LEAST, 2_640);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(end.crashes).toEqual([]);
    expect(end.hangs).toEqual([]);
    expect(end.reports).toBeGreaterThan(0);
    expect(end.words.size).toBeGreaterThan(0);
    // No worker, timer or file of a run is left.
    const left = process.getActiveResourcesInfo();
    expect(left.length - before.length).toBeLessThanOrEqual(2);
    const { heapUsed } = process.memoryUsage();
    expect(heapUsed / 1024 ** 2).toBeLessThan(800);
    if (FULL) writeResults("protocol", end);
    for (const server of made) await server.close();
  });
});
