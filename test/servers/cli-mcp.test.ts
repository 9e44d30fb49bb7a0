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

it("names each fault of a call in words, and goes on", async () => {
  const tool = await assistant(["samples"]);
  const says = async (name: string, input: Record<string, unknown>, words: RegExp) => {
    const { error, text } = await tool(name, input);
    expect(error, `${name} ${JSON.stringify(input)}: ${text}`).toBe(true);
    expect(text).toMatch(words);
  };
  const server = "Samples";
  await says("list_skills", {}, /server/);
  await says("list_skills", { server, limit: 0 }, /limit/);
  await says("list_skills", { server, offset: -1 }, /offset/);
  await says("read_resource", { server, uri: "skill://acme/nothing/SKILL.md" }, /\S{3}/);
  await says("read_resource", { server, uri: "" }, /uri/);
  await says("read_resource", { server: "samples", uri: "x" }, /no server "samples"\. Known: Samples/);
  await says("complete", { server, template: "skill://{a}", variable: 7 }, /variable/);
  await says("check", { server, profiles: ["nothing"] }, /no profile "nothing"\. Known: .*mcp-base/);
  await says("check", { server, probes: "no" }, /probes/);
  await says("explain_rule", { rule: "nothing" }, /no rule "nothing"/);
  expect((await tool("list_skills", { server, offset: 8, limit: 5 })).value).toMatchObject({ total: 10 });
});

it("compares a file with the entry of the skill that is named", async () => {
  const tool = await assistant(["samples"]);
  const skill = "skill://acme/billing/dunning/SKILL.md";
  const read = await tool("read_resource", { server: "Samples", uri: skill, skill });
  expect(read.value.verdict).toMatchObject({ state: "match" });
});

it("gives the findings of one run page by page, and runs two checks at once", async () => {
  const { command, args } = servers.faulty("wrong-digest", "missing-size");
  const tool = await assistant(["--", command, ...args]);
  const [{ label: server }] = (await tool("list_servers")).value;
  const [one, two] = await Promise.all([
    tool("check", { server, probes: false }),
    tool("check", { server, probes: false, profiles: ["skills-ext-stable"] }),
  ]);
  expect([one.error, two.error]).toEqual([false, false]);
  const all = (await tool("check", { server, probes: false })).value;
  expect(all.findings).toHaveLength(all.totalFindings);
  expect(all.totalFindings).toBeGreaterThan(2);
  const rest = (await tool("check", { server, offset: 1, limit: 1 })).value;
  expect(rest.findings).toEqual([all.findings[1]]);
  expect(rest.totalFindings).toBe(all.totalFindings);
});
