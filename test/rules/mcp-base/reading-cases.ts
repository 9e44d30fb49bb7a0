import type { Case } from "../cases";
import { error } from "../fake-server";

const READ = "resources/read";
const content = (uri: unknown, text: string) => ({
  result: { contents: [{ uri, text }], resultType: "complete", ttlMs: 0, cacheScope: "private" },
});

export const readingCases: Case[] = [
  {
    title: "answers one file with the content of another",
    spoil: (fake) => {
      fake.wrap("resources/read", (answer, { uri }) => {
        if (String(uri).endsWith("/form.md")) answer.result.contents[0].uri = fake.first.uri;
        return answer;
      });
    },
    failed: ["warning mcp-contents-uri"],
    says: [["mcp-contents-uri", "templates/form.md", "SKILL.md"]],
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
];
