import type { Case } from "../cases";
import { error, type Loose, PNG, SKILL_MD } from "../fake-server";
import { results } from "../spoil";

const READ = "resources/read";
const LISTS = ["resources/list", "resources/templates/list"];
const content = (uri: unknown, text: string) => ({
  result: { contents: [{ uri, text }], resultType: "complete", ttlMs: 0, cacheScope: "private" },
});

export const baseCases: Case[] = [
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
  // Reading.
  {
    title: "answers everything unknown with empty contents",
    spoil: (fake) => {
      fake.wrap(READ, (answer) => {
        if (!answer.error) return answer;
        return { result: { contents: [], resultType: "complete", ttlMs: 0, cacheScope: "private" } };
      });
    },
    failed: ["error ext-read-unknown", "error mcp-no-empty-contents"],
  },
  {
    title: "answers everything unknown with empty contents, below 2026-07-28",
    modern: false,
    spoil: (fake) => {
      fake.wrap(READ, (answer) => (answer.error ? { result: { contents: [] } } : answer));
    },
    failed: ["error ext-read-unknown", "warning mcp-no-empty-contents"],
  },
  {
    title: "answers everything unknown with an internal error, below 2026-07-28",
    modern: false,
    spoil: (fake) => {
      fake.wrap(READ, (answer, { uri }) => (answer.error ? error(-32603, `Cannot read ${uri}`) : answer));
    },
    failed: ["error ext-read-unknown", "warning mcp-not-found"],
  },
  {
    title: "answers any value of a template, which may be right",
    spoil: (fake) => {
      fake.templates.push({ uriTemplate: "skill://{+path}", name: "any" });
      fake.wrap(READ, (answer, { uri }) =>
        answer.error && /no-such-thing/.test(String(uri)) ? content(uri, "made for you") : answer,
      );
    },
    failed: [],
    notApplicable: ["mcp-not-found"],
  },
  {
    title: "sends a blob that is no base64",
    spoil: (fake) => {
      fake.wrap(READ, (answer) => {
        const part = answer.result?.contents[0];
        if (part?.blob) part.blob = `data:image/png;base64,${part.blob}`;
        return answer;
      });
    },
    failed: [
      "error ext-entry-digest-value",
      "error ext-entry-size",
      "error mcp-binary",
      "warning insp-views-agree",
    ],
  },
  {
    title: "returns several contents for one URI",
    spoil: (fake) => {
      fake.wrap(READ, (answer, { uri }) => {
        if (uri === fake.skill("triage").uri)
          answer.result.contents.push({ uri: "skill://x/y.md", text: "more" });
        return answer;
      });
    },
    failed: [],
    noted: ["mcp-contents-uri"],
  },
  {
    title: "returns contents of a wrong shape",
    spoil: (fake) => {
      const { uri } = fake.skill("triage");
      fake.wrap(READ, (answer, params) => {
        if (params.uri === uri) answer.result.contents[0].blob = "AAAA";
        if (params.uri === fake.first.uri)
          answer.result.contents.push({ uri: 5, text: "x" }, { uri: params.uri });
        return answer;
      });
    },
    failed: ["error mcp-contents-shape"],
  },
  {
    title: "returns no array of contents",
    spoil: (fake) => {
      fake.wrap(READ, (answer, { uri }) => {
        if (uri === "skill://acme/billing/invoices/templates/form.md") answer.result.contents = { text: "x" };
        return answer;
      });
    },
    failed: ["error ext-read-standard", "error mcp-contents-shape"],
  },
  // Traversal.
  ...["dots", "many dots", "encoded dots", "encoded slashes", "an absolute path"].map((form): Case => {
    const patterns: Record<string, RegExp> = {
      dots: /\/\.\.\/package\.json$/,
      "many dots": /(?:\/\.\.){8}.*\/etc\/hosts$/,
      "encoded dots": /(?:%2e%2e\/){8}/,
      "encoded slashes": /(?:\.\.%2f){8}/,
      "an absolute path": /invoices\/\/etc\/hosts$/,
    };
    return {
      title: `serves files outside by ${form}`,
      spoil: (fake) => {
        fake.wrap(READ, (answer, { uri }) =>
          patterns[form]!.test(String(uri)) ? content(uri, "127.0.0.1 localhost") : answer,
        );
      },
      failed: ["error mcp-validate-uri"],
      says: [["mcp-validate-uri", form]],
    };
  }),
  {
    title: "folds dot segments before it looks a URI up",
    spoil: (fake) => {
      const right = fake.methods[READ]!;
      fake.methods[READ] = ({ uri }, meta) => right({ uri: String(uri).replace(/[^/]+\/\.\.\//, "") }, meta);
    },
    failed: [],
    noted: ["mcp-validate-uri"],
  },
  {
    title: "answers every unknown URI with an apology that quotes it",
    spoil: (fake) => {
      fake.wrap(READ, (answer, { uri }) =>
        answer.error ? content(uri, `There is no ${uri} here.`) : answer,
      );
    },
    failed: ["error ext-read-unknown", "error mcp-not-found"],
  },
  {
    title: "answers every unknown URI with an apology that quotes the file name",
    spoil: (fake) => {
      fake.wrap(READ, (answer, { uri }) => {
        const path = decodeURIComponent(String(uri).replace("skill://acme/billing/invoices/", ""));
        return answer.error ? content(uri, `File "${path}" not found, asked at ${Date.now()}.`) : answer;
      });
    },
    failed: ["error ext-read-unknown", "error mcp-not-found"],
  },
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
