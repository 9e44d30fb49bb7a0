import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DesktopApp, startDesktop } from "../../support/desktop";
import { foreignServer } from "../../support/foreign-server";
import { removeFolder, tempFolder } from "../../support/temp";
import { until } from "../../support/until";

/** One window for all: no test here changes what the app holds. */
let desktop: DesktopApp;
let page: Page;
let home: string;

beforeAll(async () => {
  home = tempFolder({ keep: true });
  desktop = await startDesktop(home);
  page = desktop.page;
  await page.getByRole("tree", { name: "Servers and skills" }).waitFor();
});
afterAll(async () => {
  await desktop?.quit();
  removeFolder(home);
});

/** The names on a window of its own kind, evaluated in the page's own world. */
const inPage = <T>(expression: string) => page.evaluate(expression) as Promise<T>;

describe("the page", () => {
  it("has no Node and only the two functions of the bridge", async () => {
    expect(await inPage("[typeof require, typeof process, typeof module, typeof Buffer]")).toEqual([
      "undefined",
      "undefined",
      "undefined",
      "undefined",
    ]);
    expect(await inPage("Object.keys(window.skillInspector).sort()")).toEqual(["call", "subscribe"]);
    expect(
      await inPage(
        "Object.isFrozen(window.skillInspector) || (() => { try { window.skillInspector.call = 1 } catch {} return typeof window.skillInspector.call === 'function' })()",
      ),
    ).toBe(true);
  });

  it("runs isolated and sandboxed, with web security and without webview", async () => {
    const preferences = await desktop.app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]!.webContents as unknown as {
        getLastWebPreferences(): Record<string, unknown>;
      };
      const { contextIsolation, sandbox, nodeIntegration, webSecurity, webviewTag } =
        contents.getLastWebPreferences();
      return { contextIsolation, sandbox, nodeIntegration, webSecurity, webviewTag };
    });
    expect(preferences).toMatchObject({ contextIsolation: true, sandbox: true, nodeIntegration: false });
    expect(preferences.webSecurity).not.toBe(false);
    expect(preferences.webviewTag).not.toBe(true);
  });

  it("comes from the app's own scheme", () => {
    expect(page.url()).toMatch(/^app:\/\/[a-z-]+\//);
  });

  it("cannot run text as code, nor load or ask anything from elsewhere", async () => {
    const foreign = await foreignServer();
    const refused = await page.evaluate(async (url) => {
      const outcome = async (act: () => unknown) => {
        try {
          await act();
          return "done";
        } catch {
          return "refused";
        }
      };
      const image = () =>
        new Promise((resolve, reject) => {
          const element = new Image();
          element.onload = resolve;
          element.onerror = reject;
          element.src = `${url}image.png`;
        });
      const script = (change: (element: HTMLScriptElement) => void) =>
        new Promise((resolve, reject) => {
          const element = document.createElement("script");
          element.onload = resolve;
          element.onerror = reject;
          change(element);
          document.head.append(element);
          if (!element.src)
            (window as { inline?: boolean }).inline ? resolve(1) : reject(new Error("not run"));
        });
      return {
        // In a task of its own: what a debugger evaluates is let off the policy.
        eval: await outcome(
          () =>
            new Promise((resolve, reject) =>
              setTimeout(() => {
                try {
                  resolve(new Function("return 1")());
                } catch (error) {
                  reject(error);
                }
              }),
            ),
        ),
        fetch: await outcome(() => fetch(`${url}fetch`)),
        image: await outcome(image),
        script: await outcome(() =>
          script((element) => {
            element.src = `${url}script.js`;
          }),
        ),
        inline: await outcome(() =>
          script((element) => {
            element.textContent = "window.inline = true";
          }),
        ),
        file: await outcome(() => fetch("file:///etc/passwd")),
      };
    }, foreign.url);
    expect(refused).toEqual({
      eval: "refused",
      fetch: "refused",
      image: "refused",
      script: "refused",
      inline: "refused",
      file: "refused",
    });
    expect(foreign.requests).toEqual([]);
  });

  it.each([
    "../package.json",
    "%2e%2e/package.json",
    "..%2fpackage.json",
    "..%5cpackage.json",
    "assets/../../package.json",
    "%00",
    "no-such-file.js",
  ])("gets nothing from outside the renderer's folder: %s", async (path) => {
    const answer = await page.evaluate(async (relative) => {
      try {
        const response = await fetch(`${location.origin}/${relative}`);
        return { ok: response.ok, text: await response.text() };
      } catch {
        return { ok: false, text: "" };
      }
    }, path);
    expect(answer.text).not.toContain("mcp-skill-inspector");
    expect(answer.ok && answer.text.includes('"main"')).toBe(false);
  });
});

describe("leaving the page", () => {
  it("is blocked, by script, link and form", async () => {
    const foreign = await foreignServer();
    const before = page.url();
    await desktop.app.evaluate(({ BrowserWindow }) => {
      const seen: [string, boolean][] = [];
      (globalThis as { seen?: unknown }).seen = seen;
      BrowserWindow.getAllWindows()[0]!.webContents.on("will-navigate", (event, url) => {
        seen.push([url, event.defaultPrevented]);
      });
    });
    const seen = () =>
      desktop.app.evaluate(() => (globalThis as unknown as { seen: [string, boolean][] }).seen);
    await page.evaluate((url) => {
      location.href = url;
    }, `${foreign.url}script`);
    await until(async () => (await seen()).length > 0, { what: () => "the main process saw the attempt" });
    await page.evaluate((url) => {
      const link = document.createElement("a");
      link.href = url;
      document.body.append(link);
      link.click();
      link.remove();
    }, `${foreign.url}link`);
    await until(async () => (await seen()).length > 1, { what: () => "the main process saw the link" });
    expect((await seen()).every(([, prevented]) => prevented)).toBe(true);
    expect(page.url()).toBe(before);
    expect(foreign.requests).toEqual([]);
  });

  it("opens no further window", async () => {
    const foreign = await foreignServer();
    const opened = await page.evaluate((url) => window.open(url) === null, foreign.url);
    expect(opened).toBe(true);
    const count = await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
    expect(count).toBe(1);
    expect(foreign.requests).toEqual([]);
  });
});

describe("the border", () => {
  it("answers unknown calls and bad inputs with words, and never throws", async () => {
    const answers = await page.evaluate(async () => {
      const { call } = (
        window as unknown as { skillInspector: { call(name: unknown, input: unknown): Promise<unknown> } }
      ).skillInspector;
      return [
        await call("no.such.call", {}),
        await call("servers.add", { label: 7 }),
        await call("__proto__", {}),
        await call("skills.page", { serverId: "x", offset: -1, limit: 1 }),
      ] as { ok: boolean; code: string; message: string }[];
    });
    expect(answers.map((answer) => answer.ok)).toEqual([false, false, false, false]);
    for (const answer of answers) expect(answer.message.length).toBeGreaterThan(10);
  });

  it("starts no command that was not confirmed", async () => {
    const answer = await page.evaluate(async () => {
      const { call } = (
        window as unknown as {
          skillInspector: { call(name: string, input: unknown): Promise<{ ok: boolean; value?: unknown }> };
        }
      ).skillInspector;
      const transport = { kind: "stdio", command: "sh", args: ["-c", "exit 0"], env: {} };
      const added = await call("servers.add", { label: "sly", transport });
      const { config, status } = added.value as { config: { serverId: string }; status: string };
      const connected = await call("servers.connect", { serverId: config.serverId });
      const wrong = await call("servers.confirm", { serverId: config.serverId, commandLine: "sh" });
      const listed = (await call("servers.list", {})) as {
        value: { config: { label: string }; status: string }[];
      };
      const after = listed.value.find((server) => server.config.label === "sly")?.status;
      await call("servers.remove", { serverId: config.serverId });
      return {
        status,
        connected: connected.ok && (connected.value as { status: string }).status,
        wrong: wrong.ok,
        after,
      };
    });
    expect(answer.status).toBe("needs-confirmation");
    expect([false, "needs-confirmation"]).toContain(answer.connected);
    expect(answer.wrong).toBe(false);
    expect(answer.after).toBe("needs-confirmation");
  });

  it("denies every permission", async () => {
    const states = await page.evaluate(async () => {
      const asked = await Promise.all(
        ["geolocation", "notifications", "camera", "microphone", "clipboard-read"].map(
          async (name) => (await navigator.permissions.query({ name: name as PermissionName })).state,
        ),
      );
      const located = await new Promise((resolve) =>
        navigator.geolocation.getCurrentPosition(
          () => resolve("granted"),
          () => resolve("denied"),
        ),
      );
      return [...asked, located, await Notification.requestPermission()];
    });
    expect(new Set(states)).toEqual(new Set(["denied"]));
  });
});
