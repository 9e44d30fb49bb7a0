import type { Page } from "playwright";

/** What a page said and asked for since it was opened: nothing of it may be an error or leave the machine. */
export interface PageLog {
  /** Errors of the console and of scripts. */
  errors: string[];
  /** Addresses asked for, without the app's own. */
  foreign: string[];
}

/** Listens to a page. `own` is the origin that the page may ask. */
export function listenTo(page: Page, own: string): PageLog {
  const log: PageLog = { errors: [], foreign: [] };
  page.on("console", (message) => {
    if (message.type() === "error") log.errors.push(message.text());
  });
  page.on("pageerror", (error) => log.errors.push(error.stack ?? error.message));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(own) && !url.startsWith("blob:") && !url.startsWith("data:")) log.foreign.push(url);
  });
  return log;
}
