import { describe, expect, inject, it } from "vitest";
import { AppPage } from "../../support/app-page";
import { startDesktop } from "../../support/desktop";
import { marked, servers } from "../../support/fixtures";
import { noProcessLeft, processesWith, processStarted } from "../../support/processes";
import { tempFolder } from "../../support/temp";

describe("the desktop app", () => {
  it("opens one window with its own title on a real Electron, and leaves nothing running", async () => {
    const home = tempFolder();
    const from = Date.now();
    const desktop = await startDesktop(home);
    await desktop.page.getByRole("tree", { name: "Servers and skills" }).waitFor();
    const opened = Date.now() - from;
    const versions = await desktop.app.evaluate(({ app }) => ({
      electron: process.versions.electron,
      chrome: process.versions.chrome,
      name: app.getName(),
    }));
    console.log(
      `Electron ${versions.electron} (Chromium ${versions.chrome}), ${inject("electron").origin}: window in ${opened} ms`,
    );
    expect(await desktop.page.title()).toContain("MCP Skill Inspector");
    const windows = await desktop.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((window) => ({ visible: window.isVisible(), ...window.getBounds() })),
    );
    expect(windows).toHaveLength(1);
    expect(windows[0]?.visible).toBe(true);
    expect(windows[0]?.width).toBeGreaterThanOrEqual(1024);
    expect(desktop.log.errors).toEqual([]);
    expect(desktop.log.foreign).toEqual([]);
    expect(processesWith(home).length).toBeGreaterThan(0);
    await desktop.quit();
    await noProcessLeft(home);
  });

  it("leaves nothing of its servers when it is killed, though they heed neither the end of stdin nor SIGTERM", async () => {
    const home = tempFolder();
    const server = marked(servers.faulty("ignores-end"));
    const desktop = await startDesktop(home);
    const app = new AppPage(desktop.page);
    await app.tree.waitFor();
    await app.addServer("stubborn", server);
    await processStarted(server.marker);
    process.kill(desktop.app.process().pid!, "SIGKILL");
    await noProcessLeft(server.marker);
    await noProcessLeft(home);
  });
});
