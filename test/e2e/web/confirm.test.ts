import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { typedCommand } from "../../support/app-page";
import { marked, servers } from "../../support/fixtures";
import { openApp } from "../../support/open-app";
import { noProcessLeft, processesWith, processStarted } from "../../support/processes";
import { tempFolder } from "../../support/temp";
import { startBrowser } from "../../support/web";

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

it("a command is started only after its whole line was shown: program, every argument, environment, folder", async () => {
  const { app, page, ui } = await openApp(browser);
  const server = marked(servers.raw());
  const folder = tempFolder();
  // An argument that reads backwards, one with a space, and one that a shell would run.
  const args = [...server.args, "\u202egpj.exe", "two words", "$(touch x)"];

  const form = await app.openForm();
  await form.getByLabel("Command line").fill(typedCommand({ ...server, args }));
  await form.getByLabel("Name", { exact: true }).fill("shown");
  await form
    .getByText(/Environment/)
    .first()
    .click();
  await form.getByLabel(/^Environment/).fill("TOKEN_NAME=of-the-user");
  await form.getByLabel(/^Working folder/).fill(folder);
  await form.getByRole("button", { name: /Continue/ }).click();

  const question = page.getByRole("alertdialog", { name: "Start this program for shown?" });
  await question.waitFor();
  const text = await question.textContent();
  for (const part of [server.command, ...server.args, "two words", "$(touch x)", "TOKEN_NAME", folder])
    expect(text).toContain(part);
  expect(text).not.toContain("\u202e");
  expect(text).toContain("gpj.exe");
  expect(processesWith(server.marker)).toEqual([]);

  await question.getByRole("button", { name: "Not now" }).click();
  await question.waitFor({ state: "detached" });
  await app.server("shown").click();
  await app.opened.getByText("This server has not been started").waitFor();
  expect(processesWith(server.marker)).toEqual([]);

  await app.button("Review and start…").first().click();
  await question.getByRole("button", { name: "Start it" }).click();
  await processStarted(server.marker);
  await app.opened.getByText("connected", { exact: true }).first().waitFor();
  await ui.stop();
  await noProcessLeft(server.marker);
});

it("what was agreed to holds nothing up while it starts, and stays given up once it is cancelled", async () => {
  const { app, page } = await openApp(browser);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.postData() ?? ""));
  await app.addServer("silent", servers.faulty("never-answers"));
  await app.row("Connecting…").waitFor();
  await app.openSkill("code-review");
  await app.server("silent").click();
  await app.title("silent").waitFor();
  // The call that began the start is answered only now, and must begin none anew.
  const answered = page.waitForResponse(async (response) => {
    const request = response.request();
    const itsOwn =
      request.postData()?.includes('"servers.confirm"') || request.url().includes("/api/result/");
    return itsOwn === true && !("deferred" in (await response.json()));
  });
  await app.opened.getByRole("button", { name: "Cancel" }).first().click();
  await answered;
  await app.row("Disconnected").waitFor();
  expect(await page.getByRole("alertdialog").count()).toBe(0);
  expect(asked.filter((body) => body.includes('"servers.connect"'))).toEqual([]);
});
