import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { runCli, target } from "../support/cli";
import { servers, skillsFolder } from "../support/fixtures";
import { tempFolder } from "../support/temp";
import { legacyMcp, rawHttp } from "./http/raw-http";

const STACK = /^\s+at .*:\d+:\d+\)?$/m;

/** A run that is wrong usage: exit 2, nothing on stdout, and a few words without a stack. */
async function wrong(args: string[], options: Parameters<typeof runCli>[1] = {}): Promise<string> {
  const { code, stdout, stderr } = await runCli(args, options);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).not.toMatch(STACK);
  return stderr;
}

async function takenPort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return String((server.address() as { port: number }).port);
}

describe("what was mistyped is said, with what to write instead", () => {
  it.each<[string, string[], string[]]>([
    ["a command", ["chek"], ['"chek" is neither a command nor a folder', "check", "list"]],
    ["an option", ["check", "--forma", "json"], ["--forma", "--format"]],
    ["an address without its scheme", ["check", "localhost:3000/mcp"], ["http://localhost:3000/mcp"]],
    ["another scheme", ["check", "ftp://host/skills"], ["ftp://", "https://"]],
    ["half an address", ["check", "https://"], ["https:// is no valid address"]],
    [
      "a file of a skill",
      ["check", join(skillsFolder("clean"), "code-review/SKILL.md")],
      ["Give the skill's folder", "clean/code-review."],
    ],
    [
      "a header for what is no URL",
      ["check", "--header", "A=HOME", skillsFolder("clean")],
      ["--header", "URL"],
    ],
    ["a header without its variable", ["list", "--header", "A", "http://127.0.0.1:1/"], ["NAME=ENVVAR"]],
    [
      "a variable that is not set",
      ["list", "--header", "A=NO_SUCH_VARIABLE", "http://127.0.0.1:1/"],
      ["NO_SUCH_VARIABLE"],
    ],
    ["no profile", ["check", "--profile", " , ", "samples"], ["--profile", "names nothing"]],
    ["a time that no timer holds", ["list", "--timeout", "99999999999"], ["--timeout", "2147483647"]],
    ["a budget of nothing", ["check", "--budget", "0"], ["--budget", "from 1 up"]],
    ["a part that there is not", ["check", "--shard", "3/2", "samples"], ["1/2 to 2/2"]],
    ["one word too many", ["read", "samples", "skill://a/SKILL.md", "x"], ["too many arguments"]],
    ["no URI", ["read", "samples"], ["Missing: uri.", "read <target> <uri>"]],
    ["no variable", ["complete", "samples", "skill://{x}"], ["Missing: variable."]],
    ["a value without a name", ["expand", "{a}", "b"], ['"b" is no name=value']],
    ["one name as two kinds", ["expand", "{a}", "a=1", "a.b=2"], ["a map and as a plain value"]],
    ["a target beside a command", ["check", "samples", "--", "node"], ['"samples"', "Give one target"]],
    ["nothing to merge", ["merge"], ["reports"]],
    ["two reports for stdout", ["check", "--format", "json", "--format", "text"], ["--output FILE"]],
    [
      "evidence of a folder",
      ["check", "--save-evidence", "x", skillsFolder("clean")],
      ["a folder is its own evidence"],
    ],
    [
      "evidence where nothing can be written",
      ["check", "--save-evidence", "/no/such/folder/x", ...target(servers.raw())],
      ["--save-evidence", "/no/such/folder/x"],
    ],
    [
      "a baseline that is not there",
      ["check", "--baseline", "no-such.json", "samples"],
      ["no-such.json", "ENOENT"],
    ],
    ["a convention", ["serve", "--as", "nope"], ['"nope"', "sep-2640"]],
    ["a fault", ["serve", "--fault", "nope"], ['"nope"', "wrong-digest"]],
    ["a port", ["serve", "--http", "70000"], ["0 to 65535"]],
    ["a site without https", ["check", "well-known:http://host.example"], ["HTTPS"]],
    ["a site that is none", ["list", "well-known:"], ['"" is no address']],
    ["a site for read", ["read", "well-known:https://host.example", "x"], ["Use check or list"]],
  ])("%s", async (_what, args, words) => {
    const stderr = await wrong(args);
    for (const word of words) expect(stderr).toContain(word);
  });

  it("a port in use, for the browser and for a served folder", async () => {
    const port = await takenPort();
    expect(await wrong(["web", "--no-open", "--port", port])).toContain(`Port ${port} is in use`);
    expect(await wrong(["serve", "--http", port, skillsFolder("clean")])).toContain(`Port ${port} is in use`);
  });

  it("a configuration: not there, no JSON, empty, without the name, half named", async () => {
    const folder = tempFolder();
    const file = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    expect(await wrong(["list", "--config", join(folder, "none"), "--server", "a"])).toContain("ENOENT");
    expect(await wrong(["list", "--config", file("bad", "{"), "--server", "a"])).toContain("bad:");
    expect(await wrong(["list", "--config", file("empty", "{}"), "--server", "a"])).toContain("mcpServers");
    const some = file("some", '// mine\n{ "servers": { "b": { "url": "http://127.0.0.1:1/mcp", }, } }');
    expect(await wrong(["list", "--config", some, "--server", "a"])).toContain("It has: b.");
    expect(await wrong(["list", "--config", some])).toContain("--server");
    expect(await wrong(["list", "--config", some, "--server", "b", "samples"])).toContain("Give one target");
  });
});

describe("what is there but is not what was meant", () => {
  it("a web page is named, with the start of what it says", async () => {
    const server = await rawHttp(
      (_, response) => void response.writeHead(200, { "content-type": "text/html" }).end("<h1>Welcome</h1>"),
    );
    const { code, stderr } = await runCli(["list", server.url]);
    expect(code).toBe(3);
    expect(stderr).toContain("it is no MCP server: HTTP 200 with text/html");
    expect(stderr).toContain("<h1>Welcome</h1>");
    expect(stderr).toContain("/mcp");
  });

  it("a port that web clients never ask is named as that", async () => {
    const { code, stderr } = await runCli(["list", "http://127.0.0.1:6666/mcp"]);
    expect(code).toBe(3);
    expect(stderr).toContain("Port 6666");
    expect(stderr).toContain("another port");
  });

  it("a folder without skills passes no check in silence", async () => {
    const folder = join(tempFolder(), "empty");
    mkdirSync(folder);
    const { stderr } = await runCli(["check", folder]);
    expect(stderr).toContain("a skill is a folder that holds a SKILL.md");
    expect((await runCli(["list", folder])).stdout).toContain("a skill is a folder that holds a SKILL.md");
  });

  it("a server's last words are shown once, though Auto started it twice", async () => {
    const { code, stderr } = await runCli(["list", ...target(servers.faulty("exits-at-once"))]);
    expect(code).toBe(3);
    expect(stderr.match(/cannot open database/g)).toHaveLength(1);
  });

  it("no value to complete is said, apart from stdout", async () => {
    const args = [
      "complete",
      "skill://acme/{team}/{skill}/SKILL.md",
      "team",
      "zzz",
      ...target(servers.raw()),
    ];
    const { code, stdout, stderr } = await runCli(args);
    expect([code, stdout]).toEqual([0, ""]);
    expect(stderr).toContain('no value of team that begins with "zzz"');
  });

  it("headers of a config's server are sent, and one of the command line goes before its own", async () => {
    const server = await rawHttp(legacyMcp());
    const file = join(tempFolder(), "mcp.json");
    const headers = { Authorization: "Bearer old", "X-Team": "a" };
    writeFileSync(file, JSON.stringify({ mcpServers: { mine: { type: "http", url: server.url, headers } } }));
    const args = ["list", "--config", file, "--server", "mine", "--header", "authorization=TOKEN"];
    const { code } = await runCli(args, { env: { TOKEN: "Bearer new" } });
    expect(code).toBe(0);
    expect(server.seen.at(-1)?.headers).toMatchObject({ authorization: "Bearer new", "x-team": "a" });
  });
});

describe("help", () => {
  const commands = [
    "check",
    "merge",
    "list",
    "read",
    "complete",
    "expand",
    "uri",
    "rules",
    "serve",
    "mcp",
    "open",
    "web",
  ];

  it("names every command of the program, on stdout", async () => {
    const { code, stdout, stderr } = await runCli(["--help"]);
    expect([code, stderr]).toEqual([0, ""]);
    for (const command of commands) expect(stdout).toMatch(new RegExp(`^  ${command}\\b`, "m"));
    expect(stdout).toContain("Exit codes: 0 fine, 1 findings, 2 usage, 3 not reachable, 4 incomplete.");
  });

  it.each(commands)("of %s has examples, which its own options and words make up", async (command) => {
    const { code, stdout } = await runCli([command, "--help"]);
    expect(code).toBe(0);
    const examples = stdout.split("Examples:\n")[1]!.trimEnd().split("\n");
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      expect(example).toContain(`skill-inspector ${command}`);
      for (const [option] of example.split(" -- ")[0]!.matchAll(/--[a-z-]+/g))
        expect(stdout.split("Examples:")[0]).toContain(option);
    }
  });

  it("of check has every flag that the design names", async () => {
    const { stdout } = await runCli(["help", "check"]);
    const flags =
      "profile format output fail-on era no-probes timeout budget max-skills save-evidence baseline shard watch header config server";
    for (const flag of flags.split(" ")) expect(stdout).toContain(`--${flag}`);
  });
});
