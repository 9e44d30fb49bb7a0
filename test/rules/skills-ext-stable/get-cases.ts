import type { Case } from "../cases";
import { error, type Loose } from "../fake-server";
import { results } from "../spoil";

const LIST = "skills/list";
const GET = "skills/get";

const INVOICES = "skill://acme/billing/invoices";

export const getCases: Case[] = [
  {
    title: "gives the entry at the top level of the result",
    spoil: results([GET], (result) => {
      Object.assign(result, result.skill);
      delete result.skill;
    }),
    failed: ["error ext-get-implemented"],
    says: [["ext-get-implemented", 'under "skill"']],
  },
  {
    title: "gives the entry under another uri",
    spoil: results([GET], (result) => {
      result.skill.uri += "?v=1";
    }),
    failed: ["error ext-entry-same-shape", "error ext-get-echo"],
  },
  {
    title: "gives a cursor with a single entry",
    spoil: results([GET], (result) => {
      result.nextCursor = "p1";
    }),
    failed: ["error ext-get-no-cursor"],
  },
  {
    title: "leaves resources out of the entry from skills/get",
    spoil: results([GET], (result) => {
      delete result.skill.resources;
    }),
    failed: ["error ext-entry-same-shape", "error ext-get-dynamic"],
  },
  {
    title: "gives some entry for every URI",
    spoil: (fake) => {
      fake.wrap(GET, (answer, { uri }) =>
        answer.error && typeof uri === "string"
          ? fake.methods[GET]!({ uri: fake.first.uri }, new Set())
          : answer,
      );
      const right = fake.methods[GET]!;
      fake.methods[GET] = (params, meta) => {
        const known = fake.skills.some(({ uri }) => uri === params.uri) || params.uri === undefined;
        return right(known ? params : { uri: fake.first.uri }, meta);
      };
    },
    failed: ["error ext-get-not-skillmd", "error ext-get-unknown"],
  },
  {
    title: "answers an unknown skill with an internal error",
    spoil: (fake) => {
      fake.wrap(GET, (answer) => (answer.error ? error(-32603, `Internal error at ${"uri"}`) : answer));
    },
    failed: ["error ext-get-not-skillmd", "error ext-get-unknown", "warning ext-get-missing-uri"],
    noted: ["ext-err-informative"],
  },
  {
    title: "succeeds without a uri",
    spoil: (fake) => {
      const right = fake.methods[GET]!;
      fake.methods[GET] = (params, meta) => right("uri" in params ? params : { uri: fake.first.uri }, meta);
    },
    failed: ["error ext-get-missing-uri"],
  },
  {
    title: "refuses a skill that it lists",
    spoil: (fake) => {
      fake.wrap(GET, (answer, { uri }) =>
        uri === fake.skill("triage").uri ? error(-32602, `Unknown: ${uri}`) : answer,
      );
    },
    failed: ["error ext-get-unlisted"],
  },
  {
    title: "fails on a skill that it lists",
    spoil: (fake) => {
      fake.wrap(GET, (answer, { uri }) =>
        uri === fake.skill("triage").uri ? error(-32603, `Broken: ${uri}`) : answer,
      );
    },
    failed: ["error ext-get-implemented", "error ext-get-unlisted"],
  },
  {
    title: "refused a skill that it no longer lists",
    spoil: (fake) => {
      const { uri } = fake.skill("triage");
      let gone = false;
      fake.wrap(GET, (answer, params) => {
        if (params.uri !== uri) return answer;
        gone = true;
        return error(-32602, `No skill is served at ${uri}`);
      });
      fake.wrap(LIST, (answer) => {
        if (gone && answer.result)
          answer.result.skills = answer.result.skills.filter((entry: Loose) => entry.uri !== uri);
        return answer;
      });
    },
    failed: [],
    noted: ["ext-get-unlisted"],
  },
  {
    title: "names a skill in its instructions that is not there",
    spoil: (fake) => {
      fake.instructions =
        "Use skill://gone/SKILL.md. More at https://example.com/skills/x/SKILL.md and skill://handbook/SKILL.md.";
    },
    failed: ["warning ext-instructions-pointer"],
    says: [["ext-instructions-pointer", "skill://gone/SKILL.md"]],
  },
  {
    title: "lists a file that it does not serve",
    spoil: (fake) => {
      fake.files.delete(`${INVOICES}/templates/form.md`);
    },
    failed: ["error ext-read-standard"],
    says: [["ext-read-standard", "templates/form.md"]],
  },
  {
    title: "answers unknown files with an apology",
    spoil: (fake) => {
      fake.wrap("resources/read", (answer, { uri }) =>
        answer.error
          ? {
              result: {
                contents: [{ uri, text: "Error: not found" }],
                resultType: "complete",
                ttlMs: 0,
                cacheScope: "private",
              },
            }
          : answer,
      );
    },
    failed: ["error ext-read-unknown", "error mcp-not-found"],
    says: [["ext-read-unknown", "succeeds"]],
  },
  {
    title: "answers unknown files with -32002 from 2026-07-28 on",
    spoil: (fake) => {
      fake.wrap("resources/read", (answer, { uri }) =>
        answer.error ? error(-32002, `Resource not found: ${uri}`) : answer,
      );
    },
    failed: ["error ext-read-unknown", "error mcp-error-codes", "error mcp-not-found"],
  },
  {
    title: "sends errors with a code that is no number and no message",
    spoil: (fake) => {
      fake.wrap("resources/read", (answer) =>
        answer.error ? { error: { code: "ENOENT", message: null } } : answer,
      );
    },
    failed: [
      "error ext-err-jsonrpc",
      "error ext-read-unknown",
      "error mcp-error-codes",
      "error mcp-not-found",
    ],
    noted: ["ext-err-informative"],
  },
];
