import { afterEach, describe, expect, it } from "vitest";
import {
  clearFilters,
  filterCounts,
  filtered,
  type TreeFilters,
  toggleKind,
  useTreeFilters,
} from "../../../../renderer/sidebar/filters";
import { withBadges } from "../../../../renderer/state/badges";
import { withSkills } from "../../../../renderer/state/skill-list";
import { skill } from "../fixtures";

const rows = [
  skill("skill://acme/good/SKILL.md", { files: 2 }),
  skill("skill://acme/flawed/SKILL.md", { files: 1 }),
  skill("skill://acme/warned/SKILL.md", { files: 1, dynamic: true }),
  skill("skill://other/changing/SKILL.md", { dynamic: true }),
  skill("skill://other/spoilt/SKILL.md", { files: 3, invalid: "no name" }),
  skill("other://listed/SKILL.md", { convention: "resources" }),
];
const badges = withBadges(
  undefined,
  [
    { uri: rows[0]!.uri, errors: 0, warnings: 0, checked: true },
    { uri: rows[1]!.uri, errors: 2, warnings: 0, checked: true },
    { uri: rows[2]!.uri, errors: 0, warnings: 1, checked: true },
  ],
  true,
);
const listed = { list: withSkills(undefined, rows, true), badges };
const found = (words: string[], filters: Partial<TreeFilters>) =>
  filtered(listed, words, { kinds: new Set(), ...filters }).map((index) => rows[index]!.name);

afterEach(clearFilters);

describe("tree filters", () => {
  it("leave what is of the kind", () => {
    expect(found([], { kinds: new Set(["findings"]) })).toEqual(["flawed", "warned"]);
    expect(found([], { kinds: new Set(["unverifiable"]) })).toEqual(["warned", "changing", "listed"]);
    expect(found([], { kinds: new Set(["invalid"]) })).toEqual(["spoilt"]);
    expect(found([], { convention: "resources" })).toEqual(["listed"]);
  });

  it("must all hold, and the words with them", () => {
    expect(found([], { kinds: new Set(["findings", "unverifiable"]) })).toEqual(["warned"]);
    expect(found(["other"], { kinds: new Set(["unverifiable"]) })).toEqual(["changing", "listed"]);
    expect(found(["other"], { kinds: new Set(["unverifiable"]), convention: "sep-2640" })).toEqual([
      "changing",
    ]);
  });

  it("count what each of them would leave", () => {
    const counts = filterCounts([listed], ["acme"], { kinds: new Set() });
    expect(counts.kinds).toEqual({ findings: 2, unverifiable: 1, invalid: 0 });
    expect([...counts.conventions]).toEqual([
      ["sep-2640", 3],
      ["resources", 0],
    ]);
    const narrowed = filterCounts([listed], [], {
      kinds: new Set(["unverifiable"]),
      convention: "resources",
    });
    expect(narrowed.kinds).toEqual({ findings: 0, unverifiable: 1, invalid: 0 });
    expect(narrowed.conventions.get("sep-2640")).toBe(2);
  });

  it("go on and off one by one", () => {
    toggleKind("invalid");
    toggleKind("findings");
    toggleKind("invalid");
    expect([...useTreeFilters.getState().kinds]).toEqual(["findings"]);
  });
});
