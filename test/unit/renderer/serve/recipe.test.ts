import { describe, expect, it } from "vitest";
import { freeLabel } from "../../../../renderer/serve/label";
import { commandWords, faultsByKind, mcpJson } from "../../../../renderer/serve/recipe";
import { withEvent } from "../../../../renderer/serve/use-served";
import type { ServedServer } from "../../../../shared/contract";

const server: ServedServer = {
  id: "a",
  url: "http://127.0.0.1:4001/mcp",
  folders: ["/srv/skills"],
  convention: "skilljack",
  faults: [],
  since: 0,
  skipped: [],
  requests: [],
  answered: 0,
};

describe("a recipe", () => {
  it("is a command that names only what is not usual", () => {
    expect(commandWords({ folders: ["/a b"], convention: "sep-2640", faults: [] }, "sep-2640")).toEqual([
      "skill-inspector",
      "serve",
      "/a b",
    ]);
    expect(
      commandWords({ folders: ["-x"], convention: "skilljack", faults: ["hang", "no-uri"] }, "sep-2640"),
    ).toEqual([
      "skill-inspector",
      "serve",
      "./-x",
      "--as",
      "skilljack",
      "--fault",
      "hang",
      "--fault",
      "no-uri",
    ]);
  });

  it("is an mcp.json for an address or a command", () => {
    expect(JSON.parse(mcpJson({ url: server.url }))).toEqual({
      mcpServers: { skills: { type: "http", url: server.url } },
    });
    expect(JSON.parse(mcpJson({ words: ["skill-inspector", "serve", "/a"] }))).toEqual({
      mcpServers: { skills: { command: "skill-inspector", args: ["serve", "/a"] } },
    });
  });
});

it("finds faults by all words, wherever they are said, and keeps the kinds apart", () => {
  const faults = [
    { id: "wrong-digest", kind: "content" as const, what: "One digit is wrong.", client: "Refuses it." },
    { id: "hang", kind: "transport" as const, what: "Nothing is answered.", client: "Gives up." },
  ];
  expect(faultsByKind(faults, "").map(({ kind }) => kind)).toEqual(["content", "transport"]);
  expect(faultsByKind(faults, "REFUSES digit").flatMap((group) => group.faults)).toEqual([faults[0]]);
  expect(faultsByKind(faults, "digit gives")).toEqual([]);
});

it("names a served server as no other is named", () => {
  expect(freeLabel(server, [])).toBe("skills (skilljack)");
  expect(freeLabel(server, ["skills (skilljack)", "skills (skilljack) 2"])).toBe("skills (skilljack) 3");
  expect(freeLabel({ ...server, faults: Array(20).fill("hang") }, []).length).toBeLessThanOrEqual(80);
});

describe("the list of what is served", () => {
  const request = (line: string) => ({ at: 1, line });

  it("takes starts, stops and requests", () => {
    const started = withEvent([], { event: "served", data: { id: "a", server } });
    expect(started).toEqual([server]);
    const asked = withEvent(started, {
      event: "servedRequests",
      data: { id: "a", requests: [request("x"), request("y")], answered: 2 },
    });
    expect(asked[0]).toMatchObject({ answered: 2, requests: [{ line: "x" }, { line: "y" }] });
    expect(withEvent(asked, { event: "served", data: { id: "a", server: null } })).toEqual([]);
  });

  it("takes no request twice that the list had already", () => {
    const known = [{ ...server, answered: 2, requests: [request("x"), request("y")] }];
    const data = { id: "a", requests: [request("y"), request("z")], answered: 3 };
    expect(withEvent(known, { event: "servedRequests", data })[0]?.requests.map(({ line }) => line)).toEqual([
      "x",
      "y",
      "z",
    ]);
  });
});
