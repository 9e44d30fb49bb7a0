/** A mutant of the well-known site: HTTP before the built-in one, which changes its answers. */
import { once } from "node:events";
import { createServer } from "node:http";

/**
 * @param origin of the right site
 * @param changes of an answer `{status, headers, body}` in place, with method, path, what gives a right answer, and packs
 * @param packs makes archives
 */
export async function mutantSite(origin, changes = [], packs = undefined) {
  const fetched = async (path) => {
    const answer = await fetch(origin + path);
    const headers = Object.fromEntries(
      ["content-type", "cache-control"].flatMap((name) => {
        const value = answer.headers.get(name);
        return value === null ? [] : [[name, value]];
      }),
    );
    // The built-in site is read by no browser; this one is, so that a mutant can take the header away.
    headers["access-control-allow-origin"] = "*";
    return { status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()) };
  };
  const server = createServer(async (request, response) => {
    const answer = await fetched(request.url);
    for (const change of changes) await change(answer, request.method, request.url, fetched, packs);
    const { status, headers, body } = answer;
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
