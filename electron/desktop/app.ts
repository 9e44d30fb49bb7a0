import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { app, ipcMain, Menu, protocol, safeStorage, session } from "electron";
import { openTarget } from "../../shared/client/open-target";
import { LINK_SCHEME } from "../../shared/config/app-link";
import type { EventMessage, ServerInput } from "../../shared/contract";
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
import { fileEvents, linkEvents, openedWith } from "./opened-with";
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
  const opened = followOpens();
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
    .then(() => boot(createEngine, target, dataDir, opened))
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

interface Opens {
  /** What came before the app was up. */
  early: EventMessage[];
  deliver: (events: EventMessage[]) => void;
}

/** A Mac tells of links and files by events, which may come before the app is ready. */
function followOpens(): Opens {
  const early: EventMessage[] = [];
  const opens: Opens = { early, deliver: (events) => void early.push(...events) };
  app.on("open-url", (event, link) => {
    event.preventDefault();
    opens.deliver(linkEvents(link));
  });
  app.on("open-file", (event, path) => {
    event.preventDefault();
    opens.deliver(fileEvents([path]));
  });
  // Linux and macOS learn of the scheme from the package; Windows learns it from the app.
  if (app.isPackaged && process.platform === "win32") app.setAsDefaultProtocolClient(LINK_SCHEME);
  return opens;
}

async function boot(
  createEngine: (options: EngineOptions) => Engine,
  target: ServerInput | undefined,
  dataDir: string,
  opened: Opens,
): Promise<void> {
  const dist = app.getAppPath();
  // In a package, what needs real files (a thread's code, folders that are served) lies beside the archive.
  const outside = dist.replace(/app\.asar$/, "app.asar.unpacked");
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
    samplesDir: join(outside, "samples"),
    workerFile: join(outside, "inspection-worker.cjs"),
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

  const toFront = () => {
    const shown = window();
    if (!shown) return void open().catch(report);
    if (shown.isMinimized()) shown.restore();
    shown.focus();
  };
  app.on("second-instance", (_event, argv, _cwd, data) => {
    const input = (data as { target?: ServerInput } | null)?.target;
    if (input) void add(input);
    host.send(openedWith(argv));
    toFront();
  });
  opened.deliver = (events) => {
    host.send(events);
    toFront();
  };
  host.send([...openedWith(process.argv), ...opened.early]);
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
