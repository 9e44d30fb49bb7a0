import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { startEngine } from "../../support/engine";
import { skillsFolder } from "../../support/fixtures";
import { tempFolder } from "../../support/temp";
import { until } from "../../support/until";

const folders = [skillsFolder("clean")];

describe("serving from the app", () => {
  it("tells what can be served", async () => {
    const { call } = await startEngine();
    const { conventions, faults, samples } = await call("serve.options", {});
    expect(conventions[0]).toMatchObject({ id: "sep-2640", site: false });
    expect(conventions.filter(({ site }) => site).map(({ id }) => id)).toEqual(["well-known"]);
    expect(faults.find(({ id }) => id === "wrong-digest")).toMatchObject({
      kind: "content",
      what: expect.stringMatching(/digest/),
      client: expect.stringMatching(/\w/),
    });
    expect(samples).toMatch(/samples$/);
  });

  it("starts a server that the app itself can open, tells its requests, and ends it", async () => {
    const { call, settled, skills, events } = await startEngine();
    const served = await call("serve.start", { folders, convention: "skilljack", faults: [] });
    expect(served.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    const { config } = await call("servers.add", {
      label: "Served",
      transport: { kind: "http", url: served.url, headers: [] },
    });
    const state = await settled("Served");
    expect(state).toMatchObject({ status: "connected", conventions: ["skilljack"] });
    expect((await skills(config.serverId)).every(({ convention }) => convention === "skilljack")).toBe(true);
    const told = () => events.flatMap(({ event, data }) => (event === "servedRequests" ? data.requests : []));
    await until(() => told().some(({ line }) => line.includes("resources/list")), {
      what: () => `resources/list is told, but only ${JSON.stringify(told())}`,
    });
    const [listed] = await call("serve.list", {});
    expect(listed).toMatchObject({ id: served.id, answered: listed!.requests.length });
    await call("serve.stop", { id: served.id });
    expect(await call("serve.list", {})).toEqual([]);
    await expect(fetch(served.url, { method: "POST", body: "{}" })).rejects.toThrow();
  });

  it("commits the faults that were chosen", async () => {
    const { call, settled, skills } = await startEngine();
    const { url } = await call("serve.start", { folders, convention: "sep-2640", faults: ["wrong-digest"] });
    const transport = { kind: "http" as const, url, headers: [] };
    const { config } = await call("servers.add", { label: "Faulty", transport });
    await settled("Faulty");
    const { serverId } = config;
    const all = await skills(serverId);
    const verdicts = await Promise.all(
      all.map(async ({ uri }) => {
        const { manifest } = await call("skills.detail", { serverId, uri });
        const last = manifest.kind === "files" ? manifest.files.at(-1)!.uri : uri;
        return (await call("files.open", { serverId, uri: last, skillUri: uri })).verdict.state;
      }),
    );
    expect(new Set(verdicts)).toEqual(new Set(["mismatch"]));
  });

  it("shows the pages of a web site that are asked for", async () => {
    const { call } = await startEngine();
    const { url, id } = await call("serve.start", { folders, convention: "well-known", faults: [] });
    const answer = await fetch(new URL("/.well-known/agent-skills/index.json", url));
    expect(answer.status).toBe(200);
    const [server] = await call("serve.list", {});
    expect(server).toMatchObject({
      id,
      requests: [{ line: "GET /.well-known/agent-skills/index.json -> 200" }],
    });
  });

  it("says what is wrong and what is known", async () => {
    const { client } = await startEngine();
    const start = (change: object) =>
      client.call("serve.start", { folders, convention: "sep-2640", faults: [], ...change });
    expect(await start({ convention: "nope" })).toMatchObject({
      ok: false,
      code: "unknown-convention",
      message: expect.stringContaining('"nope"'),
      detail: expect.stringContaining("fastmcp-3"),
    });
    expect(await start({ faults: ["nope"] })).toMatchObject({ code: "unknown-fault" });
    const file = join(tempFolder(), "file");
    writeFileSync(file, "");
    expect(await start({ folders: [file] })).toMatchObject({
      code: "no-such-folder",
      message: expect.stringContaining("a file"),
    });
    const taken = createServer();
    onTestFinished(() => void taken.close());
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    const { port } = taken.address() as AddressInfo;
    expect(await start({ port })).toMatchObject({
      code: "cannot-serve",
      message: expect.stringContaining(`${port}`),
    });
  });

  it("ends its servers with the app", async () => {
    const { call, close } = await startEngine();
    const { url } = await call("serve.start", { folders, convention: "sep-2640", faults: ["hang"] });
    const request = {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
    };
    const hanging = fetch(url, request).then(
      () => "answered",
      () => "cut",
    );
    await close();
    expect(await hanging).toBe("cut");
    await expect(fetch(url, request)).rejects.toThrow();
  });
});
