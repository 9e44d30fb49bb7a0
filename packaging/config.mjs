/**
 * How the desktop packages are made (electron-builder). `dist`, which the build has filled, is the app: it is bundled
 * and has no dependencies, so nothing else is packed.
 */

/** Fuses that every Electron has that the app may be packed with; later ones are added by version. */
const FUSES = {
  // The binary cannot be turned into a plain Node, nor be told by its environment or arguments to run or open others.
  runAsNode: false,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableCookieEncryption: true,
  // Only the archive that was packed is run, and where the platform can, only if its hash is the packed one.
  onlyLoadAppFromAsar: true,
  enableEmbeddedAsarIntegrityValidation: true,
  loadBrowserProcessSpecificV8Snapshot: false,
};
/** The fuse that gives file:// pages more than web pages have came with this major version. */
const FILE_PRIVILEGES_SINCE = 29;

/**
 * @param electron `version` of the Electron to pack and, for one that lies on this disk, its folder as `dist`;
 *   without `dist` it is fetched
 * @param output folder for the packages
 * @returns electron-builder's configuration
 */
export function packageConfig({ version, dist }, output) {
  const major = Number(version.split(".")[0]);
  return {
    appId: "io.github.mcp-skill-inspector",
    productName: "MCP Skill Inspector",
    copyright: "MIT licence",
    electronVersion: version,
    ...(dist ? { electronDist: dist } : {}),
    directories: { app: "dist", buildResources: "packaging", output },
    // The command line is published by itself, as the package of that name.
    files: ["**/*", "!cli.mjs", "!cli/**", "!.built-from"],
    asar: true,
    // A thread's code and folders that are served are read by more than Electron's own file functions.
    asarUnpack: ["inspection-worker.cjs", "samples/**"],
    npmRebuild: false,
    icon: "packaging/icon.png",
    electronFuses: {
      ...FUSES,
      ...(major >= FILE_PRIVILEGES_SINCE ? { grantFileProtocolExtraPrivileges: false } : {}),
    },
    fileAssociations: [
      {
        ext: "evidence.ndjson",
        name: "MCP evidence",
        description: "What a check saw of an MCP server",
        role: "Viewer",
      },
    ],
    protocols: [{ name: "Add an MCP server", schemes: ["skill-inspector"], role: "Viewer" }],
    linux: {
      target: ["AppImage", "deb"],
      executableName: "mcp-skill-inspector",
      category: "Development",
      synopsis: "Browse and check the Agent Skills of MCP servers",
      maintainer: "MCP Skill Inspector",
    },
    mac: {
      target: [{ target: "dmg", arch: ["arm64", "x64"] }],
      category: "public.app-category.developer-tools",
      hardenedRuntime: true,
    },
    win: { target: ["nsis"] },
    nsis: { oneClick: false, perMachine: false },
    publish: null,
  };
}
