import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { StateFile } from "../../../electron/engine/state-file";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "state-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const parse = (raw: unknown) => {
  const value = (raw as { n?: unknown }).n;
  if (typeof value !== "number") throw new Error("n is no number");
  return { n: value };
};
const open = () => new StateFile(join(folder, "s.json"), parse, { n: 0 });

describe("StateFile", () => {
  it("gives the initial state where there is none, and what was saved after that", async () => {
    expect(await open().load()).toEqual({ n: 0 });
    await Promise.all([open().save({ n: 1 })]);
    expect(await open().load()).toEqual({ n: 1 });
  });
  it("writes in the order asked for and leaves no half file behind", async () => {
    const file = open();
    await Promise.all([1, 2, 3, 4, 5].map((n) => file.save({ n })));
    expect(JSON.parse(await readFile(join(folder, "s.json"), "utf8"))).toEqual({ n: 5 });
    expect((await readdir(folder)).sort()).toEqual(["s.json", "s.json.bak"]);
  });
  it.each(["", "{", '{"n":"x"}', "\0\0\0"])(
    "sets a damaged file aside and uses the backup: %j",
    async (damage) => {
      const file = open();
      await file.save({ n: 1 });
      await file.save({ n: 2 });
      await writeFile(join(folder, "s.json"), damage);
      const next = open();
      expect(await next.load()).toEqual({ n: 1 });
      expect(next.damage).toContain("set aside");
      expect((await readdir(folder)).some((name) => name.startsWith("s.json.damaged-"))).toBe(true);
    },
  );
});
