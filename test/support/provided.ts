/** What the global setups (scripts/test/setup-*.mjs) hand to the tests. */
declare module "vitest" {
  export interface ProvidedContext {
    /** Path of a Chromium. */
    chromium: string;
    /** How Electron is started with our app, and which Electron it is. */
    electron: { executablePath: string; args: string[]; origin: string };
    /** The X display for Electron's windows; empty where none is needed. */
    display: string;
  }
}

/** Chromium and Electron refuse their sandbox as root on Linux: only there it is switched off. */
export const sandboxArgs = process.platform === "linux" && process.getuid?.() === 0 ? ["--no-sandbox"] : [];
