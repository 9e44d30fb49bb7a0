/** A mutant of a dialect as a peer in this process: the built-in server behind a proxy that changes its answers. */

/**
 * @param server the built-in server
 * @param patch made of `dialect-patch.mjs`
 * @param packs makes archives
 */
export function dialectPeer(server, { changes = [], notices = [], renames = [] }, packs) {
  const outward = (text) => renames.reduce((left, [from, to]) => left.replaceAll(from, to), text);
  const inward = (text) => renames.reduce((left, [from, to]) => left.replaceAll(to, from), text);
  return {
    session(send) {
      const requests = new Map();
      const own = new Map();
      const told = new Set();
      const inner = server.session(async (text) => {
        const message = JSON.parse(text);
        const waiting = own.get(message.id);
        if (waiting) return waiting(message);
        const request = requests.get(message.id);
        const due = notices.filter(({ after }) => request?.method === after && !told.has(after));
        send(outward(request ? JSON.stringify(await changed(message, request)) : text));
        for (const { after, method } of due) {
          told.add(after);
          send(JSON.stringify({ jsonrpc: "2.0", method }));
        }
      });
      /** Asks the right server in the same era, beside what the client asks. */
      const asking =
        ({ params: { _meta } = {} }) =>
        (method, params) =>
          new Promise((resolve) => {
            const id = `mutant-${own.size}`;
            own.set(id, resolve);
            inner.receive(JSON.stringify({ jsonrpc: "2.0", id, method, params: { ...params, _meta } }));
          });
      /** A mutant may trip over its own change: that too is an answer. */
      async function changed(message, request) {
        let left = message;
        try {
          for (const change of changes) left = (await change(left, request, asking(request), packs)) ?? left;
          return left;
        } catch (error) {
          const said = { code: -32603, message: `Internal error: ${error.message}` };
          return { jsonrpc: "2.0", id: message.id, error: said };
        }
      }
      return {
        receive(line) {
          const request = JSON.parse(inward(line));
          if (request.id !== undefined && request.method) requests.set(request.id, request);
          inner.receive(JSON.stringify(request));
        },
        close: () => inner.close(),
      };
    },
  };
}
