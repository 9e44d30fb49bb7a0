import { join } from "node:path";
import { createMemorySecrets, type SecretStore } from "../engine/platform";
import { StateFile } from "../engine/state-file";

/** The system's own encryption: Electron's safeStorage. */
export interface Encryption {
  encryptString(text: string): Buffer;
  decryptString(encrypted: Buffer): string;
}

/**
 * Secrets encrypted under a key that the system's keyring holds, in `secrets.json` of the data folder; in memory
 * where the system keeps no key.
 * @param encryption undefined where there is none to rely on, see `keepsSecrets`
 */
export async function createSecretStore(
  encryption: Encryption | undefined,
  dataDir: string,
): Promise<SecretStore> {
  if (!encryption) return createMemorySecrets();
  const file = new StateFile<Record<string, string>>(join(dataDir, "secrets.json"), parse, {});
  const kept = new Map(Object.entries(await file.load()));
  const save = () => file.save(Object.fromEntries(kept));
  return {
    kind: "system",
    async get(key) {
      const encrypted = kept.get(key);
      if (encrypted === undefined) return undefined;
      try {
        return encryption.decryptString(Buffer.from(encrypted, "base64"));
      } catch {
        // Another user's, or the keyring was reset: as good as never stored, and the user is asked again.
        return undefined;
      }
    },
    async set(key, value) {
      kept.set(key, encryption.encryptString(value).toString("base64"));
      await save();
    },
    async delete(key) {
      if (kept.delete(key)) await save();
    },
  };
}

function parse(raw: unknown): Record<string, string> {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) throw new Error("it holds no object");
  const entries = Object.entries(raw);
  if (!entries.every(([, value]) => typeof value === "string")) throw new Error("a value in it is no text");
  return Object.fromEntries(entries) as Record<string, string>;
}
