/** A mutant of the well-known site: HTTP before the built-in one, which changes its answers. */
import { once } from "node:events";
import { createServer } from "node:http";

/**
 * @param origin of the right site
 * @param change of an answer `{status, headers, body}` in place, with method and path; another may be given
 */
export async function mutantSite(origin, change) {
  const fetched = async (path) => {
    const answer = await fetch(origin + path);
    const headers = Object.fromEntries(
      ["content-type", "cache-control"].flatMap((name) => {
        const value = answer.headers.get(name);
        return value === null ? [] : [[name, value]];
      }),
    );
    return { status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()) };
  };
  const server = createServer(async (request, response) => {
    const right = await fetched(request.url);
    const { status, headers, body } = (await change?.(right, request.method, request.url, fetched)) ?? right;
    response.writeHead(status, { ...headers, "content-length": body.length });
    response.end(request.method === "HEAD" ? undefined : body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
