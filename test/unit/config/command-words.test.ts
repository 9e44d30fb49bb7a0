import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitCommand } from "../../../shared/config/command-words";

const words = (text: string) => {
  const result = splitCommand(text);
  if (!result.ok) throw new Error(result.message);
  return result.words;
};

describe("splitCommand", () => {
  it("takes quotes, escapes, environment and a prompt as a shell would", () => {
    expect(words(`$ TOKEN=abc NAME="a b" npx -y 'my server' --dir C\\ D "say \\"hi\\""`)).toEqual({
      env: { TOKEN: "abc", NAME: "a b" },
      command: "npx",
      args: ["-y", "my server", "--dir", "C D", 'say "hi"'],
    });
  });
  it("joins lines that end in a backslash and keeps empty arguments", () => {
    expect(words('node \\\n  server.js ""')).toEqual({ env: {}, command: "node", args: ["server.js", ""] });
  });
  it("keeps Windows paths whole", () => {
    expect(words('"C:\\Program Files\\nodejs\\npx.cmd" -y pkg').command).toBe(
      "C:\\Program Files\\nodejs\\npx.cmd",
    );
  });
  it.each(["a | b", "a && b", "a > f", "a $(b)", "a `b`"])("refuses shell syntax in %s", (text) => {
    expect(splitCommand(text)).toMatchObject({ ok: false, at: 2 });
  });
  it("says which quote is open, and that there is no command", () => {
    expect(splitCommand("node 'x")).toMatchObject({ ok: false, at: 5 });
    expect(splitCommand("A=1")).toMatchObject({ ok: false });
  });
  it("never throws, and gives back words that were quoted", () => {
    fc.assert(fc.property(fc.string(), (text) => void splitCommand(text)));
    fc.assert(
      fc.property(
        fc.array(
          fc.string({ minLength: 1 }).filter((s) => !/['\r\n]/.test(s)),
          { minLength: 1 },
        ),
        (list) => {
          const result = splitCommand(`run ${list.map((word) => `'${word}'`).join(" ")}`);
          expect(result.ok && result.words.args).toEqual(list);
        },
      ),
    );
  });
});
