import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinCommand, readEnv, splitCommand, writeEnv } from "../../../../renderer/servers/command-text";

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
