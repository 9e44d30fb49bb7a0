import type { ServerConfig } from "../../../shared/model/server";
import { ConnectionError } from "../connections/connection-error";
import { type MemoryPeer, MemoryTransport } from "../connections/memory";
import { StdioTransport } from "../connections/stdio";
import type { WireTransport } from "../connections/wire";

/** Servers that run in this process, made when first asked for. */
export interface LocalServers {
  /** The built-in server over the samples. */
  samples(): Promise<MemoryPeer>;
  /** A built-in server over one folder. */
  folder(path: string): Promise<MemoryPeer>;
}

/** A factory of fresh transports for one configured server. */
export function transportFactory(
  config: Pick<ServerConfig, "transport">,
  local: LocalServers,
): () => WireTransport {
  const { transport } = config;
  switch (transport.kind) {
    case "builtin":
      return () => new MemoryTransport(() => local.samples());
    case "folder":
      return () => new MemoryTransport(() => local.folder(transport.path));
    case "stdio":
      return () => new StdioTransport(transport);
    case "http":
      return () => {
        throw new ConnectionError({ code: "unavailable", message: "HTTP servers are not supported yet." });
      };
  }
}
