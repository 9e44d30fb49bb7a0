import type { Page } from "playwright";
import { expect } from "vitest";

/** Takes note of every way out of the page: dialogs, windows, other addresses, downloads. @returns what it noted */
export function watchOutward(page: Page, origin: string): string[] {
  const outward: string[] = [];
  page.on("dialog", (dialog) => {
    outward.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.context().on("page", (opened) => outward.push(`window ${opened.url()}`));
  page.on("framenavigated", (frame) => {
    if (frame !== page.mainFrame() || !frame.url().startsWith(origin)) outward.push(`to ${frame.url()}`);
  });
  page.on("download", (download) => outward.push(`download ${download.url()}`));
  return outward;
}

/** What no part of the page may hold, whatever is open. */
export async function expectNothingLive(page: Page) {
  const found = await page.evaluate(() => {
    const bad: string[] = [];
    const tags =
      "script:not(head script), iframe, object, embed, form, base, link:not(head link), meta:not(head meta)";
    for (const element of document.body.querySelectorAll(tags)) bad.push(element.outerHTML.slice(0, 200));
    for (const element of document.body.querySelectorAll("*"))
      for (const { name, value } of element.attributes) {
        if (/^on/i.test(name)) bad.push(`${name}=${value}`);
        if (/^(href|src|srcset|action|formaction|poster|ping|background|xlink:href)$/i.test(name))
          if (!/^(#|blob:)/.test(value) && value !== "") bad.push(`${name}=${value}`);
        if (name === "style" && /url\s*\(/i.test(value)) bad.push(`style=${value}`);
      }
    return bad;
  });
  expect(found).toEqual([]);
}
