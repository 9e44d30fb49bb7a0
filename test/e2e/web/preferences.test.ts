import type { Browser, Locator, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { servers } from "../../support/fixtures";
import { openApp } from "../../support/open-app";
import { startBrowser } from "../../support/web";

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

/** A colour as the page computes it, e.g. of a system colour's name. */
const colour = (page: Page, name: string) =>
  page.evaluate((name) => {
    const probe = document.createElement("i");
    probe.style.cssText = `forced-color-adjust: none; color: ${name}`;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, name);

const style = (element: Locator, property: string, pseudo?: string) =>
  element.evaluate(
    (node, [property, pseudo]) => getComputedStyle(node, pseudo).getPropertyValue(property!),
    [property, pseudo],
  );

describe("high contrast of the system", () => {
  it.each(["light", "dark"] as const)("tells what is chosen in its own colours (%s)", async (colorScheme) => {
    const { app, page } = await openApp(browser);
    await page.emulateMedia({ forcedColors: "active", colorScheme });
    await app.openSkill("dunning");
    const highlight = await colour(page, "Highlight");
    const text = await colour(page, "HighlightText");
    const chosen = [app.row("dunning"), page.getByRole("button", { name: "Skills", exact: true })];
    for (const element of chosen) {
      expect(await style(element, "background-color")).toBe(highlight);
      expect(await style(element, "color")).toBe(text);
    }
    expect(await style(app.row("refunds"), "background-color")).not.toBe(highlight);
    expect(await style(app.tab("Preview"), "border-bottom-color")).toBe(highlight);
    expect(await style(app.tab("Source"), "border-bottom-color")).toBe(await colour(page, "Canvas"));
    await app.server("Samples").click();
    await app.title("Samples").waitFor();
    expect(await style(app.server("Samples"), "background-color", "::before")).toBe(highlight);
  });
});

describe("reduced motion", () => {
  it("lets nothing move, not even what shows that something runs", async () => {
    const { app, page } = await openApp(browser);
    await app.addServer("silent", servers.faulty("never-answers"));
    await app.server("silent").click();
    await app.title("silent").waitFor();
    const moving = () => page.evaluate(() => document.getAnimations().length);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await expect.poll(moving).toBeGreaterThan(0);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await expect.poll(moving).toBe(0);
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    expect(await moving()).toBe(0);
  });
});
