/** sep-2076: `[rule, what is broken, patch, options]`, written from the requirement's text. */
import * as p from "../dialect-patch.mjs";

const NAME = "code-review";
const LIST = "skills/list";
const GET = "skills/get";
const FILE = "skill://code-review/references/checklist.md";
const note = { note: true };
/** Changes the element of one skill in the list. */
const element = (change) =>
  p.result(LIST, (r) => r.skills.filter(({ name }) => name === NAME).forEach(change));
/** Changes what skills/get gives for it. */
const got = (change) =>
  p.result(GET, (r, { name }) => {
    if (name === NAME) change(r);
  });
const files = (change) => got((r) => change(r.files.find(({ uri }) => uri === FILE)));
const set = (key, value) =>
  element((e) => {
    e[key] = value;
  });
const depends = (key, value) => set("dependencies", { [key]: value });
const found = (method, key, rows) => p.instead(method, () => ({ [key]: rows }));
const required = set("arguments", [{ name: "diff", required: true }]);
/** A right skill with a required argument: refused without it. */
const asking = p.both(
  required,
  p.refused(
    GET,
    -32602,
    "Missing argument diff",
    ({ name, arguments: given }) => name === NAME && typeof given?.diff !== "string",
  ),
);
const gone = (method) => p.refused(method, -32601, "Method not found");

export const sep2076 = {
  profile: "sep-2076",
  dialects: ["sep-2076"],
  eras: ["legacy"],
  rights: [
    ["with a required argument", asking],
    [
      "with dependencies that are there",
      p.both(
        set("dependencies", {
          tools: ["diff"],
          prompts: [{ type: "ref/prompt", name: "review" }],
          resources: [{ type: "ref/resource", uri: FILE }],
        }),
        found("tools/list", "tools", [{ name: "diff", inputSchema: { type: "object" } }]),
        found("prompts/list", "prompts", [{ name: "review" }]),
        p.capabilities((c) => {
          c.tools = {};
          c.prompts = {};
        }),
      ),
    ],
  ],
  mutants: [
    ["s2076-cap", "skills is not declared", p.capabilities(p.drop("skills")), note],
    ["s2076-cap", "skills is true", p.capabilities(p.set({ skills: true })), note],
    [
      "s2076-cap",
      "listChanged is a string",
      p.capabilities((c) => {
        c.skills.listChanged = "yes";
      }),
      note,
    ],
    ["s2076-methods", "no skills/list", gone(LIST)],
    ["s2076-methods", "no skills/get", gone(GET)],
    ["s2076-list-shape", "skills is no array", p.result(LIST, p.set({ skills: {} }))],
    ["s2076-list-shape", "no name", element(p.drop("name"))],
    ["s2076-list-shape", "the name is a number", set("name", 7)],
    ["s2076-list-shape", "the title is an object", set("title", {})],
    ["s2076-list-shape", "the description is a list", set("description", ["Reviews"])],
    ["s2076-list-shape", "the version is a number", set("version", 1.6)],
    ["s2076-list-shape", "tags is a string", set("tags", "review")],
    ["s2076-list-shape", "a tag is a number", set("tags", [1])],
    ["s2076-list-shape", "an argument without a name", set("arguments", [{ title: "Diff" }])],
    ["s2076-list-shape", "required is a string", set("arguments", [{ name: "diff", required: "no" }])],
    ["s2076-list-shape", "dependencies.tools is a string", depends("tools", "diff")],
    ["s2076-list-shape", "icons is an object", set("icons", {})],
    ["s2076-list-shape", "_meta is a list", set("_meta", [])],
    [
      "s2076-list-shape",
      "an entry of SEP-2640",
      element((e) => {
        e.uri = "skill://code-review/SKILL.md";
        e.frontmatter = { name: NAME };
      }),
    ],
    [
      "s2076-list-shape",
      "one name twice",
      p.result(LIST, (r) => {
        r.skills.push(r.skills[0]);
      }),
      note,
    ],
    ["s2076-list-shape", "an unknown key", set("colour", "red"), note],
    [
      "s2076-get-by-name",
      "a listed skill is unknown",
      p.refused(GET, -32602, "Unknown skill", ({ name }) => name === NAME),
    ],
    [
      "s2076-get-by-name",
      "asked for by uri only",
      p.refused(GET, -32602, "Missing uri", ({ uri }) => uri === undefined),
    ],
    [
      "s2076-get-by-name",
      "refused with its argument",
      p.both(
        asking,
        p.refused(GET, -32602, "No such diff", ({ name }) => name === NAME),
      ),
      note,
    ],
    ["s2076-get-instructions", "no instructions", got(p.drop("instructions"))],
    [
      "s2076-get-instructions",
      "instructions is a list",
      got((r) => {
        r.instructions = [r.instructions];
      }),
    ],
    ["s2076-get-error", "an unknown name is -32603", p.error(GET, p.set({ code: -32603 }))],
    [
      "s2076-get-error",
      "an unknown name is an empty skill",
      p.answer(GET, ({ jsonrpc, id, error }) => error && { jsonrpc, id, result: { instructions: "" } }),
    ],
    ["s2076-get-error", "a missing required argument is let pass", required],
    [
      "s2076-get-shape",
      "wrapped in skill",
      p.answer(GET, ({ jsonrpc, id, result }) => result && { jsonrpc, id, result: { skill: result } }),
    ],
    ["s2076-get-shape", "the description is an object", got(p.set({ description: {} }))],
    [
      "s2076-get-shape",
      "files is an object",
      got((r) => {
        r.files = { first: r.files[0] };
      }),
    ],
    ["s2076-get-shape", "dependencies is a list", got(p.set({ dependencies: [] }))],
    ["s2076-deps-tools", "a tool that is not listed", depends("tools", ["no-such-tool"])],
    [
      "s2076-deps-tools",
      "of several tools one is not listed",
      p.both(
        depends("tools", ["diff", "patch"]),
        found("tools/list", "tools", [{ name: "diff", inputSchema: { type: "object" } }]),
        p.capabilities(p.set({ tools: {} })),
      ),
    ],
    ["s2076-deps-tools", "in skills/get", got(p.set({ dependencies: { tools: ["no-such-tool"] } }))],
    [
      "s2076-deps-prompts",
      "a prompt that is not listed",
      depends("prompts", [{ type: "ref/prompt", name: "no-such-prompt" }]),
    ],
    [
      "s2076-deps-prompts",
      "another type",
      p.both(
        depends("prompts", [{ type: "prompt", name: "review" }]),
        found("prompts/list", "prompts", [{ name: "review" }]),
        p.capabilities(p.set({ prompts: {} })),
      ),
    ],
    [
      "s2076-deps-resources",
      "a resource that cannot be read",
      depends("resources", [{ type: "ref/resource", uri: "skill://no-such/file.md" }]),
    ],
    ["s2076-deps-resources", "another type", depends("resources", [{ type: "resource", uri: FILE }])],
    [
      "s2076-deps-resources",
      "a template that is not listed",
      depends("resources", [{ type: "ref/resource", uri: "skill://{name}/file.md" }]),
    ],
    ["s2076-files", "a file that cannot be read", p.unread(FILE, -32002, "Resource not found")],
    ["s2076-files", "a file without a name", files(p.drop("name"))],
    ["s2076-files", "a file without a uri", files(p.drop("uri"))],
    ["s2076-files", "required is a string", files(p.set({ required: "yes" }))],
    ["s2076-files", "another type than the content's", files(p.set({ mimeType: "text/plain" })), note],
    ["s2076-notify", "the list changes in mid-run", p.notice(GET, "notifications/skills/list_changed"), note],
    [
      "s2076-mapping",
      "the instructions begin with the frontmatter",
      got((r) => {
        r.instructions = p.skillMd({ name: NAME, description: "Reviews." }, r.instructions);
      }),
      note,
    ],
  ],
  unbreakable: {},
};
