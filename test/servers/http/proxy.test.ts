import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeCertificate } from "../../support/certificate";
import { runCli } from "../../support/cli";
import { forwardProxy } from "../../support/forward-proxy";
import { tempFolder } from "../../support/temp";
import { legacyMcp, rawHttp } from "./raw-http";

/** Lists a server as a user does, with these proxy settings in the environment. */
const list = (url: string, env: Record<string, string>) => runCli(["list", "--format", "json", url], { env });
const LISTED = "skill://a/SKILL.md";

/** A server that is reached by a name only the proxy knows. */
async function behindProxy(tls = false) {
  const certificate = makeCertificate({ hosts: ["inner.example"] });
  const server = await rawHttp(legacyMcp(), tls ? { tls: certificate } : {});
  const file = join(tempFolder(), "ca.pem");
  writeFileSync(file, certificate.cert);
  return { server, resolve: { "inner.example": server.port }, trust: { NODE_EXTRA_CA_CERTS: file } };
}

describe("proxies from the environment", () => {
  it.each(["HTTP_PROXY", "http_proxy"])("%s: plain http is passed on by the proxy", async (name) => {
    const { resolve } = await behindProxy();
    const proxy = await forwardProxy({ resolve });
    const { code, stdout } = await list("http://inner.example/mcp", { [name]: proxy.url });
    expect(code).toBe(0);
    expect(stdout).toContain(LISTED);
    expect(proxy.asked).toContain("POST http://inner.example/mcp");
  });

  it.each(["HTTPS_PROXY", "https_proxy"])("%s: https goes through a tunnel", async (name) => {
    const { resolve, trust } = await behindProxy(true);
    const proxy = await forwardProxy({ resolve });
    const { code, stdout } = await list("https://inner.example/mcp", { [name]: proxy.url, ...trust });
    expect(code).toBe(0);
    expect(stdout).toContain(LISTED);
    expect(new Set(proxy.asked)).toEqual(new Set(["CONNECT inner.example:443"]));
  });

  it("user and password of the proxy's address are sent to it, and to no one else", async () => {
    const { server, resolve } = await behindProxy();
    const proxy = await forwardProxy({ resolve, credentials: "me:s3cret" });
    const HTTP_PROXY = proxy.url.replace("http://", "http://me:s3cret@");
    const { code } = await list("http://inner.example/mcp", { HTTP_PROXY });
    expect(code).toBe(0);
    for (const { headers } of server.seen)
      expect(JSON.stringify(headers)).not.toMatch(/proxy-authorization/i);
  });

  it.each([
    ["NO_PROXY", "localhost,127.0.0.1"],
    ["no_proxy", "*"],
  ])("%s=%s: the proxy is not asked", async (name, value) => {
    const server = await rawHttp(legacyMcp());
    const proxy = await forwardProxy();
    const { code, stdout } = await list(`http://localhost:${server.port}/mcp`, {
      HTTP_PROXY: proxy.url,
      [name]: value,
    });
    expect(code).toBe(0);
    expect(stdout).toContain(LISTED);
    expect(proxy.asked).toEqual([]);
  });
});

describe("a proxy that fails is named, with what to do", () => {
  const fails = async (url: string, env: Record<string, string>) => {
    const { code, stdout, stderr } = await list(url, env);
    expect(code).toBe(3);
    expect(stdout).toBe("");
    return stderr;
  };

  it.each(["http", "https"])("refused, for %s", async (scheme) => {
    const gone = await rawHttp(() => {});
    await new Promise((resolve) => gone.server.close(resolve));
    const variable = `${scheme.toUpperCase()}_PROXY`;
    const address = `http://me:s3cret@127.0.0.1:${gone.port}`;
    const stderr = await fails(`${scheme}://inner.example/mcp`, { [variable]: address });
    expect(stderr).toContain(
      `The proxy http://me:•••@127.0.0.1:${gone.port} (${variable}) cannot be reached`,
    );
    expect(stderr).toContain("ECONNREFUSED");
    expect(stderr).toContain("NO_PROXY");
    expect(stderr).not.toContain("s3cret");
  });

  it.each(["http", "https"])("407, for %s", async (scheme) => {
    const proxy = await forwardProxy({ credentials: "me:right" });
    const variable = `${scheme.toUpperCase()}_PROXY`;
    const stderr = await fails(`${scheme}://inner.example/mcp`, { [variable]: proxy.url });
    expect(stderr).toContain(`The proxy ${proxy.url} (${variable}) asks for sign-in (HTTP 407)`);
    expect(stderr).toContain("user:password@");
  });

  it("a tunnel it does not open", async () => {
    const proxy = await forwardProxy({ connectStatus: 403 });
    const stderr = await fails("https://inner.example/mcp", { HTTPS_PROXY: proxy.url });
    expect(stderr).toContain(
      `The proxy ${proxy.url} (HTTPS_PROXY) does not connect to inner.example (HTTP 403)`,
    );
  });

  it("an answer that may be the proxy's own", async () => {
    const closed = await rawHttp(() => {});
    await new Promise((resolve) => closed.server.close(resolve));
    const proxy = await forwardProxy({ resolve: { "inner.example": closed.port } });
    const stderr = await fails("http://inner.example/mcp", { HTTP_PROXY: proxy.url });
    expect(stderr).toContain("HTTP 502");
    expect(stderr).toContain(`Asked through the proxy ${proxy.url} (HTTP_PROXY).`);
  });

  it("a TLS failure behind it keeps its name", async () => {
    const { resolve } = await behindProxy(true);
    const proxy = await forwardProxy({ resolve });
    const stderr = await fails("https://inner.example/mcp", { HTTPS_PROXY: proxy.url });
    expect(stderr).toContain("DEPTH_ZERO_SELF_SIGNED_CERT");
    expect(stderr).toContain(`Asked through the proxy ${proxy.url}`);
  });

  it("a setting that is no address", async () => {
    const stderr = await fails("http://inner.example/mcp", { HTTP_PROXY: "http://[nonsense" });
    expect(stderr).toContain("HTTP_PROXY is no address of a proxy: http://[nonsense");
  });

  it("the well-known site is asked through the proxy too, and its failure named", async () => {
    const proxy = await forwardProxy({ connectStatus: 502 });
    const { code, stderr } = await runCli(["check", "well-known:https://inner.example"], {
      env: { HTTPS_PROXY: proxy.url },
    });
    expect(code).toBe(3);
    expect(stderr).toContain(`The proxy ${proxy.url} (HTTPS_PROXY) does not connect to inner.example`);
  });
});
