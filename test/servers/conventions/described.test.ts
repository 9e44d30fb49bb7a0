import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { shared } from "../../support/shared";
import { inMemory, type Received, serverOf } from "../skill-server/client";
import { sample } from "../skill-server/sample";

/** A request that was described or recorded, with the answer it got. */
interface Told {
  /** Where it is told. */
  at: string;
  request: { method: string; params?: Record<string, unknown> };
  answer: { result?: Received; error?: Received };
}

/** The pairs of a description: a line `[mark] -> {request}` and the next one `[mark] … <- {answer}`. */
function described(file: string): Told[] {
  const path = join(shared, "peers/dialects", file);
  const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
  return lines.flatMap((text, index) => {
    const asked = /^(?:- )?\[[^\]]+\] -> (\{.*\})\s*$/.exec(text);
    const told = /<- (\{.*\})/.exec(lines[index + 1] ?? "");
    const request = asked && (JSON.parse(asked[1]!) as Told["request"]);
    if (!told || !request?.method) return [];
    return [{ at: `${file}:${index + 1}`, request, answer: JSON.parse(told[1]!) as Told["answer"] }];
  });
}

/** The pairs of a recording of a real server that served the same sample. */
function recorded(file: string): Told[] {
  const path = join(shared, "peers/transcripts", file);
  if (!existsSync(path)) return [];
  const { log } = JSON.parse(readFileSync(path, "utf8")) as { log: { dir: string; msg?: Received }[] };
  return log.flatMap(({ dir, msg }) => {
    if (dir !== "->" || msg?.id === undefined) return [];
    const answer = log.find((other) => other.dir === "<-" && other.msg?.id === msg.id)?.msg;
    if (!answer) return [];
    const { result, error } = answer;
    return [{ at: `${file}#${msg.id}`, request: msg, answer: result ? { result } : { error } }];
  });
}

/** Makes of an answer what has to be equal: times are those of the run, and a name of a server is its own. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) =>
    key === "lastModified" || key === "serverInfo" ? [key, "…"] : [key, comparable(each)],
  );
  return Object.fromEntries(entries);
}

const sources: Record<string, Told[]> = {
  "sep-2640-index": [
    ...described("sep-2640-index-draft.md"),
    ...recorded("ext-skills-d12cc55-index-b.json"),
    ...recorded("ext-skills-d12cc55-index-b-more.json"),
  ],
  "sep-2640-index-a": [
    ...recorded("ext-skills-7c31a84-index-a.json"),
    ...recorded("ext-skills-7c31a84-index-a-more.json"),
  ],
  "sep-2640-v1-draft": [...described("sep-2640-v1-draft.md"), ...recorded("hf-0.4.23-own-skills.json")],
  "skill-uri-proposal": described("skill-uri-proposal.md"),
  nimblebrain: described("nimblebrain.md"),
  skilljack: [...described("skilljack.md"), ...recorded("skilljack-0.5.1-own-skills.json")],
  "skills-over-mcp": [...described("skills-over-mcp.md"), ...recorded("groves-style-b1d7b7f.json")],
  "fastmcp-3": described("fastmcp-3.md"),
  "sep-2076": described("sep-2076.md"),
  "resource-catalog": described("resource-catalog.md"),
};

/**
 * Where ours is to differ: the recorded server had more in its folder, the words are those of its authors, or it gives
 * away where its files lie. `same` says what has to be equal all the same.
 */
const DIFFERENT: { at: RegExp; why: string; same?: (answer: Received) => unknown }[] = [
  {
    at: /^sep-2640-index-draft\.md:27|^ext-skills-.*-index-[ab]\.json#2 /,
    why: "it has one more skill, as a file packed by hand; ours packs what it serves",
    same: ({ result }) =>
      result.resources
        .filter(({ uri }: Received) => /SKILL\.md$|_manifest$/.test(uri))
        .map((resource: Received) => comparable(resource)),
  },
  {
    at: /^ext-skills-.*-index-[ab]\.json#4 /,
    why: "likewise; a template stands in no folder",
    same: ({ result }) =>
      JSON.parse(result.contents[0].text)
        .skills.filter(({ url }: Received) => /^skill:\/\/(git|pdf)-[a-z]+\/SKILL\.md$/.test(url))
        .map(({ archives: _, ...entry }: Received) => entry),
  },
  { at: /^ext-skills-.*-more\.json#7 /, why: "it reads the archive packed by hand" },
  {
    at: /^hf-0\.4\.23-own-skills\.json#1 /,
    why: "it has tools beside skills",
    same: ({ result }) => [
      result.protocolVersion,
      result.capabilities.extensions,
      result.capabilities.resources,
    ],
  },
  {
    at: /^skill-uri-proposal\.md:(29|32|34) /,
    why: "its own template cannot carry a path of several segments, which the catalogue warns of",
  },
  {
    at: /^nimblebrain\.md:(12|24) /,
    why: "it has one document for the whole server; ours one for each skill",
    same: ({ result }) =>
      result.capabilities ??
      result.resources
        .filter(({ uri }: Received) => uri === "skill://pdf-processing/usage")
        .map(({ description: _, ...resource }: Received) => resource),
  },
  {
    at: /^skilljack(\.md:(56|65)|-0\.5\.1-own-skills\.json#[45]) /,
    why: "it tells the path of its files on disk, and its words are its authors'",
    same: ({ result }) =>
      (result.prompts ?? result.tools).map(({ description: _, inputSchema, ...each }: Received) => [
        each,
        inputSchema?.required,
      ]),
  },
  {
    at: /^skilljack-0\.5\.1-own-skills\.json#38 /,
    why: "its words go on",
    same: ({ result }) => [result.isError, result.content[0].text.slice(0, 60)],
  },
  {
    at: /^sep-2076\.md:28 /,
    why: "the order of files is not laid down",
    same: ({ result }) => ({
      ...result,
      files: [...result.files].sort((a: Received, b: Received) => (a.name < b.name ? -1 : 1)),
    }),
  },
  { at: /^resource-catalog\.md:40 /, why: "a folder of skills holds no prompts" },
];

if (Object.values(sources).every(({ length }) => length === 0)) {
  it("is not at hand, so that only dialects.test.ts holds the dialects", () => {
    expect(existsSync(join(shared, "peers"))).toBe(false);
  });
}

describe.each(Object.entries(sources).filter(([, told]) => told.length > 0))("%s", (convention, told) => {
  it.each(told)("$at $request.method", async ({ at, request, answer }) => {
    const server = await serverOf({ folders: [await sample()], convention });
    const client = await inMemory(server, "legacy");
    const params = JSON.parse(
      JSON.stringify(request.params ?? {}).replace(/(skill:\/\/\{)(?=skill_path)/, "$1+"),
    );
    const asked = () => client.request(request.method, params);
    const { result, error } = request.method === "initialize" ? client.received[0] : await asked();
    const ours = result ? { result } : { error };
    const different = DIFFERENT.find((each) => each.at.test(`${at} `));
    if (!different) expect(comparable(ours)).toEqual(comparable(answer));
    else if (different.same) expect(different.same(ours)).toEqual(different.same(answer));
    else expect(Object.keys(ours)).toEqual(["result"]);
  });
});
