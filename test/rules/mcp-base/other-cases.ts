import type { Case } from "../cases";
import { error, type Loose, PNG, SKILL_MD } from "../fake-server";
import { results } from "../spoil";

const READ = "resources/read";
const LISTS = ["resources/list", "resources/templates/list"];

export const otherCases: Case[] = [
  // URIs, templates, _meta.
  {
    title: "publishes what is no URI",
    spoil: (fake) => {
      fake.resources.push({ uri: "note://a b/c", name: "spaced" });
    },
    failed: ["error mcp-uri-rfc3986"],
    says: [["mcp-uri-rfc3986", "note://a b/c"]],
  },
  {
    title: "lists what is no template",
    spoil: (fake) => {
      fake.templates.push({ uriTemplate: "note://{x", name: "open" });
    },
    failed: ["error mcp-uri-template-rfc6570"],
  },
  {
    title: "uses _meta keys of a wrong form and of a reserved prefix",
    spoil: (fake) => {
      fake.resources[0]._meta = { "-bad-/key": 1, "com.mcp.tools/x": 1 };
    },
    failed: ["error mcp-meta-key"],
  },
  {
    title: "uses a _meta key of a reserved prefix",
    spoil: (fake) => {
      fake.resources[0]._meta = { "com.mcp.tools/x": 1 };
    },
    failed: ["warning mcp-meta-key"],
  },
  // Completion.
  {
    title: "completes although it does not say so",
    spoil: (fake) => {
      delete fake.capabilities.completions;
      fake.methods["completion/complete"] = () => ({
        result: { completion: { values: [] }, resultType: "complete" },
      });
    },
    failed: ["error mcp-completion-cap"],
  },
  {
    title: "says that it completes, and does not",
    spoil: (fake) => {
      delete fake.methods["completion/complete"];
    },
    failed: ["error mcp-completion-cap"],
    notApplicable: ["mcp-completion-errors", "mcp-completion-max"],
  },
  {
    title: "has no completion and refuses it otherwise",
    spoil: (fake) => {
      delete fake.capabilities.completions;
      fake.methods["completion/complete"] = () => error(-32603, "no");
    },
    failed: ["warning mcp-completion-errors"],
  },
  {
    title: "completes templates that it does not list",
    spoil: (fake) => {
      fake.wrap("completion/complete", (answer) =>
        answer.error ? { result: { completion: { values: [] }, resultType: "complete" } } : answer,
      );
    },
    failed: ["warning mcp-completion-errors"],
  },
  {
    title: "returns 150 values, a total of 3 and hasMore as text",
    spoil: results(["completion/complete"], ({ completion }) => {
      completion.values = Array.from({ length: 150 }, (_, at) => `v${at}`);
      completion.total = 3;
      completion.hasMore = "yes";
    }),
    failed: ["error mcp-completion-max", "warning mcp-completion-usable"],
    says: [["mcp-completion-max", "150"]],
  },
  {
    title: "gives the total below the number of values",
    spoil: results(["completion/complete"], ({ completion }) => {
      if (completion.values.length > 0) completion.total = 0;
    }),
    failed: ["warning mcp-completion-max"],
  },
  {
    title: "gives no completion object",
    spoil: results(["completion/complete"], (result) => {
      delete result.completion;
    }),
    failed: ["error mcp-completion-max"],
  },
  {
    title: "offers values that lead nowhere",
    spoil: (fake) => {
      fake.wrap("completion/complete", (answer, { argument }) => {
        if ((argument as Loose).name === "skill") answer.result.completion.values = ["nowhere"];
        return answer;
      });
    },
    failed: ["warning mcp-completion-usable"],
    says: [["mcp-completion-usable", "nowhere"]],
  },
  // 2026-07-28.
  {
    title: "mixes cacheScope over the pages of resources/list",
    spoil: results(["resources/list"], (result) => {
      if (result.nextCursor) result.cacheScope = "private";
    }),
    failed: ["error mcp-cache-scope-pages"],
  },
  {
    title: "leaves resultType out",
    spoil: results([...LISTS, READ], (result) => {
      delete result.resultType;
    }),
    failed: ["error mcp-result-type"],
  },
  {
    title: "leaves the caching hints out",
    spoil: results([...LISTS, READ, "server/discover"], (result) => {
      delete result.ttlMs;
      delete result.cacheScope;
    }),
    failed: ["error mcp-cache-hints"],
  },
  {
    title: "supports another revision than the one it speaks",
    spoil: results(["server/discover"], (result) => {
      result.supportedVersions = ["2027-01-01"];
    }),
    failed: ["error mcp-discover"],
  },
  {
    title: "answers requests that lack what a modern one carries",
    spoil: (fake) => {
      const right = fake.methods["resources/list"]!;
      const answer = fake.answer.bind(fake);
      fake.answer = (method, params, meta) =>
        method === "resources/list" ? right(params, meta) : answer(method, params, meta);
    },
    failed: ["error mcp-request-meta"],
  },
  {
    title: "answers such requests by the rules of the older era, which it speaks too",
    spoil: (fake) => {
      fake.dualEra = true;
      const right = fake.methods["resources/list"]!;
      const answer = fake.answer.bind(fake);
      fake.answer = (method, params, meta) => {
        if (method !== "resources/list" || meta.size === 3) return answer(method, params, meta);
        const { resultType: _, ttlMs: __, ...legacy } = (right(params, meta) as Loose).result;
        return { result: legacy };
      };
    },
    failed: [],
    noted: ["mcp-request-meta"],
  },
  {
    title: "rejects such requests over HTTP with the wrong status",
    options: { transport: "http" },
    after: ({ server }) => {
      for (const exchange of server.exchanges) {
        if (exchange.purpose === "probe:request-meta") exchange.httpStatus = 200;
        if (exchange.purpose === "probe:unknown-method") exchange.httpStatus = 404;
      }
    },
    failed: ["error mcp-request-meta"],
    says: [["mcp-request-meta", "400"]],
  },
  {
    title: "uses codes that are not its own",
    spoil: (fake) => {
      fake.wrap("resources/directory/read", (answer, { uri }) =>
        answer.error ? error(String(uri).endsWith(".md") ? -32050 : -32005, `No directory ${uri}`) : answer,
      );
    },
    failed: ["error ext-dir-not-directory", "error mcp-error-codes"],
  },
  {
    title: "uses a code that implementations leave alone",
    spoil: (fake) => {
      fake.wrap("completion/complete", (answer) => (answer.error ? error(-32005, "no template") : answer));
    },
    failed: ["warning mcp-completion-errors", "warning mcp-error-codes"],
  },
  {
    title: "answers an unknown method with an internal error",
    spoil: (fake) => {
      const answer = fake.answer.bind(fake);
      fake.answer = (method, params, meta) => {
        const given = answer(method, params, meta);
        return "error" in given && given.error.code === -32601 && method !== "initialize"
          ? error(-32603, "what?")
          : given;
      };
    },
    failed: ["error mcp-unknown-method"],
  },
  {
    title: "answers an unknown method over HTTP with status 200",
    options: { transport: "http" },
    after: ({ server }) => {
      for (const exchange of server.exchanges) {
        if (exchange.purpose === "probe:unknown-method") exchange.httpStatus = 200;
      }
    },
    failed: ["error mcp-unknown-method"],
  },
  {
    title: "does not say which server it is",
    spoil: results(["skills/list", ...LISTS], (result) => {
      delete result._meta;
    }),
    failed: [],
    noted: ["mcp-server-info"],
  },
  {
    title: "shows resources without declaring them",
    spoil: (fake) => {
      delete fake.capabilities.resources;
      delete fake.capabilities.extensions;
      fake.addFile("note://a", "b.png", PNG);
      fake.addSkill("x", { "SKILL.md": SKILL_MD("x") });
    },
    failed: ["error mcp-resources-cap"],
    noted: ["ext-cap-object"],
  },
];
