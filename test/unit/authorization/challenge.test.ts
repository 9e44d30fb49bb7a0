import { describe, expect, it } from "vitest";
import { challengeOf, scopesOf } from "../../../electron/engine/authorization/challenge";

describe("a WWW-Authenticate header", () => {
  it("tells where the metadata lie, and which rights are wanted", () => {
    const header =
      'Bearer error="insufficient_scope", error_description="more", scope="a b", resource_metadata="https://x.example/m"';
    expect(challengeOf(header)).toEqual({
      metadataUrl: "https://x.example/m",
      scope: "a b",
      error: "insufficient_scope",
      description: "more",
    });
  });

  it("is read past other schemes before it", () => {
    expect(challengeOf('Basic realm="x", bearer scope="a"')).toEqual({ scope: "a" });
  });

  it.each([
    null,
    "",
    "Bearer",
    'Basic realm="Bearer x"',
    `Bearer scope="${"x".repeat(9_000)}"`,
    'Bearer resource_metadata="no address"',
  ])("%s holds nothing to go by", (header) => expect(challengeOf(header)).toEqual({}));
});

it("scopes are told apart by spaces, each once", () => {
  expect(scopesOf(" a  b a ")).toEqual(["a", "b"]);
  expect(scopesOf(undefined)).toEqual([]);
});
