import { describe, expect, it } from "vitest";
import { readMcpJson, writeMcpJson } from "../../../shared/config/mcp-json";
import { readPasted } from "../../../shared/config/pasted";

describe("readMcpJson", () => {
  it("reads the shape of Claude Desktop, Cursor and Claude Code", () => {
    const { servers } = readMcpJson(
      '{"mcpServers":{"files":{"command":"npx","args":["-y","x"],"env":{"A":"1"}},"hub":{"type":"http","url":"https://h/mcp","headers":{"X-Team":"a"}}}}',
    );
    expect(servers.map((server) => [server.name, server.transport])).toEqual([
      ["files", { kind: "stdio", command: "npx", args: ["-y", "x"], env: { A: "1" } }],
      ["hub", { kind: "http", url: "https://h/mcp", headers: [{ name: "X-Team", value: "a" }] }],
    ]);
  });
  it("reads VS Code's with comments, trailing commas and inputs, and says what to fill in", () => {
    const { servers } = readMcpJson(`{
      // from the docs: "//" inside a string stays
      "inputs": [{"id":"key","type":"promptString"},],
      "servers": {"web": {"type":"sse","url":"https://h/sse","headers":{"Authorization":"Bearer \${input:key}"}},},
    }`);
    expect(servers[0]?.transport).toMatchObject({ url: "https://h/sse", sse: true });
    expect(servers[0]?.notes.join()).toContain("${input:key}");
  });
  it("names a server it cannot take over and keeps the others", () => {
    const found = readMcpJson('{"mcpServers":{"a":{"cmd":"x"},"b":{"command":"node"}}}');
    expect(found.servers.map((server) => server.name)).toEqual(["b"]);
    expect(found.problems).toEqual(["a: it has neither a command nor a url"]);
  });
  it("says what is wrong with a text that is no configuration", () => {
    expect(() => readMcpJson("hello")).toThrow("neither { nor [");
    expect(() => readMcpJson('{"mcpServers": {"a": }')).toThrow(/line|column/);
    expect(() => readMcpJson('{"x":1}')).toThrow("no servers");
  });
  it("keeps a client ID and port that were registered by hand", () => {
    const oauth = { clientId: "by-hand", callbackPort: 8080 };
    const transport = { kind: "http" as const, url: "https://h/mcp", headers: [], oauth };
    const read = readMcpJson(writeMcpJson([{ label: "a", transport }]));
    expect(read.servers[0]?.transport).toEqual(transport);
    const odd = readMcpJson('{"url":"https://h/mcp","oauth":{"clientId":7,"callbackPort":"x"}}');
    expect(odd.servers[0]?.transport).not.toHaveProperty("oauth");
  });
  it("writes what it reads, without secrets", () => {
    const text = writeMcpJson([
      { label: "a", transport: { kind: "stdio", command: "node", args: ["s.js"], env: {} } },
      {
        label: "b",
        transport: { kind: "http", url: "https://h/mcp", headers: [{ name: "Authorization", secret: true }] },
      },
    ]);
    expect(readMcpJson(text).servers.map((server) => server.name)).toEqual(["a", "b"]);
    expect(text).toContain('"Authorization": ""');
  });
});

describe("readPasted", () => {
  it("tells a URL, a command and a configuration apart", () => {
    expect(readPasted(" https://host.example/mcp ").servers[0]).toMatchObject({ name: "host.example" });
    expect(readPasted("npx -y @scope/server@1.2.3 /data").servers[0]).toMatchObject({ name: "server" });
    expect(readPasted('claude mcp add files -- node "my server.js"').servers[0]?.transport).toMatchObject({
      command: "node",
      args: ["my server.js"],
    });
    expect(readPasted('{"command":"node","args":["s.js"]}').servers).toHaveLength(1);
    expect(() => readPasted("  ")).toThrow("nothing in it");
  });
});
