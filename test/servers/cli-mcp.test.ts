import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, it, onTestFinished } from "vitest";
import { cliFile, ownEnvironment } from "../support/cli";
import { servers } from "../support/fixtures";
import { tempFolder } from "../support/temp";

/** The assistant's server, driven by the SDK's client as an assistant would. */
async function assistant(args: string[]) {
  const client = new Client({ name: "assistant", version: "1" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cliFile, "mcp", ...args],
    env: ownEnvironment(tempFolder()),
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return async (name: string, input: Record<string, unknown> = {}) => {
    const result = (await client.callTool({ name, arguments: input })) as {
      content: { text: string }[];
      isError?: boolean;
    };
    const text = result.content[0]!.text;
    return { error: result.isError === true, text, value: result.isError ? undefined : JSON.parse(text) };
  };
}

it("prop-read-resource: an assistant lists, reads, completes, checks and understands a finding", async () => {
  const tool = await assistant(["samples"]);
  expect((await tool("list_servers")).value).toMatchObject([{ label: "Samples" }]);
  const listed = (await tool("list_skills", { server: "Samples" })).value;
  expect(listed.total).toBe(10);
  const read = (
    await tool("read_resource", { server: "Samples", uri: "skill://acme/billing/dunning/SKILL.md" })
  ).value;
  expect(read).toMatchObject({ verdict: { state: "match" }, server: "Samples" });
  expect(read.data).toContain("name: dunning");
  const completed = await tool("complete", {
    server: "Samples",
    template: "skill://acme/{team}/{skill}/SKILL.md",
    variable: "skill",
    context: { team: "billing" },
  });
  expect(completed.value.values).toEqual(expect.arrayContaining(["dunning", "refunds"]));
  expect((await tool("check", { server: "Samples", probes: false })).value.summary).toMatchObject({
    errors: 0,
    skills: 10,
  });
  expect((await tool("explain_rule", { rule: "ext-entry-digest-value" })).value).toMatchObject({
    level: "MUST",
    profile: "skills-ext-stable",
  });
});

it("only servers that were named are there, and an unknown one is refused with the known", async () => {
  const { command, args } = servers.raw("--fault", "wrong-digest");
  const tool = await assistant(["--", command, ...args]);
  const [only] = (await tool("list_servers")).value;
  expect(only.kind).toBe("stdio");
  const report = (await tool("check", { server: only.label })).value;
  expect(report.findings.map(({ rule }: { rule: string }) => rule)).toContain("ext-entry-digest-value");
  const refused = await tool("list_skills", { server: "Samples" });
  expect(refused.error).toBe(true);
  expect(refused.text).toContain(only.label);
});
