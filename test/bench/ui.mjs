#!/usr/bin/env node
/**
 * How fast the screen is, in a real Chromium on the real app: `node test/bench/ui.mjs [--sizes 100,1000,10000]`.
 * Prints JSON, a row per size; times in milliseconds, the median of several:
 *
 *   filter   a key typed into the filter, to the frame in which the narrowed tree is painted
 *   open     a click on a skill, to the frame in which its text is painted; `openServer` is the part of it that the
 *            server took for its answer, by the app's own traffic
 *   blank    frames without a row of the tree while it is scrolled from end to end, of `frames`
 */
import { chromium } from "playwright";
import { addServer, call, rawServer, show, startApp } from "../../scripts/screenshots/app.mjs";

const option = process.argv.indexOf("--sizes");
const sizes = (option < 0 ? "100,1000,10000,100000" : process.argv[option + 1]).split(",").map(Number);
const RUNS = 7;
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const round = (value) => Math.round(value * 10) / 10;

/**
 * In the page: does something and waits for what it changes. The clock starts at the event and stops in the task after
 * the frame that shows the change.
 */
const timed = (page, act, shown) =>
  page.evaluate(
    ([act, shown]) =>
      new Promise((resolve, reject) => {
        const ready = new Function(`return ${shown}`);
        const limit = setTimeout(() => reject(new Error(`never: ${shown}`)), 20_000);
        const begun = performance.now();
        const look = () => {
          if (!ready()) return requestAnimationFrame(look);
          clearTimeout(limit);
          const channel = new MessageChannel();
          channel.port1.onmessage = () => resolve(performance.now() - begun);
          channel.port2.postMessage(0);
        };
        new Function(act)();
        requestAnimationFrame(look);
      }),
    [act, shown],
  );

async function measureFilter(page) {
  const times = [];
  for (let run = 0; run < RUNS; run++) {
    const text = `skill-000${10 + run}`;
    const type = (value) => `
      const input = document.getElementById("tree-filter");
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(input, ${JSON.stringify(value)});
      input.dispatchEvent(new Event("input", { bubbles: true }));`;
    // From a filter that nearly all pass to one that a single skill passes: the most that one key can change.
    await timed(page, type(text.slice(0, -1)), `document.querySelectorAll("[role=treeitem]").length > 1`);
    await page.waitForTimeout(150);
    times.push(
      await timed(
        page,
        type(text),
        `[...document.querySelectorAll("#skill-tree mark")].some((mark) => mark.textContent === "${text}")`,
      ),
    );
    await timed(page, type(""), `!document.querySelector("#skill-tree mark")`);
  }
  return round(median(times));
}

async function measureOpen(page, serverId) {
  const times = [];
  const served = [];
  for (let run = 0; run < RUNS; run++) {
    const number = 2 + run;
    const name = `skill-${String(number).padStart(5, "0")}`;
    await show(page, { server: serverId });
    const card = page.locator(".server-skills .card", { hasText: name });
    await card.first().evaluate((element) => element.setAttribute("data-bench", "open"));
    times.push(
      await timed(
        page,
        `document.querySelector("[data-bench=open]").click()`,
        `document.querySelector("article h1")?.textContent === "Task ${number}"`,
      ),
    );
    const { rows } = await call(page, "traffic.page", { limit: 50 });
    served.push(rows.filter(({ kind }) => kind === "response").at(-1)?.durationMs ?? 0);
  }
  return { open: round(median(times)), openServer: round(median(served)) };
}

async function measureScroll(page) {
  return page.evaluate(async () => {
    const tree = document.getElementById("skill-tree");
    const scroller = [tree, ...tree.querySelectorAll("*"), tree.parentElement].find(
      (element) => element.scrollHeight > element.clientHeight + 1,
    );
    if (!scroller) return { frames: 0, blank: 0, slowest: 0 };
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const box = scroller.getBoundingClientRect();
    let [frames, blank, slowest, last] = [0, 0, 0, performance.now()];
    for (let step = 0; step <= 60; step++) {
      scroller.scrollTop = (scroller.scrollHeight * step) / 60;
      await frame();
      const middle = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      if (!middle?.closest("[role=treeitem]")) blank += 1;
      frames += 1;
      slowest = Math.max(slowest, performance.now() - last);
      last = performance.now();
    }
    return { frames, blank, slowest: Math.round(slowest) };
  });
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});
const rows = [];
for (const size of sizes) {
  const app = await startApp();
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
  page.setDefaultTimeout(60_000);
  await page.goto(app.url);
  await page.getByRole("treeitem").first().waitFor();
  const transport = rawServer("--skills", String(size), "--page", "1000");
  const begun = performance.now();
  const serverId = await addServer(page, "bench", transport);
  const words = size.toLocaleString("en-US");
  await page
    .getByRole("treeitem", { name: new RegExp(`bench.*${words}`) })
    .first()
    .waitFor();
  const listed = round(performance.now() - begun);
  const filter = await measureFilter(page);
  const opened = await measureOpen(page, serverId);
  // Every folder open, so that there is a row for each skill.
  await page.locator("#tree-filter").fill("skill");
  const scroll = await measureScroll(page);
  rows.push({ skills: size, listed, filter, ...opened, ...scroll });
  process.stderr.write(`${JSON.stringify(rows.at(-1))}\n`);
  await page.close();
  await app.stop();
}
await browser.close();
process.stdout.write(`${JSON.stringify({ goals: { skills: 10_000, filter: 50, open: 100 }, rows })}\n`);
