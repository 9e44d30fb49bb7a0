import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { StdioTransport } from "../../../electron/engine/connections/stdio";
import { connect, failToConnect } from "../../support/connect";
import { tempFolder } from "../../support/temp";
import { inlineServer } from "./inline-server";

const tellsEnvironment = inlineServer("reply({ env: process.env });");

/** The variables that a server which was started with these settings sees. */
async function environment(
  settings: Partial<ConstructorParameters<typeof StdioTransport>[0]>,
): Promise<Record<string, string>> {
  const options = { ...tellsEnvironment, env: {}, ...settings };
  const { connection } = await connect(tellsEnvironment, "legacy", {
    transport: () => new StdioTransport(options),
  });
  const { result } = await connection.call("resources/list", {});
  return (result as { env: Record<string, string> }).env;
}

it("a server gets certificate and proxy settings, and no secret that lies in our environment (field report d09)", async () => {
  const ours = { NODE_EXTRA_CA_CERTS: "/x.pem", HTTPS_PROXY: "http://p:1", AWS_SECRET_ACCESS_KEY: "zzz" };
  const before = { ...process.env };
  Object.assign(process.env, ours);
  try {
    const plain = await environment({});
    expect(plain).toMatchObject({ NODE_EXTRA_CA_CERTS: "/x.pem", HTTPS_PROXY: "http://p:1" });
    expect(JSON.stringify(plain)).not.toContain("zzz");
    expect(await environment({ env: { FOO: "1" } })).toMatchObject({ FOO: "1", PATH: before.PATH });
  } finally {
    for (const name of Object.keys(ours)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
});

it("a server gets its arguments byte for byte, and no shell reads them", async () => {
  const args = ["a b", '"', "$HOME", "%PATH%", "& touch x", "", "ü"];
  const server = inlineServer("reply({ args: process.argv.slice(2) });", ...args);
  const { connection } = await connect(server, "legacy");
  expect((await connection.call("resources/list", {})).result).toEqual({ args });
});

/** A folder as a version manager keeps it: node, and a launcher that needs node on the PATH. */
function versionManager(): string {
  const bin = join(tempFolder(), "versions/bin");
  mkdirSync(bin, { recursive: true });
  symlinkSync(process.execPath, join(bin, "node"));
  writeFileSync(
    join(bin, "launcher"),
    "#!/usr/bin/env node\nprocess.argv.splice(1, 1); eval(process.argv[2]);\n",
  );
  chmodSync(join(bin, "launcher"), 0o755);
  return bin;
}

it("a launcher is found by the PATH of the shell, and finds node itself there (field report d04)", async () => {
  const bin = versionManager();
  const searchPath = async () => `${bin}:/usr/bin:/bin`;
  const [, script] = tellsEnvironment.args;
  for (const command of ["launcher", join(bin, "launcher")]) {
    const env = await environment({ command, args: ["-e", script!], searchPath });
    expect(env.PATH).toBe(`${bin}:/usr/bin:/bin`);
  }
});

it("a launcher that lies nowhere is named with the folders that were searched (field report d04)", async () => {
  const options = { command: "no-such-launcher", args: [], env: {}, searchPath: async () => "/one:/two" };
  const problem = await failToConnect(options, "auto", { transport: () => new StdioTransport(options) });
  expect(problem.code).toBe("command-not-found");
  expect(problem.detail).toContain("/one:/two");
});
