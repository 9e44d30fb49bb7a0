import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createAppResponder } from "../../../electron/desktop/app-protocol";
import { isAppPage, isLocal } from "../../../electron/desktop/hardening";
import { tempFolder } from "../../support/temp";

describe("where the window may go", () => {
  it("is its own page, at any fragment", () => {
    expect(isAppPage("app://inspector/index.html")).toBe(true);
    expect(isAppPage("app://inspector/index.html#server=1")).toBe(true);
  });

  it.each([
    "app://inspector/assets/a.js",
    "app://inspector/index.html?x",
    "app://inspector.evil.test/index.html",
    "https://evil.test/#app://inspector/index.html",
    "file:///etc/passwd",
    "about:blank",
    "data:text/html,x",
    "",
  ])("is not %j", (url) => expect(isAppPage(url)).toBe(false));
});

describe("what the session asks for", () => {
  it.each(["app://inspector/a.js", "blob:app://inspector/1-2", "devtools://devtools/bundled/x.js"])(
    "may be %s",
    (url) => expect(isLocal(url)).toBe(true),
  );
  it.each([
    "https://evil.test/",
    "http://127.0.0.1/",
    "ws://a.test/",
    "file:///etc/passwd",
    "app://inspectors/",
    "blob:null/1",
    "ftp://a",
  ])("may not be %s", (url) => expect(isLocal(url)).toBe(false));
});

describe("app://", () => {
  const respond = () => {
    const base = tempFolder();
    mkdirSync(join(base, "renderer"));
    writeFileSync(join(base, "renderer", "index.html"), "page");
    writeFileSync(join(base, "main.cjs"), "main");
    return createAppResponder(join(base, "renderer"));
  };

  it("serves the page with its policy", async () => {
    const answer = await respond()(new Request("app://inspector/index.html"));
    expect([answer.status, await answer.text()]).toEqual([200, "page"]);
    expect(answer.headers.get("content-security-policy")).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(answer.headers.get("content-security-policy")).not.toMatch(/unsafe|\*|https?:|ws:/);
  });

  it.each([
    "app://inspector/../main.cjs",
    "app://inspector/%2e%2e/main.cjs",
    "app://inspector/..%2fmain.cjs",
    "app://inspector//etc/passwd",
  ])("does not leave its folder for %s", async (url) =>
    expect((await respond()(new Request(url))).status).toBe(404),
  );

  it("refuses other hosts and methods", async () => {
    expect((await respond()(new Request("app://other/index.html"))).status).toBe(403);
    expect((await respond()(new Request("app://inspector/index.html", { method: "POST" }))).status).toBe(403);
  });
});
