import { describe, expect, it } from "vitest";
import { hashOf, targetOf } from "../../../../renderer/app/address";
import type { Target } from "../../../../renderer/state/target";

describe("the address of what is open", () => {
  it.each<Target>([
    { kind: "server", serverId: "a/b c" },
    { kind: "skill", serverId: "s", uri: "skill://a/%20#&=é/SKILL.md", tab: "source", file: "x.md", line: 7 },
    { kind: "skill", serverId: "s", uri: "skill://a/SKILL.md" },
    { kind: "file", serverId: "s", uri: "skill://a/b.md", skillUri: "skill://a/SKILL.md", line: 1 },
    { kind: "template", serverId: "s", uriTemplate: "skill://{team}/{+skill}/SKILL.md{?q*}" },
    { kind: "resource", serverId: "s", uri: "demo://x?y=1&z=2" },
    { kind: "checks", serverId: "s", by: "rule", rule: "ext-cap-object" },
    { kind: "uri", text: "skill://{x" },
    { kind: "uri" },
    { kind: "serve" },
    { kind: "settings" },
  ])("reads back $kind", (target) => {
    expect(targetOf(hashOf(target))).toEqual(target);
  });

  it("is what the command line prints for a server", () => {
    expect(hashOf({ kind: "server", serverId: "x1" })).toBe("#server=x1");
  });

  it.each([
    "",
    "#",
    "#open=skill",
    "#open=skill&server=s",
    "#open=nonsense&server=s",
    "#server=",
    "#uri=skill://a",
    "#%E0%A4%A",
  ])("names no page: %j", (hash) => {
    expect(targetOf(hash)).toBeUndefined();
  });

  it("leaves out what is no tab, no order and no line", () => {
    expect(targetOf("#open=skill&server=s&uri=skill://a&tab=x&line=-1")).toEqual({
      kind: "skill",
      serverId: "s",
      uri: "skill://a",
    });
    expect(targetOf("#open=checks&server=s&by=colour")).toEqual({ kind: "checks", serverId: "s" });
  });
});
