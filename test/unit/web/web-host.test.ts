import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { startWebHost, type WebLimits } from "../../../electron/web/web-host";
import { openSession } from "../../contract/hosts";
import { scriptedHandler } from "../../contract/scripted-handler";
import { tempFolder } from "../../support/temp";
import { type RawRequest, rawBytes, rawRequest } from "./raw-request";

async function start(limits: Partial<WebLimits> = {}) {
  const rendererDir = join(tempFolder(), "renderer");
  mkdirSync(join(rendererDir, "assets"), { recursive: true });
  writeFileSync(join(rendererDir, "index.html"), "<!doctype html><title>app</title>");
  writeFileSync(join(rendererDir, "assets", "app.js"), "export {};");
  writeFileSync(join(rendererDir, "..", "secret.txt"), "secret");
  const handler = scriptedHandler(
    { "servers.list": () => [] },
    { h: Buffer.from("<script>alert(1)</script>") },
  );
  const logged: string[] = [];
  const fresh: string[] = [];
  const host = await startWebHost({
    handler,
    rendererDir,
    log: (line) => logged.push(line),
    onUsedLink: (url) => fresh.push(url),
    limits,
  });
  onTestFinished(() => host.close());
  const own = { host: `127.0.0.1:${host.port}`, origin: `http://127.0.0.1:${host.port}` };
  const send = (request: RawRequest) =>
    rawRequest(host.port, { ...request, headers: { ...own, ...request.headers } });
  const session = await openSession(host.url);
  const auth = { authorization: `Bearer ${session}` };
  const json = { "content-type": "application/json" };
  const call = {
    method: "POST",
    path: "/api/call",
    headers: { ...auth, ...json },
    body: '{"name":"servers.list","input":{}}',
  };
  return { host, handler, logged, fresh, send, session, auth, json, call };
}

const code = (body: string) => (JSON.parse(body) as { code: string }).code;

describe("what the browser host lets in", () => {
  it("answers a call with session, Host and Origin of its own, under every name of this machine", async () => {
    const { host, send, call } = await start();
    for (const name of ["127.0.0.1", "localhost", "[::1]", "LOCALHOST"]) {
      const own = `${name}:${host.port}`;
      const answer = await send({
        ...call,
        headers: { ...call.headers, host: own, origin: `http://${own}` },
      });
      expect(answer).toMatchObject({ status: 200, body: '{"ok":true,"value":[]}' });
    }
  });

  it("listens on the loopback address alone (field report g03)", async () => {
    const { host } = await start();
    const listening = execFileSync("sh", [
      "-c",
      "cat /proc/net/tcp /proc/net/tcp6 2>/dev/null || true",
    ]).toString();
    const port = host.port.toString(16).toUpperCase().padStart(4, "0");
    const addresses = [...listening.matchAll(/^\s*\d+: (\w+):(\w{4}) \w+:\w{4} 0A/gm)]
      .filter(([, , at]) => at === port)
      .map(([, address]) => address);
    expect(addresses).toEqual(process.platform === "linux" ? ["0100007F"] : []);
  });
});

describe("what the browser host refuses before any handler runs", () => {
  it.each(["evil.test", "localhost.evil.test", "127.0.0.1.nip.io", "0.0.0.0", "127.0.0.1", "192.168.0.9"])(
    "a request for Host %s, on the API, its files and its events",
    async (name) => {
      const { host, handler, send, call } = await start();
      const foreign = name === "127.0.0.1" ? `${name}:${host.port + 1}` : `${name}:${host.port}`;
      for (const request of [call, { path: "/" }, { path: "/assets/app.js" }, upgrade({})]) {
        const answer = await send({ ...request, headers: { ...request.headers, host: foreign } });
        expect(answer.status).toBe(403);
      }
      expect(handler.seen).toEqual([]);
    },
  );

  it.each([
    "http://evil.test",
    "null",
    "https://127.0.0.1",
    "http://127.0.0.1",
    "file://",
    "http://localhost.evil.test",
  ])("a request from Origin %s, whatever its session", async (origin) => {
    const { handler, send, call, auth } = await start();
    for (const request of [call, { path: "/" }, { path: "/api/bytes/h", headers: auth }, upgrade({})]) {
      const answer = await send({ ...request, headers: { ...request.headers, origin } });
      expect(answer.status).toBe(403);
    }
    expect(handler.seen).toEqual([]);
  });

  it("a POST that does not say where it comes from", async () => {
    const { host, handler, call } = await start();
    const headers = { ...call.headers, host: `127.0.0.1:${host.port}` };
    expect((await rawRequest(host.port, { ...call, headers })).status).toBe(403);
    expect(handler.seen).toEqual([]);
  });

  it.each(["cross-site", "same-site", "none"])("an API request that the browser marks %s", async (site) => {
    const { send, auth } = await start();
    const headers = { ...auth, "sec-fetch-site": site };
    const answer = await send({ path: "/api/bytes/h", headers });
    expect([answer.status, code(answer.body)]).toEqual([403, "foreign-origin"]);
  });

  it("a call without a session, with a wrong one, with the one-time token, or with a cookie", async () => {
    const { host, handler, send, call, json, session } = await start();
    const unused = new URLSearchParams(new URL(host.newLink()).hash.slice(1)).get("token")!;
    const attempts: Record<string, string>[] = [
      {},
      { authorization: "Bearer " },
      { authorization: `Bearer ${"A".repeat(43)}` },
      { authorization: `Bearer ${unused}` },
      { authorization: `Basic ${session}` },
      { cookie: `session=${session}; token=${session}` },
    ];
    for (const headers of attempts) {
      const answer = await send({ ...call, headers: { ...json, ...headers } });
      expect([answer.status, code(answer.body)]).toEqual([401, "no-session"]);
    }
    expect((await send({ path: `/api/call?session=${session}&name=servers.list` })).status).toBe(401);
    expect((await send({ path: "/api/bytes/h" })).status).toBe(401);
    expect((await send({ path: "/api/result/x" })).status).toBe(401);
    expect(handler.seen).toEqual([]);
  });

  it("a form post and a simple cross-site post, which need no preflight", async () => {
    const { handler, send, call, auth } = await start();
    for (const type of ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"]) {
      const answer = await send({ ...call, headers: { ...auth, "content-type": type } });
      expect([answer.status, code(answer.body)]).toEqual([415, "bad-content-type"]);
    }
    expect(handler.seen).toEqual([]);
  });

  it("the preflight of another page, so that its request is never sent", async () => {
    const { send } = await start();
    const answer = await send({
      method: "OPTIONS",
      path: "/api/call",
      headers: { origin: "http://evil.test", "access-control-request-method": "POST" },
    });
    expect(answer.status).toBe(403);
    expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
  });

  it.each(["GET", "PUT", "DELETE", "PATCH"])("a call by %s", async (method) => {
    const { handler, send, call } = await start();
    expect((await send({ ...call, method })).status).toBe(404);
    expect(handler.seen).toEqual([]);
  });
});

describe("the one-time token", () => {
  it("is good for one session; used again it is refused and the terminal gets a new address", async () => {
    const { host, fresh } = await start();
    await expect(openSession(host.url)).rejects.toThrow("used before");
    expect(fresh).toHaveLength(1);
    expect(fresh[0]).not.toBe(host.url);
    expect(await openSession(fresh[0]!)).toMatch(/^[\w-]{43}$/);
  });

  it("is refused when it is wrong, and then no new address is made", async () => {
    const { host, fresh } = await start();
    const wrong = host.newLink().replace(/=.*/, `=${"A".repeat(43)}`);
    await expect(openSession(wrong)).rejects.toThrow("no session");
    expect(fresh).toEqual([]);
  });

  it("stands in the address's fragment alone, and neither token ever stands in the log", async () => {
    const { host, logged, session, send, auth, json } = await start();
    const url = new URL(host.newLink());
    expect([url.search, url.pathname, url.hostname]).toEqual(["", "/", "127.0.0.1"]);
    await send({ method: "POST", path: "/api/call", headers: { ...auth, ...json }, body: "{" });
    await send({ path: "/api/nothing", headers: auth });
    expect(logged.join("\n")).not.toContain(session);
    expect(logged).toEqual([]);
  });
});

describe("bodies and time", () => {
  it("refuses a body over the limit, announced or not, and goes on", async () => {
    const { handler, send, call } = await start({ bodyBytes: 10_000 });
    const body = JSON.stringify({ name: "servers.list", input: { text: "x".repeat(20_000) } });
    const announced = await send({ ...call, body });
    expect([announced.status, code(announced.body)]).toEqual([413, "too-large"]);
    const chunked = await send({
      ...call,
      headers: { ...call.headers, "transfer-encoding": "chunked" },
      body,
    });
    expect(chunked.status).toBe(413);
    expect(handler.seen).toEqual([]);
    expect((await send(call)).status).toBe(200);
  });

  it("refuses what is no JSON, or no call", async () => {
    const { handler, send, call } = await start();
    expect((await send({ ...call, body: "{" })).status).toBe(400);
    for (const body of ["null", "[]", '"servers.list"', "1"]) {
      expect(code((await send({ ...call, body })).body)).toBe("unknown-call");
    }
    expect(code((await send({ ...call, body: `${"[".repeat(100_000)}${"]".repeat(100_000)}` })).body)).toBe(
      "unknown-call",
    );
    expect(handler.seen).toEqual([]);
  });

  it("ends a request whose headers or body do not come", async () => {
    const { host, auth, send, call } = await start({ requestMs: 300 });
    const headers = `Host: 127.0.0.1:${host.port}\r\nOrigin: http://127.0.0.1:${host.port}\r\n`;
    const halfHead = rawBytes(host.port, `GET / HTTP/1.1\r\n${headers}`);
    const halfBody = rawBytes(
      host.port,
      `POST /api/call HTTP/1.1\r\n${headers}Authorization: ${auth.authorization}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    );
    expect(await halfHead).toContain("408");
    expect(await halfBody).toContain("408");
    expect((await send(call)).status).toBe(200);
  });

  it("answers a page in time while hundreds of requests never come to their end, and ends those", async () => {
    const { host, send, call } = await start({ requestMs: 1_000 });
    const head = `GET / HTTP/1.1\r\nHost: 127.0.0.1:${host.port}\r\n`;
    const slow = Array.from({ length: 400 }, () => rawBytes(host.port, head).catch(() => "closed"));
    const from = Date.now();
    for (let turn = 0; turn < 5; turn++) expect((await send(call)).status).toBe(200);
    expect(Date.now() - from).toBeLessThan(5_000);
    const ended = await Promise.all(slow);
    expect(ended.every((answer) => answer === "closed" || answer.includes("408"))).toBe(true);
    expect((await send(call)).status).toBe(200);
  });

  it("takes one Host alone, and no address in place of a path", async () => {
    const { host, handler } = await start();
    const own = `Host: 127.0.0.1:${host.port}\r\n`;
    const end = "Connection: close\r\n\r\n";
    expect(await rawBytes(host.port, `GET / HTTP/1.1\r\n${own}Host: evil.test\r\n${end}`)).toMatch(
      / 40[03] /,
    );
    expect(await rawBytes(host.port, `GET / HTTP/1.1\r\nHost: evil.test\r\n${own}${end}`)).toMatch(
      / 40[03] /,
    );
    expect(await rawBytes(host.port, `GET / HTTP/1.1\r\n${end}`)).toMatch(/ 40[03] /);
    const whole = await rawBytes(host.port, `GET http://evil.test/api/call HTTP/1.1\r\n${own}${end}`);
    expect(whole).toMatch(/^HTTP\/1\.1 404 /);
    const connected = await rawBytes(host.port, `CONNECT evil.test:443 HTTP/1.1\r\n${own}${end}`);
    expect(connected).not.toContain(" 200 ");
    expect(handler.seen).toEqual([]);
  });

  it("answers garbage with an error and lives", async () => {
    const { host, send, call } = await start();
    expect(await rawBytes(host.port, "\u0000\u0001 nonsense\r\n\r\n")).toContain("400");
    expect(
      await rawBytes(host.port, `GET / HTTP/1.1\r\nHost: x\r\nX: ${"y".repeat(100_000)}\r\n\r\n`),
    ).toContain("431");
    expect((await send(call)).status).toBe(200);
  });
});

describe("its files", () => {
  it.each([
    "/../secret.txt",
    "/%2e%2e/secret.txt",
    "/..%2fsecret.txt",
    "/..%5csecret.txt",
    "/assets/../../secret.txt",
    "//secret.txt",
    "/assets/%00",
    "/%",
    "/assets",
    "/assets/",
  ])("do not include %s", async (path) => {
    const { send } = await start();
    const answer = await send({ path });
    expect(answer.status).toBe(404);
    expect(answer.body).not.toContain("secret");
  });

  it("come with a policy that names everything they may load", async () => {
    const { send, host } = await start();
    const { status, headers } = await send({ path: "/?x=1" });
    expect(status).toBe(200);
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self' blob:; " +
        `font-src 'self'; connect-src 'self' ws://127.0.0.1:${host.port}; base-uri 'none'; form-action 'none'; ` +
        "frame-ancestors 'none'",
    );
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "x-frame-options": "DENY",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(headers["set-cookie"]).toBeUndefined();
  });

  it("answer POST with 405, and HEAD without a body", async () => {
    const { send } = await start();
    expect((await send({ method: "POST", path: "/" })).status).toBe(405);
    const head = await send({ method: "HEAD", path: "/" });
    expect([head.status, head.body]).toEqual([200, ""]);
  });

  it("never show bytes of a skill as a page", async () => {
    const { send, auth } = await start();
    const { headers, body } = await send({ path: "/api/bytes/h", headers: auth });
    expect(body).toBe("<script>alert(1)</script>");
    expect(headers).toMatchObject({
      "content-type": "application/octet-stream",
      "content-disposition": "attachment",
      "content-security-policy": "default-src 'none'; sandbox",
    });
  });
});

it("says which port is taken", async () => {
  const { host, handler } = await start();
  const again = startWebHost({ handler, rendererDir: "/nowhere", port: host.port, log: () => undefined });
  await expect(again).rejects.toThrow(`Port ${host.port} is in use by another program`);
});

it("frees its port when it is closed, with a page still connected", async () => {
  const { host, handler, call, send } = await start();
  await send(call);
  await host.close();
  const next = await startWebHost({
    handler,
    rendererDir: "/nowhere",
    port: host.port,
    log: () => undefined,
  });
  expect(next.port).toBe(host.port);
  await next.close();
});

function upgrade(headers: Record<string, string>): RawRequest {
  return {
    path: "/api/events",
    headers: {
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
      ...headers,
    },
  };
}
