import { join } from "node:path";
import { app, BrowserWindow, dialog, nativeTheme, powerMonitor, screen } from "electron";
import { StateFile } from "../engine/state-file";
import { APP_PAGE } from "./app-protocol";
import { createCrashLoop } from "./crash-loop";
import { repairWindowState, SMALLEST, type WindowState } from "./window-state";

export interface MainWindowOptions {
  dataDir: string;
  preload: string;
  /** Fragment of the page's address, e.g. `server=ID`. */
  fragment?: string;
  /** The page is about to be another one: what belonged to it is to be forgotten. */
  onPageGone: (webContentsId: number) => void;
  log: (line: string) => void;
}

export interface MainWindow {
  window: BrowserWindow;
  /** Resolves when the window's place is on disk. */
  saved(): Promise<void>;
}

const SAVE_AFTER_MS = 500;

/** The app's window: where it was left, back on its feet after a crash of its page, painted again after a sleep. */
export async function openMainWindow(options: MainWindowOptions): Promise<MainWindow> {
  const file = new StateFile<unknown>(join(options.dataDir, "window.json"), (raw) => raw, undefined);
  const state = repairWindowState(await file.load().catch(() => undefined), workAreas());
  const window = new BrowserWindow({
    x: state.x,
    y: state.y,
    width: state.width,
    height: state.height,
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
    show: false,
    title: "MCP Skill Inspector",
    backgroundColor: nativeTheme.shouldUseDarkColors ? "#16181d" : "#ffffff",
    webPreferences: {
      preload: options.preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
    },
  });
  if (state.maximized) window.maximize();
  window.once("ready-to-show", () => window.show());
  const saved = rememberPlace(window, file, options.log);
  keepAlive(window, options);
  await window.loadURL(options.fragment ? `${APP_PAGE}#${options.fragment}` : APP_PAGE);
  // A page that never paints would keep `ready-to-show` waiting, and the window out of sight.
  if (!window.isDestroyed()) window.show();
  return { window, saved };
}

/** Work areas of all displays, the main one first. */
function workAreas() {
  const main = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== main.id);
  return [main, ...others].map(({ workArea }) => workArea);
}

function rememberPlace(
  window: BrowserWindow,
  file: StateFile<unknown>,
  log: (line: string) => void,
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let saving = Promise.resolve();
  const save = () => {
    clearTimeout(timer);
    if (window.isDestroyed()) return;
    const { x, y, width, height } = window.getNormalBounds();
    const state: WindowState = { x, y, width, height, maximized: window.isMaximized() };
    saving = file.save(state).catch((error: unknown) => {
      log(`The window's place could not be saved: ${String(error)}`);
    });
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(save, SAVE_AFTER_MS);
  };
  window.on("resize", later);
  window.on("move", later);
  window.on("close", save);
  return () => saving;
}

function keepAlive(window: BrowserWindow, { onPageGone, log }: MainWindowOptions): void {
  const contents = window.webContents;
  const { id } = contents;
  const loop = createCrashLoop();
  const repaint = () => {
    if (!window.isDestroyed()) contents.invalidate();
  };

  contents.on("did-start-navigation", (details) => {
    if (details.isMainFrame && !details.isSameDocument) onPageGone(id);
  });
  contents.on("render-process-gone", (_event, { reason }) => {
    onPageGone(id);
    log(`The window's page stopped (${reason}).`);
    if (reason === "clean-exit" || window.isDestroyed()) return;
    // The address keeps its fragment, so the page comes back to where it was.
    if (!loop.crashed()) contents.reload();
    else void askAfterCrashes(window);
  });
  contents.on("did-fail-load", (_event, code, description, url, isMainFrame) => {
    if (isMainFrame && code !== ABORTED) log(`${url} could not be loaded: ${description}`);
  });
  // After a sleep, or when the GPU process was lost, a page can be alive and yet white.
  powerMonitor.on("resume", repaint);
  powerMonitor.on("unlock-screen", repaint);
  app.on("child-process-gone", repaint);
  window.once("closed", () => {
    onPageGone(id);
    powerMonitor.removeListener("resume", repaint);
    powerMonitor.removeListener("unlock-screen", repaint);
    app.removeListener("child-process-gone", repaint);
  });
}

/** Chromium's code for a load that another one replaced. */
const ABORTED = -3;

async function askAfterCrashes(window: BrowserWindow): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: "error",
    message: "The window's page stopped several times within a minute.",
    detail: "Servers stay connected. If this goes on after loading it again, quit and start anew.",
    buttons: ["Load again", "Quit"],
    defaultId: 0,
    cancelId: 0,
  });
  if (response === 1) app.quit();
  else if (!window.isDestroyed()) window.webContents.reload();
}
