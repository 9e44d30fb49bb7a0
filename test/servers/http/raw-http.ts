import {
  createServer as createHttp,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { createServer as createHttps, type ServerOptions } from "node:https";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { Connection } from "../../../electron/engine/connections/connection";
import { ConnectionError } from "../../../electron/engine/connections/connection-error";
import { HttpTransport } from "../../../electron/engine/connections/http";
import { Traffic } from "../../../electron/engine/connections/tap";
import type { EraChoice, Problem } from "../../../shared/model/server";

export interface Seen {
  method: string;
  headers: IncomingMessage["headers"];
  body: { id?: number; method?: string; params?: Record<string, unknown> };
}
export type Answer = (seen: Seen, response: ServerResponse) => void | Promise<void>;

/** A raw HTTP server on loopback that answers as the test says and remembers what it was asked. */
export async function rawHttp(
  answer: Answer,
  options: { host?: string; tls?: ServerOptions; port?: number } = {},
) {
  const seen: Seen[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const one: Seen = {
      method: request.method ?? "",
      headers: request.headers,
      body: text ? JSON.parse(text) : {},
    };
    seen.push(one);
    await answer(one, response);
  };
  const server: Server = options.tls ? createHttps(options.tls, handle) : createHttp(handle);
  const host = options.host ?? "127.0.0.1";
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const scheme = options.tls ? "https" : "http";
  return { url: `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}/mcp`, port, seen, server };
}

export const json = (
  response: ServerResponse,
  body: unknown,
  headers: Record<string, string> = {},
  status = 200,
) => {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
};

/** A minimal legacy MCP server: initialize with an optional session, and one resource. */
export function legacyMcp(session?: () => string): Answer {
  return ({ method, body }, response) => {
    if (method === "GET") return void response.writeHead(405).end();
    if (method === "DELETE") return void response.writeHead(200).end();
    if (body.id === undefined) return void response.writeHead(202).end();
    const reply = (result: unknown, headers = {}) =>
      json(response, { jsonrpc: "2.0", id: body.id, result }, headers);
    if (body.method === "initialize") {
      return reply(
        {
          protocolVersion: "2025-11-25",
          capabilities: { resources: {} },
          serverInfo: { name: "raw", version: "1" },
        },
        session ? { "mcp-session-id": session() } : {},
      );
    }
    if (body.method === "resources/list")
      return reply({ resources: [{ uri: "skill://a/SKILL.md", name: "a" }] });
    if (body.method === "resources/read")
      return reply({ contents: [{ uri: body.params?.uri, text: "# hi" }] });
    return json(response, {
      jsonrpc: "2.0",
      id: body.id,
      error: { code: -32601, message: "no such method" },
    });
  };
}

export interface HttpSettings {
  era?: EraChoice;
  headers?: Record<string, string>;
  kind?: "http" | "sse";
  timeoutMs?: number;
  secrets?: string[];
}

/** Connects over HTTP; closed when the test is over. */
export async function connectHttp(
  url: string,
  settings: HttpSettings = {},
): Promise<{ connection: Connection; traffic: Traffic }> {
  const traffic = new Traffic();
  const connection = await Connection.open(
    {
      serverId: "h",
      transport: (kind) =>
        new HttpTransport(kind ?? settings.kind ?? "http", {
          url,
          headers: async () => settings.headers ?? {},
        }),
      era: settings.era ?? "auto",
      timeoutMs: settings.timeoutMs ?? 5_000,
      client: { name: "test", version: "0" },
      traffic,
      secrets: settings.secrets ?? [],
    },
    new AbortController().signal,
  );
  onTestFinished(() => connection.close());
  return { connection, traffic };
}

/** The problem that connecting ends with. */
export async function problemOf(url: string, settings: HttpSettings = {}): Promise<Problem> {
  try {
    await connectHttp(url, settings);
  } catch (error) {
    if (error instanceof ConnectionError) return error.problem;
    throw error;
  }
  throw new Error("it connected");
}
