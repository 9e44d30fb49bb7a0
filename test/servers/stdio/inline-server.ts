import type { ServerCommand } from "../../support/fixtures";

/**
 * A legacy stdio server of a few lines, given on node's own command line.
 * @param answers the body of `function answer(method, params, reply)`; what it does not answer stays unanswered
 */
export function inlineServer(answers: string, ...args: string[]): ServerCommand {
  const script = `
    const handshake = { protocolVersion: "2025-11-25", capabilities: { resources: {} }, serverInfo: { name: "inline", version: "1" } };
    const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
    function answer(method, params, reply) { ${answers} }
    require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
      const { id, method, params } = JSON.parse(line);
      if (id === undefined) return;
      if (method === "initialize") return send({ id, result: handshake });
      if (method === "server/discover") return send({ id, error: { code: -32601, message: "Method not found" } });
      answer(method, params, (result) => send({ id, result }));
    });`;
  return { command: process.execPath, args: ["-e", script, "inline", ...args] };
}
