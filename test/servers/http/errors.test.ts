import { createServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { connectHttp, json, legacyMcp, problemOf, rawHttp } from "./raw-http";

describe("HTTP answers that are no MCP", () => {
  it.each([
    [401, "http-401", "sign-in"],
    [403, "http-403", "refuses"],
    [404, "http-404", "no MCP endpoint"],
    [500, "http-500", "failed"],
    [503, "http-503", "failed"],
    [429, "http-429", "slow down"],
  ])(
    "HTTP %i says so, what it means and what to do, and asks no more than twice",
    async (status, code, words) => {
      const server = await rawHttp(
        (_, response) => void response.writeHead(status, { "content-type": "text/plain" }).end("go away"),
      );
      const problem = await problemOf(server.url);
      expect(problem.code).toBe(code);
      expect(problem.message).toContain(words);
      expect(problem.hint).toBeTruthy();
      // The modern probe and the legacy handshake, and for 404 the older transport's GET: never a loop.
      expect(server.seen.length).toBeLessThanOrEqual(3);
    },
  );

  it("a web page is named as no MCP", async () => {
    const server = await rawHttp(
      (_, response) => void response.writeHead(200, { "content-type": "text/html" }).end("<h1>Hello</h1>"),
    );
    const problem = await problemOf(server.url);
    expect(problem.message).toMatch(/no MCP/i);
  });

  it("a silent listener fails at the timeout and names the step", async () => {
    const server = createServer(() => {});
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    const problem = await problemOf(`http://127.0.0.1:${port}/mcp`, { timeoutMs: 400 });
    expect(problem.code).toBe("no-answer");
    expect(problem.message).toMatch(/initialize|server\/discover/);
  });

  it("nothing listening lists every address tried (field report e05); an unknown name says so", async () => {
    const free = await rawHttp(() => {});
    await new Promise((resolve) => free.server.close(resolve));
    const refused = await problemOf(`http://localhost:${free.port}/mcp`);
    expect(refused.code).toBe("ECONNREFUSED");
    for (const address of ["127.0.0.1", "::1"]) expect(refused.detail).toContain(`${address}:${free.port}`);
    const unknown = await problemOf("http://no-such-host.invalid/mcp");
    expect(["ENOTFOUND", "EAI_AGAIN"]).toContain(unknown.code);
  });

  it("a redirect to another origin is not followed, and no header goes there", async () => {
    const other = await rawHttp(legacyMcp());
    const server = await rawHttp(
      (_, response) => void response.writeHead(307, { location: other.url }).end(),
    );
    const problem = await problemOf(server.url, { headers: { Authorization: "Bearer secret" } });
    expect(problem.message).toContain(other.url);
    expect(other.seen).toEqual([]);
  });

  it("an address that is none is refused before anything is sent", async () => {
    expect(await problemOf("ftp://host/mcp")).toMatchObject({ code: "bad-url" });
  });
});

describe("malformed answers over HTTP", () => {
  it("a JSON-RPC error with HTTP 400 or 404 is the answer, not a transport failure", async () => {
    const server = await rawHttp((seen, response) => {
      if (seen.body.method === "resources/read") {
        return json(
          response,
          { jsonrpc: "2.0", id: seen.body.id, error: { code: -32602, message: "unknown uri" } },
          {},
          400,
        );
      }
      return legacyMcp()(seen, response);
    });
    const { connection } = await connectHttp(server.url);
    const exchange = await connection.request("resources/read", { uri: "x:y" });
    expect(exchange.outcome).toMatchObject({ kind: "error", code: -32602 });
    expect(exchange.httpStatus).toBe(400);
  });
  it("a stream that ends without the answer ends the request with that reason", async () => {
    const server = await rawHttp((seen, response) => {
      if (seen.body.method === "resources/read") {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.end(": nothing here\n\n");
        return;
      }
      return legacyMcp()(seen, response);
    });
    const { connection } = await connectHttp(server.url);
    const exchange = await connection.request("resources/read", { uri: "x:y" });
    expect(exchange.outcome).toMatchObject({ kind: "none", reason: expect.stringContaining("stream ended") });
  });
  it("an answer in a stream keeps its raw text", async () => {
    const server = await rawHttp((seen, response) => {
      if (seen.body.method === "resources/read") {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.end(
          `event: message\ndata: {"jsonrpc":"2.0",  "id":${seen.body.id},"result":{"contents":[]}}\n\n`,
        );
        return;
      }
      return legacyMcp()(seen, response);
    });
    const { connection } = await connectHttp(server.url);
    const exchange = await connection.request("resources/read", { uri: "x:y" });
    expect(exchange.outcome.kind).toBe("result");
    expect(exchange.rawAnswer).toContain('"2.0",  "id"');
  });
});
