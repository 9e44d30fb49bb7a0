import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { firstScenes, serverScenes } from "../../../scripts/screenshots/scenes.mjs";
import { type OpenedUi, openUi } from "../../support/open-app";
import { removeFolder, tempFolder } from "../../support/temp";
import { startBrowser } from "../../support/web";

/** Every screen and state of the gallery, in its order, looked at by axe in both themes. */
let browser: Browser;
let opened: OpenedUi;
let home: string;
beforeAll(async () => {
  browser = await startBrowser();
  home = tempFolder({ keep: true });
  opened = await openUi(browser, { home });
  opened.page.setDefaultTimeout(20_000);
  await opened.page.getByRole("treeitem").first().waitFor();
});
afterAll(async () => {
  await opened?.close();
  await browser?.close();
  removeFolder(home);
});

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/**
 * The list of a combo box hides all else from assistive technology for as long as it is open, as the widget library
 * means it to: what axe says of a page that has nothing else is then not about the page.
 */
const WHILE_A_LIST_IS_OPEN = ["aria-hidden-focus", "page-has-heading-one", "region"];

/** Each violation in a line: its rule, and the first elements it is about. */
async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(await script());
  const without = (await page.locator(".options[role=listbox]").count()) > 0 ? WHILE_A_LIST_IS_OPEN : [];
  const { violations } = await page.evaluate(async (without) => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } };
    const rules = Object.fromEntries(without.map((id) => [id, { enabled: false }]));
    return axe.run({ resultTypes: ["violations"], rules });
  }, without);
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary?.split("\n")[1]}`)
        .join("; ")}`,
  );
}

let text: Promise<string> | undefined;
function script(): Promise<string> {
  text ??= import("node:fs/promises").then(({ readFile }) => readFile(AXE, "utf8"));
  return text;
}

describe("axe finds nothing on", () => {
  it.each([...firstScenes, ...serverScenes])("$name", async (scene) => {
    const { page } = opened;
    await scene.act(page);
    const found: Record<string, string[]> = {};
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      found[colorScheme] = await violations(page);
    }
    await scene.undo?.(page);
    expect(found).toEqual({ light: [], dark: [] });
  });
});
