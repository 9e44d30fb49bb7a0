import type { Locator, Page } from "playwright";
import type { ServerCommand } from "./fixtures";

/** A command as a person types it into the form: parts that are no plain words in quotes. */
export function typedCommand({ command, args }: ServerCommand): string {
  return [command, ...args]
    .map((part) => (/^[\w@%+=:,./-]+$/.test(part) ? part : JSON.stringify(part)))
    .join(" ");
}

/** The app as its user meets it, by roles and names alone; the same page in a browser and in Electron. */
export class AppPage {
  readonly tree: Locator;

  constructor(readonly page: Page) {
    this.tree = page.getByRole("tree", { name: "Servers and skills" });
  }

  /** A row of the tree by the words it begins with. */
  row(name: string): Locator {
    return this.tree.getByRole("treeitem", { name: new RegExp(`^${literally(name)}(\\s|$)`) });
  }

  /** The row of a server, at the top level. */
  server(label: string): Locator {
    return this.tree
      .getByRole("treeitem", { name: new RegExp(literally(label)) })
      .and(this.page.locator("[aria-level='1']"));
  }

  /** The title of what is open in the centre. */
  title(name: string | RegExp): Locator {
    return this.page.getByRole("heading", { level: 1, name, exact: typeof name === "string" });
  }

  tab(name: string | RegExp): Locator {
    return this.page.getByRole("tab", { name });
  }

  /** The centre: what is open. */
  get opened(): Locator {
    return this.page.getByRole("region", { name: "Opened" });
  }

  /** The rendered document. */
  get document(): Locator {
    return this.opened.getByRole("article").first();
  }

  async openSkill(name: string): Promise<void> {
    await this.row(name).click();
    await this.title(name).waitFor();
  }

  /**
   * Opens a template of the second server: the first, the samples, has templates of its own.
   * @param skill a skill of that server: once it is there, rows no longer move
   */
  async openTemplate(name: string, skill: string): Promise<void> {
    await this.row(skill).waitFor();
    const folder = this.row("Templates").nth(1);
    if ((await folder.getAttribute("aria-expanded")) === "false") await folder.click();
    await this.row(name).first().click();
    await this.title(name).waitFor();
  }

  /** The part of a template's form that is about one variable. */
  variable(name: string): Locator {
    return this.page.getByRole("group", { name, exact: true });
  }

  /** Types a value of a variable and closes the suggestions, beside which nothing else can be reached. */
  async typeValue(variable: string, text: string, label = variable): Promise<void> {
    const field = this.variable(variable).getByRole("combobox", { name: label, exact: true });
    await field.fill(text);
    await this.page.getByRole("listbox").waitFor();
    await field.press("Escape");
  }

  /** What a template stands for with the values so far. */
  async uriSoFar(): Promise<string | null> {
    return this.page.getByRole("status", { name: "The URI so far" }).textContent();
  }

  /** A button of what is open. */
  button(name: string | RegExp): Locator {
    return this.opened.getByRole("button", { name, exact: typeof name === "string" });
  }

  /** Opens the form in which a server is added. */
  async openForm(): Promise<Locator> {
    // The centre may offer the same where nothing is open.
    await this.page.getByRole("button", { name: "Add server" }).first().click();
    return this.page.getByRole("dialog", { name: "Add a server" });
  }

  /** Adds a stdio server through the form and agrees to its command. */
  async addServer(label: string, command: ServerCommand): Promise<void> {
    const line = typedCommand(command);
    const form = await this.openForm();
    await form.getByLabel("Command line").fill(line);
    await form.getByLabel("Name", { exact: true }).fill(label);
    await form.getByRole("button", { name: /Continue/ }).click();
    const question = this.page.getByRole("alertdialog", { name: `Start this program for ${label}?` });
    await question.waitFor();
    await question.getByText(line, { exact: true }).waitFor();
    await question.getByRole("button", { name: "Start it" }).click();
    await question.waitFor({ state: "detached" });
    await this.server(label).waitFor();
  }
}

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
