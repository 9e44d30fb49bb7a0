/** resource-catalog on the indexes and their queries. */
import * as p from "../dialect-patch.mjs";

const READ = "resources/read";
const SKILLS = "resource://catalog/skills_index";
const PROMPTS = "resource://catalog/prompts_index";
const ANY_PROMPTS = /\/prompts_index(?:\?|$)/;
const PROMPT_LIST = {
  prompts: ["check-form", "write-letter"].map((id, at) => ({
    id,
    name: id,
    description: `Asks for ${id}.`,
    tags: [["forms", "letters"][at]],
    version: "1.0.0",
    document: `resource://prompts/${id}/document`,
  })),
};

/** @param broken gives the right server with patches */
export function indexMutants(broken) {
  /** The index under any query. */
  const ANY_SKILLS = /\/skills_index(?:\?|$)/;
  const index = (change) => broken(p.json(ANY_SKILLS, change));
  const entry = (change) => index((i) => i.skills.filter(({ id }) => id === "pay").forEach(change));
  const promptIndex = (change) => broken(p.json(ANY_PROMPTS, change));
  const promptEntry = (change) =>
    promptIndex((i) => i.prompts.filter(({ id }) => id === "check-form").forEach(change));
  const queried = (key, change) =>
    broken(
      p.answer(READ, (message, params, ask) => {
        const { searchParams, pathname } = new URL(params.uri.replace("resource:", "http:"));
        return pathname === "/skills_index" && searchParams.has(key)
          ? change(message, params, ask)
          : undefined;
      }),
    );
  const ignoring = (wanted, list) =>
    broken(
      p.answer(READ, async ({ jsonrpc, id }, { uri }, ask) => {
        if (!wanted.test(uri)) return undefined;
        const text = JSON.stringify(
          list ?? JSON.parse((await ask(READ, { uri: uri.split("?")[0] })).result.contents[0].text),
        );
        return { jsonrpc, id, result: { contents: [{ uri, mimeType: "application/json", text }] } };
      }),
    );
  return [
    ["cat-index-list", "no JSON", broken(p.content(ANY_SKILLS, p.set({ text: "pay\n" })))],
    ["cat-index-list", "no array", index((i) => ({ skills: { first: i.skills[0] } }))],
    ["cat-index-one-per-id", "one id twice", broken(p.json(SKILLS, (i) => void i.skills.push(i.skills[0])))],
    ...["id", "name", "description", "tags", "capabilities"].map((key) => [
      "cat-index-fields",
      `no ${key}`,
      entry(p.drop(key)),
    ]),
    ["cat-index-fields", "tags is a string", entry(p.set({ tags: "money" }))],
    ["cat-prompts-index-list", "no JSON", broken(p.content(ANY_PROMPTS, p.set({ text: "check-form\n" })))],
    ["cat-prompts-index-list", "no array", promptIndex((i) => ({ prompts: { first: i.prompts[0] } }))],
    [
      "cat-prompts-index-one",
      "one id twice",
      broken(p.json(PROMPTS, (i) => void i.prompts.push(i.prompts[0]))),
    ],
    ...["id", "name", "description", "tags", "version", "document"].map((key) => [
      "cat-prompts-index-fields",
      `no ${key}`,
      promptEntry(p.drop(key)),
    ]),
    [
      "cat-prompts-index-fields",
      "another document",
      promptEntry(p.set({ document: "resource://prompts/other/document" })),
    ],
    [
      "cat-query-same-family",
      "other keys with limit",
      broken(
        p.json(/skills_index\?limit=1$/, (i) => {
          i.skills = i.skills.map(({ id }) => ({ skill: id }));
        }),
      ),
    ],
    [
      "cat-query-optional",
      "no records with an empty q",
      broken(p.json(/skills_index\?q=$/, () => ({ hint: "Give a q" }))),
    ],
    [
      "cat-query-optional",
      "tag is refused",
      queried("tag", ({ jsonrpc, id }) => ({ jsonrpc, id, error: { code: -32602, message: "Unknown tag" } })),
    ],
    [
      "cat-query-optional",
      "q and limit are refused together",
      broken(p.unread(/skills_index\?q=\w+&limit=/, -32602, "One key at a time")),
    ],
    [
      "cat-query-unknown",
      "ignored for skills, rejected for prompts",
      broken(p.unread(/prompts_index\?zz=/, -32602, "Unknown key zz")),
    ],
    [
      "cat-query-unknown",
      "rejected the second time",
      (() => {
        let times = 0;
        return broken(
          p.answer(READ, ({ jsonrpc, id }, { uri }) => {
            if (!uri.endsWith("skills_index?zz=1")) return undefined;
            times += 1;
            return times % 2 === 0
              ? { jsonrpc, id, error: { code: -32602, message: "Unknown key zz" } }
              : undefined;
          }),
        );
      })(),
    ],
    ["cat-query-filter", "limit bounds nothing", ignoring(/skills_index\?limit=1$/)],
    ["cat-query-filter", "tag filters nothing", ignoring(/skills_index\?tag=\w+$/)],
    ["cat-query-filter", "capability filters nothing", ignoring(/skills_index\?capability=[\w-]+$/)],
    [
      "cat-query-filter",
      "the cursor gives the first page again",
      broken(
        p.json(/skills_index\?.*cursor=/, (i) => {
          i.skills = i.skills.map((one) => ({ ...one, id: "pay", name: "pay" }));
        }),
      ),
    ],
    ["cat-prompts-query", "limit bounds nothing", ignoring(/prompts_index\?limit=1$/, PROMPT_LIST)],
    ["cat-prompts-query", "tag filters nothing", ignoring(/prompts_index\?tag=\w+$/, PROMPT_LIST)],
    [
      "cat-prompts-query",
      "capability is rejected, other unknown keys are not",
      broken(p.unread(/prompts_index\?capability=/, -32602, "Unknown key capability")),
    ],
    [
      "cat-prompts-query",
      "other keys with limit",
      broken(
        p.json(/prompts_index\?limit=1$/, (i) => {
          i.prompts = i.prompts.map(({ id }) => ({ prompt: id }));
        }),
      ),
    ],
  ];
}
