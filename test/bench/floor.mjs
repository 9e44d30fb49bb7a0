/**
 * The floor of a check: a bare loop that sends the same kinds of requests to a stdio server, at most eight at once, and
 * hashes the same bytes, with no rules, no record and no worker.
 *
 *   node floor.mjs command args...      prints {skills, requests, ms}
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "floor", version: "0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};
const AT_ONCE = 8;

const started = performance.now();
const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
const waiting = new Map();
let id = 0;
let rest = "";
child.stdout.setEncoding("utf8").on("data", (text) => {
  const lines = (rest + text).split("\n");
  rest = lines.pop();
  for (const line of lines) {
    if (!line) continue;
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message.result);
    waiting.delete(message.id);
  }
});
const ask = (method, params) =>
  new Promise((resolve) => {
    waiting.set(++id, resolve);
    child.stdin.write(
      `${JSON.stringify({ jsonrpc: "2.0", id, method, params: { ...params, _meta: META } })}\n`,
    );
  });

const discovered = await ask("server/discover", {});
const directories =
  discovered.capabilities.extensions["io.modelcontextprotocol/skills"].directoryRead === true;
const skills = [];
for (let cursor; ; ) {
  const page = await ask("skills/list", cursor === undefined ? {} : { cursor });
  skills.push(...page.skills);
  cursor = page.nextCursor;
  if (cursor === undefined) break;
}
for (let cursor; ; ) {
  const page = await ask("resources/list", cursor === undefined ? {} : { cursor });
  cursor = page.nextCursor;
  if (cursor === undefined) break;
}
const tasks = skills.flatMap((skill) => [
  ["skills/get", { uri: skill.uri }],
  ...skill.resources.map(({ uri }) => ["resources/read", { uri }]),
  ...(directories ? [["resources/directory/read", { uri: skill.uri.slice(0, -"/SKILL.md".length) }]] : []),
]);
let next = 0;
const lane = async () => {
  while (next < tasks.length) {
    const [method, params] = tasks[next++];
    const result = await ask(method, params);
    for (const part of result.contents ?? [])
      createHash("sha256")
        .update(part.text ?? Buffer.from(part.blob, "base64"))
        .digest("hex");
  }
};
await Promise.all(Array.from({ length: AT_ONCE }, lane));
child.kill();
process.stdout.write(
  `${JSON.stringify({ skills: skills.length, requests: id, ms: performance.now() - started })}\n`,
);
process.exit();
