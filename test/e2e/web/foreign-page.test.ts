import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Browser, chromium, type Page, type Route } from "playwright";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { openApp } from "../../support/open-app";
import { processesWith } from "../../support/processes";
import { sandboxArgs } from "../../support/provided";
import type { WebUi } from "../../support/web";

/** The name that its owner points at this machine once the page is loaded (DNS rebinding). */
const REBOUND = "rebound.test";

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: inject("chromium"),
    args: [
      ...sandboxArgs,
      `--host-resolver-rules=MAP ${REBOUND} 127.0.0.1`,
      // Newer browsers keep pages from asking into this machine at all; what counts here is what the app does.
      "--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests",
    ],
  });
});
afterAll(() => browser?.close());

/** The app in one tab, with a session, and a page of somebody else's in another tab of the same browser. */
async function besideForeignPage() {
  const { app, page, log, ui } = await openApp(browser);
  // What comes last of the samples: from here on the tree changes only if somebody changes it.
  await app.row("release-notes").waitFor();
  await app.row("Templates").waitFor();
  const foreign = createServer((_, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>elsewhere</title>"),
  );
  await new Promise<void>((resolve) => foreign.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void foreign.close());
  const { port } = foreign.address() as AddressInfo;
  const other = await page.context().newPage();
  await other.goto(`http://127.0.0.1:${port}/`);
  const rows = () => app.tree.getByRole("treeitem").count();
  return { ui, app, page, other, rows, log };
}

/** Everything a page may send elsewhere without being asked. @returns what it could read of the answers */
function attack(page: Page, target: string): Promise<Record<string, string>> {
  return page.evaluate(async (origin) => {
    const call = JSON.stringify({
      name: "servers.add",
      input: { label: "planted", transport: { kind: "stdio", command: "sh", args: ["-c", "id"], env: {} } },
    });
    const seen: Record<string, string> = {};
    const note = (name: string, work: Promise<unknown>) =>
      work.then(
        (value) => {
          seen[name] = String(value);
        },
        (error: unknown) => {
          seen[name] = `refused: ${error instanceof Error ? error.name : error}`;
        },
      );
    const text = (init: RequestInit, path = "/api/call") =>
      fetch(origin + path, init).then(
        async (answer) => `${answer.type} ${answer.status} ${await answer.text()}`,
      );
    const json = { "Content-Type": "application/json" };
    await Promise.all([
      note("fetch", text({ method: "POST", headers: json, body: call })),
      note(
        "fetch with credentials",
        text({ method: "POST", headers: json, body: call, credentials: "include" }),
      ),
      note("no-cors", text({ method: "POST", mode: "no-cors", body: call, credentials: "include" })),
      note("reading the page", text({}, "/")),
      note(
        "form",
        new Promise((resolve) => {
          const frame = document.createElement("iframe");
          frame.name = "form";
          document.body.append(frame);
          const form = Object.assign(document.createElement("form"), {
            method: "post",
            action: `${origin}/api/call`,
            enctype: "text/plain",
            target: "form",
          });
          const field = Object.assign(document.createElement("input"), {
            name: call.slice(0, -1),
            value: "}",
          });
          form.append(field);
          document.body.append(form);
          frame.addEventListener("load", () => resolve("sent"));
          form.submit();
          setTimeout(() => resolve("sent"), 3_000);
        }),
      ),
      note(
        "WebSocket",
        new Promise((resolve) => {
          const socket = new WebSocket(`${origin.replace("http", "ws")}/api/events`);
          socket.onopen = () => resolve("opened");
          socket.onerror = () => resolve("refused");
        }),
      ),
      note(
        "EventSource",
        new Promise((resolve) => {
          const events = new EventSource(`${origin}/api/events`);
          events.onopen = () => resolve("opened");
          events.onerror = () => {
            events.close();
            resolve("refused");
          };
        }),
      ),
      note(
        "script",
        new Promise((resolve) => {
          const script = Object.assign(document.createElement("script"), { src: `${origin}/assets/none.js` });
          script.onload = () => resolve("loaded");
          script.onerror = () => resolve("refused");
          document.body.append(script);
        }),
      ),
      note(
        "frame",
        new Promise((resolve) => {
          const frame = Object.assign(document.createElement("iframe"), { src: origin });
          frame.addEventListener("load", () => {
            try {
              resolve(
                frame.contentDocument?.title ? `read ${frame.contentDocument.title}` : "nothing to read",
              );
            } catch {
              resolve("nothing to read");
            }
          });
          document.body.append(frame);
        }),
      ),
    ]);
    return seen;
  }, target);
}

const fail = /^refused|^opaque 0 $/;

describe("a page from elsewhere, in the browser that holds the session", () => {
  it("can neither call, nor listen, nor frame, nor read anything, by any way a page has (field report g01)", async () => {
    const { ui, other, rows, app } = await besideForeignPage();
    const before = await rows();
    for (const origin of [ui.origin, ui.origin.replace("127.0.0.1", "localhost")]) {
      const seen = await attack(other, origin);
      for (const way of [
        "fetch",
        "fetch with credentials",
        "no-cors",
        "reading the page",
        "WebSocket",
        "EventSource",
        "script",
      ])
        expect([way, seen[way]]).toEqual([way, expect.stringMatching(fail)]);
      expect(seen.frame).toBe("nothing to read");
    }
    // Framed pages of the app would show its title to whoever looks over their shoulder; none was rendered.
    const framed = other.frames().filter((frame) => frame !== other.mainFrame());
    for (const frame of framed) expect(await frame.title()).not.toContain("MCP Skill Inspector");
    expect(await rows()).toBe(before);
    await app.openSkill("incident-response");
  });

  it("gains nothing by pointing its own name at the app (DNS rebinding, CVE-2025-49596; field report g11)", async () => {
    const { ui, other, rows } = await besideForeignPage();
    const before = await rows();
    const rebound = `http://${REBOUND}:${new URL(ui.origin).port}`;
    // Its page comes from elsewhere, once; from then on its name is this machine's, on the app's own port.
    const first = (route: Route) => route.fulfill({ contentType: "text/html", body: "<title>x</title>" });
    await other.route(`${rebound}/`, first, { times: 1 });
    await other.goto(`${rebound}/`);
    const seen = await attack(other, rebound);
    // Its own origin now, so the browser lets it read what comes back: refusals alone.
    for (const way of ["fetch", "fetch with credentials", "reading the page"])
      expect([way, seen[way]]).toEqual([way, expect.stringMatching(/^basic 403 .*foreign-host/)]);
    expect(seen.WebSocket).toBe("refused");
    expect(await rows()).toBe(before);
  });
});

describe("its tokens", () => {
  async function tokens(page: Page, ui: WebUi) {
    const once = /#token=([\w-]+)/.exec(ui.url)?.[1];
    const session = await page.evaluate(() =>
      Object.values(sessionStorage).concat(Object.values(localStorage)).join(" "),
    );
    return { once: once!, session };
  }

  it("stand in no address, title, cookie, or list of processes, and of the log only the one-time one", async () => {
    const { ui, page, app } = await besideForeignPage();
    const { once, session } = await tokens(page, ui);
    const kept = session.split(/[^\w-]+/).filter((part) => part.length >= 40);
    expect(kept.length).toBeGreaterThan(0);
    await app.openSkill("incident-response");
    await page.reload();
    await app.tree.waitFor();
    for (const secret of [once, ...kept]) {
      expect(page.url()).not.toContain(secret);
      expect(await page.title()).not.toContain(secret);
      expect(processesWith(secret)).toEqual([]);
    }
    expect(await page.context().cookies()).toEqual([]);
    expect(ui.output().split(once)).toHaveLength(2);
    for (const secret of kept) expect(ui.output()).not.toContain(secret);
  });
});
