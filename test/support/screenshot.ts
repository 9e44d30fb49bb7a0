import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { root } from "./fixtures";

/** Where pictures of failed tests lie; git ignores it. */
export const pictures = join(root, "test-results");

/** Takes a picture of a page, named after the test. @returns its path. */
export async function takePicture(page: Page, name: string): Promise<string> {
  mkdirSync(pictures, { recursive: true });
  const path = join(pictures, `${name.replace(/[^\w-]+/g, "-").slice(0, 80)}.png`);
  await page.screenshot({ path });
  return path;
}
