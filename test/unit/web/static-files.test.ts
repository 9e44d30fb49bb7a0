import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createStaticFiles } from "../../../electron/web/static-files";
import { tempFolder } from "../../support/temp";

function folder() {
  const base = tempFolder();
  const root = join(base, "renderer");
  mkdirSync(join(root, "assets"), { recursive: true });
  mkdirSync(join(base, "other"));
  writeFileSync(join(base, "other", "secret.js"), "secret");
  writeFileSync(join(root, "index.html"), "page");
  writeFileSync(join(root, "assets", "ä b.js"), "script");
  return { base, root };
}

it("gives each file its type, by its decoded path", async () => {
  const { root } = folder();
  const files = createStaticFiles(root);
  const page = await files.answer("/");
  expect([page.status, page.headers["Content-Type"]]).toEqual([200, "text/html; charset=utf-8"]);
  const script = await files.answer("/assets/%C3%A4%20b.js");
  expect([Buffer.from(script.body).toString(), script.headers["Content-Type"]]).toEqual([
    "script",
    "text/javascript; charset=utf-8",
  ]);
});

it("follows no link, neither to a file nor to a folder", async () => {
  const { base, root } = folder();
  symlinkSync(join(base, "other", "secret.js"), join(root, "linked.js"));
  symlinkSync(join(base, "other"), join(root, "linked"));
  const files = createStaticFiles(root);
  expect((await files.answer("/linked.js")).status).toBe(404);
  expect((await files.answer("/linked/secret.js")).status).toBe(404);
});

it("serves a folder that is itself reached by a link", async () => {
  const { base, root } = folder();
  symlinkSync(root, join(base, "link"));
  expect((await createStaticFiles(join(base, "link")).answer("/index.html")).status).toBe(200);
});

it("finds the files of a new build when the page is loaded again", async () => {
  const { base, root } = folder();
  const files = createStaticFiles(root);
  await files.answer("/");
  writeFileSync(join(base, "new.js"), "new");
  renameSync(join(base, "new.js"), join(root, "assets", "new.js"));
  await files.answer("/");
  expect((await files.answer("/assets/new.js")).status).toBe(200);
});

it("answers 404 for everything while nothing is built", async () => {
  const files = createStaticFiles(join(tempFolder(), "missing"));
  const answer = await files.answer("/");
  expect([answer.status, answer.headers["Content-Security-Policy"]]).toEqual([404, "default-src 'none'"]);
});
