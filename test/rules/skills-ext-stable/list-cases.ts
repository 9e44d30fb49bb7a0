import type { Case } from "../cases";
import { error, type Loose, SKILL_MD } from "../fake-server";
import { results } from "../spoil";

const LIST = "skills/list";
const GET = "skills/get";
const DIRECTORY = "resources/directory/read";

export const listCases: Case[] = [
  {
    title: "answers skills/list without a skills array",
    spoil: results([LIST], (result) => {
      result.skills = { items: result.skills };
      delete result.nextCursor;
    }),
    failed: ["error ext-list-implemented"],
  },
  {
    title: "leaves resultType out of its lists and entries",
    spoil: results([LIST, GET, DIRECTORY], (result) => {
      delete result.resultType;
    }),
    failed: [
      "error ext-dir-resulttype",
      "error ext-get-resulttype",
      "error ext-list-resulttype",
      "error mcp-result-type",
    ],
  },
  {
    title: "leaves resultType out below 2026-07-28, where there is none",
    modern: false,
    failed: [],
    notApplicable: ["ext-list-resulttype", "ext-get-cache", "mcp-result-type", "mcp-cache-hints"],
  },
  {
    title: "gives ttlMs as a text and another cacheScope",
    spoil: results([LIST, GET], (result) => {
      result.ttlMs = "60";
      result.cacheScope = "shared";
    }),
    failed: ["error ext-get-cache", "error ext-list-cache"],
    says: [["ext-list-cache", "ttlMs", "an integer"]],
  },
  {
    title: "mixes cacheScope over the pages of one list",
    spoil: results([LIST, "resources/list"], (result) => {
      if (result.nextCursor) result.cacheScope = "private";
    }),
    failed: ["error ext-list-cache-scope", "error mcp-cache-scope-pages"],
  },
  {
    title: "lists no skills",
    spoil: (fake) => {
      fake.skills = [];
      fake.instructions = undefined;
    },
    failed: [],
    noted: ["ext-list-partial", "ext-get-unlisted"],
  },
  {
    title: "gives one cursor again and again",
    spoil: (fake) => {
      const right = fake.methods[LIST]!;
      fake.methods[LIST] = (params, meta) => {
        const answer = structuredClone(right(params.cursor === "again" ? {} : params, meta)) as Loose;
        if (answer.result) answer.result.nextCursor = "again";
        return answer;
      };
    },
    failed: ["error ext-list-pagination"],
    untestable: ["ext-list-atomic"],
  },
  {
    title: "refuses the cursor it gave",
    spoil: (fake) => {
      fake.wrap(LIST, (answer, { cursor }) =>
        cursor === "p3" ? error(-32602, "Invalid cursor: p3") : answer,
      );
    },
    failed: ["error ext-list-pagination"],
    says: [["ext-list-pagination", "p3"]],
  },
  {
    title: "gives a number as cursor",
    spoil: results([LIST], (result) => {
      if (result.nextCursor) result.nextCursor = 3;
    }),
    failed: ["error ext-list-pagination"],
    says: [["ext-list-pagination", "a number"]],
  },
  {
    title: "ends its list with nextCursor null",
    spoil: (fake) => {
      fake.pageSize = 50;
      fake.wrap(LIST, (answer) => {
        if (answer.result) answer.result.nextCursor = null;
        return answer;
      });
    },
    failed: [],
    noted: ["ext-list-pagination"],
  },
  {
    title: "was asked for more pages than the run had time for",
    after: ({ server }) => {
      server.skillsWalk = { kind: "limit", reason: "stopped after 2,000 pages" };
    },
    failed: [],
    untestable: ["ext-list-pagination"],
  },
  {
    title: "splits an entry over two pages",
    spoil: (fake) => {
      const { entry } = fake.first;
      const rest = { ...entry, resources: entry.resources.splice(1) };
      fake.skills.push({ ...fake.first, entry: rest });
    },
    failed: ["error ext-entry-resources-complete", "error ext-list-atomic", "warning ext-read-relative"],
    says: [["ext-list-atomic", "2 parts"]],
  },
  {
    title: "lists one entry twice",
    spoil: (fake) => {
      fake.skills.push(fake.first);
    },
    failed: ["error ext-list-atomic"],
    says: [["ext-list-atomic", "the same resources"]],
  },
  {
    title: "listed one entry twice, once",
    after: ({ server }) => {
      const [page] = server.skillsPages;
      if (page?.outcome.kind !== "result") return;
      const result = page.outcome.result as Loose;
      const skills = [...result.skills];
      server.skillsPagesAgain = [
        { ...page, id: "x9001", outcome: { kind: "result", result: { ...result, skills } } },
      ];
      result.skills.push(skills[0]);
    },
    failed: [],
    noted: ["ext-list-atomic"],
  },
  {
    title: "takes a made-up cursor for none",
    spoil: (fake) => {
      fake.pageSize = 50;
      for (const method of [LIST, "resources/list", "resources/templates/list"]) {
        const right = fake.methods[method]!;
        fake.methods[method] = (_, meta) => right({}, meta);
      }
    },
    failed: ["warning ext-list-bad-cursor"],
    noted: ["mcp-pagination-cursor"],
  },
  {
    title: "shows a SKILL.md below a listed skill that it does not list",
    spoil: (fake) => {
      fake.skills = fake.skills.filter(({ root }) => root !== "skill://handbook/onboarding");
    },
    failed: [],
    noted: ["ext-list-any-scheme", "ext-get-unlisted"],
  },
  {
    title: "lists two skills of one name",
    spoil: (fake) => {
      fake.addSkill("other/triage", { "SKILL.md": SKILL_MD("triage") });
    },
    failed: ["warning ext-entry-names-unique"],
    says: [
      ["ext-entry-names-unique", "skill://other/triage/SKILL.md", "skill://acme/support/triage/SKILL.md"],
    ],
  },
];
