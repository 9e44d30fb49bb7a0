import type { Page } from "playwright";

export interface Scene {
  name: string;
  /** Brings the app there, whatever was shown before. */
  act(page: Page): Promise<unknown>;
  /** Closes what would lie over the next scene. */
  undo?(page: Page): Promise<unknown>;
  /** Names of the README's pictures by theme. */
  readme?: { light?: string; dark?: string };
}

/** Scenes on the samples alone. */
export const firstScenes: readonly Scene[];
/** Scenes that add servers; the last one removes every server. */
export const serverScenes: readonly Scene[];
