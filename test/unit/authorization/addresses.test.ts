import { describe, expect, it } from "vitest";
import { safeAddress } from "../../../electron/engine/authorization/addresses";
import { ConnectionError } from "../../../electron/engine/connections/connection-error";

const refusal = (address: string, server: string) => {
  try {
    safeAddress(address, "token endpoint", server);
    return undefined;
  } catch (error) {
    return error instanceof ConnectionError ? error.problem.message : String(error);
  }
};

describe("an address that a server on the internet names for sign-in", () => {
  const server = "https://mcp.example/mcp";

  it.each([
    "https://sign-in.example/token",
    "https://sign-in.example:8443/",
    "https://172.32.0.1/",
    "https://[2001:db8::1]/",
  ])("%s is used", (address) => expect(refusal(address, server)).toBeUndefined());

  it.each([
    ["http://sign-in.example/", "not encrypted"],
    ["javascript:alert(1)", "javascript:"],
    ["data:text/html,x", "data:"],
    ["file:///etc/passwd", "file:"],
    ["/token", "no whole address"],
    ["https://user@sign-in.example/", "user name"],
    ["https://:secret@sign-in.example/", "user name"],
  ])("%s is refused: %s", (address, why) => expect(refusal(address, server)).toContain(why));

  it.each([
    "http://127.0.0.1:9200/",
    "https://127.0.0.1/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f.0.0.1/",
    "https://0/",
    "https://localhost/",
    "https://localhost./",
    "https://app.localhost/",
    "https://10.0.0.1/",
    "https://172.16.4.4/",
    "https://192.168.1.1/",
    "https://169.254.169.254/latest/meta-data",
    "https://100.100.100.200/",
    "https://[::1]/",
    "https://[::]/",
    "https://[fd00::1]/",
    "https://[fe80::1]/",
    "https://[::ffff:10.0.0.1]/",
    "https://[::ffff:7f00:1]/",
  ])("%s leads inside and is refused", (address) =>
    expect(refusal(address, server)).toMatch(/private network|not encrypted/),
  );
});

describe("an address that a server inside names", () => {
  it.each([
    ["http://localhost:3000/mcp", "http://127.0.0.1:9000/token"],
    ["http://127.0.0.1:3000/mcp", "https://sign-in.example/token"],
    ["https://10.0.0.2/mcp", "https://192.168.1.1/token"],
  ])("of %s, %s is used", (server, address) => expect(refusal(address, server)).toBeUndefined());

  it("is refused where it is not encrypted and not on this machine", () => {
    expect(refusal("http://10.0.0.3/token", "http://10.0.0.2/mcp")).toContain("not encrypted");
  });
});
