import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { startAuthorizationServer } from "../fixtures/oauth/authorization-server.mjs";
import { startProtectedServer } from "../fixtures/oauth/protected-server.mjs";
import { AppPage } from "../support/app-page";
import { skillsFolder } from "../support/fixtures";
import { processesWith } from "../support/processes";
import { takePicture } from "../support/screenshot";
import { tempFolder } from "../support/temp";
import { until } from "../support/until";
import type { Shell } from "./journey";

/** A command in place of the system's own that opens browsers: it writes the address down. */
export function fakeBrowser(): { env: Record<string, string>; opened: () => string | undefined } {
  const folder = tempFolder();
  const file = join(folder, "opened");
  const command = join(folder, "xdg-open");
  writeFileSync(command, `#!/bin/sh\nprintf '%s' "$1" > '${file}.new' && mv '${file}.new' '${file}'\n`);
  chmodSync(command, 0o755);
  return {
    env: { PATH: `${folder}${delimiter}${process.env.PATH ?? ""}` },
    opened: () => (existsSync(file) ? readFileSync(file, "utf8") : undefined),
  };
}

/**
 * Signs in through the screen, and out again.
 * @param allow what the user does in the browser: opens the address, allows, and sees the page it ends on
 */
export function describeSignIn(
  start: (home: string, env: Record<string, string>) => Promise<Shell>,
  allow: (address: string) => Promise<void>,
): void {
  it("signs in with the browser, shows whose account it is, grants further rights, and signs out", {
    timeout: 120_000,
  }, async () => {
    const authorization = await startAuthorizationServer();
    onTestFinished(() => authorization.close());
    const server = await startProtectedServer(authorization, {
      folder: skillsFolder("clean"),
      filesScope: true,
    });
    onTestFinished(() => server.close());
    const { env, opened } = fakeBrowser();
    const { page, log, close } = await start(tempFolder(), env);
    onTestFinished(async ({ task }) => {
      if (task.result?.state === "fail") console.error(await takePicture(page, "sign-in failure"));
      await close();
    });
    const app = new AppPage(page);
    await app.tree.waitFor();
    const form = await app.openForm();
    await form
      .getByRole("radio", { name: "URL" })
      .or(form.getByText("URL", { exact: true }))
      .first()
      .click();
    await form.getByLabel("URL", { exact: true }).fill(server.url);
    await form.getByLabel("Name", { exact: true }).fill("guarded");
    await form.getByRole("button", { name: /^(Add|Continue|Save)/ }).click();
    await app.server("guarded").click();
    await app.opened.getByText("The server asks for sign-in (HTTP 401).").waitFor();

    await app.opened.getByRole("status").getByRole("button", { name: "Sign in…" }).click();
    const question = page.getByRole("alertdialog", { name: "Sign in to guarded?" });
    const { host } = new URL(authorization.origin);
    await question.getByText(host, { exact: true }).waitFor();
    expect(opened()).toBeUndefined();
    await question.getByRole("button", { name: "Open in browser" }).click();
    await app.opened.getByText("Your browser shows the sign-in at").waitFor();
    await until(() => opened() !== undefined, { what: () => "the browser was opened" });

    await allow(opened()!);
    await app.row("onboarding").waitFor();
    await app.opened.getByText("signed in", { exact: true }).waitFor();
    await app.tab("Details").click();
    await app.opened.getByText(authorization.issuer, { exact: true }).waitFor();

    await app.row("onboarding").click();
    await app.title("onboarding").waitFor();
    await app.opened
      .getByText(/wants further rights|HTTP 403/)
      .first()
      .waitFor();
    await app.server("guarded").click();
    await app.tab(/^Skills/).click();
    await app.button("Grant further rights…").waitFor();
    await app.button("Grant further rights…").click();
    await question.getByText("files", { exact: true }).waitFor();
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });

    // Nothing secret is in the page, or in what every user of the machine can see of our processes.
    const shown = await page.content();
    expect(authorization.secrets.length).toBeGreaterThan(2);
    for (const secret of authorization.secrets) {
      expect(shown).not.toContain(secret);
      expect(processesWith(secret)).toEqual([]);
    }

    await app.tab("Details").click();
    await app.button("Sign out").click();
    await app.opened.getByText("disconnected", { exact: true }).first().waitFor();
    expect(authorization.access.size).toBe(0);
    expect(log.errors).toEqual([]);
    expect(log.foreign).toEqual([]);
  });
}
