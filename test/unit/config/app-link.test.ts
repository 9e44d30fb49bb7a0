import { describe, expect, it } from "vitest";
import { linkEvents, openedWith } from "../../../electron/desktop/opened-with";
import { MAX_LINK, readAppLink } from "../../../shared/config/app-link";

const add = (parts: Record<string, string>) => `skill-inspector://add?${new URLSearchParams(parts)}`;

describe("a link that opens the app", () => {
  it.each([
    ["an address", { url: "https://example.com/mcp?team=a" }, "https://example.com/mcp?team=a"],
    ["a command", { command: "npx -y @scope/server --flag 'a b'" }, "npx -y @scope/server --flag 'a b'"],
    [
      "a configuration",
      { config: '{"mcpServers":{"a":{"command":"a"}}}' },
      '{"mcpServers":{"a":{"command":"a"}}}',
    ],
  ])("gives %s for the form", (_what, parts, pasted) => {
    expect(readAppLink(add(parts))).toEqual({ pasted });
  });

  it("keeps the lines of a configuration", () => {
    const config = '{\n\t"mcpServers": {}\n}';
    expect(readAppLink(add({ config }))).toEqual({ pasted: config });
  });

  it("is read however its scheme is written, and with the slash that systems add", () => {
    expect(readAppLink("SKILL-INSPECTOR://add/?url=http://localhost:1/mcp")).toEqual({
      pasted: "http://localhost:1/mcp",
    });
  });

  it.each([
    ["another scheme", "https://add?url=https://a.test/"],
    ["another action", "skill-inspector://connect?url=https://a.test/"],
    ["no action", "skill-inspector:"],
    ["nothing to add", "skill-inspector://add"],
    ["an empty command", "skill-inspector://add?command=%20"],
    ["two servers", add({ url: "https://a.test/", command: "a" })],
    ["two addresses", "skill-inspector://add?url=https://a.test/&url=https://b.test/"],
    ["a command that reads backwards", add({ command: "run \u202egnp.exe" })],
    ["a command with a letter that cannot be seen", add({ command: "npx good\u200b-server" })],
    ["a script for an address", add({ url: "javascript:alert(1)" })],
    ["a file for an address", add({ url: "file:///etc/passwd" })],
    ["more than anybody would send", add({ command: "x".repeat(MAX_LINK) })],
  ])("is refused with %s, and says why", (_what, link) => {
    const read = readAppLink(link);
    expect(read).toEqual({ problem: expect.stringMatching(/\w.*\.|\w.*…/) });
    expect(linkEvents(link)[0]).toMatchObject({ event: "notice", data: { level: "warning" } });
  });
});

describe("arguments of a start", () => {
  it("are links and evidence files, and nothing else", () => {
    const argv = [
      "/opt/app",
      "--no-sandbox",
      add({ command: "a" }),
      "/tmp/x.evidence.ndjson",
      "/tmp/y.json",
      "/dist",
    ];
    expect(openedWith(argv)).toEqual([
      { event: "offered", data: { pasted: "a" } },
      { event: "dropped", data: { paths: ["/tmp/x.evidence.ndjson"] } },
    ]);
  });

  it("follow one link at most, and no switch that ends like a file", () => {
    expect(openedWith([add({ command: "a" }), add({ command: "b" })])).toHaveLength(1);
    expect(openedWith(["--x=/tmp/x.evidence.ndjson"])).toEqual([]);
  });
});
