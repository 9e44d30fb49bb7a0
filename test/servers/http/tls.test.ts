import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { type Certificate, type CertificateWish, makeCertificate } from "../../support/certificate";
import { runCli } from "../../support/cli";
import { startEngine } from "../../support/engine";
import { tempFolder } from "../../support/temp";
import { legacyMcp, problemOf, rawHttp } from "./raw-http";

let authority: Certificate;
beforeAll(() => {
  authority = makeCertificate({ name: "Test authority", authority: true });
});

/** Runs `list` against a server with this certificate, with the test's authority trusted or not. */
async function listOver(wish: CertificateWish, trusted: boolean, host = "127.0.0.1") {
  const { cert, key } = makeCertificate(wish);
  const server = await rawHttp(legacyMcp(), { tls: { cert, key } });
  const file = join(tempFolder(), "authority.pem");
  writeFileSync(file, authority.cert);
  const url = `https://${host}:${server.port}/mcp`;
  const run = await runCli(["list", "--format", "json", url], {
    env: trusted ? { NODE_EXTRA_CA_CERTS: file } : {},
  });
  return { ...run, seen: server.seen };
}

describe("TLS failures by name (field report e06)", () => {
  it.each<[string, CertificateWish, boolean, string, RegExp]>([
    ["a self-signed certificate", {}, false, "DEPTH_ZERO_SELF_SIGNED_CERT", /self-signed/],
    ["an expired one", { from: -9, until: -2 }, true, "CERT_HAS_EXPIRED", /has expired/],
    ["one that is not valid yet", { from: 2, until: 9 }, true, "CERT_NOT_YET_VALID", /not valid yet/],
    [
      "one for another host",
      { hosts: ["other.example"] },
      true,
      "ERR_TLS_CERT_ALTNAME_INVALID",
      /another host/,
    ],
    ["one of an unknown authority", {}, false, "UNABLE_TO_VERIFY_LEAF_SIGNATURE", /not trusted here/],
  ])("%s", async (what, wish, trusted, code, words) => {
    const issuer = what.includes("self-signed") ? {} : { issuer: authority };
    const { code: exit, stderr, stdout, seen } = await listOver({ ...wish, ...issuer }, trusted);
    expect(stderr).toContain(code);
    expect(stderr).toMatch(words);
    expect(exit).toBe(3);
    expect(stdout).toBe("");
    // Nothing was sent to a server that could not show who it is.
    expect(seen).toEqual([]);
    const repairable = code === "DEPTH_ZERO_SELF_SIGNED_CERT" || code === "UNABLE_TO_VERIFY_LEAF_SIGNATURE";
    expect(stderr.includes("NODE_EXTRA_CA_CERTS")).toBe(repairable);
  });

  it("a chain whose root is not trusted", async () => {
    const { key, cert } = makeCertificate({ issuer: authority });
    const server = await rawHttp(legacyMcp(), { tls: { key, cert: cert + authority.cert } });
    const problem = await problemOf(server.url);
    expect(problem.code).toBe("SELF_SIGNED_CERT_IN_CHAIN");
    expect(problem.message).toContain("does not trust");
    expect(problem.hint).toContain("NODE_EXTRA_CA_CERTS");
  });

  it("with the authority in NODE_EXTRA_CA_CERTS the same server is listed", async () => {
    const { code, stdout } = await listOver({ issuer: authority }, true, "localhost");
    expect(code).toBe(0);
    expect(stdout).toContain("skill://a/SKILL.md");
  });

  it("the row in the app says the same, with what to do", async () => {
    const server = await rawHttp(legacyMcp(), { tls: makeCertificate() });
    const app = await startEngine();
    const transport = { kind: "http" as const, url: server.url, headers: [] };
    await app.call("servers.add", { label: "private", transport });
    const { problem } = await app.settled("private");
    expect(problem?.code).toBe("DEPTH_ZERO_SELF_SIGNED_CERT");
    expect(problem?.hint).toContain("NODE_EXTRA_CA_CERTS");
  });

  it("a server that speaks only TLS 1.0", async () => {
    const old = { minVersion: "TLSv1", maxVersion: "TLSv1", ciphers: "DEFAULT@SECLEVEL=0" } as const;
    const server = await rawHttp(legacyMcp(), { tls: { ...makeCertificate(), ...old } });
    const problem = await problemOf(server.url);
    expect(problem.message).toMatch(/TLS 1\.2/);
    expect(problem.message).toContain(problem.code);
    expect(problem.hint).not.toContain("NODE_EXTRA_CA_CERTS");
  });

  it("plain http on an https address, and the other way round", async () => {
    const plain = await rawHttp(legacyMcp());
    const problem = await problemOf(plain.url.replace("http:", "https:"));
    expect(problem.message).toContain("does not speak TLS");
    expect(problem.hint).toContain("http://");
    const secure = await rawHttp(legacyMcp(), { tls: makeCertificate() });
    const other = await problemOf(secure.url.replace("https:", "http:"));
    expect(`${other.message} ${other.hint}`).toContain("https");
  });

  it("a name that does not exist", async () => {
    const problem = await problemOf("https://no-such-host.invalid/mcp");
    expect(["ENOTFOUND", "EAI_AGAIN"]).toContain(problem.code);
    expect(problem.message).toContain("no-such-host.invalid");
  });
});
