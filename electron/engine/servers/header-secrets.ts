import type { HeaderConfig, ServerConfig, TransportConfig } from "../../../shared/model/server";
import type { SecretStore } from "../platform";

/** Headers whose values are secrets whatever the user said. */
const SECRET_NAME = /authorization|cookie|token|secret|api-?key/i;

/** Keeps the values of secret headers out of the settings file, the UI and the traffic. */
export class HeaderSecrets {
  constructor(private readonly store: SecretStore) {}

  /** Moves secret values into the store. @returns the transport as it may be shown and saved */
  async take(serverId: string, transport: TransportConfig): Promise<TransportConfig> {
    if (transport.kind !== "http") return transport;
    const headers: HeaderConfig[] = [];
    for (const { name, value, secret } of transport.headers) {
      if (!secret && !SECRET_NAME.test(name)) {
        headers.push({ name, value: value ?? "" });
        continue;
      }
      if (value !== undefined) await this.store.set(key(serverId, name), value);
      headers.push({ name, secret: true });
    }
    return { ...transport, headers };
  }

  /**
   * The values to send, and the secrets among them for masking.
   * A secret that the store no longer has is left out: the server then says that it wants it.
   */
  async values(
    serverId: string,
    headers: readonly HeaderConfig[],
    secrets: string[],
  ): Promise<Record<string, string>> {
    const found: Record<string, string> = {};
    for (const { name, value, secret } of headers) {
      const stored = secret ? await this.store.get(key(serverId, name)) : value;
      if (stored === undefined) continue;
      found[name] = stored;
      if (secret) secrets.push(stored, stored.replace(/^Bearer\s+/i, ""));
    }
    return found;
  }

  /** Forgets the secrets of a server that was removed or now points elsewhere. */
  async forget({ serverId, transport }: ServerConfig): Promise<void> {
    if (transport.kind !== "http") return;
    for (const { name, secret } of transport.headers)
      if (secret) await this.store.delete(key(serverId, name));
  }
}

function key(serverId: string, name: string): string {
  return `${serverId}/header/${name.toLowerCase()}`;
}

/** Secrets for the length of the process, where the system offers no store. */
export function memorySecrets(): SecretStore {
  const values = new Map<string, string>();
  return {
    kind: "memory",
    get: async (name) => values.get(name),
    set: async (name, value) => void values.set(name, value),
    delete: async (name) => void values.delete(name),
  };
}
