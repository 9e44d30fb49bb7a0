import { type BrowserWindow, dialog, shell } from "electron";
import { externalUrl, type Platform } from "../engine/platform";

/** The desktop's own abilities. @param window the one whose sheet a dialog is */
export function createDesktopPlatform(window: () => BrowserWindow | undefined): Platform {
  return {
    async openExternal(url) {
      await shell.openExternal(externalUrl(url));
    },
    async pickFolder() {
      const options = { title: "Choose a folder of skills", properties: ["openDirectory" as const] };
      const parent = window();
      const { canceled, filePaths } = parent
        ? await dialog.showOpenDialog(parent, options)
        : await dialog.showOpenDialog(options);
      return canceled ? null : (filePaths[0] ?? null);
    },
  };
}
