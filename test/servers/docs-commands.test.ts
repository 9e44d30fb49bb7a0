import { spawn } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { createSkillServer } from "../../electron/engine/skill-server";
import { cliFile, killGroup, ownEnvironment } from "../support/cli";
import { root, servers, skillsFolder } from "../support/fixtures";
import { tempFolder } from "../support/temp";
import { until } from "../support/until";

/**
 * Every command in the documentation is run. What the first line of a block says decides how:
 *   sh              each line ends with 0, one after the other in one folder for the page
 *   sh exit=N       the same, with N
 *   sh serves       each line goes on until it is ended, and says something or answers before
 *   sh repository   commands of this repository itself: they and the files they name are there
 */
interface Block {
  how: string;
  lines: string[];
}

const pages = [
  "README.md",
  "CONTRIBUTING.md",
  ...readdirSync(join(root, "docs")).map((name) => `docs/${name}`),
]
  .filter((name) => name.endsWith(".md"))
  .map((name) => ({ name, text: readFileSync(join(root, name), "utf8") }));

function blocksOf(text: string): Block[] {
  return [...text.matchAll(/^```(?:sh|bash|shell|console)\b *([^\n]*)\n(.*?)^```/gms)].map(
    ([, how = "", body = ""]) => ({ how, lines: body.split("\n").filter((line) => /^\s*[^#\s]/.test(line)) }),
  );
}

/** A folder with what the pages name: a server, a folder of skills, an `mcp.json`; and an `npx` for the built program. */
function workplace() {
  const folder = tempFolder();
  const bin = join(folder, ".bin");
  mkdirSync(bin);
  writeFileSync(
    join(bin, "npx"),
    `#!/bin/sh\nif [ "$1" = --yes ]; then shift; fi\ncase "$1" in mcp-skill-inspector*) shift ;; *) echo "npx $1 is another package" >&2; exit 99 ;; esac\nexec ${process.execPath} ${cliFile} "$@"\n`,
  );
  writeFileSync(join(bin, "skill-inspector"), `#!/bin/sh\nexec ${process.execPath} ${cliFile} "$@"\n`);
  for (const name of ["npx", "skill-inspector"]) chmodSync(join(bin, name), 0o755);
  const [server] = servers.raw().args;
  writeFileSync(join(folder, "my-server.js"), `import(${JSON.stringify(pathToFileURL(server!).href)});\n`);
  cpSync(skillsFolder("clean"), join(folder, "skills"), { recursive: true });
  const entry = { command: "node", args: ["my-server.js"] };
  writeFileSync(join(folder, "mcp.json"), JSON.stringify({ mcpServers: { files: entry } }));
  return { folder, env: { ...ownEnvironment(folder), PATH: `${bin}:${process.env.PATH}` } };
}

/** Starts a line as it would be typed. The shell is this test's, so that it ends with all it started. */
function start(line: string, cwd: string, env: Record<string, string>) {
  const child = spawn("bash", ["-c", line], { cwd, env, detached: true, stdio: ["pipe", "pipe", "pipe"] });
  onTestFinished(() => killGroup(child));
  const said = { all: "" };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said.all = (said.all + text).slice(-20_000);
    });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, said, ended };
}

const runs = ({ how }: Block) => how === "" || how.startsWith("exit=");
/** Pages that have blocks of a kind. */
const having = (kind: (block: Block) => boolean) =>
  pages
    .map(({ name, text }) => ({ name, blocks: blocksOf(text).filter(kind) }))
    .filter(({ blocks }) => blocks.length > 0);

describe("commands in the documentation", () => {
  it.each(having(() => true))("of $name are marked by how they are run", ({ blocks }) => {
    for (const { how } of blocks) expect(how).toMatch(/^(?:exit=\d|serves|repository)?$/);
  });

  it.each(having(runs))("of $name do what is said", { timeout: 240_000 }, async ({ blocks }) => {
    const { folder, env } = workplace();
    const http = await createSkillServer({ folders: [join(folder, "skills")] });
    onTestFinished(() => http.close());
    const { url } = await http.serveHttp({ port: 0 });
    for (const { how, lines } of blocks) {
      for (const line of lines) {
        const { child, said, ended } = start(line.replaceAll("https://host.example/mcp", url), folder, env);
        child.stdin.end();
        expect(await ended, `${line}\n${said.all}`).toBe(Number(how.split("=")[1] ?? 0));
      }
    }
  });

  it.each(having(({ how }) => how === "serves"))("of $name come up as servers", async ({ blocks }) => {
    const { folder, env } = workplace();
    for (const line of blocks.flatMap(({ lines }) => lines)) {
      const { child, said, ended } = start(line, folder, env);
      let over = false;
      void ended.then(() => {
        over = true;
      });
      // What speaks on stdio answers; what serves a page or HTTP names its address.
      const params = {
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo: { name: "docs", version: "1" },
      };
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`);
      await until(() => over || /http:\/\/127\.0\.0\.1:\d+|"protocolVersion"/.test(said.all), {
        what: () => `${line} comes up: ${said.all}`,
        timeoutMs: 20_000,
      });
      expect(over, `${line}\n${said.all}`).toBe(false);
      killGroup(child);
      await ended;
    }
  });

  it.each(having(({ how }) => how === "repository"))("of $name are there", ({ blocks }) => {
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
      scripts: Record<string, string>;
    };
    const commands = blocks.flatMap(({ lines }) =>
      lines.flatMap((line) => line.replace(/\s+#.*$/, "").split(/\s*&&\s*/)),
    );
    for (const command of commands) {
      const [program, first = "", second = ""] = command.trim().split(/\s+/);
      if (program === "npm") {
        const script = first === "run" ? second : first;
        expect(["ci", ...Object.keys(scripts)], command).toContain(script);
      } else if (program === "node") expect(existsSync(join(root, first)), command).toBe(true);
      else expect(["cd", "git"], command).toContain(program);
    }
  });
});

describe("links in the documentation", () => {
  it.each(pages)("of $name lead to files that are there", ({ name, text }) => {
    const base = new URL(name, `${pathToFileURL(root).href}`);
    const targets = [...text.matchAll(/\]\((?!https?:|#)([^)\s]+)\)/g)].map(([, target]) => target!);
    for (const target of targets) {
      const file = new URL(target.split("#")[0]!, base);
      expect(existsSync(file), `${name}: ${target}`).toBe(true);
    }
  });
});
