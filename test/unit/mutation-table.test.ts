import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../support/fixtures";

const read = (path: string) => readFileSync(join(root, path), "utf8").replace(/\s+/g, " ");

describe("the README's words on the mutation table", () => {
  it("are those of the table itself, and both tables are linked", () => {
    const [readme, table] = [read("README.md"), read("test/mutants/RESULTS.md")];
    const caught = /\d+ of \d+ mutants caught by the rule they break/.exec(table)![0];
    const clean = /\d+ errors or warnings on \d+ runs of right servers/.exec(table)![0];
    expect(readme).toContain(caught);
    expect(readme).toContain(clean);
    const [, proved, unbreakable, rules] =
      /(\d+) of \1 rules with mutants caught all of theirs; (\d+) of (\d+) rules cannot be broken by a server, 0 have no mutant yet/.exec(
        table,
      )!;
    expect(Number(proved) + Number(unbreakable)).toBe(Number(rules));
    expect(readme).toContain(`${proved} of ${rules} rules have mutants`);
    expect(readme).toContain("](test/mutants/RESULTS.md)");
    expect(readme).toContain("](test/official/AGREEMENT.md)");
  });
});
