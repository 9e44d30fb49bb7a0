import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { faults, listFaults } from "../../../electron/engine/skill-server";
import { sha256 } from "../../../electron/engine/skill-server/scan/facts";
import { unpack, unsafePath } from "../../../electron/engine/well-known/archive";
import { folderOf, inMemory, MODERN_META, type Received, serverOf, skillMd } from "./client";

const folder = () =>
  folderOf({
    "alpha/SKILL.md": skillMd("alpha"),
    "alpha/pic.png": Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff]),
    "alpha/ünicode.md": "ü".repeat(3_000),
    "alpha/in/SKILL.md": skillMd("in"),
    "beta/SKILL.md": skillMd("beta"),
  });

/** Requests that between them meet every fault that stdio or memory can show. */
const SCRIPT: [string, object][] = [
  ["server/discover", {}],
  ["skills/list", {}],
  ["skills/get", { uri: "skill://alpha/SKILL.md" }],
  ["resources/list", {}],
  ["resources/read", { uri: "skill://alpha/SKILL.md" }],
  ["resources/read", { uri: "skill://alpha/pic.png" }],
  ["resources/read", { uri: "skill://alpha/%C3%BCnicode.md" }],
  ["resources/read", { uri: "skill://none/SKILL.md" }],
  ["resources/directory/read", { uri: "skill://alpha" }],
];

/** Everything a faulty server writes over stdio for the script: bytes, pieces, stderr, and whether it crashed. */
async function overStdio(ids: string[], path: string) {
  const server = await serverOf({ folders: [path], faults: ids, log: () => {} });
  const input = new PassThrough();
  const output = new PassThrough();
  const pieces: Buffer[] = [];
  let bytes = 0;
  output.on("data", (piece: Buffer) => {
    bytes += piece.length;
    // A flood is counted, not kept.
    if (bytes < 4_000_000) pieces.push(piece);
  });
  const served = server.serveStdio(input, output).then(
    () => "ended",
    (error: Error) => error.message,
  );
  SCRIPT.forEach(([method, params], index) => {
    const full = { _meta: MODERN_META, ...params };
    input.write(`${JSON.stringify({ jsonrpc: "2.0", id: index + 1, method, params: full })}\n`);
  });
  input.end();
  const end = await served;
  return { text: Buffer.concat(pieces).toString("utf8"), pieces: pieces.length, bytes, end };
}

/** Status, type and text of the script's first requests over HTTP; `cut` where the connection broke. */
async function overHttp(ids: string[], path: string): Promise<string[]> {
  const server = await serverOf({ folders: [path], faults: ids, log: () => {} });
  const { url } = await server.serveHttp({ port: 0 });
  const accept = "application/json, text/event-stream";
  const post = (method: string, params: object, headers: Record<string, string>) =>
    fetch(url, {
      method: "POST",
      redirect: "manual",
      signal: AbortSignal.timeout(700),
      headers: { "content-type": "application/json", accept, ...headers },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
  const modern = (method: string, params: Received = {}) =>
    post(
      method,
      { _meta: MODERN_META, ...params },
      {
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": method,
        ...(params.uri ? { "mcp-name": params.uri } : {}),
      },
    );
  const seen: string[] = [];
  const note = async (what: Promise<Response>) => {
    try {
      const response = await what;
      const { status, headers } = response;
      seen.push(
        `${status} ${headers.get("content-type")} ${headers.get("location")} ${await response.text()}`,
      );
      return headers.get("mcp-session-id") ?? "";
    } catch (error) {
      seen.push(`cut ${(error as Error).name}`);
      return "";
    }
  };
  await note(modern("server/discover"));
  await note(modern("skills/list"));
  await note(modern("resources/read", { uri: "skill://alpha/SKILL.md" }));
  const session = await note(
    post(
      "initialize",
      { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
      {},
    ),
  );
  await note(post("skills/list", {}, { "mcp-session-id": session }));
  const stream = fetch(url, {
    headers: { accept: "text/event-stream", "mcp-session-id": session },
    signal: AbortSignal.timeout(400),
  });
  await note(stream);
  return seen.map((line) => line.replace(/[0-9a-f-]{36}/g, "<id>"));
}

describe("the list of faults", () => {
  test("at least forty over all four kinds, each named once and explained", () => {
    expect(faults.length).toBeGreaterThanOrEqual(40);
    expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
    expect(new Set(faults.map(({ kind }) => kind))).toEqual(
      new Set(["content", "protocol", "transport", "hostile"]),
    );
    for (const [index, line] of listFaults().entries()) {
      expect(line.split(/\s+/)[0]).toBe(faults[index]!.id);
      expect(line).not.toContain("\n");
      expect(faults[index]!.id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(faults[index]!.client.length).toBeGreaterThan(20);
    }
  });

  test("an unknown one is refused with a hint", async () => {
    await expect(serverOf({ folders: [], faults: ["digest"] })).rejects.toThrow("wrong-digest");
  });
});

describe("every fault is seen on the wire", () => {
  // Shown only by streams or floods that have their own tests below.
  const other = faults.filter((fault) => !fault.line && !fault.http);
  const lines = faults.filter((fault) => fault.line);
  const http = faults.filter((fault) => fault.http);

  test.each(other.map(({ id }) => id))("%s", async (id) => {
    const path = await folder();
    const clean = await overStdio([], path);
    const faulty = await overStdio([id], path);
    expect(faulty.text === clean.text && faulty.bytes === clean.bytes).toBe(false);
  });

  test.each(lines.map(({ id }) => id).filter((id) => id !== "stderr-flood"))("stdio: %s", async (id) => {
    const path = await folder();
    const clean = await overStdio([], path);
    const faulty = await overStdio([id], path);
    const same = faulty.text === clean.text && faulty.pieces === clean.pieces && faulty.end === clean.end;
    expect(same).toBe(false);
  });

  test.each(http.map(({ id }) => id))("http: %s", async (id) => {
    const path = await folder();
    const started = performance.now();
    const faulty = await overHttp([id], path);
    const took = performance.now() - started;
    if (id === "slow-bytes") expect(took).toBeGreaterThan(600);
    else expect(faulty).not.toEqual(await overHttp([], path));
  });
});

describe("faults do what they say", () => {
  const entry = async (id: string) => {
    const client = await inMemory(await serverOf({ folders: [await folder()], faults: [id] }), "modern");
    const { result } = await client.request("skills/get", { uri: "skill://alpha/SKILL.md" });
    return { client, skill: result.skill as Received };
  };

  test("wrong-digest and wrong-size spoil one file of an entry and leave its form right", async () => {
    const { skill: right } = await entry("notification-storm");
    const { skill: digest } = await entry("wrong-digest");
    const { skill: size } = await entry("wrong-size");
    expect(digest.resources.at(-1).digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(digest.resources.at(-1).digest).not.toBe(right.resources.at(-1).digest);
    expect(digest.resources.slice(0, -1)).toEqual(right.resources.slice(0, -1));
    expect(size.resources.at(-1).size).toBe(right.resources.at(-1).size + 1);
  });

  test("several together", async () => {
    const server = await serverOf({
      folders: [await folder()],
      faults: ["no-manifest", "name-differs", "answer-twice"],
    });
    const client = await inMemory(server, "modern");
    const { result } = await client.request("skills/get", { uri: "skill://alpha/SKILL.md" });
    expect(result.skill).toMatchObject({ frontmatter: { name: "another-name" } });
    expect(result.skill.resources).toBeUndefined();
    await client.request("skills/list");
    expect(client.received.filter(({ id }) => id === 1)).toHaveLength(2);
  });

  test("endless-paging never ends and never repeats; repeated-cursor always does", async () => {
    const endless = await inMemory(
      await serverOf({ folders: [await folder()], faults: ["endless-paging"] }),
      "modern",
    );
    const cursors = new Set<string>();
    for (let pages = 0; pages < 50; pages += 1) {
      cursors.add((await endless.request("skills/list", { cursor: [...cursors].at(-1) })).result.nextCursor);
    }
    expect(cursors.size).toBe(50);
    const repeated = await inMemory(
      await serverOf({ folders: [await folder()], faults: ["repeated-cursor"] }),
      "modern",
    );
    const first = (await repeated.request("skills/list")).result;
    expect((await repeated.request("skills/list", { cursor: first.nextCursor })).result).toEqual(first);
  });

  test("split-characters damages nothing", async () => {
    const path = await folder();
    const clean = await overStdio([], path);
    const split = await overStdio(["split-characters"], path);
    const sorted = (text: string) => text.split("\n").sort();
    expect(sorted(split.text)).toEqual(sorted(clean.text));
    expect(split.pieces).toBeGreaterThan(clean.pieces);
  });

  test("crash-mid-list ends after half of the list and says so to its caller only", async () => {
    const crashed = await overStdio(["crash-mid-list"], await folder());
    expect(crashed.end).toContain("on purpose");
    expect(crashed.text.endsWith("\n")).toBe(false);
  });

  test("hang ends with its input, although nothing was answered", async () => {
    expect(await overStdio(["hang"], await folder())).toMatchObject({ text: "", end: "ended" });
  });

  test("stderr-flood goes to stderr, and the answers are right", async () => {
    const lines: string[] = [];
    const server = await serverOf({
      folders: [await folder()],
      faults: ["stderr-flood"],
      log: (line) => lines.push(line),
    });
    const client = await inMemory(server, "modern");
    expect((await client.request("skills/list")).result.skills).toHaveLength(3);
    expect(lines.join("").length).toBeGreaterThan(1_000_000);
  });

  test("hostile skills keep size and digest, so that only their content is wrong", async () => {
    for (const { id } of faults.filter(({ kind, id }) => kind === "hostile" && id !== "traversal-uris")) {
      const client = await inMemory(await serverOf({ folders: [await folder()], faults: [id] }), "modern");
      const [first] = (await client.request("skills/list")).result.skills;
      expect(first.uri, id).toBe(`skill://${id}/SKILL.md`);
      for (const { uri, size } of first.resources) {
        const [content] = (await client.request("resources/read", { uri })).result.contents;
        const bytes = Buffer.from(
          content.text ?? content.blob,
          content.text === undefined ? "base64" : "utf8",
        );
        expect(bytes.length, uri).toBe(size);
      }
    }
  });

  test.each([
    ["pack", ".tar.gz"],
    ["packs", ".zip"],
  ])("the archive of %s on a web site slips too, as %s under its right digest", async (name, ending) => {
    const folder = await folderOf({ [`${name}/SKILL.md`]: skillMd(name), [`${name}/a.md`]: "A" });
    const server = await serverOf({ folders: [folder], convention: "well-known", faults: ["zip-slip"] });
    const { url } = await server.serveHttp({ port: 0 });
    const { skills } = (await (await fetch(`${url}/.well-known/agent-skills/index.json`)).json()) as Received;
    const [entry] = skills;
    const bytes = Buffer.from(await (await fetch(new URL(entry.url, url))).arrayBuffer());
    expect(entry.digest).toBe(sha256(bytes));
    await expectSlips(bytes, entry.url, ending);
  });

  test("the archives of a skill://index.json slip too, under their right digests", async () => {
    const files = await folder();
    const server = await serverOf({ folders: [files], convention: "sep-2640-index", faults: ["zip-slip"] });
    const client = await inMemory(server, "legacy");
    const contents = async (uri: string) =>
      (await client.request("resources/read", { uri })).result.contents[0];
    const { skills } = JSON.parse((await contents("skill://index.json")).text);
    const archives = skills.flatMap((entry: Received) => entry.archives ?? []);
    expect(archives.length).toBeGreaterThan(0);
    for (const { url, digest } of archives) {
      const bytes = Buffer.from((await contents(url)).blob, "base64");
      expect(digest).toBe(sha256(bytes));
      await expectSlips(bytes, url, url.endsWith(".zip") ? ".zip" : ".tar.gz");
    }
  });
});

/** Asserts that an archive reads as one, and that names of it lead out of the folder. */
async function expectSlips(bytes: Buffer, url: string, ending: string): Promise<void> {
  expect(url.endsWith(ending)).toBe(true);
  const { entries, problem } = await unpack(bytes, ending === ".zip" ? "zip" : "tar.gz");
  expect(problem).toBeUndefined();
  expect(entries.filter(({ name }) => unsafePath(name))).toHaveLength(2);
}
