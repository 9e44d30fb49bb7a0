import { defaultSkills } from "../fixtures/servers/raw/content.mjs";
import { type DescribedSkill, RawServer } from "../fixtures/servers/raw/server.mjs";
import type { TestEngine } from "../support/engine";
import { json, rawHttp } from "./http/raw-http";

const VERSION = "io.modelcontextprotocol/protocolVersion";

/** The raw server over HTTP in this process: it can be changed between requests, and tells what it was asked. */
export async function servedRaw(skills: DescribedSkill[] = defaultSkills) {
  const server = new RawServer(skills);
  const { url, port, seen } = await rawHttp(({ method, body }, response) => {
    if (method !== "POST") return void response.writeHead(405).end();
    if (body.id === undefined || body.method === undefined) return void response.writeHead(202).end();
    const params = body.params ?? {};
    const version = (params._meta as Record<string, unknown> | undefined)?.[VERSION];
    const modern = version !== undefined || body.method === "server/discover";
    json(response, { jsonrpc: "2.0", id: body.id, ...server.answer(body.method, params, modern) });
  });
  return {
    server,
    url,
    port,
    seen,
    /** Methods that were asked, in their order. */
    methods: () => seen.flatMap(({ body }) => body.method ?? []),
    /** URIs that were read. */
    reads: () =>
      seen.filter(({ body }) => body.method === "resources/read").map(({ body }) => String(body.params?.uri)),
  };
}
export type ServedRaw = Awaited<ReturnType<typeof servedRaw>>;

/** Adds it to an engine and waits until it is listed. @returns its serverId */
export async function connectTo(engine: TestEngine, raw: ServedRaw, label = "raw"): Promise<string> {
  const { config } = await engine.call("servers.add", {
    label,
    transport: { kind: "http", url: raw.url, headers: [] },
  });
  await engine.settled(label);
  return config.serverId;
}
