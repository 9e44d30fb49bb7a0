import { describe, expect, it } from "vitest";
import { proxyFor } from "../../../electron/engine/connections/proxy";

const ENV = { HTTP_PROXY: "http://plain:3128", HTTPS_PROXY: "http://secure:3129" };
const chosen = (address: string, env: NodeJS.ProcessEnv = ENV) => proxyFor(address, env)?.url;

describe("the proxy for an address", () => {
  it("goes by scheme, and https falls back to the one for http", () => {
    expect(chosen("http://host/mcp")).toBe("http://plain:3128");
    expect(chosen("https://host/mcp")).toBe("http://secure:3129");
    expect(chosen("https://host/mcp", { HTTP_PROXY: "http://plain:3128" })).toBe("http://plain:3128");
    expect(chosen("http://host/mcp", { HTTPS_PROXY: "http://secure:3129" })).toBeUndefined();
    expect(chosen("http://host/mcp", {})).toBeUndefined();
  });

  it("lower case wins, also when it is empty; a bare host and port is an address", () => {
    expect(chosen("http://host/", { ...ENV, http_proxy: "other:1" })).toBe("http://other:1");
    expect(chosen("http://host/", { ...ENV, http_proxy: "" })).toBeUndefined();
  });

  it.each([
    ["localhost", "http://localhost:3000/mcp", true],
    ["localhost", "http://localhost.example/mcp", false],
    ["example.com", "https://api.example.com/mcp", true],
    [".example.com", "https://api.example.com/mcp", true],
    ["*.example.com", "https://api.example.com/mcp", true],
    ["example.com", "https://notexample.com/mcp", false],
    ["EXAMPLE.com", "https://example.COM/mcp", true],
    ["example.com:8443", "https://example.com:8443/mcp", true],
    ["example.com:8443", "https://example.com/mcp", false],
    ["example.com:443", "https://example.com/mcp", true],
    ["::1", "http://[::1]:3000/mcp", true],
    ["[::1]:3000", "http://[::1]:3000/mcp", true],
    ["[::1]:3001", "http://[::1]:3000/mcp", false],
    ["a.example, b.example c.example", "http://c.example/", true],
    ["*", "https://anything/", true],
    ["", "http://host/", false],
  ])("NO_PROXY %j and %s: direct is %s", (NO_PROXY, address, direct) => {
    expect(chosen(address, { ...ENV, NO_PROXY }) === undefined).toBe(direct);
    expect(chosen(address, { ...ENV, no_proxy: NO_PROXY }) === undefined).toBe(direct);
  });

  it("is shown with its variable and without its password", () => {
    const proxy = proxyFor("http://host/", { http_proxy: "http://me:s3cret@proxy:8080/" });
    expect(proxy).toEqual({
      url: "http://me:s3cret@proxy:8080/",
      shown: "http://me:•••@proxy:8080",
      variable: "http_proxy",
    });
    expect(proxyFor("http://host/", { http_proxy: "http://me:s3cret@[broken" })?.shown).not.toContain(
      "s3cret",
    );
  });
});
