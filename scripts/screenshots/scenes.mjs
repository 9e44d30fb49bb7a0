/**
 * Every screen and state of the app. A scene prepares itself on a page of the running app, whatever was shown before;
 * `readme` names the few that the README shows.
 */
import { addServer, call, rawServer, show } from "./app.mjs";

const opened = (page) => page.getByRole("region", { name: "Opened" });
const samplesOf = async (page) => {
  const servers = await call(page, "servers.list", {});
  return servers.find(({ config }) => config.transport.kind === "builtin").config.serverId;
};
const skillUri = async (page, serverId, name) => {
  const { skills } = await call(page, "skills.page", { serverId, offset: 0, limit: 5_000 });
  return skills.find((skill) => skill.name === name).uri;
};
const openSkill = async (page, name, more = {}) => {
  const server = await samplesOf(page);
  await show(page, { open: "skill", server, uri: await skillUri(page, server, name), ...more });
  await opened(page).getByRole("heading", { level: 1 }).first().waitFor();
};
const openServer = async (page, name) => {
  const servers = await call(page, "servers.list", {});
  const server = servers.find(({ config }) => config.label === name).config.serverId;
  await show(page, { server });
  await page.getByRole("heading", { level: 1, name }).waitFor();
  return server;
};
/** Until a dialog is gone it gives the focus back, and would take it from what comes next. */
const dialogClosed = async (page) => {
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
};

/** Keys typed from here on belong to no field. */
const leaveFields = (page) => page.evaluate(() => document.activeElement?.blur());

const SKILL_TABS = ["preview", "source", "files", "frontmatter", "checks", "compare"];

/** Scenes on the samples alone, in the order in which they are taken. */
export const firstScenes = [
  { name: "first-run", act: (page) => page.getByRole("treeitem", { name: /code-review/ }).waitFor() },
  ...SKILL_TABS.map((tab) => ({
    name: `skill-${tab}`,
    act: async (page) => {
      await openSkill(page, "incident-response", { tab });
      if (tab === "preview") await opened(page).getByRole("img").first().waitFor();
    },
  })),
  {
    name: "skill-image",
    act: async (page) => {
      await openSkill(page, "dunning");
      await opened(page).getByRole("img").first().waitFor();
    },
    readme: { light: "skill", dark: "skill-dark" },
  },
  {
    name: "skill-find",
    act: async (page) => {
      await openSkill(page, "incident-response");
      await opened(page).getByRole("article").first().click();
      await page.keyboard.press("Control+f");
      await page.keyboard.type("lead");
    },
    undo: dialogClosed,
  },
  {
    name: "tree-filter",
    act: async (page) => {
      await page.getByPlaceholder("Filter skills").fill("re");
      await page.getByRole("treeitem").first().waitFor();
    },
  },
  {
    name: "tree-no-match",
    act: (page) => page.getByPlaceholder("Filter skills").fill("nothing like it"),
    undo: (page) => page.getByPlaceholder("Filter skills").fill(""),
  },
  {
    name: "palette",
    act: async (page) => {
      await page.keyboard.press("Control+k");
      await page.keyboard.type("rev");
    },
    undo: dialogClosed,
  },
  {
    name: "palette-uri",
    act: async (page) => {
      await page.keyboard.press("Control+k");
      await page.keyboard.type("skill://acme/billing/dunning/SKILL.md");
    },
    undo: dialogClosed,
  },
  {
    name: "shortcuts",
    act: async (page) => {
      await leaveFields(page);
      await page.keyboard.press("?");
      await page.getByRole("dialog").waitFor();
    },
    undo: dialogClosed,
  },
  {
    name: "template",
    act: async (page) => {
      const server = await samplesOf(page);
      const templates = await call(page, "templates.list", { serverId: server });
      const { uriTemplate } = templates.find((each) => each.uriTemplate.includes("team"));
      await show(page, { open: "template", server, uriTemplate });
      const team = page.getByRole("combobox", { name: /^team/ });
      await team.click();
      await page.getByRole("option", { name: "billing" }).waitFor();
    },
    undo: dialogClosed,
  },
  {
    name: "template-filled",
    act: async (page) => {
      await page.getByRole("combobox", { name: /^team/ }).fill("billing");
      // The list of an open field hides the other fields from those who do not see it.
      await page.keyboard.press("Escape");
      await page.getByRole("combobox", { name: /^skill/ }).fill("dunning");
      await page.keyboard.press("Escape");
      await opened(page).getByRole("button", { name: /^Read/ }).click();
      await opened(page).getByRole("article").first().waitFor();
    },
  },
  {
    name: "uri",
    act: async (page) => {
      await show(page, { open: "uri", text: "skill://Acme/../billing/Dunning files/SKILL.md" });
      await opened(page).getByRole("heading", { name: "Check a URI or template" }).waitFor();
    },
  },
  {
    name: "uri-right",
    act: (page) => show(page, { open: "uri", text: "skill://acme/billing/dunning/SKILL.md" }),
  },
  { name: "uri-template", act: (page) => show(page, { open: "uri", text: "x://{+path}/{?q,list*}" }) },
  { name: "serve", act: (page) => show(page, { open: "serve" }) },
  { name: "settings", act: (page) => show(page, { open: "settings" }) },
  {
    name: "checks",
    act: async (page) => {
      const server = await samplesOf(page);
      await show(page, { open: "checks", server });
      await opened(page)
        .getByRole("button", { name: /^(Check|Check again|Run)/ })
        .first()
        .click();
      await page
        .getByText(/no error, no warning/)
        .first()
        .waitFor({ timeout: 60_000 });
    },
  },
  {
    name: "add-server",
    act: async (page) => {
      await page.getByRole("button", { name: "Add server" }).click();
      await page.getByRole("dialog").waitFor();
    },
    undo: dialogClosed,
  },
  {
    name: "found",
    act: async (page) => {
      await page.getByRole("button", { name: "Add server" }).click();
      const config = {
        mcpServers: {
          notes: { command: "node", args: ["notes.mjs", "--port", "8080"] },
          wiki: { url: "https://wiki.example.com/mcp" },
        },
      };
      await page.getByLabel(/Paste anything/).fill(JSON.stringify(config));
      await page.getByRole("button", { name: "Read it" }).click();
      await page.getByText("wiki", { exact: true }).first().waitFor();
    },
    undo: async (page) => {
      await dialogClosed(page);
      await dialogClosed(page);
    },
  },
];

/** States of servers; each adds its own. */
const stateScene = (name, label, args, ready, more) => ({
  name: `server-${name}`,
  act: async (page) => {
    await addServer(page, label, rawServer(...args), more);
    await openServer(page, label);
    await ready?.(page);
  },
});
const text = (words) => (page) => opened(page).getByText(words).first().waitFor({ timeout: 30_000 });

export const serverScenes = [
  stateScene("not-started", "unconfirmed", [], text(/has not been started/), { confirm: false }),
  stateScene("connecting", "connecting", ["--fault", "never-answers"], text(/handshake/)),
  stateScene("no-skills", "empty", ["--fault", "empty-list"], text(/lists no skills/)),
  stateScene("no-extension", "plain", ["--fault", "no-extension", "--no-templates"]),
  stateScene("failed", "broken", ["--fault", "exits-at-once"], text(/exit code 3/)),
  stateScene("not-mcp", "other program", ["--fault", "not-mcp"]),
  stateScene("partial", "breaks off", ["--fault", "crash-mid-list", "--skills", "120", "--page", "50"]),
  stateScene("slow", "slow", ["--fault", "slow", "--delay", "900"]),
  stateScene("huge", "huge", ["--skills", "10000", "--page", "1000"], text(/10,000/)),
  {
    name: "server-disconnected",
    act: async (page) => {
      await addServer(page, "left", rawServer());
      const serverId = await openServer(page, "left");
      await text("refunds")(page);
      await call(page, "servers.disconnect", { serverId });
      await text("Not connected")(page);
    },
  },
  {
    name: "checks-findings",
    act: async (page) => {
      const faults = ["wrong-digest", "missing-ttl", "unknown-skill-success"];
      await addServer(page, "faulty", rawServer(...faults.flatMap((id) => ["--fault", id])));
      await openServer(page, "faulty");
      await opened(page).getByRole("button", { name: "Check", exact: true }).click();
      await opened(page).getByText("ext-entry-digest-value").first().waitFor({ timeout: 60_000 });
    },
    readme: { light: "checks" },
  },
  {
    name: "finding-messages",
    act: async (page) => {
      await opened(page)
        .getByRole("button", { name: /Show .*message/ })
        .first()
        .click();
      await opened(page)
        .getByText(/"jsonrpc"|resources\/read|skills\//)
        .first()
        .waitFor();
    },
  },
  {
    name: "mismatch",
    act: async (page) => {
      const server = await openServer(page, "faulty");
      const uri = "skill://acme/billing/invoices/SKILL.md";
      await show(page, {
        open: "skill",
        server,
        uri,
        tab: "files",
        file: uri.replace("SKILL.md", "assets/stamp.png"),
      });
      await text(/match/)(page);
    },
  },
  {
    name: "traffic",
    act: async (page) => {
      await page.keyboard.press("Control+j");
      await page.getByRole("region", { name: "Traffic" }).waitFor();
      await page.getByRole("region", { name: "Traffic" }).getByText("resources/read").first().click();
    },
    undo: (page) => page.keyboard.press("Control+j"),
  },
  {
    name: "no-servers",
    act: async (page) => {
      for (const { config } of await call(page, "servers.list", {}))
        await call(page, "servers.remove", { serverId: config.serverId });
      // Until the page was told that they are gone, the key would open one of them.
      await page.getByText("No server yet").first().waitFor();
      await page.keyboard.press("Alt+1");
      await opened(page).getByText("No server yet").waitFor();
    },
  },
];
