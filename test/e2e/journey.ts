import type { Page } from "playwright";
import { describe, expect, it, onTestFinished } from "vitest";
import { AppPage } from "../support/app-page";
import { marked, servers } from "../support/fixtures";
import type { PageLog } from "../support/page-log";
import { noProcessLeft } from "../support/processes";
import { takePicture } from "../support/screenshot";
import { tempFolder } from "../support/temp";

/** The app in one of its two shells. */
export interface Shell {
  page: Page;
  log: PageLog;
  /** Closes it as a user would and waits until it has ended. */
  close(): Promise<void>;
}

/**
 * What a newcomer does, from the first look to the second start. Run by the browser and by the desktop tests.
 * @param start opens the app on a home folder: the same folder again is the same user coming back.
 */
export function describeJourney(start: (home: string) => Promise<Shell>): void {
  const open = async (home = tempFolder()) => {
    const shell = await start(home);
    let closed = false;
    const close = async () => {
      if (closed) return;
      closed = true;
      await shell.close();
    };
    onTestFinished(async ({ task }) => {
      // A window that is gone already gives no picture; the failure itself says why.
      if (task.result?.state === "fail" && !closed) {
        const picture = await takePicture(shell.page, `${task.suite?.file.name} ${task.name}`).catch(
          () => undefined,
        );
        if (picture) console.error(`Picture of the failure: ${picture}`);
      }
      await close();
    });
    const app = new AppPage(shell.page);
    await app.tree.waitFor();
    return { app, shell, close, home };
  };
  /** Nothing may have gone wrong in the page, and nothing may have left the machine. */
  const expectQuiet = ({ log }: Shell) => {
    expect(log.errors).toEqual([]);
    expect(log.foreign).toEqual([]);
  };

  describe("a newcomer", () => {
    it("sees the sample skills, opens one, sees its image and follows a relative link", async () => {
      const { app, shell } = await open();
      await app.server("Samples").waitFor();
      await app.openSkill("incident-response");
      await app.page
        .getByText(/matches its entry/)
        .first()
        .waitFor();

      const image = app.document.getByRole("img", { name: /the lead decides/ });
      await image.scrollIntoViewIfNeeded();
      await expect
        .poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(100);

      await app.document.getByRole("link", { name: "rollback" }).click();
      await app.page.getByText("runbooks/rollback.md").first().waitFor();
      await app.document.getByRole("heading", { level: 1 }).first().waitFor();
      await app.page.getByRole("button", { name: "Back" }).click();
      await app.document.getByRole("link", { name: "rollback" }).waitFor();
      expectQuiet(shell);
    });

    it("follows a link to another skill, and back to the one it is nested in", async () => {
      const { app, shell } = await open();
      await app.openSkill("travel");
      await app.document.getByRole("link", { name: "handbook" }).click();
      await app.title("handbook").waitFor();
      await app.document.getByRole("link", { name: "travel" }).click();
      await app.page.getByText("travel/SKILL.md").first().waitFor();
      expectQuiet(shell);
    });

    it("reads source, frontmatter and files of a skill", async () => {
      const { app, shell } = await open();
      await app.openSkill("csv-cleaning");
      await app.tab("Source").click();
      await app.page.getByText("name: csv-cleaning").first().waitFor();
      await app.tab("Frontmatter").click();
      await app.page
        .getByRole("row", { name: /description/ })
        .first()
        .waitFor();
      await app.tab(/^Files/).click();
      await app.page.getByText("inspect_csv.py").first().waitFor();
      expectQuiet(shell);
    });

    it("is told of remote images, and none is loaded", async () => {
      const { app, shell } = await open();
      await app.openSkill("release-notes");
      await app.document.getByText(/badges\.example\.com/).waitFor();
      expectQuiet(shell);
    });

    it("fills a template with completion, the second variable by the first, and reads the result", async () => {
      const { app, shell } = await open();
      await app.row("Templates").waitFor();
      const template = app.tree.getByRole("treeitem", { name: /team/i });
      if ((await template.count()) === 0) await app.row("Templates").click();
      await template.first().click();
      const team = app.page.getByRole("combobox", { name: /^team/ });
      await team.click();
      await app.page.getByRole("option", { name: "billing" }).waitFor();
      await team.fill("b");
      await app.page.getByRole("option", { name: "billing" }).click();
      const skill = app.page.getByRole("combobox", { name: /^skill/ });
      await skill.click();
      await app.page.getByRole("option", { name: "dunning" }).waitFor();
      expect(await app.page.getByRole("option").allInnerTexts()).toEqual(["dunning", "refunds"]);
      await app.page.getByRole("option", { name: "dunning" }).click();
      await app.page.getByText("skill://acme/billing/dunning/SKILL.md").first().waitFor();
      await app.button(/^Read/).click();
      await app.document
        .getByText(/overdue/i)
        .first()
        .waitFor();
      expectQuiet(shell);
    });

    it("checks the samples and finds no error", async () => {
      const { app, shell } = await open();
      await app.server("Samples").click();
      await app.button("Check").click();
      await app.page.getByText("no error, no warning").waitFor({ timeout: 30_000 });
      await app.row("code-review").getByText("ok").waitFor();
      expectQuiet(shell);
    });
  });

  describe("a server developer", () => {
    it("adds a stdio server, agrees to its command, browses it, and finds it again after a restart", async () => {
      const { app, shell, close, home } = await open();
      const server = marked(servers.sdkV2());
      await app.addServer("my server (dev)", server);
      await app.row("onboarding").click();
      await app.title("onboarding").waitFor();
      await app.document.getByRole("link", { name: "day one" }).click();
      await app.document.getByText("Accounts, keys, lunch.").waitFor();
      await app.row("triage").waitFor();
      expectQuiet(shell);
      await close();
      await noProcessLeft(server.marker);

      const again = await open(home);
      await again.app.server("my server (dev)").waitFor();
      await again.app.openSkill("onboarding");
      await again.app.document.getByText("Guides a new colleague").or(again.app.document).first().waitFor();
      expectQuiet(again.shell);
      await again.close();
      await noProcessLeft(server.marker);
    });

    it("is shown what is wrong with a server, with rule, change and proof", async () => {
      const { app, shell } = await open();
      await app.addServer("faulty", servers.faulty("wrong-digest"));
      await app.server("faulty").click();
      await app.title("faulty").waitFor();
      await app.button("Check").click();
      const finding = app.opened.getByRole("article").filter({ hasText: "ext-entry-digest-value" });
      await finding.waitFor({ timeout: 30_000 });
      await finding.getByText("Change:").waitFor();
      await finding.getByRole("button", { name: /Show .*message/ }).click();
      await finding
        .getByText(/resources\/read/)
        .first()
        .waitFor();
      await app.tree.getByRole("treeitem", { name: "invoices 1 error" }).waitFor();
      expectQuiet(shell);
    });

    it("is told plainly why a server does not start", async () => {
      const { app, shell } = await open();
      await app.addServer("broken", servers.faulty("exits-at-once"));
      await app.server("broken").click();
      await app.page
        .getByText(/exit code 3/)
        .first()
        .waitFor();
      await app.page
        .getByText(/cannot open database/)
        .first()
        .waitFor();
      expectQuiet(shell);
    });

    it("starts nothing when the command is not agreed to", async () => {
      const { app } = await open();
      const server = marked(servers.raw());
      const form = await app.openForm();
      await form.getByLabel("Command line").fill([server.command, ...server.args].join(" "));
      await form.getByLabel("Name", { exact: true }).fill("unwanted");
      await form.getByRole("button", { name: /Continue/ }).click();
      await app.page.getByRole("alertdialog").getByRole("button", { name: "Not now" }).click();
      await app.server("unwanted").waitFor();
      await app
        .button(/Review and start/)
        .first()
        .waitFor();
      await noProcessLeft(`--marker\0${server.marker}`, 200);
    });
  });
}
