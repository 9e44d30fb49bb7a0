import { request as httpRequest } from "node:http";
import { createConnection } from "node:net";
import { networkInterfaces } from "node:os";
import { Client as V1Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as V1Transport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { folderOf, MODERN_META, put, type Received, serverOf, skillMd } from "./client";

async function endpoint() {
  const folder = await folderOf({
    "数据分析/SKILL.md": skillMd("数据分析"),
    "demo/SKILL.md": skillMd("demo"),
    "demo/ref é.md": "R",
  });
  const server = await serverOf({ folders: [folder] });
  const { url, close } = await server.serveHttp({ port: 0 });
  return { folder, server, url, close, port: Number(new URL(url).port) };
}

const JSON_HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };

function modern(method: string, params: object = {}, headers: Record<string, string> = {}): RequestInit {
  return {
    method: "POST",
    headers: { ...JSON_HEADERS, "mcp-protocol-version": "2026-07-28", "mcp-method": method, ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { _meta: MODERN_META, ...params } }),
  };
}

function legacy(
  method: string,
  params: object = {},
  headers: Record<string, string> = {},
  id: number | null = 1,
): RequestInit {
  return {
    method: "POST",
    headers: { ...JSON_HEADERS, ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", ...(id === null ? {} : { id }), method, params }),
  };
}

const INITIALIZE = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "t", version: "1" },
};

async function shakeHands(url: string): Promise<Record<string, string>> {
  const response = await fetch(url, legacy("initialize", INITIALIZE));
  await response.text();
  const headers = {
    "mcp-session-id": response.headers.get("mcp-session-id")!,
    "mcp-protocol-version": "2025-11-25",
  };
  await fetch(url, legacy("notifications/initialized", {}, headers, null));
  return headers;
}

/** A request with headers that fetch would not send as they are; resolves with status, headers and body. */
function bare(port: number, headers: Record<string, string>, method = "POST", body = ""): Promise<Received> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: "127.0.0.1", port, path: "/mcp", method, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, text }));
    });
    request.on("error", reject);
    request.end(body);
  });
}

/** Reads an event stream message by message. */
async function* events(response: Response): AsyncGenerator<Received> {
  let held = "";
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    held += chunk;
    for (let at = held.indexOf("\n\n"); at >= 0; at = held.indexOf("\n\n")) {
      const data = /^data: (.*)$/m.exec(held.slice(0, at))?.[1];
      held = held.slice(at + 2);
      if (data) yield JSON.parse(data);
    }
  }
}

describe("2026-07-28, without state", () => {
  test("answers each request by itself and mints no session", async () => {
    const { url } = await endpoint();
    for (const method of ["server/discover", "skills/list", "resources/list"]) {
      const response = await fetch(url, modern(method));
      expect(response.status).toBe(200);
      expect(response.headers.get("mcp-session-id")).toBeNull();
      expect(((await response.json()) as Received).result.resultType).toBe("complete");
    }
  });

  test("status 404 for an unknown method, 400 for what the envelope lacks, 202 for a notification", async () => {
    const { url } = await endpoint();
    const check = async (init: RequestInit, status: number, code: number) => {
      const response = await fetch(url, init);
      expect(response.status).toBe(status);
      expect(((await response.json()) as Received).error.code).toBe(code);
    };
    await check(modern("no/such"), 404, -32601);
    await check(modern("skills/list", { _meta: {} }), 400, -32602);
    const old = { ...MODERN_META, "io.modelcontextprotocol/protocolVersion": "2030-01-01" };
    await check(modern("skills/list", { _meta: old }, { "mcp-protocol-version": "2030-01-01" }), 400, -32022);
    await check({ ...modern("skills/list"), body: "{" }, 400, -32700);
    await check({ ...modern("skills/list"), body: "[]" }, 400, -32600);
    await check(modern("skills/get", { uri: "skill://none/SKILL.md" }), 200, -32602);
    const { headers } = modern("x");
    const notice = await fetch(url, {
      method: "POST",
      headers: headers!,
      body: '{"jsonrpc":"2.0","method":"x"}',
    });
    expect([notice.status, await notice.text()]).toEqual([202, ""]);
  });

  test("headers must say what the body says; a URI outside ASCII travels as base64 (field report e08)", async () => {
    const { url } = await endpoint();
    const uri = "skill://demo/ref é.md";
    const encode = (text: string) => `=?base64?${Buffer.from(text).toString("base64")}?=`;
    const read = async (headers: Record<string, string>, asked = uri) => {
      const response = await fetch(url, modern("resources/read", { uri: asked }, headers));
      return { status: response.status, ...((await response.json()) as Received) };
    };
    expect(await read({ "mcp-name": encode(uri) })).toMatchObject({
      status: 200,
      result: { contents: [{ uri, text: "R" }] },
    });
    const chinese = "skill://数据分析/SKILL.md";
    expect((await read({ "mcp-name": encode(chinese) }, chinese)).result.contents[0].uri).toBe(chinese);
    expect((await read({ "mcp-name": "skill://demo/SKILL.md" }, "skill://demo/SKILL.md")).status).toBe(200);
    for (const headers of [
      {},
      { "mcp-name": "skill://demo/other.md" },
      { "mcp-name": encode("skill://demo/other.md") },
      { "mcp-name": "=?base64?%%%?=" },
      { "mcp-name": "=?base64?/////w==?=" },
      { "mcp-name": encode(uri), "mcp-method": "skills/list" },
      { "mcp-name": encode(uri), "mcp-protocol-version": "2025-11-25" },
    ]) {
      const answer = await read(headers as Record<string, string>);
      expect([answer.status, answer.error?.code], JSON.stringify(headers)).toEqual([400, -32020]);
    }
  });

  test("GET and DELETE without a session are not allowed", async () => {
    const { url } = await endpoint();
    const got = await fetch(url, { headers: { accept: "text/event-stream" } });
    expect([got.status, got.headers.get("allow")]).toEqual([405, expect.stringContaining("POST")]);
    expect((await fetch(url, { method: "PUT" })).status).toBe(405);
    expect((await fetch(url, { method: "DELETE" })).status).toBeGreaterThanOrEqual(400);
    expect((await fetch(url.replace("/mcp", "/other"))).status).toBe(404);
  });

  test("a stream of changes begins with its acknowledgement and ends with a result when the server closes", async () => {
    const { url, close } = await endpoint();
    const filter = {
      resourcesListChanged: true,
      toolsListChanged: true,
      resourceSubscriptions: ["skill://demo/SKILL.md"],
    };
    const response = await fetch(url, modern("subscriptions/listen", { notifications: filter }));
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const stream = events(response);
    expect((await stream.next()).value).toEqual({
      jsonrpc: "2.0",
      method: "notifications/subscriptions/acknowledged",
      params: {
        _meta: { "io.modelcontextprotocol/subscriptionId": 1 },
        notifications: { resourcesListChanged: true, resourceSubscriptions: ["skill://demo/SKILL.md"] },
      },
    });
    await close();
    expect((await stream.next()).value).toMatchObject({ id: 1, result: { resultType: "complete" } });
    expect((await stream.next()).done).toBe(true);
  });
});

describe("2025-11-25, with sessions", () => {
  test("a session from initialize to its end", async () => {
    const { url } = await endpoint();
    const headers = await shakeHands(url);
    const listed = (await (await fetch(url, legacy("skills/list", {}, headers))).json()) as Received;
    expect(listed.result.skills).toHaveLength(2);
    expect(listed.result.resultType).toBeUndefined();
    expect((await fetch(url, legacy("no/such", {}, headers))).status).toBe(200);
    expect((await fetch(url, { method: "DELETE", headers })).status).toBe(200);
    expect((await fetch(url, legacy("skills/list", {}, headers))).status).toBe(404);
  });

  test("without a session id 400, with an unknown one 404, with an unknown revision 400", async () => {
    const { url } = await endpoint();
    const headers = await shakeHands(url);
    const status = async (more: Record<string, string>) =>
      (await fetch(url, legacy("skills/list", {}, more))).status;
    expect(await status({})).toBe(400);
    expect(await status({ "mcp-session-id": "nope" })).toBe(404);
    expect(await status({ ...headers, "mcp-protocol-version": "1999-01-01" })).toBe(400);
    expect(await status({ "mcp-session-id": headers["mcp-session-id"]! })).toBe(200);
  });

  test("one stream a session; content types and sizes are checked", async () => {
    const { url } = await endpoint();
    const headers = await shakeHands(url);
    const abort = new AbortController();
    onTestFinished(() => abort.abort());
    const accept = { accept: "text/event-stream" };
    const stream = await fetch(url, { headers: { ...headers, ...accept }, signal: abort.signal });
    expect(stream.headers.get("content-type")).toBe("text/event-stream");
    expect((await fetch(url, { headers: { ...headers, ...accept } })).status).toBe(409);
    expect((await fetch(url, { headers: { ...headers, accept: "text/html" } })).status).toBe(406);
    const post = (more: Record<string, string>, body = "{}") =>
      fetch(url, { method: "POST", headers: { ...JSON_HEADERS, ...more }, body }).then(
        ({ status }) => status,
      );
    expect(await post({ "content-type": "text/plain" })).toBe(415);
    expect(await post({ accept: "application/json" })).toBe(406);
    expect(await post({}, " ".repeat(5 * 1024 * 1024))).toBe(413);
  });

  test("the first generation SDK's client reads a skill", async () => {
    const { url } = await endpoint();
    const client = new V1Client({ name: "v1", version: "1" });
    await client.connect(new V1Transport(new URL(url)));
    onTestFinished(() => client.close());
    const { resources } = await client.listResources();
    expect(resources.map(({ name }) => name)).toEqual(["数据分析", "demo"]);
    const { contents } = await client.readResource({ uri: resources[1]!.uri });
    expect(contents[0]).toMatchObject({ mimeType: "text/markdown", text: skillMd("demo") });
  });
});

describe("foreign pages and hosts", () => {
  test.each([
    { host: "evil.test" },
    { host: "localhost.evil.test" },
    { host: "127.0.0.1.nip.io" },
    { host: "127.0.0.1", port: "1" },
    { origin: "http://evil.test" },
    { origin: "null" },
    { origin: "http://localhost.evil.test" },
    { origin: "https://127.0.0.1.nip.io" },
    { origin: "file://" },
  ])("%j gets 403 and nothing else", async ({ host, port: wrong, origin }) => {
    const { port } = await endpoint();
    const body = modern("skills/list").body as string;
    const answer = await bare(
      port,
      {
        ...(modern("skills/list").headers as Record<string, string>),
        host: `${host ?? "127.0.0.1"}:${wrong ?? port}`,
        ...(origin ? { origin } : {}),
      },
      "POST",
      body,
    );
    expect(answer.status).toBe(403);
    expect(answer.text).not.toContain("skill://");
    expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
    const preflight = await bare(
      port,
      { host: `${host ?? "127.0.0.1"}:${wrong ?? port}`, ...(origin ? { origin } : {}) },
      "OPTIONS",
    );
    expect(preflight.status).toBe(403);
  });

  test.each(["127.0.0.1", "localhost", "[::1]"])("Host %s with the right port passes", async (name) => {
    const { port } = await endpoint();
    const { headers, body } = modern("server/discover");
    const answer = await bare(
      port,
      { ...(headers as Record<string, string>), host: `${name}:${port}` },
      "POST",
      body as string,
    );
    expect(answer.status).toBe(200);
  });

  test("a page of this machine may use it: preflight, session id exposed, session usable (field report e07)", async () => {
    const { port } = await endpoint();
    const origin = "http://localhost:6274";
    const asked = "content-type, mcp-session-id, mcp-protocol-version, mcp-method, mcp-name";
    const preflight = await bare(
      port,
      { origin, "access-control-request-method": "POST", "access-control-request-headers": asked },
      "OPTIONS",
    );
    expect(preflight.status).toBe(204);
    expect(preflight.headers["access-control-allow-origin"]).toBe(origin);
    for (const header of asked.split(", "))
      expect(preflight.headers["access-control-allow-headers"]).toContain(header);
    const { headers, body } = legacy("initialize", INITIALIZE);
    const opened = await bare(
      port,
      { ...(headers as Record<string, string>), origin },
      "POST",
      body as string,
    );
    expect(opened.headers["access-control-expose-headers"]).toContain("mcp-session-id");
    expect(opened.headers["access-control-allow-origin"]).toBe(origin);
    expect(opened.headers["mcp-session-id"]).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("only loopback listens", async () => {
    const { port } = await endpoint();
    const outside = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === "IPv4")
      .map(({ address }) => address);
    for (const address of outside) {
      const refused = await new Promise<boolean>((resolve) => {
        const socket = createConnection({ host: address, port, timeout: 2_000 });
        socket
          .once("connect", () => resolve(false))
          .once("error", () => resolve(true))
          .once("timeout", () => resolve(true));
        onTestFinished(() => void socket.destroy());
      });
      expect(refused, address).toBe(true);
    }
  });

  test("a port that is taken is said in words", async () => {
    const { server, port } = await endpoint();
    await expect(server.serveHttp({ port })).rejects.toThrow(`Port ${port} is in use`);
  });
});

describe("many at once", () => {
  test("a hundred requests in parallel are all answered, also while a file changes", async () => {
    const { url, folder } = await endpoint();
    await put(folder, "demo/more.md", "M");
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        fetch(url, modern("skills/list")).then((response) => response.json()),
      ),
    );
    for (const answer of answers as Received[]) expect(answer.result.skills).toHaveLength(2);
  });
});
