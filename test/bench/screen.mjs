import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/test/run.mjs";
import { row, timed } from "./measure.mjs";

/** Filter, open and scroll with 100 to 100,000 skills on the screen, as test/bench/ui.mjs measures them. */
export async function screenRows(sizes) {
  const script = join(root, "test/bench/ui.mjs");
  if (!existsSync(script))
    return [row("the screen by number of skills", "not measured: test/bench/ui.mjs is missing")];
  const { output } = await timed([process.execPath, script, "--sizes", sizes.join(",")], [0, 1]);
  const { rows } = JSON.parse(output);
  return rows.map(({ skills, filter, open, blank, frames }) =>
    row(
      `the screen, ${skills.toLocaleString("en")} skills`,
      `filter ${filter} ms, open ${open} ms, ${blank} of ${frames} frames blank`,
    ),
  );
}
