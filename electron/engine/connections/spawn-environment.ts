/**
 * What a child needs of our own environment: names only, the same short list on every start. Secrets that happen to
 * lie in the environment (tokens, keys) are not passed on; whatever else a server needs is named in its config.
 */
const POSIX = [
  "HOME",
  "LOGNAME",
  "PATH",
  "SHELL",
  "TERM",
  "USER",
  "LANG",
  "LC_ALL",
  "LC_CTYPE",
  "TZ",
  "TMPDIR",
];
const TLS_AND_PROXY = [
  "NODE_EXTRA_CA_CERTS",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
  "http_proxy",
  "https_proxy",
  "no_proxy",
];
const XDG = ["XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"];
const WINDOWS = [
  "APPDATA",
  "HOMEDRIVE",
  "HOMEPATH",
  "LOCALAPPDATA",
  "PATH",
  "PATHEXT",
  "PROCESSOR_ARCHITECTURE",
  "PROGRAMDATA",
  "PROGRAMFILES",
  "SYSTEMDRIVE",
  "SYSTEMROOT",
  "TEMP",
  "TMP",
  "USERNAME",
  "USERPROFILE",
  "COMSPEC",
  "WINDIR",
];

/** The names passed on by default on this platform, for the form that shows them. */
export function passedByDefault(platform: NodeJS.Platform = process.platform): string[] {
  return [...(platform === "win32" ? WINDOWS : [...POSIX, ...XDG]), ...TLS_AND_PROXY];
}

/**
 * The environment of a child: the default names that are set here, then what its config names.
 * @param own variables of the server's config; they win over the defaults and never remove any.
 */
export function cleanEnvironment(
  own: Record<string, string>,
  from: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  const env: Record<string, string> = {};
  const names = new Set(
    passedByDefault(platform).map((name) => (platform === "win32" ? name.toUpperCase() : name)),
  );
  for (const [key, value] of Object.entries(from)) {
    if (value === undefined) continue;
    // A value that starts with "()" is a shell function exported by bash; it is code, not data.
    if (names.has(platform === "win32" ? key.toUpperCase() : key) && !value.startsWith("()"))
      env[key] = value;
  }
  return { ...env, ...own };
}
