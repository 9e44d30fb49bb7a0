import { createServer, request } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export interface ForwardProxy {
  url: string;
  port: number;
  /** What it was asked for: `POST http://host/path`, `CONNECT host:port`. */
  asked: string[];
}

export interface ProxyWish {
  /** `user:password` it wants; none when absent. */
  credentials?: string;
  /** Answers every CONNECT with this status. */
  connectStatus?: number;
  /** Ports that names resolve to here, whatever the name: so a test needs no name service. */
  resolve?: Record<string, number>;
}

/** A forward proxy on loopback: passes plain http on, opens tunnels for CONNECT. */
export async function forwardProxy(wish: ProxyWish = {}): Promise<ForwardProxy> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const expected = wish.credentials && `Basic ${Buffer.from(wish.credentials).toString("base64")}`;
  const place = (host: string, port: number) =>
    wish.resolve?.[host] === undefined ? { host, port } : { host: "127.0.0.1", port: wish.resolve[host] };

  const server = createServer((incoming, answer) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    if (expected && incoming.headers["proxy-authorization"] !== expected)
      return void answer.writeHead(407, { "proxy-authenticate": "Basic" }).end();
    const url = new URL(incoming.url ?? "");
    const { "proxy-authorization": _, ...headers } = incoming.headers;
    const onward = request(
      {
        ...place(url.hostname, Number(url.port || 80)),
        path: url.pathname + url.search,
        method: incoming.method,
        headers,
      },
      (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(answer);
      },
    );
    onward.on("error", () => void answer.writeHead(502).end("the proxy cannot reach it"));
    incoming.pipe(onward);
  });
  server.on("connect", (incoming, client: Socket) => {
    asked.push(`CONNECT ${incoming.url}`);
    client.on("error", () => {});
    const refuse = (status: number) => void client.end(`HTTP/1.1 ${status} Refused\r\n\r\n`);
    if (expected && incoming.headers["proxy-authorization"] !== expected) return refuse(407);
    if (wish.connectStatus) return refuse(wish.connectStatus);
    const url = new URL(`http://${incoming.url}`);
    const onward = connect(place(url.hostname, Number(url.port || 443)), () => {
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      onward.pipe(client).pipe(onward);
    });
    onward.on("error", () => refuse(502));
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, asked };
}
