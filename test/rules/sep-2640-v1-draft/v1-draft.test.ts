import { describe, expect, it } from "vitest";
import { sep2640V1Draft } from "../../../shared/rules/sep-2640-v1-draft";
import { type Case, judgeCase } from "../cases";
import { collect } from "../collect";
import { testRows } from "../convention-rows";
import { error, FakeServer, type Loose } from "../fake-server";
import { judgeAll } from "../run-profiles";
import { transcriptEvidence, transcripts } from "../transcript-evidence";

const PROFILES = [sep2640V1Draft.profile];

/** Makes the released server one of the draft: no sizes, no caching fields in skills/get. */
function draft(fake: FakeServer): void {
  for (const { entry } of fake.skills) for (const item of entry.resources) delete item.size;
  fake.wrap("skills/get", (answer) => {
    if (answer.result) {
      delete answer.result.ttlMs;
      delete answer.result.cacheScope;
    }
    return answer;
  });
}

const results = (change: (result: Loose) => void) => (answer: Loose) => {
  if (answer.result) change(answer.result);
  return answer;
};

/** Each spoils a server of the draft. */
const cases: (Case & { rule: string })[] = [
  {
    rule: "vd-no-size",
    title: "sizes",
    spoil: (fake) => {
      fake.first.entry.resources[0].size = 3;
    },
    failed: ["info vd-no-size"],
  },
  {
    rule: "vd-get-no-cache",
    title: "caching fields",
    spoil: (fake) =>
      fake.wrap(
        "skills/get",
        results((result) => Object.assign(result, { ttlMs: 0 })),
      ),
    failed: ["info vd-get-no-cache"],
  },
  {
    rule: "vd-dynamic-omit",
    title: "the word of the release",
    spoil: (fake) => {
      fake.skill("triage").entry.resources = "dynamic";
    },
    failed: ["info vd-dynamic-omit"],
  },
  {
    rule: "vd-dynamic-omit",
    title: "no resources",
    spoil: (fake) => {
      delete fake.skill("triage").entry.resources;
    },
    failed: [],
    noted: ["vd-dynamic-omit"],
  },
  {
    rule: "vd-list",
    title: "no skills/list",
    spoil: (fake) => {
      fake.methods["skills/list"] = () => error(-32601, "Method not found");
    },
    failed: ["error vd-list"],
  },
  {
    rule: "vd-list",
    title: "an element without uri",
    spoil: (fake) =>
      fake.wrap(
        "skills/list",
        results(({ skills }) => skills.push({ frontmatter: { name: "x", description: "x" } })),
      ),
    failed: ["error vd-list"],
  },
  {
    rule: "vd-get",
    title: "another entry than listed",
    spoil: (fake) =>
      fake.wrap(
        "skills/get",
        results(({ skill }) => {
          skill.frontmatter.description = "Else.";
        }),
      ),
    failed: ["error vd-get"],
  },
  {
    rule: "vd-get",
    title: "a cursor",
    spoil: (fake) =>
      fake.wrap(
        "skills/get",
        results((result) => Object.assign(result, { nextCursor: "x" })),
      ),
    failed: ["error vd-get"],
  },
  {
    rule: "vd-get-unknown",
    title: "another code",
    spoil: (fake) => fake.wrap("skills/get", (answer) => (answer.error ? error(-32603, "boom") : answer)),
    failed: ["error vd-get-unknown"],
  },
  {
    rule: "vd-resources-complete",
    title: "a file missing",
    spoil: (fake) => void fake.skill("invoices").entry.resources.pop(),
    failed: ["error vd-resources-complete"],
  },
  {
    rule: "vd-digest",
    title: "another digest",
    spoil: (fake) => {
      fake.skill("triage").entry.resources[0].digest = `sha256:${"0".repeat(64)}`;
    },
    failed: ["error vd-digest"],
  },
  {
    rule: "vd-entry-name",
    title: "another description than the file's",
    spoil: (fake) => {
      fake.skill("triage").entry.frontmatter.description = "Else.";
    },
    failed: ["error vd-entry-name"],
  },
  {
    rule: "vd-list-cache",
    title: "no ttlMs",
    spoil: (fake) =>
      fake.wrap(
        "skills/list",
        results((result) => {
          delete result.ttlMs;
        }),
      ),
    failed: ["error vd-list-cache"],
  },
];

describe("sep-2640-v1-draft", () => {
  testRows(sep2640V1Draft.profile);

  it.each([true, false])("is clean on a server of the draft, modern: %s", (modern) => {
    const judged = judgeCase({ title: "clean", modern, spoil: draft }, PROFILES);
    expect(judged.failed).toEqual([]);
    const odd = judged.results.filter(({ outcome }) => outcome !== "pass");
    expect(odd.map(({ rule }) => rule)).toEqual(modern ? [] : ["vd-get-no-cache", "vd-list-cache"]);
  });

  it.each(cases.map((each) => [each.rule, each.title, each] as const))("%s: %s", (_, __, each) => {
    const spoil = (fake: FakeServer) => {
      draft(fake);
      each.spoil?.(fake);
    };
    const judged = judgeCase({ ...each, spoil }, PROFILES);
    expect(judged.failed).toEqual(each.failed);
    for (const rule of each.noted ?? []) expect(judged.noted).toContain(rule);
    expect(judged.results.filter(({ reason }) => reason?.startsWith("the rule itself failed"))).toEqual([]);
    for (const { evidence, rule } of judged.findings) expect(evidence.length, rule).toBeGreaterThan(0);
  });

  it("has for every rule a case in which it finds something", () => {
    const shown = new Set(cases.map(({ rule }) => rule));
    expect(sep2640V1Draft.profile.rules.filter(({ id }) => !shown.has(id))).toEqual([]);
  });

  it("is recognised by entries without sizes", () => {
    const fake = new FakeServer();
    const seen = () => {
      const { server, briefs } = collect(fake);
      return sep2640V1Draft.recognise({ server, skills: briefs });
    };
    expect(seen()).toBe(false);
    draft(fake);
    expect(seen()).toBe(true);
  });

  const names = transcripts(/^hf-mcp-server-.*(?:legacy|modern)/);
  it.runIf(names.length > 0)("holds on recorded sessions with a server of the draft", () => {
    for (const name of names) expect(judgeAll(transcriptEvidence(name), PROFILES).failed, name).toEqual([]);
  });
});
