/** sep-2640-v1-draft: `[rule, what is broken, patch, options]`, written from the requirement's text. */
import * as p from "../dialect-patch.mjs";

const MAIN = "skill://code-review/SKILL.md";
const LIST = "skills/list";
const GET = "skills/get";
/** Changes the entry of one skill, in the list and when asked for. */
const entry = (change) =>
  p.both(
    p.result(LIST, (r) => r.skills.filter(({ uri }) => uri === MAIN).forEach(change)),
    p.result(GET, (r) => {
      if (r.skill.uri === MAIN) change(r.skill);
    }),
  );
const resources = (change) =>
  entry((e) => {
    e.resources = change(e.resources) ?? e.resources;
  });
const withoutNested = (e) => {
  if (e.uri.endsWith("/handbook/SKILL.md"))
    e.resources = e.resources.filter(({ uri }) => !uri.includes("/travel/"));
};
const gone = (method) => p.refused(method, -32601, "Method not found");
const modern = { era: "modern" };
/** One skill a page. @param change of the page in place, with the place of its first skill */
const paged = (change) =>
  p.answer(LIST, async (message, { cursor }, ask) => {
    if (message.error) return;
    const { result } = await ask(LIST, {});
    const at = cursor === undefined ? 0 : Number(cursor);
    message.result.skills = [result.skills[at]];
    if (at + 1 < result.skills.length) message.result.nextCursor = String(at + 1);
    change(message.result, at, result.skills);
  });

export const sep2640V1Draft = {
  profile: "sep-2640-v1-draft",
  dialects: ["sep-2640-v1-draft"],
  eras: ["modern", "legacy"],
  mutants: [
    [
      "vd-no-size",
      "the elements of one skill have a size",
      resources((all) => all.forEach(p.set({ size: 7 }))),
    ],
    [
      "vd-get-no-cache",
      "skills/get has ttlMs and cacheScope",
      p.result(GET, (r) => {
        r.ttlMs = 5_000;
        r.cacheScope = "public";
      }),
      modern,
    ],
    ["vd-get-no-cache", "skills/get has ttlMs alone", p.result(GET, p.set({ ttlMs: 5_000 })), modern],
    ["vd-dynamic-omit", "an entry without resources", entry(p.drop("resources")), { note: true }],
    ["vd-dynamic-omit", 'resources is "dynamic"', entry(p.set({ resources: "dynamic" }))],
    ["vd-list", "no skills/list", gone(LIST)],
    [
      "vd-list",
      "skills is no array",
      p.result(LIST, (r) => {
        r.skills = { first: r.skills[0] };
      }),
    ],
    ["vd-list", "a last page without end", p.result(LIST, p.set({ nextCursor: "0" }))],
    [
      "vd-list",
      "one entry on two pages",
      paged((r, at, all) => {
        if (at === 1) r.skills = [all[0]];
      }),
    ],
    [
      "vd-list",
      "an entry has no uri",
      p.result(LIST, (r) => {
        delete r.skills[0].uri;
      }),
    ],
    ["vd-get", "no skills/get", gone(GET)],
    [
      "vd-get",
      "the entry stands alone, without skill",
      p.answer(GET, ({ jsonrpc, id, result }) => result && { jsonrpc, id, result: { ...result.skill } }),
    ],
    [
      "vd-get",
      "another entry than in the list",
      p.result(GET, (r) => {
        r.skill.frontmatter = { ...r.skill.frontmatter, description: "Another." };
      }),
    ],
    ["vd-get", "the answer has a cursor", p.result(GET, p.set({ nextCursor: "1" }))],
    [
      "vd-get",
      "the entry of another skill",
      p.answer(GET, (_, { uri }, ask) =>
        uri === MAIN
          ? ask(GET, { uri: "skill://release-notes/SKILL.md" }).then(({ result }) => ({
              jsonrpc: "2.0",
              id: _.id,
              result,
            }))
          : undefined,
      ),
    ],
    ["vd-get-unknown", "an unknown skill is -32603", p.error(GET, p.set({ code: -32603 }))],
    [
      "vd-get-unknown",
      "an unknown skill is an empty success",
      p.answer(GET, ({ jsonrpc, id, error }) => error && { jsonrpc, id, result: { skill: null } }),
    ],
    [
      "vd-resources-complete",
      "SKILL.md is missing",
      resources((all) => all.filter(({ uri }) => uri !== MAIN)),
    ],
    ["vd-resources-complete", "one file twice", resources((all) => [...all, all[0]])],
    [
      "vd-resources-complete",
      "a file of another skill",
      resources((all) => [...all, { ...all[0], uri: "skill://release-notes/SKILL.md" }]),
    ],
    [
      "vd-resources-complete",
      "a supporting file is missing",
      resources((all) => all.filter(({ uri }) => !uri.endsWith("/checklist.md"))),
    ],
    [
      "vd-resources-complete",
      "the files of a nested skill are missing",
      p.both(
        p.result(LIST, (r) => r.skills.forEach(withoutNested)),
        p.result(GET, (r) => withoutNested(r.skill)),
      ),
    ],
    [
      "vd-digest",
      "an element has no digest",
      resources((all) => {
        delete all[0].digest;
      }),
    ],
    [
      "vd-digest",
      "capital letters",
      resources((all) => {
        all[0].digest = all[0].digest.toUpperCase();
      }),
    ],
    [
      "vd-digest",
      "without sha256:",
      resources((all) => {
        all[0].digest = all[0].digest.slice(7);
      }),
    ],
    [
      "vd-digest",
      "the digest of other bytes",
      resources((all) => {
        all[0].digest = `sha256:${"0".repeat(64)}`;
      }),
    ],
    [
      "vd-entry-name",
      "the name is not the last segment",
      entry((e) => {
        e.frontmatter = { ...e.frontmatter, name: "review" };
      }),
    ],
    [
      "vd-entry-name",
      "a field of the file is not in the entry",
      entry((e) => {
        const { license, ...rest } = e.frontmatter;
        e.frontmatter = rest;
      }),
    ],
    [
      "vd-entry-name",
      "a field that the file has not",
      entry((e) => {
        e.frontmatter = { ...e.frontmatter, extra: "yes" };
      }),
    ],
    [
      "vd-entry-name",
      "the name is not the last segment, in the file too",
      p.served({ "pay/SKILL.md": p.skillMd({ name: "bills", description: "Pays bills. Use when due." }) }),
    ],
    ["vd-list-cache", "no ttlMs", p.result(LIST, p.drop("ttlMs")), modern],
    ["vd-list-cache", "no cacheScope", p.result(LIST, p.drop("cacheScope")), modern],
    ["vd-list-cache", "ttlMs is negative", p.result(LIST, p.set({ ttlMs: -1 })), modern],
    ["vd-list-cache", "cacheScope is shared", p.result(LIST, p.set({ cacheScope: "shared" })), modern],
  ],
  unbreakable: {},
};
