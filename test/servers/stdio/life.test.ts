import { createServer, type Socket } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { runCli, target } from "../../support/cli";
import { startEngine } from "../../support/engine";
import { marked, type ServerCommand, servers } from "../../support/fixtures";
import { noProcessLeft, processesWith, processStarted } from "../../support/processes";
import { until } from "../../support/until";

/** A launcher that starts the server in the background beside another process, and waits for both. */
function launcher(server: ServerCommand & { marker: string }): ServerCommand & { marker: string } {
  const line = [server.command, ...server.args].map((part) => `'${part}'`).join(" ");
  return {
    command: "sh",
    args: ["-c", `exec 3<&0; ${line} <&3 & sleep 9999 & wait`, server.marker],
    marker: server.marker,
  };
}

/** A listener that takes connections and never says a word. */
async function silentListener(): Promise<{ url: string; open: () => number }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}/mcp`, open: () => sockets.size };
}

it("one that reads and never replies fails at the given limit, naming the step (field report d05)", async () => {
  const server = marked({ command: process.execPath, args: ["-e", "process.stdin.resume()", "--"] });
  const { code, stderr, ms } = await runCli(["list", "--timeout", "2000", ...target(server)]);
  expect(code).toBe(3);
  expect(stderr).toMatch(/did not answer (initialize|server\/discover) within 2000 ms/);
  expect(ms).toBeGreaterThan(1_900);
  expect(ms).toBeLessThan(8_000);
  await noProcessLeft(server.marker);
});

it("so does an address that takes connections and stays silent, and its socket is closed (field report d05)", async () => {
  const silent = await silentListener();
  const { code, stderr, ms } = await runCli(["list", "--timeout", "1000", silent.url]);
  expect(code).toBe(3);
  expect(stderr).toMatch(/did not answer (initialize|server\/discover) within 1000 ms/);
  expect(ms).toBeLessThan(8_000);
  await until(() => silent.open() === 0, { what: () => "the sockets are closed" });
});

it("cancel ends the wait for a silent address at once, with its sockets (field report d05)", async () => {
  const silent = await silentListener();
  const app = await startEngine();
  const transport = { kind: "http" as const, url: silent.url, headers: [] };
  const { config } = await app.call("servers.add", {
    label: "silent",
    transport,
    autoConnect: false,
    timeoutMs: 60_000,
  });
  const connecting = app.call("servers.connect", { serverId: config.serverId, op: "connect" });
  await until(() => silent.open() > 0, { what: () => "the address is being asked" });
  const from = Date.now();
  expect(await app.call("op.cancel", { op: "connect" })).toBe(true);
  expect((await connecting).status).toBe("disconnected");
  expect(Date.now() - from).toBeLessThan(2_000);
  await until(() => silent.open() === 0, { what: () => "the sockets are closed" });
});

it("five reconnects and the end of the app leave nothing below a launcher, though its server ignores SIGTERM (field report d06)", async () => {
  const server = launcher(marked(servers.faulty("ignores-end")));
  const app = await startEngine();
  const { config } = await app.addServer("launched", server);
  const { serverId } = config;
  for (let round = 0; round < 5; round++) {
    await app.call("servers.disconnect", { serverId });
    await noProcessLeft(server.marker);
    const { status } = await app.call("servers.connect", { serverId });
    expect(status).toBe("connected");
  }
  const from = Date.now();
  await app.close();
  expect(Date.now() - from).toBeLessThan(10_000);
  await noProcessLeft(server.marker);
});

it("when the app itself is killed, a server that heeds the end of its stdin ends (field report d06)", async () => {
  const server = marked(servers.raw());
  const killed = runCli(["check", "--watch", "--format", "json", ...target(server)], {
    whileRunning: async (child) => {
      await processStarted(server.marker);
      await until(() => processesWith(server.marker).some((pid) => pid !== child.pid), {
        what: () => "the server runs",
      });
      process.kill(child.pid!, "SIGKILL");
    },
  });
  await expect(killed).rejects.toThrow();
  await noProcessLeft(server.marker);
});
