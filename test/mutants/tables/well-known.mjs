/** well-known-agent-skills-0.2.0: `[rule, what is broken, patch, options]`, written from the requirement's text. */
import { createHash } from "node:crypto";
import * as p from "../dialect-patch.mjs";

const INDEX = "/.well-known/agent-skills/index.json";
const digestOf = (bytes) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
const text = (fields) => p.skillMd({ description: "Pays bills. Use when a bill arrives.", ...fields });
/** A skill of one file, one packed as .tar.gz and one as .zip. */
const skills = p.served({
  "pay/SKILL.md": text({ name: "pay" }),
  "ship/SKILL.md": text({ name: "ship" }),
  "ship/docs/a.md": "# A\n",
  "sends/SKILL.md": text({ name: "sends" }),
  "sends/docs/a.md": "# A\n",
});
const at = (wanted, change) =>
  p.both(
    skills,
    p.site((answer, method, path, ...more) => {
      if (typeof wanted === "string" ? path === wanted : wanted.test(path))
        return change(answer, method, path, ...more);
    }),
  );
const PAY = /\/pay\/SKILL\.md$/;
const TAR = /\/ship\.tar\.gz$/;
const ZIP = /\/sends\.zip$/;
const index = (change) =>
  at(INDEX, (answer) => {
    const value = JSON.parse(answer.body);
    answer.body = Buffer.from(JSON.stringify(change(value) ?? value));
  });
const entry = (change, name = "pay") =>
  index(({ skills: all }) => change(all.find((one) => one.name === name)));
const typed = (wanted, type) =>
  at(wanted, ({ headers }) => {
    headers["content-type"] = type;
  });
/** Other bytes for the artifact of one skill, with their digest in the index. */
const artifact = (name, make) =>
  p.both(
    skills,
    p.site(async (answer, _, path, fetched, packs) => {
      const { skills: all } = JSON.parse((await fetched(INDEX)).body);
      const { url } = all.find((one) => one.name === name);
      const bytes = make(packs);
      if (path === url) answer.body = bytes;
      if (path !== INDEX) return;
      const value = JSON.parse(answer.body);
      value.skills.find((one) => one.name === name).digest = digestOf(bytes);
      answer.body = Buffer.from(JSON.stringify(value));
    }),
  );
const archive = (files, name = "ship", ending = ".tar.gz") =>
  artifact(name, (packs) =>
    packs[ending](Object.entries(files).map(([path, content]) => ({ path, bytes: Buffer.from(content) }))),
  );
const SHIP = { "SKILL.md": text({ name: "ship" }), "docs/a.md": "# A\n" };
const status = (answer, code) => Object.assign(answer, { status: code, body: Buffer.from("No\n") });

export const wellKnown = {
  profile: "well-known-agent-skills-0.2.0",
  dialects: ["well-known"],
  eras: ["none"],
  rights: [["skills of one file and of several", skills]],
  mutants: [
    ["wk-index", "none", at(INDEX, (answer) => status(answer, 404))],
    [
      "wk-index",
      "at the path of 0.1.0 only",
      p.both(
        skills,
        p.site(async (answer, _, path, fetched) => {
          if (path === INDEX) status(answer, 404);
          if (path === "/.well-known/skills/index.json") Object.assign(answer, await fetched(INDEX));
        }),
      ),
    ],
    ["wk-schema", "no $schema", index(p.drop("$schema"))],
    [
      "wk-schema",
      "another $schema",
      index(p.set({ $schema: "https://schemas.agentskills.io/discovery/0.3.0/schema.json" })),
    ],
    [
      "wk-skills-array",
      "skills is an object",
      index((i) => {
        i.skills = { first: i.skills[0] };
      }),
    ],
    ["wk-skills-array", "no skills", index(p.drop("skills"))],
    ["wk-name", "a capital letter", entry(p.set({ name: "Pay" }))],
    ["wk-name", "no name", entry(p.drop("name"))],
    ["wk-name", "65 characters", entry(p.set({ name: "a".repeat(65) }))],
    ["wk-name", "a hyphen last", entry(p.set({ name: "pay-" }))],
    ["wk-type", "plugin", entry(p.set({ type: "plugin" }))],
    ["wk-type", "no type", entry(p.drop("type"))],
    ["wk-description", "no description", entry(p.drop("description"))],
    ["wk-description", "a list", entry(p.set({ description: ["Pays"] }))],
    ["wk-description", "1025 characters", entry(p.set({ description: "x".repeat(1025) }))],
    ["wk-description-match", "another than the file's", entry(p.set({ description: "Another." }))],
    ["wk-description-match", "another than the archive's", entry(p.set({ description: "Another." }), "ship")],
    ["wk-url", "no url", entry(p.drop("url"))],
    ["wk-url", "a number", entry(p.set({ url: 7 }))],
    ["wk-url", "no address", entry(p.set({ url: "https://[bad/SKILL.md" }))],
    ["wk-digest", "no digest", entry(p.drop("digest"))],
    ["wk-digest", "of other bytes", entry(p.set({ digest: `sha256:${"0".repeat(64)}` }))],
    [
      "wk-digest",
      "of other bytes than the archive's",
      entry(p.set({ digest: `sha256:${"0".repeat(64)}` }), "ship"),
    ],
    [
      "wk-digest",
      "capital letters",
      entry((e) => {
        e.digest = `sha256:${e.digest.slice(7).toUpperCase()}`;
      }),
    ],
    [
      "wk-digest",
      "without sha256:",
      entry((e) => {
        e.digest = e.digest.slice(7);
      }),
    ],
    ["wk-skillmd-frontmatter", "no frontmatter", artifact("pay", () => Buffer.from("# Pay\n"))],
    [
      "wk-skillmd-frontmatter",
      "no description",
      artifact("pay", () => Buffer.from("---\nname: pay\n---\n\n# Pay\n")),
    ],
    [
      "wk-skillmd-frontmatter",
      "no name, in an archive",
      archive({
        ...SHIP,
        "SKILL.md": "---\ndescription: Pays bills. Use when a bill arrives.\n---\n\n# Ship\n",
      }),
    ],
    [
      "wk-archive-format",
      "a plain tar",
      p.both(
        skills,
        p.site(async (answer, _, path, fetched) => {
          if (path === INDEX)
            answer.body = Buffer.from(answer.body.toString().replace("ship.tar.gz", "ship.tar"));
          if (path.endsWith("/ship.tar")) {
            Object.assign(answer, await fetched(`${path}.gz`));
            answer.headers["content-type"] = "application/x-tar";
          }
        }),
      ),
    ],
    [
      "wk-archive-root",
      "a wrapper directory",
      archive({ "ship/SKILL.md": SHIP["SKILL.md"], "ship/docs/a.md": "# A\n" }),
    ],
    [
      "wk-archive-root",
      "a wrapper directory in a .zip",
      archive({ "sends/SKILL.md": text({ name: "sends" }), "sends/a.md": "# A\n" }, "sends", ".zip"),
    ],
    [
      "wk-archive-root",
      "skill.md in lower case",
      archive({ "skill.md": SHIP["SKILL.md"], "docs/a.md": "# A\n" }),
    ],
    ["wk-archive-paths", "..", archive({ ...SHIP, "../a.md": "# A\n" })],
    ["wk-archive-paths", "an absolute path", archive({ ...SHIP, "/etc/a.md": "# A\n" })],
    ["wk-archive-paths", "a backslash", archive({ ...SHIP, "docs\\b.md": "# A\n" })],
    ["wk-archive-paths", "a drive letter", archive({ ...SHIP, "C:/a.md": "# A\n" })],
    [
      "wk-archive-paths",
      ".. in a .zip",
      archive({ "SKILL.md": text({ name: "sends" }), "../a.md": "# A\n" }, "sends", ".zip"),
    ],
    ["wk-simple-type", "an archive of one file", archive({ "SKILL.md": SHIP["SKILL.md"] })],
    ["wk-ct-index", "text/plain", typed(INDEX, "text/plain")],
    ["wk-ct-index", "text/json", typed(INDEX, "text/json; charset=utf-8")],
    ["wk-ct-skillmd", "application/octet-stream", typed(PAY, "application/octet-stream")],
    ["wk-ct-skillmd", "text/html", typed(PAY, "text/html; charset=utf-8")],
    ["wk-ct-archive", ".tar.gz as application/octet-stream", typed(TAR, "application/octet-stream")],
    ["wk-ct-archive", ".tar.gz as application/x-gzip", typed(TAR, "application/x-gzip")],
    ["wk-ct-archive", ".zip as application/gzip", typed(ZIP, "application/gzip")],
    [
      "wk-get-head",
      "HEAD of the index is 405",
      at(INDEX, (answer, method) => {
        if (method === "HEAD") status(answer, 405);
      }),
    ],
    [
      "wk-get-head",
      "HEAD of an artifact is 404",
      at(TAR, (answer, method) => {
        if (method === "HEAD") status(answer, 404);
      }),
    ],
    [
      "wk-get-head",
      "HEAD has another type",
      at(PAY, ({ headers }, method) => {
        if (method === "HEAD") headers["content-type"] = "text/plain";
      }),
    ],
    ["wk-get-head", "GET of an artifact is 500", at(PAY, (answer) => status(answer, 500))],
    ["wk-404", "200 for what is not there", at(/no-such-thing/, (answer) => status(answer, 200))],
    ["wk-404", "410 for what is not there", at(/no-such-thing/, (answer) => status(answer, 410))],
    [
      "wk-404",
      "500 for an archive that is not there",
      at(/no-such-thing.*gz$/, (answer) => status(answer, 500)),
    ],
    ["wk-cache-control", "none for the index", at(INDEX, ({ headers }) => delete headers["cache-control"])],
    ["wk-cache-control", "none for an artifact", at(PAY, ({ headers }) => delete headers["cache-control"])],
    [
      "wk-cors",
      "no Access-Control-Allow-Origin",
      at(/./, ({ headers }) => delete headers["access-control-allow-origin"]),
      { note: true },
    ],
  ],
  unbreakable: {},
};
