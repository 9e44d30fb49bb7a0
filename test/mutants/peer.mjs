/** A mutant as a peer in this process: whole JSON-RPC messages as text, both ways. */
import { defaultSkills } from "../fixtures/servers/raw/content.mjs";
import { RawServer } from "../fixtures/servers/raw/server.mjs";

const VERSION = "io.modelcontextprotocol/protocolVersion";

/** @param mutant parts of `patch.mjs`; none for the right server */
export function mutantPeer(mutant = {}) {
  const raw = new RawServer(mutant.skills ?? defaultSkills);
  mutant.server?.(raw);
  const [from, to] = mutant.rename ?? [];
  const outward = (text) => (from ? text.replaceAll(from, to) : text);
  const inward = (text) => (from ? text.replaceAll(to, from) : text);
  return {
    session(send) {
      let legacy = false;
      const state = {};
      return {
        receive(line) {
          const request = JSON.parse(inward(line));
          if (request.id === undefined || request.method === undefined) return;
          const version = request.params?._meta?.[VERSION];
          if (request.method === "initialize") legacy = true;
          const modern = !legacy && (version !== undefined || request.method === "server/discover");
          const message = {
            jsonrpc: "2.0",
            id: request.id,
            ...answered(raw, request, modern),
          };
          for (const each of mutant.out?.(message, request, state) ?? [message])
            send(outward(typeof each === "string" ? each : JSON.stringify(each)));
        },
        close() {},
      };
    },
  };
}

/** A mutant may trip over its own change: that too is an answer. */
function answered(raw, { method, params }, modern) {
  try {
    return raw.answer(method, params ?? {}, modern);
  } catch (error) {
    return { error: { code: -32603, message: `Internal error: ${error.message}` } };
  }
}
