import { describe, expect, it } from "vitest";
import { openTarget } from "../../shared/client/open-target";
import type { ServerInput } from "../../shared/contract";
import { scriptedHandler } from "./scripted-handler";

const stdio = (label: string, ...args: string[]): ServerInput => ({
  label,
  transport: { kind: "stdio", command: "node", args, env: {} },
});

/** A handler that keeps servers as the engine does, as far as adding and confirming go. */
function registry() {
  const states: { config: Record<string, unknown> & { serverId: string }; status: string }[] = [];
  const find = (serverId: string) => states.find(({ config }) => config.serverId === serverId)!;
  const handler = scriptedHandler({
    "servers.list": () => states,
    "servers.add": (input: ServerInput) => {
      const status = input.transport.kind === "stdio" ? "needs-confirmation" : "disconnected";
      states.push({ config: { ...input, serverId: `s${states.length + 1}` }, status });
      return states.at(-1);
    },
    "servers.confirm": ({ serverId, commandLine }: { serverId: string; commandLine: string }) => {
      const state = find(serverId);
      state.config.confirmedCommand = commandLine;
      state.status = "disconnected";
      return state;
    },
    "servers.connect": ({ serverId }: { serverId: string }) => {
      const state = find(serverId);
      state.status = "connected";
      return state;
    },
  });
  return { handler, states };
}

describe("a target named on the command line", () => {
  it("is added, confirmed by having been named, and connected", async () => {
    const { handler, states } = registry();
    expect(await openTarget(handler, stdio("mine", "a b.js"))).toBe("s1");
    expect(states[0]).toMatchObject({ status: "connected", config: { confirmedCommand: 'node "a b.js"' } });
  });

  it("is the server that is there already, in whatever order its members stand", async () => {
    const { handler, states } = registry();
    await openTarget(handler, stdio("mine", "x.js"));
    const again = {
      label: "again",
      transport: { env: {}, args: ["x.js"], command: "node", kind: "stdio" as const },
    };
    expect(await openTarget(handler, again)).toBe("s1");
    expect(states).toHaveLength(1);
  });

  it("gets a label that is free, and no longer than a label may be", async () => {
    const { handler, states } = registry();
    for (const script of ["1.js", "2.js", "3.js"]) await openTarget(handler, stdio("mine", script));
    await openTarget(handler, stdio("x".repeat(80), "4.js"));
    await openTarget(handler, stdio("x".repeat(80), "5.js"));
    const labels = states.map(({ config }) => String(config.label));
    expect(labels.slice(0, 3)).toEqual(["mine", "mine 2", "mine 3"]);
    expect(new Set(labels).size).toBe(5);
    expect(Math.max(...labels.map((label) => label.length))).toBeLessThanOrEqual(80);
  });

  it("that the host refuses fails with the host's words", async () => {
    const { handler } = registry();
    const wrong = { label: "x", transport: { kind: "http", url: "", headers: [] } } as ServerInput;
    await expect(openTarget(handler, wrong)).rejects.toThrow("transport.url");
  });
});
