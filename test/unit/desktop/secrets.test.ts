import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createSecretStore, type Encryption } from "../../../electron/desktop/secrets";
import { tempFolder } from "../../support/temp";

/** An encryption that is none, but that can tell its own from others'. */
const keyring = (key: string): Encryption => ({
  encryptString: (text) => Buffer.from(`${key}:${Buffer.from(text).toString("hex")}`),
  decryptString(encrypted) {
    const [by, hex] = encrypted.toString().split(":");
    if (by !== key) throw new Error("not mine");
    return Buffer.from(hex!, "hex").toString();
  },
});

describe("secrets", () => {
  it("are kept encrypted, for this user alone, and found again", async () => {
    const dataDir = tempFolder();
    const store = await createSecretStore(keyring("a"), dataDir);
    expect(store.kind).toBe("system");
    await store.set("server/Authorization", "Bearer geheim");
    await store.set("other", "x");
    await store.delete("other");
    const file = join(dataDir, "secrets.json");
    expect(readFileSync(file, "utf8")).not.toContain("geheim");
    expect(statSync(file).mode & 0o077).toBe(0);
    const again = await createSecretStore(keyring("a"), dataDir);
    expect(await again.get("server/Authorization")).toBe("Bearer geheim");
    expect(await again.get("other")).toBeUndefined();
  });

  it("of another keyring count as never stored", async () => {
    const dataDir = tempFolder();
    await (await createSecretStore(keyring("a"), dataDir)).set("k", "v");
    expect(await (await createSecretStore(keyring("b"), dataDir)).get("k")).toBeUndefined();
  });

  it("stay in memory, and off the disk, where the system keeps no key", async () => {
    const dataDir = tempFolder();
    const store = await createSecretStore(undefined, dataDir);
    await store.set("k", "v");
    expect([store.kind, await store.get("k")]).toEqual(["memory", "v"]);
    expect(() => statSync(join(dataDir, "secrets.json"))).toThrow("ENOENT");
  });

  it("in a damaged file are set aside, and new ones can be kept", async () => {
    const dataDir = tempFolder();
    writeFileSync(join(dataDir, "secrets.json"), '{"k": 1');
    const store = await createSecretStore(keyring("a"), dataDir);
    expect(await store.get("k")).toBeUndefined();
    await store.set("k", "v");
    expect(await (await createSecretStore(keyring("a"), dataDir)).get("k")).toBe("v");
  });
});
