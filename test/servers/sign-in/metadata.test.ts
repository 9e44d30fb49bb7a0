import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { setUpSignIn } from "../../support/sign-in";
import { until } from "../../support/until";
import { answering, changedMetadata, lookProblem, METADATA } from "./wrong-servers";

describe("metadata that lead nowhere", () => {
  it("a server that says nothing of how: what was looked for, and what to do instead", async () => {
    const problem = await lookProblem(({ server }) => {
      // An API key server: 401 and no word of OAuth anywhere.
      server.hook = (_, response) => response.status(401).send("no key");
    });
    expect(problem.code).toBe("sign-in-unknown");
    const silent = await lookProblem(({ server }) => {
      server.hook = (request, response) =>
        response.status(request.path === "/mcp" ? 401 : 404).send("no key");
    });
    expect(silent.code).toBe("sign-in-unknown");
    expect(silent.hint).toContain("under Edit");
    expect(silent.detail).toContain("/.well-known/oauth-protected-resource");
  });

  it("metadata named at an address that has none", async () => {
    const problem = await lookProblem(({ server }) => {
      server.metadata = undefined;
    });
    expect(problem.message).toContain("names its sign-in metadata at an address that gives none");
    expect(problem.detail).toContain("/.well-known/oauth-protected-resource/mcp");
  });

  it("an authorization server without metadata, or with broken ones", async () => {
    const gone = await lookProblem(({ authorization }) => {
      authorization.hook = answering("/.well-known", (send) => send(404, ""));
    });
    expect(gone.message).toContain("publishes no metadata");
    const broken = await lookProblem(({ authorization }) => {
      authorization.hook = answering(METADATA, (send) => send(200, { issuer: authorization.issuer }));
    });
    expect(broken.code).toBe("sign-in-server-metadata");
    expect(broken.detail).toContain("authorization_endpoint");
    const noJson = await lookProblem(({ authorization }) => {
      authorization.hook = answering(METADATA, (send) => send(200, "<html>"));
    });
    expect(noJson.code).toBe("sign-in-server-metadata");
  });

  it("metadata of another resource, another issuer, without PKCE, without the code flow", async () => {
    const resource = await lookProblem(({ server }) => {
      server.metadata = { ...server.metadata, resource: "https://bank.example/mcp" };
    });
    expect(resource.message).toBe("The sign-in metadata are for another server: https://bank.example/mcp.");
    const issuer = await lookProblem(
      changedMetadata((data) => ({ ...data, issuer: "https://other.example" })),
    );
    expect(issuer).toMatchObject({
      code: "sign-in-issuer",
      message: expect.stringContaining("other.example"),
    });
    const pkce = await lookProblem(
      changedMetadata(({ code_challenge_methods_supported: _, ...data }) => data),
    );
    expect(pkce.message).toContain("PKCE");
    const plain = await lookProblem(
      changedMetadata((data) => ({ ...data, code_challenge_methods_supported: ["plain"] })),
    );
    expect(plain.message).toContain("PKCE");
    const flow = await lookProblem(
      changedMetadata((data) => ({ ...data, response_types_supported: ["token"] })),
    );
    expect(flow.message).toContain("response type code");
  });
});

describe("hostile metadata", () => {
  it.each([
    ["authorization_endpoint", "javascript:alert(1)"],
    ["authorization_endpoint", "file:///etc/passwd"],
    ["authorization_endpoint", "http://sign-in.example/authorize"],
    ["authorization_endpoint", "https://bank.example@evil.example/authorize"],
    ["token_endpoint", "http://tokens.example/token"],
    ["registration_endpoint", "http://tokens.example/register"],
    ["revocation_endpoint", "http://tokens.example/revoke"],
    ["revocation_endpoint", "data:text/html,x"],
  ])("%s %s is refused before anything is opened or sent", async (field, address) => {
    const problem = await lookProblem(changedMetadata((data) => ({ ...data, [field]: address })));
    expect(["sign-in-address", "sign-in-server-metadata"]).toContain(problem.code);
  });

  it.each(["http://meta.example/x", "javascript:1", "ftp://meta.example/x"])(
    "metadata at %s are never asked for",
    async (address) => {
      const problem = await lookProblem(({ server }) => {
        server.metadataUrl = address;
      });
      expect(problem.code).toBe("sign-in-address");
    },
  );

  it("an authorization server over http elsewhere is never asked", async () => {
    const problem = await lookProblem(({ server }) => {
      server.metadata = { ...server.metadata, authorization_servers: ["http://sign-in.example"] };
    });
    expect(problem.message).toContain("not encrypted");
  });

  it("metadata without end are cut off, and so are headers", async () => {
    const problem = await lookProblem(({ authorization }) => {
      authorization.hook = (request, response, next) => {
        if (!request.path.startsWith(METADATA)) return next();
        response.writeHead(200, { "content-type": "application/json" });
        const more = () => {
          while (!response.destroyed && response.write(" ".repeat(64 * 1024)));
          if (!response.destroyed) response.once("drain", more);
        };
        more();
      };
    });
    expect(problem).toMatchObject({ code: "sign-in-too-large" });
    const deep = await lookProblem(({ server }) => {
      server.hook = (request, response, next) => {
        if (!request.path.startsWith("/.well-known")) return next();
        response.status(200).send(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
      };
    });
    expect(deep.code).toBe("sign-in-resource-metadata");
  });

  it("metadata that redirect to another origin are not followed", async () => {
    const elsewhere: string[] = [];
    const other = createServer((request, response) => {
      elsewhere.push(request.url ?? "");
      response.end("{}");
    });
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    await lookProblem(({ authorization }) => {
      authorization.hook = (request, response, next) => {
        if (!request.path.startsWith("/.well-known")) return next();
        response.writeHead(302, { location: `http://127.0.0.1:${port}/stolen` }).end();
      };
    });
    expect(elsewhere).toEqual([]);
  });

  it("an address for the browser that is longer than any is refused, not cut", async () => {
    const { look, agree, state, opened } = await setUpSignIn({
      before: ({ server }) => {
        server.hook = (request, response, next) => {
          if (request.path === "/mcp")
            response.writeHead(401, { "www-authenticate": "Bearer realm=x" }).end();
          else next();
        };
        server.metadata = { ...server.metadata, scopes_supported: ["x".repeat(9_000)] };
      },
    });
    await look();
    const agreed = agree().catch(() => undefined);
    await until(async () => (await state()).signIn?.problem !== undefined, {
      what: () => "the address was refused",
    });
    expect((await state()).signIn?.problem?.message).toContain("longer than 8,000 characters");
    expect(opened).toEqual([]);
    await agreed;
  });
});
