import { describe, expect, it } from "vitest";
import { Rpc } from "../../../electron/engine/connections/rpc";
import { Traffic } from "../../../electron/engine/connections/tap";
import type { WireHandlers, WireMessage, WireTransport } from "../../../electron/engine/connections/wire";
import type { WireEvent } from "../../../shared/model/evidence";

/** A peer whose answers the test writes by hand, as text. */
class HandWritten implements WireTransport {
  readonly kind = "memory" as const;
  handlers!: WireHandlers;
  sent: WireMessage[] = [];
  async start() {}
  async send(_text: string, message: WireMessage) {
    this.sent.push(message);
  }
  async close() {
    this.handlers.onClose({ reason: "asked", message: "Disconnected." });
  }
}

function setUp(secrets: string[] = []) {
  const peer = new HandWritten();
  const events: WireEvent[] = [];
  const traffic = new Traffic();
  let count = 0;
  const rpc = new Rpc(peer, {
    serverId: "s",
    traffic,
    secrets,
    nextExchangeId: () => `x${++count}`,
    onEvent: (event) => events.push(event),
  });
  const ask = (options: { timeoutMs?: number; signal?: AbortSignal } = {}) =>
    rpc.request("resources/read", { uri: "a:b" }, { timeoutMs: 5_000, purpose: "user", ...options });
  return { peer, rpc, events, traffic, ask };
}

describe("Rpc", () => {
  it.each(["__proto__", "constructor", "toString", "sampling/createMessage"])(
    "refuses a request of the server for %s, and goes on",
    async (method) => {
      const { peer, ask } = setUp();
      const asked = ask();
      peer.handlers.onText(JSON.stringify({ jsonrpc: "2.0", id: "s", method }));
      expect(peer.sent.at(-1)).toMatchObject({ id: "s", error: { code: -32601 } });
      peer.handlers.onText('{"jsonrpc":"2.0","id":1,"result":{}}');
      expect((await asked).outcome).toEqual({ kind: "result", result: {} });
    },
  );

  it("pairs answers by id, out of order, and keeps the raw text", async () => {
    const { peer, ask, traffic } = setUp();
    const [first, second] = [ask(), ask()];
    peer.handlers.onText('{"jsonrpc":"2.0","id":2,"result":{"n":2}}');
    peer.handlers.onText('{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no","data":[1]}}');
    expect((await second).outcome).toEqual({ kind: "result", result: { n: 2 } });
    const failed = await first;
    expect(failed.outcome).toEqual({ kind: "error", code: -32602, message: "no", data: [1] });
    expect(failed.rawAnswer).toContain('"id":1');
    expect(traffic.get(failed.seq)?.pair).toBe(failed.answerSeq);
  });

  it("ends a request at its timeout, tells the server, and does not take a late answer for a fault", async () => {
    const { peer, ask, events } = setUp();
    const exchange = await ask({ timeoutMs: 20 });
    expect(exchange.outcome).toMatchObject({ kind: "none", problem: "timeout" });
    expect(peer.sent.at(-1)).toMatchObject({ method: "notifications/cancelled", params: { requestId: 1 } });
    peer.handlers.onText('{"jsonrpc":"2.0","id":1,"result":{}}');
    expect(events).toEqual([]);
  });

  it("ends a request when it is cancelled, also when it was before it began", async () => {
    const { ask } = setUp();
    const abort = new AbortController();
    const running = ask({ signal: abort.signal });
    abort.abort();
    expect((await running).outcome).toMatchObject({ problem: "cancelled" });
    expect((await ask({ signal: abort.signal })).outcome).toMatchObject({ problem: "cancelled" });
  });

  it("keeps noise, unknown ids and answers given twice, and still finds the answer", async () => {
    const { peer, ask, events } = setUp();
    const running = ask();
    for (const text of [
      "",
      "> start v1",
      '{"half":',
      "[1]",
      "null",
      '{"jsonrpc":"2.0","id":99,"result":{}}',
    ]) {
      peer.handlers.onText(text);
    }
    peer.handlers.onText('{"jsonrpc":"2.0","id":1,"result":{"ok":true}}');
    peer.handlers.onText('{"jsonrpc":"2.0","id":1,"result":{"ok":false}}');
    expect((await running).outcome).toEqual({ kind: "result", result: { ok: true } });
    expect(events.map((event) => event.kind)).toEqual([
      "noise",
      "noise",
      "noise",
      "invalid-message",
      "invalid-message",
      "unknown-id",
      "duplicate-answer",
    ]);
  });

  it("answers ping and roots, and refuses what an inspector does not do", async () => {
    const { peer } = setUp();
    peer.handlers.onText('{"jsonrpc":"2.0","id":"p","method":"ping"}');
    peer.handlers.onText('{"jsonrpc":"2.0","id":7,"method":"sampling/createMessage","params":{}}');
    expect(peer.sent).toEqual([
      { jsonrpc: "2.0", id: "p", result: {} },
      { jsonrpc: "2.0", id: 7, error: { code: -32601, message: "Method not found: sampling/createMessage" } },
    ]);
  });

  it("ends everything under way when the connection closes, with its reason", async () => {
    const { peer, ask } = setUp();
    const running = [ask(), ask()];
    peer.handlers.onClose({
      reason: "exit",
      message: "The server's process ended with exit code 3.",
      code: 3,
    });
    for (const exchange of await Promise.all(running)) {
      expect(exchange.outcome).toMatchObject({
        kind: "none",
        problem: "closed",
        reason: expect.stringContaining("exit code 3"),
      });
    }
    expect((await ask()).outcome).toMatchObject({ problem: "closed" });
  });

  it("masks secrets before anything is recorded", async () => {
    const { peer, traffic } = setUp(["s3cret-token"]);
    peer.handlers.onText(
      '{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"Bearer s3cret-token"}}',
    );
    const rows = traffic.page(undefined, 10).map((row) => traffic.get(row.seq)?.raw);
    expect(rows.join()).toContain("Bearer •••");
    expect(rows.join()).not.toContain("s3cret");
  });
});
