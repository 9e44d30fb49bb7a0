import type { Case } from "../cases";
import { error, type Loose } from "../fake-server";

const READ = "resources/read";

export const listCases: Case[] = [
  // Lists.
  {
    title: "answers resources/list with an error although it declares resources",
    spoil: (fake) => {
      fake.methods["resources/list"] = () => error(-32603, "not ready");
    },
    failed: ["error mcp-list-answers"],
    untestable: ["mcp-list-stable", "ext-res-name"],
  },
  {
    title: "answers resources/list with an error below 2026-07-28",
    modern: false,
    spoil: (fake) => {
      fake.methods["resources/list"] = () => error(-32603, "not ready");
    },
    failed: ["warning mcp-list-answers"],
  },
  {
    title: "takes a made-up cursor for none, on lists of several pages",
    spoil: (fake) => {
      const right = fake.methods["resources/list"]!;
      fake.methods["resources/list"] = (params, meta) => right(params.cursor === "p3" ? params : {}, meta);
    },
    failed: ["warning mcp-pagination-cursor"],
  },
  {
    title: "counts requests instead of reading the cursor",
    spoil: (fake) => {
      let asked = 0;
      const { resources } = fake;
      const right = fake.methods["resources/list"]!;
      fake.methods["resources/list"] = (params, meta) => {
        if (params.cursor !== "p3") return right(params, meta);
        asked += 1;
        const answer = structuredClone(right(params, meta)) as Loose;
        answer.result.resources = asked % 2 === 1 ? resources.slice(3) : [];
        return answer;
      };
    },
    failed: ["error mcp-list-stable", "warning mcp-cursor-stable"],
    says: [["mcp-cursor-stable", "0 elements"]],
  },
  {
    title: "shows a resource once others were read",
    spoil: (fake) => {
      fake.pageSize = 50;
      let reads = 0;
      const right = fake.methods[READ]!;
      fake.methods[READ] = (params, meta) => {
        reads += 1;
        return right(params, meta);
      };
      fake.wrap("resources/list", (answer) => {
        answer.result?.resources.push({ uri: `skill://seen/${reads}`, name: "seen" });
        return answer;
      });
    },
    failed: ["error mcp-list-stable"],
    says: [["mcp-list-stable", "after other resources were read"]],
  },
  {
    title: "changed its list once during the run",
    spoil: (fake) => {
      fake.pageSize = 50;
      let asked = 0;
      fake.wrap("resources/list", (answer) => {
        asked += 1;
        if (answer.result && asked > 3) answer.result.resources.push({ uri: "skill://late/x", name: "late" });
        return answer;
      });
    },
    failed: [],
    noted: ["mcp-list-stable"],
  },
  {
    title: "lists resources and templates of a wrong shape",
    spoil: (fake) => {
      fake.resources.push({ uri: "note://a/b", size: "12", title: 5 }, "note://a/c");
      fake.templates.push({ template: "note://{x}" });
    },
    failed: ["error mcp-resource-shape"],
    says: [["mcp-resource-shape", "name"]],
  },
  {
    title: "annotates wrongly",
    spoil: (fake) => {
      fake.resources[0].annotations = { audience: "user", priority: 2, lastModified: "yesterday" };
    },
    failed: ["info mcp-annotations"],
    says: [["mcp-annotations", "audience"]],
  },
  {
    title: "annotates rightly",
    spoil: (fake) => {
      fake.resources[0].annotations = {
        audience: ["user"],
        priority: 0.5,
        lastModified: "2025-01-12T15:00:58Z",
      };
    },
    failed: [],
  },
  {
    title: "uses https:// for a resource",
    spoil: (fake) => {
      fake.resources.push({ uri: "https://example.com/page", name: "page" });
    },
    failed: [],
    noted: ["mcp-https-scheme"],
  },
];
