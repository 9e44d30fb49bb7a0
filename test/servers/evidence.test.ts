import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Report } from "../../shared/model/report";
import { runCli } from "../support/cli";
import { startEngine } from "../support/engine";
import { servers } from "../support/fixtures";
import { tempFolder } from "../support/temp";

const { command, args } = servers.faulty("wrong-digest");

/** Checks the faulty server and keeps the evidence. */
async function saved() {
  const file = join(tempFolder(), "run.ndjson");
  const run = await runCli(["check", "--format", "json", "--save-evidence", file, "--", command, ...args]);
  return { file, code: run.code, report: JSON.parse(run.stdout) as Report };
}
const outcome = (report: Report) => ({
  findings: report.findings.map(({ rule, fingerprint }) => `${rule} ${fingerprint}`).sort(),
  rules: report.rules.map(({ rule, outcome: how }) => `${rule} ${how}`).sort(),
});

it("evidence is judged again without the server, on the command line, with the same findings and outcomes", async () => {
  const { file, code, report } = await saved();
  expect(code).toBe(1);
  const again = await runCli(["check", "--format", "json", file]);
  expect(again.code).toBe(1);
  expect(outcome(JSON.parse(again.stdout))).toEqual(outcome(report));
});

it("evidence opens in the app: listed, read and checked without the server", async () => {
  const { file, report } = await saved();
  const app = await startEngine();
  const { config } = await app.call("servers.add", {
    label: "Saved",
    transport: { kind: "evidence", path: file },
  });
  const state = await app.settled("Saved");
  expect(state).toMatchObject({ status: "connected", listing: "complete" });
  const [skill] = await app.skills(config.serverId);
  const opened = await app.call("files.open", {
    serverId: config.serverId,
    uri: skill!.uri,
    skillUri: skill!.uri,
  });
  expect(opened.verdict.state).toBe("match");
  const checked = await app.call("checks.run", { serverId: config.serverId, op: "check" });
  expect(outcome(checked).findings).toEqual(outcome(report).findings);
});

it.each([
  ["cut short", (text: string) => text.slice(0, text.length / 2), /cut short|no JSON/],
  ["of a later version", (text: string) => text.replace('"version":1', '"version":9'), /version 9/],
])("a file %s is refused in words, and exit 3 says that there is no target", async (_name, damage, words) => {
  const { file } = await saved();
  writeFileSync(file, damage(readFileSync(file, "utf8")));
  const { code, stderr } = await runCli(["check", file]);
  expect(stderr).toMatch(words);
  expect(code).toBe(3);
});
