import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startEngine, type TestEngine } from "../support/engine";
import { tempFolder } from "../support/temp";
import { connectTo, type ServedRaw, servedRaw } from "./served-raw";

/** What the released extension asks of what a host keeps, held by our own app: each test names its row. */

const ROOT = "skill://acme/billing/invoices";
const MAIN = `${ROOT}/SKILL.md`;
const FORM = `${ROOT}/templates/form.md`;
/** Words that stand in the content alone, in no listing. */
const CONTENT = "To: {customer}";

async function connected(change?: (raw: ServedRaw) => void) {
  const raw = await servedRaw();
  change?.(raw);
  const engine = await startEngine();
  const serverId = await connectTo(engine, raw);
  return { raw, engine, serverId };
}

/** Every file below a folder, with its path and text. */
function filesBelow(folder: string): { path: string; text: string }[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, text: readFileSync(path, "utf8") }));
}

async function readEverything(engine: TestEngine, serverId: string) {
  for (const uri of [MAIN, FORM]) await engine.call("files.open", { serverId, uri });
  await engine.call("checks.run", { serverId, op: "check", probes: false });
}

describe("what is remembered of a skill", () => {
  it("ext-entry-identity-pair: is kept by server and uri, so that equal URIs of two servers stay apart", async () => {
    const { engine, serverId } = await connected();
    const secondId = await connectTo(engine, await servedRaw(), "second");
    await engine.call("pins.set", { serverId, uri: MAIN, pinned: true });
    expect(Object.keys(await engine.call("pins.list", { serverId }))).toEqual([MAIN]);
    expect(await engine.call("pins.list", { serverId: secondId })).toEqual({});
    const [one, two] = [
      await engine.call("files.open", { serverId, uri: MAIN }),
      await engine.call("files.open", { serverId: secondId, uri: MAIN }),
    ];
    expect(one.handle).not.toBe(two.handle);
    expect(await engine.engine.bytes(one.handle)).toBeDefined();
  });

  it("ext-sec-content-bound: is bound to the set of uri and digest, and a changed set shows at once", async () => {
    const { engine, serverId, raw } = await connected();
    await engine.call("pins.set", { serverId, uri: MAIN, pinned: true });
    const resources = raw.server.skills[0]!.entry.resources as { uri: string; digest: string }[];
    resources.find(({ uri }) => uri === FORM)!.digest = `sha256:${"0".repeat(64)}`;
    await engine.call("servers.refresh", { serverId });
    expect((await engine.call("pins.list", { serverId }))[MAIN]).toMatchObject({
      changed: [FORM],
      added: [],
      removed: [],
    });
  });

  it("ext-entry-dynamic-approval: a dynamic skill cannot be remembered", async () => {
    const { engine, serverId } = await connected(({ server }) => {
      server.skills[0]!.entry.resources = "dynamic";
    });
    const answer = await engine.client.call("pins.set", { serverId, uri: MAIN, pinned: true });
    expect(answer).toMatchObject({ ok: false, code: "not-pinnable" });
    expect(await engine.call("pins.list", { serverId })).toEqual({});
  });

  it("ext-entry-dynamic-approval: one that becomes dynamic is no longer what was seen", async () => {
    const { engine, serverId, raw } = await connected();
    await engine.call("pins.set", { serverId, uri: MAIN, pinned: true });
    raw.server.skills[0]!.entry.resources = "dynamic";
    await engine.call("servers.refresh", { serverId });
    expect((await engine.call("pins.list", { serverId }))[MAIN]).toMatchObject({ dynamic: true });
  });
});

describe("content on its way to the disk", () => {
  it("ext-entry-materialise-path: lies in a folder that names server and uri", async () => {
    const { engine, serverId } = await connected();
    const secondId = await connectTo(engine, await servedRaw(), "second");
    const folder = tempFolder();
    const save = (id: string) => engine.call("skills.save", { serverId: id, uri: MAIN, folder, op: id });
    const [one, two] = [await save(serverId), await save(secondId)];
    expect(one.folder).toBe(
      join(folder, `raw-${serverId.slice(0, 8)}`, "skill", "acme", "billing", "invoices"),
    );
    expect(two.folder).toContain(`second-${secondId.slice(0, 8)}`);
    expect(filesBelow(folder)).toHaveLength(one.written.length + two.written.length);
  });

  it("ext-sec-disk-cache: nothing read is kept on disk unless a person saves it", async () => {
    const { engine, serverId } = await connected();
    await readEverything(engine, serverId);
    expect(filesBelow(engine.dataDir).filter(({ text }) => text.includes(CONTENT))).toEqual([]);
  });

  it("ext-verify-cache: what was read is shown again without another request", async () => {
    const { engine, serverId, raw } = await connected();
    const file = await engine.call("files.open", { serverId, uri: FORM });
    const asked = raw.seen.length;
    for (let time = 0; time < 3; time++)
      expect(Buffer.from((await engine.engine.bytes(file.handle))!).toString()).toContain(CONTENT);
    expect(raw.seen).toHaveLength(asked);
    expect(file.verdict.state).toBe("match");
  });

  it("ext-sec-cache-remove: removing a server removes what was read of it and what was remembered", async () => {
    const { engine, serverId } = await connected();
    await engine.call("pins.set", { serverId, uri: MAIN, pinned: true });
    const file = await engine.call("files.open", { serverId, uri: FORM });
    await engine.call("servers.remove", { serverId });
    expect(await engine.engine.bytes(file.handle)).toBeUndefined();
    // The state before the last change is kept for the case of a damaged file; it holds no content.
    const all = filesBelow(engine.dataDir);
    expect(all.filter(({ text }) => text.includes(CONTENT))).toEqual([]);
    const left = all.filter(
      ({ path, text }) => !path.endsWith(".bak") && (text.includes(serverId) || text.includes(ROOT)),
    );
    expect(left).toEqual([]);
  });
});
