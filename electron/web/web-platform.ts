import { externalUrl, type Platform, PlatformError } from "../engine/platform";
import { type Machine, openInBrowser } from "./browser";

/** What the machine can do for a page in the browser: no dialogs, but addresses open in the same browser. */
export function createWebPlatform(machine?: Machine): Platform {
  return {
    async openExternal(url) {
      if (await openInBrowser(externalUrl(url), machine)) return;
      throw new PlatformError("unavailable", "No browser can be opened from here: copy the address instead.");
    },
    async pickFolder() {
      throw new PlatformError("unavailable", "The browser has no folder dialog: type the folder's path.");
    },
  };
}
