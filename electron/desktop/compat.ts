import { type SafeStorage, webUtils } from "electron";

/*
 * Everything newer than Electron 25, which is what the tests of the real window may have to run on.
 * Not exercised there: webUtils (29) and safeStorage.getSelectedStorageBackend.
 */

/** The real path of a file that was dropped on the page; undefined for what has none. */
export function pathOfFile(file: File): string | undefined {
  // Up to Electron 31 the path was a property of the file.
  const path = webUtils ? webUtils.getPathForFile(file) : (file as File & { path?: string }).path;
  return path ? path : undefined;
}

/**
 * Whether what `safeStorage` encrypts is safe from whoever reads the disk. On Linux without a keyring its key is
 * known to everybody (`basic_text`), and a version that cannot tell is taken to have none.
 */
export function keepsSecrets(storage: SafeStorage, platform: NodeJS.Platform): boolean {
  if (!storage.isEncryptionAvailable()) return false;
  if (platform !== "linux") return true;
  const backend =
    typeof storage.getSelectedStorageBackend === "function" ? storage.getSelectedStorageBackend() : "unknown";
  return backend !== "basic_text" && backend !== "unknown";
}
