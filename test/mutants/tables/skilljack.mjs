/** skilljack: `[rule, what is broken, patch, options]`, written from the requirement's text. */
import * as p from "../dialect-patch.mjs";
import { collectionMutants, one } from "./skilljack-collections.mjs";

const READ = "resources/read";
const SKILL = "skill://code-review";
const DIR = `${SKILL}/`;
const COMPLETE = "completion/complete";
const completed = (change) =>
  p.result(COMPLETE, (r, { argument, ref }) => change(r.completion, argument.value, ref));
const unknown = (change) =>
  p.error(READ, (e) => {
    if (/^Skill ".*" not found/.test(e.message)) change(e);
  });
const tool = (name, change) =>
  p.result("tools/list", (r) =>
    change(
      r.tools.find((one) => one.name === name),
      r,
    ),
  );
const subscribe = "resources/subscribe";

export const skilljack = {
  profile: "skilljack",
  dialects: ["skilljack"],
  eras: ["legacy"],
  rights: [["a skill of one file", p.served(one)]],
  mutants: [
    ...collectionMutants,
    [
      "sj-uri",
      "SKILL.md stands in the URI",
      p.row(/^skill:\/\/[^/]+$/, (row) => {
        row.uri += "/SKILL.md";
      }),
    ],
    ["sj-uri", "the URI is not the name", p.row(SKILL, p.set({ uri: "skill://review" }))],
    [
      "sj-uri",
      "the name is not encoded",
      p.both(
        p.served({ "my/SKILL.md": p.skillMd({ name: "My Skill", description: "Mine. Use when mine." }) }),
        p.row("skill://My%20Skill", p.set({ uri: "skill://My Skill" })),
      ),
    ],
    ["sj-templates", "one is missing", p.templates((all) => all.slice(0, 1))],
    ["sj-templates", "another order", p.templates((all) => all.reverse())],
    [
      "sj-templates",
      "another description",
      p.templates((all) => {
        all[1].description = "Files";
      }),
    ],
    [
      "sj-templates",
      "another name",
      p.templates((all) => {
        all[0].name = "skill";
      }),
    ],
    [
      "sj-templates",
      "another type",
      p.templates((all) => {
        all[1].mimeType = "text/markdown";
      }),
    ],
    [
      "sj-templates",
      "the template of later versions",
      p.templates(() => [{ name: "skill", uriTemplate: "skill://{+skillUri}" }]),
    ],
    [
      "sj-templates",
      "the template of versions before 0.4",
      p.templates((all) => [...all, { name: "file", uriTemplate: "skill://{skillName}/{path}" }]),
    ],
    [
      "sj-completion",
      "the empty value gives nothing",
      completed((c, value) => {
        if (value === "") Object.assign(c, { values: [], total: 0 });
      }),
    ],
    [
      "sj-completion",
      "the letter's case counts",
      completed((c, value) => {
        c.values = c.values.filter((name) => name.startsWith(value));
        c.total = c.values.length;
      }),
    ],
    [
      "sj-completion",
      "a middle part matches",
      p.result(COMPLETE, (r, { argument: { value } }) => {
        if (value !== "" && r.completion.values.length === 0)
          Object.assign(r.completion, { values: ["code-review"], total: 1 });
      }),
    ],
    [
      "sj-completion",
      "the total is another",
      completed((c) => {
        c.total = c.values.length + 1;
      }),
    ],
    ["sj-completion", "there is said to be more", completed(p.set({ hasMore: true }))],
    [
      "sj-completion",
      "the prompt completes nothing",
      completed((c, _, ref) => {
        if (ref.type === "ref/prompt") Object.assign(c, { values: [], total: 0 });
      }),
    ],
    ["sj-unknown", "-32602", unknown(p.set({ code: -32602 }))],
    [
      "sj-unknown",
      "no names",
      unknown((e) => {
        e.message = e.message.replace(/ Available.*/, "");
      }),
    ],
    [
      "sj-unknown",
      "the names in another order",
      unknown((e) => {
        e.message = e.message.replace(
          /(Available: )(.*)/,
          (_, before, names) => before + names.split(", ").reverse().join(", "),
        );
      }),
    ],
    [
      "sj-unknown",
      "a later version",
      unknown((e) => {
        e.code = -32602;
        e.message = "Skill resource not found for URI: skill://zz-no-such-skill";
      }),
    ],
    ["sj-unknown", "a success in prose", p.text(/zz-no-such-skill/, "# Error\n", { mimeType: "text/plain" })],
    ["sj-no-meta", "a size", p.row(SKILL, p.set({ size: 7 }))],
    ["sj-no-meta", "a title", p.row(SKILL, p.set({ title: "Review" }))],
    ["sj-no-meta", "annotations", p.row(DIR, p.set({ annotations: { priority: 1 } }))],
    [
      "sj-no-meta",
      "_meta on a template",
      p.templates((all) => {
        all[0]._meta = {};
      }),
    ],
    [
      "sj-list-order",
      "each directory after its skill",
      p.list((rows) =>
        rows
          .filter(({ uri }) => !uri.endsWith("/"))
          .flatMap((row) => [row, rows.find(({ uri }) => uri === `${row.uri}/`)]),
      ),
    ],
    [
      "sj-list-order",
      "the directories the other way round",
      p.list((rows) => [...rows.slice(0, rows.length / 2), ...rows.slice(rows.length / 2).reverse()]),
    ],
    [
      "sj-name-case",
      "a query counts for nothing",
      p.answer(READ, ({ jsonrpc, id, error }, { uri }, ask) =>
        error && uri.includes("?")
          ? ask(READ, { uri: uri.split("?")[0] }).then(({ result }) => ({ jsonrpc, id, result }))
          : undefined,
      ),
    ],
    [
      "sj-name-case",
      "the letter's case counts for nothing",
      p.answer(READ, ({ jsonrpc, id, error }, { uri }, ask) =>
        error && !uri.includes("?")
          ? ask(READ, { uri: uri.toLowerCase() }).then(({ result, error: left }) => ({
              jsonrpc,
              id,
              ...(result ? { result } : { error: left }),
            }))
          : undefined,
      ),
    ],
    [
      "sj-name-case",
      "-32602 for a query",
      p.error(READ, p.set({ code: -32602 }), ({ uri }) => uri.includes("?")),
    ],
    [
      "sj-caps",
      "no subscriptions",
      p.capabilities((c) => {
        c.resources.subscribe = false;
      }),
    ],
    ["sj-caps", "no completions", p.capabilities(p.drop("completions"))],
    [
      "sj-caps",
      "the skills extension is declared",
      p.capabilities(p.set({ extensions: { "io.modelcontextprotocol/skills": {} } })),
    ],
    ["sj-caps", "instructions", p.handshake(p.set({ instructions: "Read the skills." }))],
    [
      "sj-subscribe",
      "a skill is refused",
      p.refused(subscribe, -32603, "Resource not found: x", ({ uri }) => uri !== "skill://"),
    ],
    [
      "sj-subscribe",
      "skill:// is refused",
      p.refused(subscribe, -32603, "Resource not found: skill://", ({ uri }) => uri === "skill://"),
    ],
    [
      "sj-subscribe",
      "an unknown skill is accepted",
      p.answer(subscribe, ({ jsonrpc, id, error }) => error && { jsonrpc, id, result: {} }),
    ],
    ["sj-subscribe", "an unknown skill is -32602", p.error(subscribe, p.set({ code: -32602 }))],
    [
      "sj-subscribe",
      "unsubscribing is refused",
      p.refused("resources/unsubscribe", -32603, "Not subscribed"),
    ],
    [
      "sj-tools",
      "no tool skill",
      tool("skill", (_, r) => {
        r.tools = r.tools.filter(({ name }) => name !== "skill");
      }),
    ],
    [
      "sj-tools",
      "no tool skill-resource",
      tool("skill", (_, r) => {
        r.tools = r.tools.filter(({ name }) => name === "skill");
      }),
    ],
    [
      "sj-tools",
      "another input",
      tool("skill-resource", ({ inputSchema }) => {
        delete inputSchema.properties.path;
      }),
    ],
    ["sj-tools", "no catalogue in the description", tool("skill", p.set({ description: "Gives a skill." }))],
    [
      "sj-tools",
      "absolute paths in the description",
      tool("skill", (t) => {
        t.description = t.description.replaceAll("<location>", "<location>/srv/skills/");
      }),
      { note: true },
    ],
    [
      "sj-prompts",
      "no prompt skill",
      p.result("prompts/list", (r) => {
        r.prompts.shift();
      }),
    ],
    [
      "sj-prompts",
      "a skill has no prompt",
      p.result("prompts/list", (r) => {
        r.prompts.pop();
      }),
    ],
    [
      "sj-prompts",
      "a prompt gives text",
      p.result("prompts/get", (r) => {
        r.messages[0].content = { type: "text", text: "# Review\n" };
      }),
    ],
    [
      "sj-prompts",
      "a prompt gives another resource",
      p.result("prompts/get", (r) => {
        r.messages[0].content.resource.uri = "skill://other";
      }),
    ],
  ],
  unbreakable: {},
};
