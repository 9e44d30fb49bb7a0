import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { noProcessLeft } from "../../support/processes";
import { tempFolder } from "../../support/temp";
import { openPage, startBrowser, startWebUi } from "../../support/web";

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

describe("the browser UI", () => {
  it("prints one address, opens with it once, and ends with Ctrl+C leaving nothing", async () => {
    const home = tempFolder();
    const ui = await startWebUi(home);
    const { page, log } = await openPage(browser, ui.url);
    await page.getByRole("tree", { name: "Servers and skills" }).waitFor();
    expect(page.url()).not.toContain("token");
    expect(ui.output().match(/#token=/g)).toHaveLength(1);

    // The same address again, in another profile: refused, in words, and the terminal offers a new one.
    const second = await openPage(browser, ui.url);
    await second.page.getByText(/used before/).waitFor();
    expect(log.errors).toEqual([]);
    expect(log.foreign).toEqual([]);
    await page.context().close();
    await second.page.context().close();
    expect(await ui.stop()).toBe(0);
    await noProcessLeft(home);
  });

  it("keeps its page over a reload, without the address", async () => {
    const ui = await startWebUi(tempFolder());
    const { page } = await openPage(browser, ui.url);
    const tree = page.getByRole("tree", { name: "Servers and skills" });
    await tree.waitFor();
    await page.reload();
    await tree.waitFor();
    await page.context().close();
    await ui.stop();
  });

  it("refuses a page from elsewhere, a foreign host name and a request without a session", async () => {
    const ui = await startWebUi(tempFolder());
    const call = (headers: Record<string, string>) =>
      fetch(`${ui.origin}/api/call`, {
        method: "POST",
        headers: { "Content-Type": "application/json", ...headers },
        body: JSON.stringify({ name: "servers.list", input: {} }),
      });
    expect((await call({ Origin: "http://evil.test" })).status).toBe(403);
    expect((await call({ Origin: "null" })).status).toBe(403);
    expect((await call({ Origin: ui.origin })).status).toBe(401);
    expect((await call({ Origin: ui.origin, Authorization: "Bearer guessed" })).status).toBe(401);
    await ui.stop();
  });
});
