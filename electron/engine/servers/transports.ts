import type { Limits } from "../../../shared/model/limits";
import type { HeaderConfig, ServerConfig } from "../../../shared/model/server";
import { HttpTransport } from "../connections/http";
import { type MemoryPeer, MemoryTransport } from "../connections/memory";
import { Recording, ReplayTransport } from "../connections/replay";
import type { RequestAuthorization } from "../connections/request-authorization";
import { StdioTransport } from "../connections/stdio";
import type { WireTransport } from "../connections/wire";
import { loadEvidence } from "../inspection/evidence-file";
import { sitePeer } from "../well-known/peer";

/** Servers that run in this process, made when first asked for. */
export interface LocalServers {
  /** The built-in server over the samples. */
  samples(): Promise<MemoryPeer>;
  /** A built-in server over one folder. */
  folder(path: string): Promise<MemoryPeer>;
}

/** The values of a server's headers: those in the clear, and secret ones from the store. */
export type HeaderValues = (headers: readonly HeaderConfig[]) => Promise<Record<string, string>>;

/** What only some transports take. */
export interface TransportExtras {
  /** The PATH for commands, where it is not our own. */
  searchPath?: () => Promise<string | undefined>;
  /** Of one message, where they are not the default. */
  limits?: Limits;
  /** The sign-in behind an HTTP server. */
  authorization?: RequestAuthorization;
}

/** A factory of fresh transports for one configured server. `sse` asks for the older HTTP transport. */
export function transportFactory(
  config: Pick<ServerConfig, "transport">,
  local: LocalServers,
  headerValues: HeaderValues,
  { searchPath, authorization, limits }: TransportExtras = {},
): (kind?: "sse") => WireTransport {
  const { transport } = config;
  switch (transport.kind) {
    case "builtin":
      return () => new MemoryTransport(() => local.samples());
    case "folder":
      return () => new MemoryTransport(() => local.folder(transport.path));
    case "well-known":
      return () => new MemoryTransport(() => sitePeer(transport.url));
    case "stdio":
      return () => new StdioTransport({ ...transport, limits, ...(searchPath ? { searchPath } : {}) });
    case "evidence": {
      let recording: Promise<Recording> | undefined;
      return () => {
        recording ??= loadEvidence(transport.path).then((evidence) => new Recording(evidence));
        return new ReplayTransport(recording);
      };
    }
    case "http":
      return (kind) =>
        new HttpTransport(kind ?? (transport.sse ? "sse" : "http"), {
          url: transport.url,
          limits,
          headers: () => headerValues(transport.headers),
          ...(authorization ? { authorization } : {}),
        });
  }
}
