import { beforeEach, describe, expect, it } from "vitest";
import { disconnect, refresh } from "../../../../renderer/app/actions";
import type { Host } from "../../../../renderer/client/host";
import { withAnswers } from "../../../../renderer/state/server-answers";
import { useApp } from "../../../../renderer/state/store";
import type { ServerState } from "../../../../shared/model/server";
import { server } from "../fixtures";

const start = useApp.getState();
beforeEach(() => useApp.setState(start, true));

/** A host whose one answer comes when the test says so. */
function lateHost() {
  let answer: (state: ServerState) => void = () => undefined;
  const host = {
    call: () => new Promise((resolve) => (answer = resolve)),
  } as unknown as Host;
  return { host, answer: (state: ServerState) => answer(state) };
}
const listingOf = (serverId: string) => useApp.getState().servers.get(serverId)?.listing;

describe("an answer beside events", () => {
  it("does not undo an event that overtook it", async () => {
    const { receive, setServers } = useApp.getState();
    setServers([server("a")]);
    const { host, answer } = lateHost();
    const done = refresh(host, "a", true);
    receive([{ event: "server", data: { serverId: "a", state: server("a", { listing: "running" }) } }]);
    receive([{ event: "server", data: { serverId: "a", state: server("a", { listing: "complete" }) } }]);
    answer(server("a", { listing: "running" }));
    await done;
    expect(listingOf("a")).toBe("complete");
  });

  it("counts where no event came", async () => {
    useApp.getState().setServers([server("a")]);
    const { host, answer } = lateHost();
    const done = disconnect(host, "a");
    answer(server("a", { status: "disconnected" }));
    await done;
    expect(useApp.getState().servers.get("a")?.status).toBe("disconnected");
  });

  it("brings no server back that was removed meanwhile", async () => {
    const { receive, setServers } = useApp.getState();
    setServers([server("a"), server("b")]);
    const { host, answer } = lateHost();
    const done = refresh(host, "a");
    receive([{ event: "server", data: { serverId: "a", state: null } }]);
    answer(server("a"));
    await done;
    expect([...useApp.getState().servers.keys()]).toEqual(["b"]);
  });

  it("takes the list of all in its order, keeps what came since, drops what is not named", () => {
    const before = new Map([
      ["a", server("a")],
      ["gone", server("gone")],
    ]);
    const newer = server("a", { listing: "partial" });
    const now = new Map(before).set("a", newer).set("added", server("added"));
    const listed = [server("b"), server("a", { listing: "running" })];
    const servers = withAnswers(before, now, listed, true);
    expect([...servers.keys()]).toEqual(["b", "a", "added"]);
    expect(servers.get("a")).toBe(newer);
  });
});
