import { EventEmitter } from "node:events";
import { onTestFinished } from "vitest";
import WebSocket from "ws";
import { createIpcHost, type IpcEvent, type IpcMainLike, type Sender } from "../../electron/desktop/ipc-host";
import { createBridge } from "../../electron/desktop/preload-bridge";
import { startWebHost, type WebLimits } from "../../electron/web/web-host";
import { createHttpClient } from "../../renderer/client/http-client";
import { createIpcClient } from "../../renderer/client/ipc-client";
import { createInProcessClient } from "../../shared/client/in-process-client";
import type { ContractHandler, HostClient } from "../../shared/contract";
import { tempFolder } from "../support/temp";

/** A host of the contract with a client at its other end; both are closed when the test is over. */
export type OpenHost = (handler: ContractHandler) => Promise<HostClient>;

export const HOSTS: Record<"in-process" | "IPC" | "HTTP", OpenHost> = {
  "in-process": async (handler) => createInProcessClient(handler),
  IPC: async (handler) => createIpcClient(connectIpc(handler).bridge),
  HTTP: async (handler) => {
    const { client } = await connectHttp(handler, { deferMs: 150 });
    return client;
  },
};

/** The web host and a client with a session of it, over real HTTP and a real WebSocket. */
export async function connectHttp(handler: ContractHandler, limits: Partial<WebLimits> = {}, port = 0) {
  const host = await startWebHost({ handler, rendererDir: tempFolder(), log: () => undefined, limits, port });
  onTestFinished(() => host.close());
  const origin = `http://127.0.0.1:${host.port}`;
  const request = withOrigin(origin);
  const session = await openSession(host.url);
  const sockets: WebSocket[] = [];
  const client = await createHttpClient({
    origin,
    session,
    fetch: request,
    openSocket(url) {
      const socket = new WebSocket(url, { origin });
      // In Node an error that nobody listens for ends the process; the close after it is what counts.
      socket.on("error", () => undefined);
      sockets.push(socket);
      return socket;
    },
  });
  return { host, client, origin, session, sockets };
}

/** Trades the one-time token of an address for a session. @throws the host's message */
export async function openSession(url: string): Promise<string> {
  const { origin, hash } = new URL(url);
  const answer = await withOrigin(origin)(`${origin}/api/session`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ token: new URLSearchParams(hash.slice(1)).get("token") }),
  });
  const body = (await answer.json()) as { message: string; value: { session: string } };
  if (!answer.ok) throw new Error(body.message);
  return body.value.session;
}

/** A fetch that says where it comes from, as browsers do by themselves. */
function withOrigin(origin: string): typeof fetch {
  return (url, init) => fetch(url, { ...init, headers: { ...init?.headers, Origin: origin } });
}

/** Main process and page joined by a pair of emitters that copy what they carry, as Electron does. */
export function connectIpc(
  handler: ContractHandler,
  frame = { url: "app://inspector/index.html", parent: null },
) {
  const toMain = new EventEmitter();
  const toPage = new EventEmitter();
  const handlers = new Map<string, (event: IpcEvent, ...args: unknown[]) => Promise<unknown>>();
  const ipc: IpcMainLike = {
    handle: (channel, listener) => void handlers.set(channel, listener),
    removeHandler: (channel) => void handlers.delete(channel),
    on: (channel, listener) => toMain.on(channel, listener),
    removeListener: (channel, listener) => toMain.removeListener(channel, listener),
  };
  const sender: Sender = {
    id: 1,
    isDestroyed: () => false,
    send: (channel, ...args) => setImmediate(() => toPage.emit(channel, {}, ...structuredClone(args))),
  };
  const host = createIpcHost({ ipc, handler, origin: "app://inspector" });
  onTestFinished(() => host.close());
  const { bridge } = createBridge({
    invoke: async (channel, ...args) =>
      structuredClone(
        await handlers.get(channel)?.({ sender, senderFrame: frame }, ...structuredClone(args)),
      ),
    send: (channel, ...args) =>
      void toMain.emit(channel, { sender, senderFrame: frame }, ...structuredClone(args)),
    on: (channel, listener) => toPage.on(channel, listener),
  });
  return { host, bridge };
}
