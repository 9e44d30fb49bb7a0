import { readFileSync } from "node:fs";
import type { MemoryPeer } from "../../../electron/engine/connections/memory";
import { objectOf } from "../../../electron/engine/discovery/entry";

interface Message {
  id?: number | string;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
  error?: unknown;
}

/** Answers by request: the method, then the URI or name and the cursor where it has them. */
export type Script = Record<string, { result: unknown } | { error: { code: number; message: string } }>;

/** A legacy peer that knows exactly these answers; everything else is a method it does not know. */
export function scripted(
  capabilities: Record<string, unknown>,
  script: Script,
  instructions?: string,
): MemoryPeer {
  const initialize = {
    result: {
      protocolVersion: "2025-11-25",
      capabilities,
      serverInfo: { name: "scripted", version: "0" },
      ...(instructions === undefined ? {} : { instructions }),
    },
  };
  return peerOf(new Map(Object.entries({ initialize, ...script })));
}

/**
 * A peer that answers as a recorded server did. What was not recorded is answered with an error, so that a test
 * cannot pass on an answer no server gave.
 */
export function replayed(file: string): MemoryPeer {
  const recording = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  const log = (recording.log ?? recording.messages) as { dir: string; msg?: Message }[];
  const answers = new Map<string, Message>();
  const pending = new Map<unknown, string>();
  for (const { dir, msg } of log) {
    if (!objectOf(msg) || msg?.id === undefined) continue;
    if (dir === "->") pending.set(msg.id, keyOf(msg));
    else {
      const key = pending.get(msg.id);
      if (key !== undefined && !answers.has(key)) answers.set(key, msg);
    }
  }
  return peerOf(answers);
}

function peerOf(answers: ReadonlyMap<string, { result?: unknown; error?: unknown }>): MemoryPeer {
  return {
    session: (send) => ({
      receive: (text) => {
        const request = JSON.parse(text) as Message;
        const { id } = request;
        if (id === undefined) return;
        const { result, error } = answers.get(keyOf(request)) ?? {};
        const missing = { code: -32601, message: "not in the recording" };
        const answer = result === undefined ? { error: error ?? missing } : { result };
        send(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
      },
      close: () => undefined,
    }),
  };
}

function keyOf({ method, params }: Message): string {
  return [method, params?.uri ?? params?.name, params?.cursor].filter((part) => part !== undefined).join(" ");
}
