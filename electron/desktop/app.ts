import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { app, ipcMain, Menu, protocol, safeStorage, session } from "electron";
import { openTarget } from "../../shared/client/open-target";
import type { ServerInput } from "../../shared/contract";
import { loginPath } from "../engine/connections/login-path";
import { defaultDataDir } from "../engine/data-dir";
import type { Engine, EngineOptions } from "../engine/engine";
import { APP_ORIGIN, declareAppScheme, serveApp } from "./app-protocol";
import { keepsSecrets } from "./compat";
import { createDesktopPlatform } from "./desktop-platform";
import { hardenPages, hardenSession } from "./hardening";
import { createIpcHost, type IpcHost } from "./ipc-host";
import { isSandboxed, reportFailedStart, within } from "./lifecycle";
import { menuTemplate } from "./menu";
import { createSecretStore } from "./secrets";
import { type MainWindow, openMainWindow } from "./window";

const log = (line: string) => void process.stderr.write(`${line}\n`);
const report = (error: unknown) =>
  log(error instanceof Error ? (error.stack ?? error.message) : String(error));
/** Time that servers get to end when the app quits. */
const CLOSE_MS = 5_000;

/**
 * Boots the desktop app: one instance for each data folder, the engine, the IPC host, one hardened window.
 * @param createEngine given here, so that nothing in this folder decides what the app can do
 * @param target a server named on the command line that opened the app
 */
export function startDesktop(
  createEngine: (options: EngineOptions) => Engine,
  target: ServerInput | undefined,
): void {
  const dataDir = ownFolders();
  if (!app.requestSingleInstanceLock({ target })) {
    log("MCP Skill Inspector is open already; its window was brought to the front.");
    app.exit(0);
    return;
  }
  // With the sandbox off for root, enabling it would make every child process refuse to start.
  if (isSandboxed(log)) app.enableSandbox();
  declareAppScheme(protocol);
  hardenPages(app);
  app
    .whenReady()
    .then(() => boot(createEngine, target, dataDir))
    .catch((error: unknown) => reportFailedStart(error, dataDir, report));
}

/** Where the app keeps its own data; what Chromium keeps lies in a folder below it. */
function ownFolders(): string {
  // Given by tests and by people who run two apps side by side.
  const given = app.commandLine.hasSwitch("user-data-dir");
  const dataDir = given && !process.env.SKILL_INSPECTOR_DATA ? app.getPath("userData") : defaultDataDir();
  if (!given) {
    const own = join(dataDir, "window");
    mkdirSync(own, { recursive: true });
    app.setPath("userData", own);
  }
  return dataDir;
}

async function boot(
  createEngine: (options: EngineOptions) => Engine,
  target: ServerInput | undefined,
  dataDir: string,
): Promise<void> {
  const dist = app.getAppPath();
  // Asked while the rest starts, and once: the shell's profile may take its time.
  const path = loginPath();
  let main: MainWindow | undefined;
  const window = () => (main?.window.isDestroyed() === false ? main.window : undefined);

  hardenSession(session.defaultSession);
  serveApp(protocol, join(dist, "renderer"));
  const engine = createEngine({
    dataDir,
    host: "desktop",
    version: app.getVersion(),
    electron: process.versions.electron,
    samplesDir: join(dist, "samples"),
    workerFile: join(dist, "inspection-worker.cjs"),
    searchPath: () => path,
    secrets: await createSecretStore(
      keepsSecrets(safeStorage, process.platform) ? safeStorage : undefined,
      dataDir,
    ),
    platform: createDesktopPlatform(window),
  });
  await engine.start();
  const host = createIpcHost({ ipc: ipcMain, handler: engine, origin: APP_ORIGIN, report });
  surviveFaults(host);
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(
      menuTemplate(process.platform, (command) => host.send([{ event: "command", data: { command } }])),
    ),
  );

  const open = async (fragment?: string) => {
    main = await openMainWindow({
      dataDir,
      preload: join(dist, "preload.cjs"),
      fragment,
      onPageGone: host.forget,
      log,
    });
  };
  const add = (input: ServerInput) =>
    openTarget(engine, input).catch((error: Error) => {
      host.send([{ event: "notice", data: { level: "error", message: error.message } }]);
      return undefined;
    });

  app.on("second-instance", (_event, _argv, _cwd, data) => {
    const input = (data as { target?: ServerInput } | null)?.target;
    if (input) void add(input);
    const shown = window();
    if (!shown) return void open().catch(report);
    if (shown.isMinimized()) shown.restore();
    shown.focus();
  });
  app.on("window-all-closed", () => {
    if (process.platform !== "darwin") app.quit();
  });
  app.on("activate", () => {
    if (!window()) void open().catch(report);
  });
  app.on("will-quit", (event) => {
    event.preventDefault();
    host.close();
    void within(CLOSE_MS, Promise.all([engine.close(), main?.saved()]), report).then(() => app.exit(0));
  });
  // The launcher of the command line is gone: so is whoever would end this app with Ctrl-C.
  process.on("disconnect", () => app.quit());

  const serverId = target && (await add(target));
  await open(serverId && `server=${encodeURIComponent(serverId)}`);
  process.send?.({ ready: true });
}

/** A fault somewhere must not take the window and every server with it: it is said, and the app goes on. */
function surviveFaults(host: IpcHost): void {
  const onFault = (error: unknown) => {
    report(error);
    const detail = error instanceof Error ? error.message : String(error);
    const message = "The app met a fault of its own and goes on.";
    host.send([{ event: "notice", data: { level: "error", message, detail } }]);
  };
  process.on("uncaughtException", onFault);
  process.on("unhandledRejection", onFault);
}
