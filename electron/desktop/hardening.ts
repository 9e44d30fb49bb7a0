import type { App, Session, WebContents } from "electron";
import { APP_ORIGIN, APP_PAGE } from "./app-protocol";

/**
 * What every page in the app may not do, whoever wrote what it shows (DESIGN section 8): leave its page, open
 * windows, embed webviews. Links out go through `platform.openExternal` after the user saw the host.
 */
export function hardenPages(app: App): void {
  app.on("web-contents-created", (_event, contents: WebContents) => {
    const stay = (event: { preventDefault(): void }, url: string) => {
      if (!isAppPage(url)) event.preventDefault();
    };
    contents.on("will-navigate", stay);
    contents.on("will-redirect", stay);
    contents.on("will-attach-webview", (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: "deny" }));
  });
}

/**
 * What the session gives no page: permissions, devices, the network, spelling dictionaries from it, and downloads
 * other than what the page itself made (reports, evidence).
 */
export function hardenSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setSpellCheckerEnabled(false);
  session.webRequest.onBeforeRequest(({ url }, decide) => decide({ cancel: !isLocal(url) }));
  session.on("will-download", (event, item) => {
    if (!item.getURL().startsWith(`blob:${APP_ORIGIN}/`)) event.preventDefault();
  });
}

/** Whether an address is the app's one page, at whatever fragment. */
export function isAppPage(url: string): boolean {
  return url.split("#")[0] === APP_PAGE;
}

/** Addresses that never leave the machine: the app's own, what it made in memory, and the developer tools. */
export function isLocal(url: string): boolean {
  return [`${APP_ORIGIN}/`, `blob:${APP_ORIGIN}/`, "devtools://"].some((prefix) => url.startsWith(prefix));
}
