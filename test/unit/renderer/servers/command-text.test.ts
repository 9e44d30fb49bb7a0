import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinCommand, readEnv, splitCommand, writeEnv } from "../../../../renderer/servers/command-text";
import { draftOf, EMPTY_DRAFT, readDraft, suggestLabel } from "../../../../renderer/servers/server-form";
import { server } from "../fixtures";

describe("command line", () => {
  it.each<[string, string[]]>([
    ["node server.js", ["node", "server.js"]],
    ["  npx   -y  pkg ", ["npx", "-y", "pkg"]],
    [`node "my server.js" --x='a b'`, ["node", "my server.js", "--x=a b"]],
    [`echo "" ''`, ["echo", "", ""]],
    ["C:\\tools\\node.exe a\\b.js", ["C:\\tools\\node.exe", "a\\b.js"]],
    ["a\\ b c", ["a b", "c"]],
    [`say "a \\"b\\" \\\\ c"`, ["say", `a "b" \\ c`]],
    ["echo $HOME | rm *", ["echo", "$HOME", "|", "rm", "*"]],
  ])("%s", (text, words) => {
    expect(splitCommand(text)).toEqual({ words });
  });

  it("names a quote that is never closed", () => {
    expect(splitCommand(`node "a b`)).toEqual({ fault: `A " is never closed.` });
  });

  it("writes any words so that they read back the same", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" }), { minLength: 1 }), (words) => {
        expect(splitCommand(joinCommand(words))).toEqual({ words });
      }),
    );
  });

  it("reads NAME=value lines, values as they are, and names a line that is none", () => {
    expect(readEnv("A=1\n\nB=x=y z \r\nC=")).toEqual({ env: { A: "1", B: "x=y z ", C: "" } });
    expect(readEnv("A=1\nnonsense")).toEqual({ fault: "“nonsense” is not NAME=value." });
    expect(readEnv(writeEnv({ A: "1", B: "" }))).toEqual({ env: { A: "1", B: "" } });
  });
});

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
  });

  it("keeps what the form does not show: headers of an HTTP server", () => {
    const headers = [{ name: "Authorization", secret: true }];
    const http = { kind: "http" as const, url: "http://localhost:1/mcp", headers };
    const config = { ...server("a").config, transport: http };
    expect(readDraft(draftOf(config), [], http)).toMatchObject({ input: { transport: http } });
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
