import { DEFAULT_LIMITS } from "../../shared/model/limits";
import type { EraChoice, HeaderConfig } from "../../shared/model/server";
import { Connection, type ConnectionOptions } from "../engine/connections/connection";
import { Traffic } from "../engine/connections/tap";
import { LocalSkillServers } from "../engine/servers/local";
import { transportFactory } from "../engine/servers/transports";
import { VERSION } from "../engine/version";
import { UsageError } from "./exit";
import { remark } from "./output";
import { SAMPLES_DIR } from "./paths";
import { serverInput, type Target } from "./target";

export const CLIENT = { name: "mcp-skill-inspector", version: VERSION };

/** Opens connections to one target for the length of a command. */
export interface TargetLink {
  open(era: EraChoice, signal: AbortSignal, nextExchangeId?: () => string): Promise<Connection>;
  close(): Promise<void>;
}

/**
 * @param timeoutMs limit for each request
 * @param listeners told of what the server says by itself, and of a connection that was lost
 */
export function linkTo(
  target: Target,
  timeoutMs: number,
  listeners: Pick<ConnectionOptions, "onNotification" | "onClose"> = {},
): TargetLink {
  const local = new LocalSkillServers(SAMPLES_DIR, (message) => void remark(message));
  const opened: Connection[] = [];
  const traffic = new Traffic({ rows: 1_000, characters: 1024 * 1024 });
  const { limits = DEFAULT_LIMITS } = target;
  if (target.kind === "well-known")
    throw new UsageError(
      `${target.origin} publishes skills as a web site, which is no MCP server.`,
      "Use check or list, or open it in the app.",
    );
  const { transport } = serverInput(target);
  const secrets = transport.kind === "http" ? transport.headers.flatMap((header) => header.value ?? []) : [];
  return {
    async open(era, signal, nextExchangeId) {
      const connection = await Connection.open(
        {
          serverId: "target",
          transport: transportFactory({ transport }, local, plainHeaders, { limits }),
          limits,
          era,
          timeoutMs,
          client: CLIENT,
          traffic,
          secrets,
          ...listeners,
          ...(nextExchangeId ? { nextExchangeId } : {}),
        },
        signal,
      );
      opened.push(connection);
      return connection;
    },
    async close() {
      await Promise.all(opened.map((connection) => connection.close()));
      await local.close();
    },
  };
}

/** Header values as the command line took them from the environment. */
async function plainHeaders(headers: readonly HeaderConfig[]): Promise<Record<string, string>> {
  return Object.fromEntries(headers.map(({ name, value }) => [name, value ?? ""]));
}
