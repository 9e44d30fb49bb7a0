import { onTestFinished } from "vitest";
import { TokenStore } from "../../../electron/engine/authorization/token-store";
import type { MemoryPeer } from "../../../electron/engine/connections/memory";
import { MemoryTransport } from "../../../electron/engine/connections/memory";
import { Traffic } from "../../../electron/engine/connections/tap";
import { EventHub } from "../../../electron/engine/events";
import { createMemorySecrets } from "../../../electron/engine/platform";
import { Files } from "../../../electron/engine/servers/files";
import { LiveServer } from "../../../electron/engine/servers/live-server";
import { openedSkill } from "../../../electron/engine/servers/opened-skill";
import { DEFAULT_LIMITS } from "../../../shared/model/limits";
import type { SkillDetail } from "../../../shared/model/skill";
import { until } from "../../support/until";

const NEVER = new AbortController().signal;

/** A server as the app holds it, connected to a peer in this process and listed. */
export interface Live {
  server: LiveServer;
  /** Requests so far, as `method target`: the URI, name or nothing. */
  asked(): string[];
  open(skill: SkillDetail): Promise<SkillDetail>;
  /** The bytes of a file, opened under a skill or alone. */
  read(uri: string, skillUri?: string): Promise<{ bytes: Buffer; verdict: string; uri: string }>;
  /** A listed skill by its name. @throws Error naming those that are there */
  skill(name: string): SkillDetail;
}

/** Connects to a peer and waits until it is listed; disconnected when the test is over. */
export async function listed(peer: MemoryPeer): Promise<Live> {
  const traffic = new Traffic();
  const server = new LiveServer(
    {
      serverId: "s",
      label: "Peer",
      transport: { kind: "builtin" },
      era: "auto",
      timeoutMs: 10_000,
      autoConnect: false,
    },
    {
      hub: new EventHub(),
      traffic,
      limits: () => DEFAULT_LIMITS,
      client: { name: "test", version: "0" },
      transport: () => () => new MemoryTransport(async () => peer),
      signIn: { store: new TokenStore(createMemorySecrets()), openExternal: async () => {}, waitMs: 1_000 },
    },
  );
  onTestFinished(() => server.disconnect());
  await server.connect();
  await until(() => /complete|partial/.test(server.state.listing), {
    what: () =>
      `the peer is listed, but it is ${JSON.stringify(server.state.problem ?? server.state.listing)}`,
  });
  const files = new Files();
  return {
    server,
    asked: () =>
      traffic.page(undefined, 5_000).flatMap(({ seq, direction, method }) => {
        if (direction !== "out" || method === undefined) return [];
        const { params } = JSON.parse(traffic.get(seq)?.raw ?? "{}") as { params?: Record<string, unknown> };
        const target = params?.uri ?? params?.name;
        return target === undefined ? method : `${method} ${String(target)}`;
      }),
    open: (skill) => openedSkill(server, skill, NEVER),
    read: async (uri, skillUri) => {
      const opened = await files.open(server, uri, skillUri, NEVER);
      return {
        bytes: Buffer.from(files.bytes(opened.handle)!),
        verdict: opened.verdict.state,
        uri: opened.uri,
      };
    },
    skill: (name) => {
      const found = [...server.skills.values()].find((skill) => skill.name === name);
      if (!found) throw new Error(`No ${name} among ${[...server.skills.keys()].join(", ")}`);
      return found;
    },
  };
}
