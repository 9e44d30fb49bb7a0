import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { runCli } from "../../support/cli";
import { marked, type ServerCommand, servers } from "../../support/fixtures";
import { noProcessLeft, processesWith } from "../../support/processes";
import { until } from "../../support/until";

/** Kills the app with a signal that it cannot catch, once it has checked a server and stays connected to it. */
async function killedWhileConnected(server: ServerCommand & { marker: string }, least: number) {
  const killed = runCli(["check", "--watch", "--format", "json", "--", server.command, ...server.args], {
    whileRunning: async (child) => {
      await once(child.stdout!, "data");
      const started = processesWith(server.marker).filter((pid) => pid !== child.pid);
      expect(started.length).toBeGreaterThanOrEqual(least);
      process.kill(child.pid!, "SIGKILL");
    },
  });
  await expect(killed).rejects.toThrow(/did not end/);
}

it.each<[string, ServerCommand & { marker: string }, number]>([
  ["ignores the end of its stdin and SIGTERM", marked(servers.faulty("ignores-end")), 1],
  ["has a child that outlives it", marked(servers.faulty("grandchild")), 2],
  ["has both, and a child in a session of its own", ownSession(), 2],
])("when the app is killed, a server that %s ends all the same", async (_, server, least) => {
  await killedWhileConnected(server, least);
  await noProcessLeft(server.marker);
});

/** A launcher that starts the real server as leader of another session, and ignores everything but SIGKILL. */
function ownSession(): ServerCommand & { marker: string } {
  const server = marked(servers.faulty("ignores-end"));
  const script = `
    const { spawn } = require("node:child_process");
    process.on("SIGTERM", () => {});
    spawn(process.argv[1], process.argv.slice(2), { stdio: "inherit", detached: true });
    setInterval(() => {}, 1_000);`;
  return {
    ...server,
    command: process.execPath,
    args: ["-e", script, "--", server.command, ...server.args],
  };
}

it("the guard that sees to it is gone with an app that ends by itself", async () => {
  const server = marked(servers.raw());
  let guards: number[] = [];
  const { code } = await runCli(
    ["check", "--watch", "--format", "json", "--", server.command, ...server.args],
    {
      whileRunning: async (child) => {
        const own = () => processesWith("skill-inspector-guard").filter((pid) => parentOf(pid) === child.pid);
        await until(() => own().length > 0, { what: () => "the guard runs" });
        guards = own();
        child.kill("SIGINT");
      },
    },
  );
  expect(code).not.toBeNull();
  expect(guards).toHaveLength(1);
  await until(() => guards.every((pid) => parentOf(pid) === undefined), {
    what: () => "the guard has ended",
  });
  await noProcessLeft(server.marker);
});

function parentOf(pid: number): number | undefined {
  try {
    return Number(execFileSync("ps", ["-o", "ppid=", "-p", String(pid)], { encoding: "utf8" }));
  } catch {
    return undefined;
  }
}
