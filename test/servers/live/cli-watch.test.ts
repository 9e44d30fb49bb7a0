import type { ChildProcess } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Report } from "../../../shared/model/report";
import { runCli, target } from "../../support/cli";
import { noProcessLeft, processesWith } from "../../support/processes";
import { tempFolder } from "../../support/temp";
import { until } from "../../support/until";
import { editableSkills } from "./skills-folder";

/** Collects the text reports of `check --watch` as they come. */
function reportsOf(child: ChildProcess) {
  let stdout = "";
  let stderr = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    stdout += chunk.toString("utf8");
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    stderr += chunk.toString("utf8");
  });
  return {
    stderr: () => stderr,
    async number(count: number): Promise<string> {
      const reports = () => stdout.split(/(?<=untestable\.\n)/).filter(Boolean);
      await until(
        () => reports().length >= count && (stderr.match(/waiting for changes/g)?.length ?? 0) >= count,
        {
          what: () => `report ${count} has come, but there is: ${stdout}\n${stderr}`,
          timeoutMs: 30_000,
        },
      );
      return reports()[count - 1]!;
    },
  };
}

describe("check --watch", () => {
  it("on a folder: a change brings a second report, and Ctrl-C ends with the code of the last one", async () => {
    const skills = editableSkills();
    const { code } = await runCli(["check", "--watch", skills.folder], {
      whileRunning: async (child) => {
        const reports = reportsOf(child);
        expect(await reports.number(1)).toContain("0 errors");
        skills.put("first/SKILL.md", "---\nname: other\ndescription: Wrong name.\n---\n");
        expect(await reports.number(2)).toContain("as-name-dir");
        child.kill("SIGINT");
      },
    });
    expect(code).toBe(1);
  });

  it("ends with 0 when what was wrong is mended", async () => {
    const skills = editableSkills();
    skills.put("first/SKILL.md", "---\nname: other\ndescription: Wrong name.\n---\n");
    const { code } = await runCli(["check", "--watch", skills.folder], {
      whileRunning: async (child) => {
        const reports = reportsOf(child);
        expect(await reports.number(1)).toContain("as-name-dir");
        skills.skill("first");
        expect(await reports.number(2)).toContain("0 errors");
        child.kill("SIGINT");
      },
    });
    expect(code).toBe(0);
  });

  it("on a stdio server that tells of changes: each is checked, and no process is left", async () => {
    const skills = editableSkills();
    const file = join(tempFolder(), "report.json");
    const args = [
      "check",
      "--watch",
      "--format",
      "text",
      "--format",
      "json",
      "--output",
      file,
      ...target(skills.server),
    ];
    const { code } = await runCli(args, {
      whileRunning: async (child) => {
        const reports = reportsOf(child);
        expect(await reports.number(1)).toMatch(/\n1 skill,/);
        skills.skill("second");
        expect(await reports.number(2)).toMatch(/\n2 skills,/);
        child.kill("SIGINT");
      },
    });
    expect(code).toBe(0);
    await noProcessLeft(skills.folder);
    const report = JSON.parse(readFileSync(file, "utf8")) as Report;
    expect(report.summary.skills).toBe(2);
  });

  it("says that the server went, and checks again when it is back", async () => {
    const skills = editableSkills();
    const gone = join(skills.folder, "..", "gone");
    const script = `test -e '${gone}' && exit 9; exec "$0" "$1" "$2" "$3"`;
    const wrapped = { command: "sh", args: ["-c", script, skills.server.command, ...skills.server.args] };
    const { code } = await runCli(["check", "--watch", ...target(wrapped)], {
      whileRunning: async (child) => {
        const reports = reportsOf(child);
        await reports.number(1);
        skills.put("../gone", "");
        for (const pid of processesWith(skills.folder)) if (pid !== child.pid) process.kill(pid);
        await until(() => reports.stderr().includes("The connection was lost"), {
          what: () => "the loss is told",
        });
        rmSync(gone);
        await reports.number(2);
        child.kill("SIGINT");
      },
    });
    expect(code).toBe(0);
  });

  it("is refused for what cannot be watched", async () => {
    const { code, stderr } = await runCli(["check", "--watch", "well-known:https://host.example"]);
    expect(code).toBe(2);
    expect(stderr).toContain("--watch");
  });
});
