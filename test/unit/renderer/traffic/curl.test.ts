import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { asCurl } from "../../../../renderer/traffic/curl";
import type { ServerState } from "../../../../shared/model/server";
import { server } from "../fixtures";

const http = (
  protocolVersion: string,
  headers: { name: string; value?: string; secret?: boolean }[] = [],
): ServerState => {
  const state = server("a", { protocolVersion });
  return {
    ...state,
    config: { ...state.config, transport: { kind: "http", url: "http://127.0.0.1:9/mcp?a='b'", headers } },
  };
};
const request = (method: string, params: unknown) =>
  JSON.stringify({ jsonrpc: "2.0", id: 7, method, params });

/** The words of the command, as a real shell reads them. */
function words(command: string): string[] {
  const print = `curl() { for word; do printf '%s\\0' "$word"; done; }\n${command}`;
  return execFileSync("sh", ["-c", print], { encoding: "utf8" }).split("\0").slice(0, -1);
}

describe("a request as curl", () => {
  it("comes out of a shell exactly as it was sent, whatever is in it", () => {
    const raw = request("resources/read", { uri: 'skill://a/$(touch x)/`id`/it\'s "here"\\/SKILL.md' });
    const read = words(asCurl(http("2026-07-28"), raw)!);
    expect(read[1]).toBe("http://127.0.0.1:9/mcp?a='b'");
    expect(read[read.indexOf("--data-raw") + 1]).toBe(raw);
  });

  it("has the headers of the revision", () => {
    const read = words(asCurl(http("2026-07-28"), request("resources/read", { uri: "skill://a/SKILL.md" }))!);
    expect(read).toEqual(
      expect.arrayContaining([
        "MCP-Protocol-Version: 2026-07-28",
        "Mcp-Method: resources/read",
        "Mcp-Name: skill://a/SKILL.md",
        "Accept: application/json, text/event-stream",
      ]),
    );
    const old = asCurl(http("2025-11-25"), request("resources/read", { uri: "skill://a/SKILL.md" }))!;
    expect(old).not.toContain("Mcp-Method");
    expect(old).toContain("Mcp-Session-Id");
  });

  it("writes a name that no header can hold as base64", () => {
    const read = words(asCurl(http("2026-07-28"), request("resources/read", { uri: "skill://ü/SKILL.md" }))!);
    expect(read).toContain("Mcp-Name: =?base64?c2tpbGw6Ly/DvC9TS0lMTC5tZA==?=");
  });

  it("leaves a place for the token of a sign-in", () => {
    const account = { issuer: "https://i.example", scopes: [], renews: true, since: 0 };
    const state = { ...http("2026-07-28"), signIn: { account } };
    expect(words(asCurl(state, request("resources/list", {}))!)).toContain("Authorization: Bearer •••");
  });

  it("keeps secrets masked", () => {
    const headers = [
      { name: "Authorization", secret: true },
      { name: "X-Team", value: "billing" },
    ];
    const read = words(asCurl(http("2025-11-25", headers), request("ping", {}))!);
    expect(read).toContain("Authorization: •••");
    expect(read).toContain("X-Team: billing");
  });

  it("is none for other transports and for what is no request", () => {
    expect(asCurl(server("a"), request("ping", {}))).toBeUndefined();
    expect(asCurl(http("2025-11-25"), '{"jsonrpc":"2.0","id":1,"result":{}}')).toBeUndefined();
    expect(asCurl(undefined, request("ping", {}))).toBeUndefined();
  });
});
