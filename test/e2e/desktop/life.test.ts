import { describe, expect, inject, it } from "vitest";
import { startDesktop } from "../../support/desktop";
import { noProcessLeft, processesWith } from "../../support/processes";
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
});
