import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AppPage } from "../../support/app-page";
import { servers, skillsFolder } from "../../support/fixtures";
import { openApp } from "../../support/open-app";
import { tempFolder } from "../../support/temp";
import { startBrowser } from "../../support/web";

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

async function open(home = tempFolder()) {
  return { ...(await openApp(browser, { home })), home };
}

/** Lists the server anew, as its menu does. */
async function restart(app: AppPage, label: string) {
  await app.server(label).click();
  await app.title(label).waitFor();
  await app.page.keyboard.press("Alt+R");
  await app.title("Checks").waitFor();
}

/** The clean skills on a disk of our own, served by the official SDK. */
function ownSkill() {
  const folder = tempFolder();
  cpSync(skillsFolder("clean"), folder, { recursive: true });
  return folder;
}

describe("a skill remembered as seen", () => {
  it("is told apart, file by file, once its server lists other content", async () => {
    const folder = ownSkill();
    const { app, page, log } = await open();
    await app.addServer("own", servers.sdkV2(folder));
    await app.openSkill("onboarding");
    await app.button("Remember as seen").click();
    await app.button("Forget").waitFor();
    await app.row("onboarding").getByRole("img", { name: "remembered as seen" }).waitFor();

    const root = join(folder, "handbook", "onboarding");
    const [first] = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
      (path) => path.endsWith(".md") && !path.endsWith("SKILL.md"),
    );
    rmSync(join(root, first!));
    writeFileSync(
      join(root, "SKILL.md"),
      `${readFileSync(join(root, "SKILL.md"), "utf8")}\nOne line more.\n`,
    );
    writeFileSync(join(root, "new file.md"), "# New\n");
    await restart(app, "own");
    await app.row("onboarding").getByText("changed since you remembered it").waitFor({ state: "attached" });

    await app.row("onboarding").click();
    const banner = page.getByRole("region", { name: "Changed since you remembered it" });
    await banner.getByText("1 file changed, 1 file came, 1 file went").waitFor();
    const files = await banner.getByRole("listitem").allInnerTexts();
    expect(files).toEqual(["SKILL.md", "new file.md", first]);
    await banner.getByText(/trusted|\bsafe/i).waitFor({ state: "detached" });

    await banner.getByRole("button", { name: "Compare" }).click();
    expect(await app.tab("Compare").getAttribute("aria-selected")).toBe("true");
    await banner.getByRole("button", { name: "Remember the new state" }).click();
    await banner.waitFor({ state: "detached" });
    await app.row("onboarding").getByRole("img", { name: "remembered as seen" }).waitFor();
    await app.button("Forget").click();
    await app.button("Remember as seen").waitFor();
    expect(log.errors).toEqual([]);
  });

  it("is still remembered after a restart of the app", async () => {
    const first = await open();
    await first.app.openSkill("csv-cleaning");
    await first.app.button("Remember as seen").click();
    await first.app.button("Forget").waitFor();
    await first.close();
    const second = await open(first.home);
    await second.app.openSkill("csv-cleaning");
    await second.app.button("Forget").waitFor();
  });

  it("can be no dynamic one, and says why", async () => {
    const { app, page } = await open();
    await app.addServer("changing", servers.faulty("dynamic"));
    await app.openSkill("invoices");
    await app.button("Remember as seen").click();
    const dialog = page.getByRole("dialog", { name: "This skill cannot be remembered" });
    await dialog.getByText(/It is dynamic: its entry states neither files nor digests/).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });
});

describe("saving to disk", () => {
  it("writes a skill below the folder and names what it left out, with the reason", async () => {
    const { app, page } = await open();
    await app.addServer("spoilt", servers.faulty("wrong-digest"));
    await app.openSkill("invoices");
    const target = tempFolder();
    await app.button("Save the skill to disk").click();
    const dialog = page.getByRole("dialog", { name: "Save invoices to disk" });
    await dialog.getByLabel("Folder").fill(join(target, "nowhere"));
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await dialog.getByText(/There is no folder/).waitFor();
    await dialog.getByLabel("Folder").fill(target);
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    const done = page.getByRole("dialog", { name: "Saved invoices" });
    await done.getByText("2 files written, 1 file left out.").waitFor();
    const left = done.getByRole("definition");
    expect(await left.allInnerTexts()).toEqual([expect.stringMatching(/SHA-256/)]);

    const written = readdirSync(target, { recursive: true, encoding: "utf8" });
    expect(written.filter((path) => path.endsWith("SKILL.md"))).toHaveLength(1);
    expect(written.some((path) => path.endsWith("stamp.png"))).toBe(false);
  });

  it("downloads the opened file as the server sent it", async () => {
    const { app, page } = await open();
    await app.openSkill("csv-cleaning");
    await app.document.waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      app.button("Download this file").click(),
    ]);
    expect(download.suggestedFilename()).toBe("SKILL.md");
    expect(readFileSync(await download.path(), "utf8")).toMatch(/^---\nname: csv-cleaning\n/);
  });
});
