import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Library } from "../../../electron/engine/skill-server/scan/library";
import { folderOf, inMemory, put, type RawClient, type Received, serverOf, skillMd } from "./client";

const listChanged = (message: Received) => message.method === "notifications/resources/list_changed";
const updated = (uri: string) => (message: Received) =>
  message.method === "notifications/resources/updated" && message.params.uri === uri;

/** Does something and resolves with how long the first fitting message took, in milliseconds. */
async function noticed(
  client: RawClient,
  match: (message: Received) => boolean,
  act: () => Promise<unknown>,
) {
  const message = client.next(match);
  const started = performance.now();
  await act();
  return { message: await message, ms: performance.now() - started };
}

async function live(era: "legacy" | "modern") {
  const folder = await folderOf({
    "demo/SKILL.md": skillMd("demo"),
    "demo/refs/a.md": "A",
    "other/SKILL.md": skillMd("other"),
  });
  const server = await serverOf({ folders: [folder], watch: true });
  const client = await inMemory(server, era);
  return { folder, server, client };
}

async function listen(client: RawClient, id: string | number, notifications: object): Promise<Received> {
  const first = client.next(({ method }) => method === "notifications/subscriptions/acknowledged");
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  client.sendText(
    JSON.stringify({ jsonrpc: "2.0", id, method: "subscriptions/listen", params: { _meta, notifications } }),
  );
  return first;
}

describe("changes on disk", () => {
  test("legacy: a changed, an added and a removed file are told within a second and change the entry", async () => {
    const { folder, client } = await live("legacy");
    const uri = "skill://demo/refs/a.md";
    await client.request("resources/subscribe", { uri });
    const entry = async () =>
      (await client.request("skills/get", { uri: "skill://demo/SKILL.md" })).result.skill;
    const before = await entry();

    const changed = await noticed(client, updated(uri), () => put(folder, "demo/refs/a.md", "changed"));
    expect(changed.ms).toBeLessThan(1_000);
    const after = await entry();
    expect(after.resources[1].digest).not.toBe(before.resources[1].digest);
    expect(after.resources[0]).toEqual(before.resources[0]);

    const added = await noticed(client, listChanged, () => put(folder, "demo/new/deep/b.md", "B"));
    expect(added.ms).toBeLessThan(1_000);
    await expect
      .poll(async () => (await entry()).resources.map((file: Received) => file.uri))
      .toContain("skill://demo/new/deep/b.md");

    const removed = await noticed(client, updated(uri), () =>
      rm(join(folder, "demo/refs"), { recursive: true }),
    );
    expect(removed.ms).toBeLessThan(1_000);
    expect((await client.request("resources/read", { uri })).error.code).toBe(-32602);
  });

  test("legacy: skills come and go, and an unsubscribed URI is quiet", async () => {
    const { folder, client } = await live("legacy");
    await client.request("resources/subscribe", { uri: "skill://other/SKILL.md" });
    await client.request("resources/unsubscribe", { uri: "skill://other/SKILL.md" });
    await noticed(client, listChanged, () => rename(join(folder, "other"), join(folder, "moved")));
    const names = async () => (await client.all("skills/list", "skills")).map(({ uri }) => uri);
    await expect.poll(names).toEqual(["skill://demo/SKILL.md", "skill://moved/SKILL.md"]);
    await noticed(client, listChanged, () => put(folder, "third/SKILL.md", skillMd("third")));
    await expect.poll(names).toContain("skill://third/SKILL.md");
    expect(client.notifications.filter(updated("skill://other/SKILL.md"))).toEqual([]);
  });

  test("modern: only what a stream asked for, stamped with its id, until it is cancelled", async () => {
    const { folder, client } = await live("modern");
    const uri = "skill://demo/SKILL.md";
    const first = await listen(client, "s1", { resourceSubscriptions: [uri], promptsListChanged: true });
    expect(first.params).toEqual({
      _meta: { "io.modelcontextprotocol/subscriptionId": "s1" },
      notifications: { resourceSubscriptions: [uri] },
    });
    await listen(client, 2, { resourcesListChanged: true });

    const { message } = await noticed(client, updated(uri), () =>
      put(folder, "demo/SKILL.md", skillMd("demo", "new")),
    );
    expect(message.params._meta).toEqual({ "io.modelcontextprotocol/subscriptionId": "s1" });
    client.sendText('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"s1"}}');
    const count = client.notifications.filter(updated(uri)).length;
    await noticed(client, listChanged, () =>
      put(folder, "demo/SKILL.md", skillMd("demo", "newer", "license: MIT\n")),
    );
    expect(client.notifications.filter(updated(uri))).toHaveLength(count);
    for (const { method, params } of client.notifications.filter(listChanged)) {
      expect([method, params._meta["io.modelcontextprotocol/subscriptionId"]]).toEqual([
        expect.any(String),
        2,
      ]);
    }
  });

  test("modern: a filter that is no object is refused", async () => {
    const { client } = await live("modern");
    expect((await client.request("subscriptions/listen", {})).error.code).toBe(-32602);
  });

  test("a skill that breaks is named and the others stay; mended, it is back", async () => {
    const { folder, server, client } = await live("legacy");
    await noticed(client, listChanged, () => put(folder, "demo/SKILL.md", "---\nname: demo\n"));
    await expect.poll(() => server.skipped.map(({ path }) => path)).toContain(join(folder, "demo/SKILL.md"));
    expect((await client.all("skills/list", "skills")).map(({ uri }) => uri)).toEqual([
      "skill://other/SKILL.md",
    ]);
    await noticed(client, listChanged, () => put(folder, "demo/SKILL.md", skillMd("demo")));
    await expect.poll(() => server.skipped).toEqual([]);
  });
});

describe("cost", () => {
  test("only listed pages are hashed, and again only what changed", async () => {
    const folder = await folderOf({});
    for (let index = 0; index < 40; index += 1) {
      await put(folder, `s${index}/SKILL.md`, skillMd(`s${index}`));
      await put(folder, `s${index}/a.md`, "A");
    }
    const library = new Library([folder], () => {});
    await library.scan();
    expect(library.facts.hashed).toBe(0);
    const digests = () =>
      Promise.all(
        library.catalogue.skills
          .slice(0, 10)
          .flatMap(({ files }) => files.map(({ disk }) => library.facts.digest(disk))),
      );
    await digests();
    expect(library.facts.hashed).toBe(20);
    await library.scan();
    await digests();
    expect(library.facts.hashed).toBe(20);
    await put(folder, "s0/a.md", "B");
    await library.scan(new Set([join(folder, "s0")]));
    await digests();
    expect(library.facts.hashed).toBe(21);
  });

  test("a scan of stale folders reads only those", async () => {
    const folder = await folderOf({ "a/SKILL.md": skillMd("a"), "b/SKILL.md": skillMd("b") });
    const library = new Library([folder], () => {});
    await library.scan();
    await put(folder, "a/x.md", "X");
    await put(folder, "b/y.md", "Y");
    await library.scan(new Set([join(folder, "a")]));
    const files = [...library.catalogue.files()].map(({ uri }) => uri).sort();
    expect(files).toEqual(["skill://a/SKILL.md", "skill://a/x.md", "skill://b/SKILL.md"]);
  });
});
