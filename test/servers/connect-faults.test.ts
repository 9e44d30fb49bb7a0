import { describe, expect, it } from "vitest";
import type { EraChoice } from "../../shared/model/server";
import { connect, failToConnect, listAll } from "../support/connect";
import { marked, servers } from "../support/fixtures";
import { noProcessLeft, processesWith, processStarted } from "../support/processes";
import { until } from "../support/until";

const eras: EraChoice[] = ["auto", "modern", "legacy"];

describe("a server that cannot be had", () => {
  it("names a command that does not exist", async () => {
    const problem = await failToConnect({ command: "no-such-command-anywhere", args: [] });
    expect(problem.code).toBe("command-not-found");
    expect(problem.message).toContain("no-such-command-anywhere");
    expect(problem.hint).toBeTruthy();
  });

  it.each(eras)("shows stderr and exit code of one that exits at once (%s)", async (era) => {
    const problem = await failToConnect(servers.faulty("exits-at-once"), era);
    expect(problem.message).toMatch(/exit code 3/);
    expect(problem.detail).toContain("cannot open database /nowhere/skills.db");
  });

  it.each(eras)("gives up on one that never answers at the time limit, naming the step (%s)", async (era) => {
    const server = marked(servers.faulty("never-answers"));
    const from = Date.now();
    const problem = await failToConnect(server, era, { timeoutMs: 700 });
    expect(problem.message).toMatch(/did not answer (initialize|server\/discover) within \d+ ms/);
    expect(Date.now() - from).toBeLessThan(6_000);
    await noProcessLeft(server.marker);
  });

  it("says that one which writes prose speaks no MCP, and shows its words", async () => {
    const server = marked(servers.faulty("not-mcp"));
    const problem = await failToConnect(server, "auto", { timeoutMs: 1_000 });
    expect(problem.message).toMatch(/no MCP server/);
    expect(problem.detail).toContain("Welcome to the echo service.");
    await noProcessLeft(server.marker);
  });

  it("can be cancelled while it connects, at once and without a trace", async () => {
    const server = marked(servers.faulty("never-answers"));
    const cancel = new AbortController();
    const opening = failToConnect(server, "auto", { timeoutMs: 60_000, signal: cancel.signal });
    await processStarted(server.marker);
    const from = Date.now();
    cancel.abort();
    expect((await opening).code).toBe("cancelled");
    expect(Date.now() - from).toBeLessThan(4_000);
    await noProcessLeft(server.marker);
  });
});

describe("noise and stray messages", () => {
  it("keeps noise lines with their text, lets messages through and leaves another connection alone (field report d01)", async () => {
    const healthy = await connect(servers.raw());
    const { connection, traffic } = await connect(servers.faulty("noise"));
    expect(await listAll(connection, "skills/list", "skills")).toHaveLength(3);
    const noise = connection.wire.filter((event) => event.kind === "noise").map((event) => event.text);
    expect(noise).toContain("> start v1");
    expect(noise).toContain('{"half":');
    expect(noise).toContain("> still here");
    const rows = traffic.page(undefined, 1_000).filter((row) => row.kind === "noise");
    expect(rows.map((row) => row.preview)).toContain("> start v1");
    expect(healthy.connection.wire).toEqual([]);
    expect(await listAll(healthy.connection, "skills/list", "skills")).toHaveLength(3);
  });

  it("takes an answer with a foreign id for no answer, and records it", async () => {
    const { connection } = await connect(servers.faulty("wrong-id"), "modern", { timeoutMs: 500 });
    const exchange = await connection.request("skills/list", {});
    expect(exchange.outcome).toMatchObject({ kind: "none", problem: "timeout" });
    expect(connection.wire.map((event) => event.kind)).toContain("unknown-id");
  });

  it("records a second answer to one request", async () => {
    const { connection } = await connect(servers.faulty("duplicate-answer"), "modern");
    await connection.call("skills/list", {});
    await until(() => connection.wire.some((event) => event.kind === "duplicate-answer"), {
      what: () => "the second answer is recorded",
    });
  });

  it("keeps what the server writes to stderr", async () => {
    const { connection, traffic } = await connect(servers.faulty("stderr-chatter"), "modern");
    await connection.call("skills/list", {});
    await until(() => connection.stderr.includes("raw: got skills/list"), { what: () => "stderr arrived" });
    expect(traffic.page(undefined, 100).some((row) => row.kind === "stderr")).toBe(true);
  });
});

describe("requests", () => {
  it("end at their time limit and leave the connection usable", async () => {
    const { connection } = await connect(servers.raw("--fault", "slow", "--delay", "400"), "modern");
    const late = await connection.request("skills/list", {}, { timeoutMs: 100 });
    expect(late.outcome).toMatchObject({ kind: "none", problem: "timeout" });
    expect(await listAll(connection, "skills/list", "skills")).toHaveLength(3);
    // The late answer has come meanwhile; it is no second one.
    expect(connection.wire).toEqual([]);
  });

  it("can be cancelled, and the server is told", async () => {
    const { connection, traffic } = await connect(servers.faulty("silent-after-handshake"), "legacy", {
      timeoutMs: 60_000,
    });
    const cancel = new AbortController();
    const running = connection.request("skills/list", {}, { signal: cancel.signal });
    cancel.abort();
    expect((await running).outcome).toMatchObject({ kind: "none", problem: "cancelled" });
    await until(() => traffic.page(undefined, 100).some((row) => row.method === "notifications/cancelled"), {
      what: () => "the cancellation was sent",
    });
  });

  it("end with the exit of the process when it dies in mid-list", async () => {
    const closes: string[] = [];
    const { connection } = await connect(servers.faulty("crash-mid-list"), "modern", {
      onClose: (close) => closes.push(close.message),
    });
    await expect(listAll(connection, "skills/list", "skills")).rejects.toThrow(/skills\/list/);
    await until(() => closes.length === 1, { what: () => "the loss of the connection is reported" });
    expect(connection.exit?.code).toBe(7);
    expect(connection.stderr).toContain("out of memory");
  });

  it("end when a server floods stdout without a line end, and memory stays bounded", async () => {
    const server = marked(servers.faulty("flood"));
    const { connection } = await connect(server, "modern", { timeoutMs: 3_000 });
    const before = process.memoryUsage().rss;
    const { outcome } = await connection.request("skills/list", {});
    expect(outcome.kind).toBe("none");
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
    await connection.close();
    await noProcessLeft(server.marker);
  });
});

describe("closing", () => {
  it.each([
    ["ignores the end of stdin and SIGTERM", "ignores-end", 1],
    ["has started a process of its own", "grandchild", 2],
  ])("leaves nothing of a server that %s", async (_how, fault, processes) => {
    const server = marked(servers.faulty(fault));
    const { connection } = await connect(server);
    await until(() => processesWith(server.marker).length === processes, {
      what: () => `${processes} processes run`,
    });
    await connection.close();
    await noProcessLeft(server.marker);
  });

  it("leaves nothing below a shell that started the server in the background", async () => {
    const raw = marked(servers.raw());
    const line = [raw.command, ...raw.args].map((part) => `'${part}'`).join(" ");
    // A shell takes stdin away from what it starts in the background, unless it is given back.
    const script = `exec 3<&0; ${line} <&3 & sleep 9999 & wait`;
    const { connection } = await connect({ command: "sh", args: ["-c", script, raw.marker] });
    expect(await listAll(connection, "skills/list", "skills")).toHaveLength(3);
    await connection.close();
    await noProcessLeft(raw.marker);
  });
});
