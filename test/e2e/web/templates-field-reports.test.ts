import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AppPage } from "../../support/app-page";
import { servers } from "../../support/fixtures";
import { openApp } from "../../support/open-app";
import { tempFolder } from "../../support/temp";
import { startBrowser } from "../../support/web";

/** What went wrong for users of other inspectors, tried on the running app. */
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

/** The app on a server of these templates beside its own one. */
async function open(templates: string[], ...args: string[]) {
  const opened = await openApp(browser);
  const flags = templates.flatMap((template) => ["--template", template]);
  await opened.app.addServer("own", servers.raw(...flags, ...args));
  return opened;
}

async function show(app: AppPage, name: string) {
  // Rows move while they come in; the samples have templates of their own, before those of the other server.
  await app.row("invoices").waitFor();
  const folder = app.row("Templates").nth(1);
  if ((await folder.getAttribute("aria-expanded")) === "false") await folder.click();
  await app.row(name).first().click();
  await app.title(name).waitFor();
}

const box = (page: Page, variable: string) =>
  page.getByRole("group", { name: variable, exact: true }).getByRole("combobox");

/** Types a value; the list of suggestions, beside which nothing else can be reached, is closed. */
async function type(page: Page, variable: string, text: string) {
  await box(page, variable).fill(text);
  await page.getByRole("listbox").waitFor();
  await box(page, variable).press("Escape");
}

/** Reads what the form stands for. @returns the URI that reached the server, which has no such resource and says so */
async function sent(app: AppPage): Promise<string> {
  await app.button("Read").click();
  const said = app.opened.getByText(/Resource not found: /).first();
  await said.waitFor();
  const uri = /Resource not found: (\S+)/.exec((await said.textContent())!)![1]!;
  return uri;
}

describe("templates in the running app", () => {
  it.each([
    ["skill://events{?topic}", "topic", "skill://events?topic=foo%2Fbar%20%C3%A9%20100%25"],
    ["skill://events/{topic}", "topic", "skill://events/foo%2Fbar%20%C3%A9%20100%25"],
    ["skill://e{;k}", "k", "skill://e;k=foo%2Fbar%20%C3%A9%20100%25"],
    ["skill://e{+p}", "p", "skill://e" + "foo/bar%20%C3%A9%20100%25"],
  ])("%s: what is shown is what is sent (field report c01)", async (template, variable, uri) => {
    const { app, page } = await open([template]);
    await show(app, template);
    await type(page, variable, "foo/bar é 100%");
    await expect.poll(() => page.getByRole("status", { name: "The URI so far" }).textContent()).toBe(uri);
    expect(await sent(app)).toBe(uri);
  });

  it("leaves out what has no value, and never sends a brace (field report c02)", async () => {
    const { app, page } = await open(["skill://issues/{id}{?state,limit}"]);
    await show(app, "skill://issues/{id}{?state,limit}");
    await type(page, "id", "7");
    expect(await sent(app)).toBe("skill://issues/7");
    await type(page, "limit", "5");
    await expect.poll(() => sent(app)).toBe("skill://issues/7?limit=5");
    await page.getByRole("button", { name: "Clear limit" }).click();
    const state = page.getByRole("group", { name: "state", exact: true });
    await state.getByRole("button", { name: "Set it to an empty text" }).click();
    await expect.poll(() => sent(app)).toBe("skill://issues/7?state=");
  });

  it("shows where a template is none, and reads nothing from it (field report c04)", async () => {
    const broken = ["skill://{}", "skill://{ }", "skill://{,}", "skill://{a,}", "skill://{a", "skill://a}"];
    const { app, page } = await open([...broken, "skill://{a b}"]);
    for (const template of [...broken, "skill://{a b}"]) {
      await show(app, template);
      const faults = page.getByRole("region", { name: "Faults of the template" });
      await faults
        .getByText(/^column \d+$/)
        .first()
        .waitFor();
      expect(await app.button("Read").count(), template).toBe(0);
    }
    await show(app, "A skill of a team");
    await app.button("Read").waitFor();
  });

  it("encodes each value of an expression of several (field report c05)", async () => {
    const { app, page } = await open(["skill://{x,y}", "skill://f{+path,name}"]);
    await show(app, "skill://{x,y}");
    await type(page, "x", "value with spaces");
    await type(page, "y", "a/b?c&d");
    expect(await sent(app)).toBe("skill://value%20with%20spaces,a%2Fb%3Fc%26d");
    await show(app, "skill://f{+path,name}");
    await type(page, "path", "/a b");
    await type(page, "name", "c#d");
    await expect.poll(() => sent(app)).toBe("skill://f/a%20b,c#d");
  });
});

describe("completion in the running app (field report c06)", () => {
  const completions = (log: string) =>
    readFileSync(log, "utf8")
      .split("\n")
      .filter((method) => method === "completion/complete").length;

  it("asks nothing of a server that offers none", async () => {
    const log = join(tempFolder(), "log");
    const { app, page } = await open([], "--fault", "no-completions", "--log", log);
    await show(app, "A skill of a team");
    await app.opened.getByText("this server offers no completion").waitFor();
    const team = page.getByRole("group", { name: "team", exact: true }).getByRole("textbox");
    await team.pressSequentially("ten letter");
    await expect
      .poll(() => page.getByRole("status", { name: "The URI so far" }).textContent())
      .toContain("ten%20letter");
    expect(completions(log)).toBe(0);
  });

  it("asks a server that refuses once, and the field goes on as plain text", async () => {
    const log = join(tempFolder(), "log");
    const { app, page } = await open([], "--completion", "refused", "--log", log);
    await show(app, "A skill of a team");
    await box(page, "team").pressSequentially("b");
    const group = page.getByRole("group", { name: "team", exact: true });
    await group.getByText("This server offers no completion.").waitFor();
    await group.getByRole("textbox").pressSequentially("illing, and more");
    await expect
      .poll(() => page.getByRole("status", { name: "The URI so far" }).textContent())
      .toContain("and%20more");
    expect(completions(log)).toBe(1);
  });

  it("is held up by no slow answer", async () => {
    const { app, page } = await open([], "--completion", "slow", "--delay", "30000");
    await show(app, "A skill of a team");
    await type(page, "team", "billing");
    await type(page, "skill", "invoices");
    await app.button("Read").click();
    await app.title("invoices").waitFor();
  });
});

describe("dependent completion in the running app", () => {
  it("goes by the value that the other variable has now (field report c07)", async () => {
    const { app, page } = await open([]);
    await show(app, "A skill of a team");
    const offered = async () => {
      await box(page, "skill").click();
      await page.getByText(/^(\d+ of \d+|The server suggests nothing here)/).waitFor();
      const options = await page.getByRole("option").allTextContents();
      await box(page, "skill").press("Escape");
      return options;
    };
    await type(page, "team", "billing");
    expect(await offered()).toEqual(["invoices", "refunds"]);
    await type(page, "team", "support");
    expect(await offered()).toEqual(["triage"]);
    await page.getByRole("button", { name: "Clear team" }).click();
    expect(await offered()).toEqual(["The server suggests nothing here"]);
  });
});
