import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { samplesFolder } from "../../../electron/engine/skill-server";
import type { ExchangeOutcome } from "../../../shared/model/evidence";
import { resourceCatalog } from "../../../shared/rules/resource-catalog";
import { type Answer, builtIn, collectConvention, failure, result } from "../convention-evidence";
import { judgeCatalog } from "./judge-catalog";

describe("the built-in server that speaks the contract", () => {
  it("is recognised, and has no error and no warning", async () => {
    const index = await collectConvention(
      resourceCatalog,
      await builtIn("resource-catalog", samplesFolder()),
    );
    expect(resourceCatalog.recognise({ server: index.server, skills: [] })).toBe(true);
    const { failed, noted, results } = judgeCatalog(index);
    expect(failed).toEqual([]);
    expect(noted).toEqual(["cat-docs-nested"]);
    expect(results.filter(({ outcome }) => outcome === "untestable")).toEqual([]);
    expect(results.filter(({ outcome }) => outcome === "pass").length).toBeGreaterThan(40);
  });

  it("is no other convention's", async () => {
    const index = await collectConvention(resourceCatalog, await builtIn("skilljack", samplesFolder()));
    expect(resourceCatalog.recognise({ server: index.server, skills: [] })).toBe(false);
  });
});

const recording = fileURLToPath(
  new URL("../../../../shared/peers/transcripts/catalog-shape-on-fastmcp-4.0.10.json", import.meta.url),
);

/** Answers as recorded; what was not asked then is not found. */
function replayed(): Answer {
  const answers = new Map<string, ExchangeOutcome>();
  const key = (method: string, { uri }: Record<string, unknown> = {}) => `${method} ${uri}`;
  const open = new Map<unknown, string>();
  for (const { dir, msg } of JSON.parse(readFileSync(recording, "utf8")).log) {
    if (dir === "->" && msg.id !== undefined) open.set(msg.id, key(msg.method, msg.params));
    const asked = dir === "<-" ? open.get(msg.id) : undefined;
    if (asked) answers.set(asked, msg.error ? { kind: "error", ...msg.error } : result(msg.result));
  }
  return (method, params) => answers.get(key(method, params)) ?? failure(-32002, `Not found: ${params.uri}`);
}

describe.runIf(existsSync(recording))("the recorded look-alike on FastMCP", () => {
  it("is recognised, gives its records, and uses a code of its own for unknown ids", async () => {
    const index = await collectConvention(resourceCatalog, replayed());
    expect(resourceCatalog.recognise({ server: index.server, skills: [] })).toBe(true);
    const { failed, results } = judgeCatalog(index);
    const passed = results.filter(({ outcome }) => outcome === "pass").map(({ rule }) => rule);
    expect(passed).toEqual(expect.arrayContaining(["cat-index-fields", "cat-record-one", "cat-docs-nested"]));
    expect(failed).toContain("warning cat-record-notfound");
    expect(failed).toContain("error cat-uri-prompts-index");
  });
});
