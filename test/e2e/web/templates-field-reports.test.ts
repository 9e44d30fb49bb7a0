import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright";
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
    const { app } = await open([template]);
    await app.openTemplate(template, "invoices");
    await app.typeValue(variable, "foo/bar é 100%");
    await expect.poll(() => app.uriSoFar()).toBe(uri);
    expect(await sent(app)).toBe(uri);
  });

  it("leaves out what has no value, and never sends a brace (field report c02)", async () => {
    const { app, page } = await open(["skill://issues/{id}{?state,limit}"]);
    await app.openTemplate("skill://issues/{id}{?state,limit}", "invoices");
    await app.typeValue("id", "7");
    expect(await sent(app)).toBe("skill://issues/7");
    await app.typeValue("limit", "5");
    await expect.poll(() => sent(app)).toBe("skill://issues/7?limit=5");
    await page.getByRole("button", { name: "Clear limit" }).click();
    const state = app.variable("state");
    await state.getByRole("button", { name: "Set it to an empty text" }).click();
    await expect.poll(() => sent(app)).toBe("skill://issues/7?state=");
  });

  it("shows where a template is none, and reads nothing from it (field report c04)", async () => {
    const broken = ["skill://{}", "skill://{ }", "skill://{,}", "skill://{a,}", "skill://{a", "skill://a}"];
    const { app, page } = await open([...broken, "skill://{a b}"]);
    for (const template of [...broken, "skill://{a b}"]) {
      await app.openTemplate(template, "invoices");
      const faults = page.getByRole("region", { name: "Faults of the template" });
      await faults
        .getByText(/^column \d+$/)
        .first()
        .waitFor();
      expect(await app.button("Read").count(), template).toBe(0);
    }
    await app.openTemplate("A skill of a team", "invoices");
    await app.button("Read").waitFor();
  });

  it("encodes each value of an expression of several (field report c05)", async () => {
    const { app } = await open(["skill://{x,y}", "skill://f{+path,name}"]);
    await app.openTemplate("skill://{x,y}", "invoices");
    await app.typeValue("x", "value with spaces");
    await app.typeValue("y", "a/b?c&d");
    expect(await sent(app)).toBe("skill://value%20with%20spaces,a%2Fb%3Fc%26d");
    await app.openTemplate("skill://f{+path,name}", "invoices");
    await app.typeValue("path", "/a b");
    await app.typeValue("name", "c#d");
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
    const { app } = await open([], "--fault", "no-completions", "--log", log);
    await app.openTemplate("A skill of a team", "invoices");
    await app.opened.getByText("this server offers no completion").waitFor();
    const team = app.variable("team").getByRole("textbox");
    await team.pressSequentially("ten letter");
    await expect.poll(() => app.uriSoFar()).toContain("ten%20letter");
    expect(completions(log)).toBe(0);
  });

  it("asks a server that refuses once, and the field goes on as plain text", async () => {
    const log = join(tempFolder(), "log");
    const { app } = await open([], "--completion", "refused", "--log", log);
    await app.openTemplate("A skill of a team", "invoices");
    await app.variable("team").getByRole("combobox").pressSequentially("b");
    const group = app.variable("team");
    await group.getByText("This server offers no completion.").waitFor();
    await group.getByRole("textbox").pressSequentially("illing, and more");
    await expect.poll(() => app.uriSoFar()).toContain("and%20more");
    expect(completions(log)).toBe(1);
  });

  it("is held up by no slow answer", async () => {
    const { app } = await open([], "--completion", "slow", "--delay", "30000");
    await app.openTemplate("A skill of a team", "invoices");
    await app.typeValue("team", "billing");
    await app.typeValue("skill", "invoices");
    await app.button("Read").click();
    await app.title("invoices").waitFor();
  });
});

describe("dependent completion in the running app", () => {
  it("goes by the value that the other variable has now (field report c07)", async () => {
    const { app, page } = await open([]);
    await app.openTemplate("A skill of a team", "invoices");
    const offered = async () => {
      await app.variable("skill").getByRole("combobox").click();
      await page.getByText(/^(\d+ of \d+|The server suggests nothing here)/).waitFor();
      const options = await page.getByRole("option").allTextContents();
      await app.variable("skill").getByRole("combobox").press("Escape");
      return options;
    };
    await app.typeValue("team", "billing");
    expect(await offered()).toEqual(["invoices", "refunds"]);
    await app.typeValue("team", "support");
    expect(await offered()).toEqual(["triage"]);
    await page.getByRole("button", { name: "Clear team" }).click();
    expect(await offered()).toEqual(["The server suggests nothing here"]);
  });
});
