import { beforeAll, describe, expect, test, vi } from "vitest";
import { samplesFolder } from "../../electron/engine/skill-server";
import { serverOf } from "../servers/skill-server/client";
import { complaints, fetchTools, judgeServer, REVISIONS, SERVER_SCENARIOS } from "./suite";

vi.setConfig({ testTimeout: 180_000 });
beforeAll(fetchTools, 400_000);

/** Checks that say something of a server at the revision; all the others must not be there. */
const JUDGED = { legacy: 40, modern: 42 };

describe.each(["legacy", "modern"] as const)("the built-in server under the official suite, %s", (era) => {
  test("no failure and no warning in any scenario", async () => {
    const server = await serverOf({ folders: [samplesFolder()] });
    const { url } = await server.serveHttp({ port: 0 });
    let passed = 0;
    for (const scenario of SERVER_SCENARIOS) {
      const checks = await judgeServer(url, scenario, REVISIONS[era]);
      expect(complaints(checks)).toEqual([]);
      passed += checks.filter(({ id, status }) => status === "SUCCESS" && id.startsWith("sep-2640-")).length;
    }
    expect(passed).toBe(JUDGED[era]);
  });
});

test("no failure and no warning either where a list takes several pages", async () => {
  const server = await serverOf({ folders: [samplesFolder()], pageSize: 2 });
  const { url } = await server.serveHttp({ port: 0 });
  expect(complaints(await judgeServer(url, SERVER_SCENARIOS[0]!, REVISIONS.modern))).toEqual([]);
});

test("the suite does see a fault, so its silence means something", async () => {
  const server = await serverOf({ folders: [samplesFolder()], faults: ["missing-size"] });
  const { url } = await server.serveHttp({ port: 0 });
  const checks = await judgeServer(url, SERVER_SCENARIOS[0]!, REVISIONS.modern);
  expect(complaints(checks).join()).toContain("sep-2640-resources-size-required");
});
