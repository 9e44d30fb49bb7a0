import { describe, expect, it } from "vitest";
import {
  copyOf,
  draftOf,
  EMPTY_DRAFT,
  pathDraft,
  readDraft,
  suggestLabel,
  uniqueLabel,
} from "../../../../renderer/servers/server-form";
import type { TransportConfig } from "../../../../shared/model/server";
import { server } from "../fixtures";

describe("server form", () => {
  const stdio = { ...EMPTY_DRAFT, label: "dev", command: "node s.js --p 1", env: "K=v" };

  it("makes the call's input", () => {
    expect(readDraft(stdio, [])).toEqual({
      input: {
        label: "dev",
        transport: { kind: "stdio", command: "node", args: ["s.js", "--p", "1"], env: { K: "v" } },
        era: "auto",
        timeoutMs: 30_000,
        autoConnect: true,
      },
    });
  });

  it("takes what a sign-in needs where no app can register itself", () => {
    const http = { ...EMPTY_DRAFT, kind: "http" as const, label: "h", url: "https://h.example/mcp" };
    const read = (patch: Partial<typeof http>) => readDraft({ ...http, ...patch }, []);
    expect(read({ clientId: " by-hand ", callbackPort: "8080" })).toMatchObject({
      input: { transport: { oauth: { clientId: "by-hand", callbackPort: 8080 } } },
    });
    const plain = read({});
    expect("input" in plain && plain.input?.transport).not.toHaveProperty("oauth");
    for (const callbackPort of ["0", "70000", "8o8o", "1.5"])
      expect(read({ callbackPort }).faults).toHaveProperty("callbackPort");
  });

  it("says what is wrong at which field", () => {
    const faults = (patch: Partial<typeof stdio>, taken: string[] = []) => {
      const read = readDraft({ ...stdio, ...patch }, taken);
      return Object.keys(read.faults ?? {});
    };
    expect(faults({ command: " " })).toEqual(["command"]);
    expect(faults({ env: "nope" })).toEqual(["env"]);
    expect(faults({ timeoutSeconds: "soon" })).toEqual(["timeoutSeconds"]);
    expect(faults({ label: "DEV" }, ["dev"])).toEqual(["label"]);
    expect(faults({ kind: "http", url: "example.com" })).toEqual(["url"]);
    expect(faults({ kind: "folder" })).toEqual(["folder"]);
    expect(faults({ kind: "evidence" })).toEqual(["evidence"]);
    expect(faults({ kind: "http", url: "http://h/", bearer: "a b" })).toEqual(["headers"]);
  });

  it("gives back every transport as it was stored", () => {
    for (const transport of [
      { kind: "stdio", command: "node", args: ["a b", ""], env: { K: "v" }, cwd: "/x y" },
      {
        kind: "http",
        url: "http://localhost:1/mcp",
        headers: [
          { name: "Authorization", secret: true },
          { name: "X-Team", value: "blue" },
        ],
        sse: true,
      },
      { kind: "folder", path: "/skills" },
      { kind: "evidence", path: "/a.ndjson" },
    ] satisfies TransportConfig[]) {
      const config = { ...server("a").config, transport };
      expect(readDraft(draftOf(config), [], transport)).toMatchObject({ input: { transport } });
    }
  });

  it("copies a server under a name of its own, without its secrets", () => {
    const headers = [{ name: "X-Api-Key", secret: true }];
    const config = {
      ...server("a").config,
      label: "dev",
      transport: { kind: "http" as const, url: "http://h/", headers },
    };
    const copy = copyOf(config, ["dev", "Dev copy"]);
    expect(copy.label).toBe("dev copy 2");
    expect(copy.headers).toMatchObject([{ name: "X-Api-Key", value: "", secret: true }]);
    expect(copy.headers[0]).not.toHaveProperty("stored");
  });

  it.each([
    ["a", [], "a"],
    ["a", ["A"], "a 2"],
    ["a", ["a", "a 2"], "a 3"],
    ["x".repeat(90), [], "x".repeat(80)],
  ])("makes a label unique: %s among %j", (label, taken, unique) => {
    expect(uniqueLabel(label, taken)).toBe(unique);
  });

  it("takes a dropped path for evidence by its ending, else for a folder", () => {
    expect(pathDraft("/a/b.evidence.ndjson")).toEqual({ kind: "evidence", evidence: "/a/b.evidence.ndjson" });
    expect(pathDraft("C:\\skills")).toEqual({ kind: "folder", folder: "C:\\skills" });
  });

  it.each<[string, string]>([
    ["node dist/my-server.mjs --x", "my-server"],
    ["npx -y @scope/skills-server", "skills-server"],
    ["/usr/bin/python3 -m tool", "tool"],
    ["./run-it", "run-it"],
  ])("suggests a name for %s: %s", (command, label) => {
    expect(suggestLabel({ ...EMPTY_DRAFT, command })).toBe(label);
  });
});
