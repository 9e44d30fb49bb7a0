import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { OpenedSkillFile } from "../../shared/contract";
import type { Era } from "../../shared/model/server";
import { startEngine, type TestEngine } from "../support/engine";
import { complaints, fetchTools, judgeClient, REVISIONS } from "./suite";

vi.setConfig({ testTimeout: 180_000 });
beforeAll(fetchTools, 400_000);

const SKILL = "skill://pdf-processing/SKILL.md";

/** What a user's act in the app comes to: connected and listed, and then what the act does. */
type Act = (engine: TestEngine, serverId: string) => Promise<void>;

/** Runs a client scenario with our engine for the client. */
async function underSuite(scenario: string, era: Era, act: Act) {
  const engine = await startEngine();
  const drive = async (url: string) => {
    const transport = { kind: "http" as const, url, headers: [] };
    const { config } = await engine.call("servers.add", { label: "suite", transport, era, timeoutMs: 5_000 });
    const state = await engine.settled("suite");
    expect(state).toMatchObject({ status: "connected", listing: "complete", counts: { skills: 1 } });
    await act(engine, config.serverId);
    await engine.call("servers.disconnect", { serverId: config.serverId });
  };
  const relay = createServer((request, response) => {
    let url = "";
    request.setEncoding("utf8").on("data", (text: string) => {
      url += text;
    });
    request.on("end", () => {
      drive(url).then(
        () => response.end("done"),
        (error: Error) => response.writeHead(500).end(error.message),
      );
    });
  });
  await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void relay.close());
  const address = `http://127.0.0.1:${(relay.address() as AddressInfo).port}`;
  const command = `"${process.execPath}" ${join(import.meta.dirname, "relay.mjs")} ${address}`;
  const { checks, ended } = await judgeClient(command, scenario, REVISIONS[era]);
  return { checks, said: ended.stdout + ended.stderr };
}

/** Selects the skill, as a click on its row does; no file is opened. */
const select: Act = async (engine, serverId) => {
  const [skill] = await engine.skills(serverId);
  expect((await engine.call("skills.detail", { serverId, uri: skill!.uri })).manifest).toMatchObject({
    kind: "files",
    files: [{ uri: SKILL }, {}],
  });
  await engine.call("templates.list", { serverId });
  await engine.call("resources.list", { serverId });
};

/** Loads the skill as a host does: its SKILL.md first, and the others only when that agrees with the entry. */
const load =
  (judge: (opened: OpenedSkillFile) => void): Act =>
  async (engine, serverId) => {
    const opened = await engine.call("files.open", { serverId, uri: SKILL });
    judge(opened);
    if (opened.verdict.state !== "match" || opened.frontmatterDiff?.length !== 0) return;
    const { manifest } = await engine.call("skills.detail", { serverId, uri: SKILL });
    if (manifest.kind !== "files") throw new Error("the suite's skill lists its files");
    for (const { uri } of manifest.files.slice(1)) await engine.call("files.open", { serverId, uri });
  };

describe.each(["legacy", "modern"] as const)("our engine under the official suite, %s", (era) => {
  test("reads no skill file ahead of need", async () => {
    const { checks, said } = await underSuite("sep-2640-client-no-prefetch", era, select);
    expect(complaints(checks), said).toEqual([]);
    expect(checks).toContainEqual(
      expect.objectContaining({ id: "sep-2640-host-no-prefetch", status: "SUCCESS" }),
    );
  });

  test.each<[string, string, (opened: OpenedSkillFile) => void]>([
    [
      "digest",
      "sep-2640-host-verify-digest",
      ({ verdict }) =>
        expect(verdict).toMatchObject({ state: "mismatch", reason: expect.stringContaining("SHA-256") }),
    ],
    [
      "size",
      "sep-2640-host-size-mismatch-failure",
      ({ verdict }) =>
        expect(verdict).toMatchObject({ state: "mismatch", reason: expect.stringContaining("bytes") }),
    ],
    [
      "frontmatter",
      "sep-2640-host-frontmatter-comparison",
      ({ verdict, frontmatterDiff }) => {
        expect(verdict.state).toBe("match");
        expect(frontmatterDiff?.map(({ key }) => key)).toEqual(["description"]);
      },
    ],
  ])("loads nothing whose %s is not that of the entry", async (mode, id, judge) => {
    const { checks, said } = await underSuite(`sep-2640-client-verify-${mode}`, era, load(judge));
    expect(complaints(checks), said).toEqual([]);
    expect(checks).toContainEqual(expect.objectContaining({ id, status: "SUCCESS" }));
  });
});

test("the same client does load what is right, and the suite sees each read", async () => {
  const { checks } = await underSuite(
    "sep-2640-client-no-prefetch",
    "modern",
    load(({ verdict }) => expect(verdict.state).toBe("match")),
  );
  expect(complaints(checks).join()).toContain("client read 2 skill file(s)");
});
