import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { _electron } from "playwright";
import { builtApp } from "../../scripts/test/built.mjs";
import { ensureElectron } from "../../scripts/test/electron.mjs";
import { cache } from "../../scripts/test/run.mjs";
import { startXvfb } from "../../scripts/test/xvfb.mjs";
import { inTurn, ratios, row, shown, spread } from "./measure.mjs";

const BLANK = `const { app, BrowserWindow } = require("electron");
app.whenReady().then(() => new BrowserWindow({ width: 1280, height: 800 }).loadURL("about:blank"));
app.on("window-all-closed", () => app.quit());
`;

/** The same Electron with an empty window in place of the app. The one that tests carry runs what lies inside it. */
function blankApp({ executablePath, args }, folder) {
  const own = args.length > 0;
  const home = own ? folder : join(folder, "electron");
  const app = own ? folder : join(home, "resources", "app");
  if (!own) {
    cpSync(dirname(executablePath), home, { recursive: true, verbatimSymlinks: true });
    rmSync(app, { recursive: true, force: true });
    mkdirSync(app);
  }
  writeFileSync(join(app, "package.json"), JSON.stringify({ name: "blank", main: "main.cjs" }));
  writeFileSync(join(app, "main.cjs"), BLANK);
  return own
    ? { executablePath, args: [app] }
    : { executablePath: join(home, basename(executablePath)), args: [] };
}

/** Seconds from launch until `painted` has come true in the first window and a frame has shown it. */
async function launch({ executablePath, args }, display, painted) {
  const home = mkdtempSync(join(tmpdir(), "skill-inspector-bench-"));
  const begun = performance.now();
  const app = await _electron.launch({
    executablePath,
    args: [...args, ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), "--disable-gpu"],
    env: { ...process.env, HOME: home, SKILL_INSPECTOR_DATA: home, DISPLAY: display },
    timeout: 120_000,
  });
  try {
    const page = await app.firstWindow({ timeout: 120_000 });
    await painted(page);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    return (performance.now() - begun) / 1000;
  } finally {
    await app.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Launch to the first painted list of skills, beside a blank window of the same Electron. */
export async function desktopRows(runs) {
  const electron = await ensureElectron(builtApp());
  const folder = mkdtempSync(join(cache, "bench-blank-"));
  const xvfb = process.platform === "linux" ? await startXvfb() : undefined;
  const display = xvfb?.display ?? process.env.DISPLAY ?? "";
  try {
    const blank = blankApp(electron, folder);
    const seconds = await inTurn(
      {
        blank: () => launch(blank, display, () => undefined),
        app: () =>
          launch(electron, display, (page) =>
            page.getByRole("treeitem").first().waitFor({ timeout: 120_000 }),
          ),
      },
      runs,
    );
    return [
      row("desktop: a blank window of the same Electron", `${shown(spread(seconds.blank))} s`),
      row("desktop: launch to the first list painted", `${shown(spread(seconds.app))} s`, {
        ratio: ratios(seconds.app, seconds.blank),
        to: "the blank window",
        most: 1.3,
      }),
    ];
  } finally {
    await xvfb?.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
