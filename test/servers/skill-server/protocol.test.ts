import { describe, expect, test } from "vitest";
import {
  folderOf,
  inMemory,
  MODERN_META,
  overStdio,
  type RawClient,
  type Received,
  serverOf,
  skillMd,
} from "./client";

const EXTENSION = "io.modelcontextprotocol/skills";

async function twoSkills(pageSize?: number) {
  const folder = await folderOf({
    "alpha/SKILL.md": skillMd("alpha"),
    "alpha/refs/a.md": "A",
    "alpha/refs/deep/b.txt": "B",
    "beta/SKILL.md": skillMd("beta"),
  });
  return serverOf({ folders: [folder], ...(pageSize ? { pageSize } : {}) });
}

/** Sends raw text and resolves with the next message, whatever it is. */
const raw = (client: RawClient, text: string) => {
  const answer = client.next(() => true);
  client.sendText(text);
  return answer;
};

describe("the handshake", () => {
  test("legacy: declares the extension, completions and change notices; results carry nothing modern", async () => {
    const { client, end } = overStdio(await twoSkills(), "legacy");
    const { result } = await client.initialize();
    expect(result.protocolVersion).toBe("2025-11-25");
    expect(result.capabilities).toEqual({
      resources: { subscribe: true, listChanged: true },
      completions: {},
      extensions: { [EXTENSION]: { directoryRead: true } },
    });
    for (const method of ["skills/list", "resources/list", "resources/templates/list"]) {
      const keys = Object.keys((await client.request(method)).result);
      expect(keys).not.toEqual(expect.arrayContaining(["resultType"]));
      expect(keys).not.toEqual(expect.arrayContaining(["ttlMs"]));
    }
    expect((await client.request("ping")).result).toEqual({});
    await end();
  });

  test.each(["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"])(
    "legacy: speaks %s",
    async (revision) => {
      const session = await inMemory(await twoSkills(), "modern");
      const { result } = await session.request("initialize", { _meta: {}, protocolVersion: revision });
      expect(result.protocolVersion).toBe(revision);
    },
  );

  test("legacy: offers its newest revision for one it does not know", async () => {
    const client = await inMemory(await twoSkills(), "modern");
    const { result } = await client.request("initialize", { _meta: {}, protocolVersion: "2031-01-01" });
    expect(result.protocolVersion).toBe("2025-11-25");
  });

  test("modern: discovers, and every result is complete, with cache hints where the base protocol has them", async () => {
    const { client, end } = overStdio(await twoSkills(), "modern");
    const { result } = await client.request("server/discover");
    expect(result.supportedVersions).toEqual(["2026-07-28"]);
    expect(result.capabilities.extensions).toEqual({ [EXTENSION]: { directoryRead: true } });
    const uri = "skill://alpha/SKILL.md";
    const answers: Received[] = [
      await client.request("skills/list"),
      await client.request("skills/get", { uri }),
      await client.request("resources/list"),
      await client.request("resources/templates/list"),
      await client.request("resources/read", { uri }),
    ];
    for (const answer of answers) {
      expect(answer.result).toMatchObject({ resultType: "complete", cacheScope: "private" });
      expect(answer.result.ttlMs).toBeGreaterThanOrEqual(0);
      expect(answer.result._meta["io.modelcontextprotocol/serverInfo"].name).toBe("skill-inspector-samples");
    }
    await end();
  });

  test("modern: refuses a revision it does not speak and names the one it does", async () => {
    const client = await inMemory(await twoSkills(), "modern");
    const _meta = { ...MODERN_META, "io.modelcontextprotocol/protocolVersion": "1900-01-01" };
    const { error } = await client.request("skills/list", { _meta });
    expect(error).toMatchObject({
      code: -32022,
      data: { supported: ["2026-07-28"], requested: "1900-01-01" },
    });
  });

  test.each(["io.modelcontextprotocol/protocolVersion", "io.modelcontextprotocol/clientCapabilities"])(
    "modern: refuses a request without %s",
    async (key) => {
      const client = await inMemory(await twoSkills(), "modern");
      const { [key]: _left, ...rest } = MODERN_META as Record<string, unknown>;
      const { error } = await client.request("resources/list", { _meta: rest });
      expect(error.code).toBe(-32602);
      expect(error.message).toContain(key);
    },
  );

  test("each era lacks the other's methods", async () => {
    const server = await twoSkills();
    const legacy = await inMemory(server, "legacy");
    const modern = await inMemory(server, "modern");
    for (const method of [
      "server/discover",
      "subscriptions/listen",
      "logging/setLevel",
      "tools/list",
      "nope",
    ]) {
      expect((await legacy.request(method)).error.code, method).toBe(-32601);
    }
    for (const method of ["initialize", "ping", "resources/subscribe", "prompts/list", "toString"]) {
      expect((await modern.request(method)).error.code, method).toBe(-32601);
    }
  });
});

describe("JSON-RPC", () => {
  test.each([
    ["no JSON", "{", -32700, null],
    ["no object", "1", -32600, null],
    ["no version", '{"id":1,"method":"ping"}', -32600, 1],
    ["a method that is no string", '{"jsonrpc":"2.0","id":"x","method":5}', -32600, "x"],
    ["an id of null", '{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600, null],
    ["params that are a list", '{"jsonrpc":"2.0","id":3,"method":"ping","params":[]}', -32602, 3],
    ["an empty batch", "[]", -32600, null],
    ["a batch", '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600, null],
  ])("refuses %s", async (_what, text, code, id) => {
    const client = await inMemory(await twoSkills(), "legacy");
    expect(await raw(client, text)).toMatchObject({ jsonrpc: "2.0", id, error: { code } });
  });

  test("answers a batch in the one revision that has them", async () => {
    const client = await inMemory(await twoSkills(), "modern");
    await client.request("initialize", { _meta: {}, protocolVersion: "2025-03-26" });
    const answer = await raw(
      client,
      '[{"jsonrpc":"2.0","id":7,"method":"ping"},{"jsonrpc":"2.0","method":"x"},{"jsonrpc":"2.0","id":8,"method":"y"}]',
    );
    expect(answer).toEqual([
      { jsonrpc: "2.0", id: 7, result: {} },
      { jsonrpc: "2.0", id: 8, error: expect.objectContaining({ code: -32601 }) },
    ]);
  });

  test("never answers a notification or a response, and keeps ids as they came", async () => {
    const client = await inMemory(await twoSkills(), "legacy");
    client.sendText('{"jsonrpc":"2.0","method":"skills/list"}');
    client.sendText('{"jsonrpc":"2.0","method":"no/such","params":[]}');
    client.sendText('{"jsonrpc":"2.0","id":4,"result":{}}');
    expect(await raw(client, '{"jsonrpc":"2.0","id":"a","method":"ping"}')).toEqual({
      jsonrpc: "2.0",
      id: "a",
      result: {},
    });
    expect(client.received).toHaveLength(2);
  });

  test("does not answer what was cancelled", async () => {
    const client = await inMemory(await twoSkills(), "legacy");
    client.sendText('{"jsonrpc":"2.0","id":50,"method":"skills/list"}');
    client.sendText('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":50}}');
    await client.request("skills/list");
    await client.request("ping");
    expect(client.received.filter(({ id }) => id === 50)).toEqual([]);
  });

  test("stdio: blank lines are no messages, and everything received is answered before the end", async () => {
    const { client, input, end } = overStdio(await twoSkills(), "modern");
    input.write("\n \r\n");
    const params = JSON.stringify({ _meta: MODERN_META });
    input.write(`{"jsonrpc":"2.0","id":1,"method":"skills/list","params":${params}}\r\n`);
    input.write(Buffer.from(`{"jsonrpc":"2.0","id":"é","method":"ping"}`).subarray(0, 24));
    input.write(Buffer.from(`{"jsonrpc":"2.0","id":"é","method":"ping"}`).subarray(24));
    await end();
    expect(client.received.map(({ id }) => id).sort()).toEqual([1, "é"]);
  });
});

describe("errors", () => {
  test.each([
    ["skills/get", { uri: "skill://nope/SKILL.md" }],
    ["skills/get", { uri: "skill://alpha" }],
    ["skills/get", { uri: "skill://alpha/refs/a.md" }],
    ["skills/get", {}],
    ["skills/get", { uri: 5 }],
    ["skills/list", { cursor: "bogus" }],
    ["skills/list", { cursor: 3 }],
    ["resources/read", { uri: "skill://alpha/none.md" }],
    ["resources/read", { uri: "skill://alpha" }],
    ["resources/read", { uri: "other://alpha/SKILL.md" }],
    ["resources/read", {}],
    ["resources/list", { cursor: "bogus" }],
    ["resources/directory/read", { uri: "skill://alpha/SKILL.md" }],
    ["resources/directory/read", { uri: "skill://alpha/" }],
    ["resources/directory/read", { uri: "skill://none" }],
    ["resources/directory/read", { uri: "skill://alpha", cursor: "bogus" }],
    ["completion/complete", {}],
    [
      "completion/complete",
      { ref: { type: "ref/resource", uri: "x://{y}" }, argument: { name: "y", value: "" } },
    ],
    ["completion/complete", { ref: { type: "ref/prompt", name: "p" }, argument: { name: "y", value: "" } }],
    [
      "completion/complete",
      { ref: { type: "ref/resource", uri: "skill://{+path}" }, argument: { name: "no", value: "" } },
    ],
    [
      "completion/complete",
      { ref: { type: "ref/resource", uri: "skill://{+path}" }, argument: { name: "path" } },
    ],
  ])("%s %j is -32602 in both eras and says why", async (method, params) => {
    const server = await twoSkills();
    for (const era of ["legacy", "modern"] as const) {
      const { error } = await (await inMemory(server, era)).request(method, params);
      expect(error.code).toBe(-32602);
      expect(error.message.length).toBeGreaterThan(10);
    }
  });
});

describe("paging", () => {
  test("walks every list in pages, cursors stay valid, and another list's cursor is refused", async () => {
    const client = await inMemory(await twoSkills(1), "modern");
    expect((await client.all("skills/list", "skills")).map(({ uri }) => uri)).toEqual([
      "skill://alpha/SKILL.md",
      "skill://beta/SKILL.md",
    ]);
    expect(await client.all("resources/list", "resources")).toHaveLength(2);
    const children = await client.all("resources/directory/read", "resources", { uri: "skill://alpha" });
    expect(children.map(({ uri }) => uri)).toEqual(["skill://alpha/SKILL.md", "skill://alpha/refs"]);
    const cursor = (await client.request("skills/list")).result.nextCursor;
    const page = (await client.request("skills/list", { cursor })).result;
    expect((await client.request("skills/list", { cursor })).result).toEqual(page);
    expect((await client.request("resources/list", { cursor })).error.code).toBe(-32602);
  });
});

describe("directories", () => {
  test("every level can be read to the bottom, with sizes and types", async () => {
    const client = await inMemory(await twoSkills(), "legacy");
    const read = async (uri: string) =>
      (await client.request("resources/directory/read", { uri })).result.resources;
    expect(await read("skill://alpha")).toEqual([
      expect.objectContaining({ uri: "skill://alpha/SKILL.md", name: "SKILL.md", mimeType: "text/markdown" }),
      { uri: "skill://alpha/refs", name: "refs", mimeType: "inode/directory" },
    ]);
    expect(await read("skill://alpha/refs")).toEqual([
      { uri: "skill://alpha/refs/a.md", name: "a.md", mimeType: "text/markdown", size: 1 },
      { uri: "skill://alpha/refs/deep", name: "deep", mimeType: "inode/directory" },
    ]);
    expect(await read("skill://alpha/refs/deep")).toEqual([
      { uri: "skill://alpha/refs/deep/b.txt", name: "b.txt", mimeType: "text/plain", size: 1 },
    ]);
  });
});
