import { describe, expect, it } from "vitest";
import { cleanEnvironment } from "../../../electron/engine/connections/spawn-environment";

describe("cleanEnvironment", () => {
  const ours = {
    PATH: "/bin",
    HOME: "/root",
    AWS_SECRET_ACCESS_KEY: "zzz",
    NODE_EXTRA_CA_CERTS: "/x.pem",
    HTTPS_PROXY: "http://p:1",
    BASH_FUNC: "() { :; }",
  };
  it("passes what a platform needs and no secret (field report d09)", () => {
    expect(cleanEnvironment({}, ours, "linux")).toEqual({
      PATH: "/bin",
      HOME: "/root",
      NODE_EXTRA_CA_CERTS: "/x.pem",
      HTTPS_PROXY: "http://p:1",
    });
  });
  it("adds the config's own without losing PATH", () => {
    expect(cleanEnvironment({ FOO: "1" }, ours, "linux")).toMatchObject({ FOO: "1", PATH: "/bin" });
    expect(cleanEnvironment({ PATH: "/own" }, ours, "linux").PATH).toBe("/own");
  });
  it("takes Windows names in any case", () => {
    expect(cleanEnvironment({}, { Path: "C:\\x", SystemRoot: "C:\\W", TOKEN: "t" }, "win32")).toEqual({
      Path: "C:\\x",
      SystemRoot: "C:\\W",
    });
  });
});
