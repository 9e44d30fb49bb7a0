import { describe, expect, it } from "vitest";
import { EMPTY_DRAFT, readDraft, suggestLabel, transportDraft } from "../../../renderer/servers/server-form";
import { wellKnownOrigin } from "../../../shared/config/well-known-address";

describe("the address of a site that publishes skills", () => {
  it.each([
    ["well-known:https://example.com", "https://example.com"],
    ["Well-Known:https://example.com/any/path", "https://example.com"],
    [" https://example.com/.well-known/agent-skills/index.json ", "https://example.com"],
    ["http://127.0.0.1:8080/.well-known/agent-skills", "http://127.0.0.1:8080"],
    ["https://example.com/.well-known/skills/x/SKILL.md", "https://example.com"],
  ])("%s", (text, origin) => {
    expect(wellKnownOrigin(text)).toBe(origin);
  });

  it.each([
    "https://example.com/mcp",
    "https://example.com/.well-known/agent-skillset",
    "https://example.com/x/.well-known/skills/",
    "well-known:example.com",
    "well-known:file:///etc",
    "",
  ])("%s is none", (text) => {
    expect(wellKnownOrigin(text)).toBeUndefined();
  });

  it("makes a site of what is typed as URL, and is shown again as it can be typed", () => {
    const draft = { ...EMPTY_DRAFT, kind: "http" as const, url: "well-known:https://example.com" };
    expect(suggestLabel(draft)).toBe("example.com");
    expect(readDraft(draft, [])).toMatchObject({
      input: { label: "example.com", transport: { kind: "well-known", url: "https://example.com" } },
    });
    expect(transportDraft({ kind: "well-known", url: "https://example.com" })).toEqual({
      kind: "http",
      url: "well-known:https://example.com",
    });
  });
});
