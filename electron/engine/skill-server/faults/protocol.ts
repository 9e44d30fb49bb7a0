import { isObject, type Json, RpcError } from "../rpc/json-rpc";
import { changed, type Fault, never } from "./fault";

const isAnswer = (message: Json) => "id" in message && ("result" in message || "error" in message);

/** Changes results on their way out; other messages pass. */
const results = (change: (result: Json) => Json) => (message: Json) =>
  isObject(message.result) ? [{ ...message, result: change(message.result) }] : [message];

/** Turns the "not there" of a read into something else. */
const misses =
  (answer: (uri: string, error: RpcError) => Json): Fault["served"] =>
  (served) => {
    const read = served.methods["resources/read"];
    if (!read) return served;
    const handler: typeof read = async (params, call) => {
      try {
        return await read(params, call);
      } catch (error) {
        if (error instanceof RpcError && typeof params.uri === "string") return answer(params.uri, error);
        throw error;
      }
    };
    return { ...served, methods: { ...served.methods, "resources/read": handler } };
  };

/** Changes the declared capabilities in both eras. */
const capabilities =
  (change: (declared: Json) => Json): Fault["served"] =>
  (served) => ({
    ...served,
    capabilities: (era) => change(served.capabilities(era)),
  });

const ENDS_LIST = "Ends the walk, keeps what it has, and reports the cursor.";
const STOPS = "Stops at a limit of its own, keeps what it has, and marks the list as incomplete.";
const IGNORES = "Ignores the message, reports it, and goes on.";

/** The server breaks the rules of JSON-RPC, of the base protocol or of the extension. */
export const protocolFaults: Fault[] = [
  {
    id: "no-result-type",
    kind: "protocol",
    what: "Results of 2026-07-28 have no resultType.",
    client: "Reports it and shows the raw result all the same.",
    outgoing: results(({ resultType: _, ...rest }) => rest),
  },
  {
    id: "no-cache-hints",
    kind: "protocol",
    what: "Results of 2026-07-28 have neither ttlMs nor cacheScope.",
    client: "Reports it and shows the raw result all the same.",
    outgoing: results(({ ttlMs: _, cacheScope: __, ...rest }) => rest),
  },
  {
    id: "wrong-error-code",
    kind: "protocol",
    what: "A resource that is not there is answered -32603 instead of -32602.",
    client: "Says that the resource was not found as far as the message tells, and reports the code.",
    served: misses((_uri, { message, data }) => {
      throw new RpcError(-32603, message, data);
    }),
  },
  {
    id: "miss-in-prose",
    kind: "protocol",
    what: "A resource that is not there is a success whose text says so.",
    client: "Never takes it for the file: it is unlisted, or fails its digest. Reports it when probing.",
    served: misses((uri) => ({
      contents: [{ uri, mimeType: "text/markdown", text: `# Error\n\n${uri} not found` }],
    })),
  },
  {
    id: "miss-is-empty",
    kind: "protocol",
    what: "A resource that is not there is a success with empty contents.",
    client: "Says that the server sent no content, and reports it.",
    served: misses(() => ({ contents: [] })),
  },
  {
    id: "contents-of-another-uri",
    kind: "protocol",
    what: "Contents name another URI than the one that was asked for.",
    client: "Does not take them for the file, and says which URI came.",
    served: (served) =>
      changed(served, "resources/read", (result) => ({
        ...result,
        contents: (result.contents as Json[]).map((content) => ({ ...content, uri: `${content.uri}.other` })),
      })),
  },
  {
    id: "repeated-cursor",
    kind: "protocol",
    what: "skills/list gives the same page and the same cursor for ever.",
    client: STOPS,
    served: (served) => (served.methods["skills/list"] ? alwaysFirst(served) : served),
  },
  {
    id: "endless-paging",
    kind: "protocol",
    what: "skills/list has always one more page, with skills and cursors made up anew.",
    client: STOPS,
    served: (served) => {
      let pages = 0;
      const list = () => {
        pages += 1;
        const name = `made-up-${pages}`;
        const frontmatter = { name, description: `Page ${pages} of a list that never ends. Use never.` };
        const skills = [{ uri: `skill://${name}/SKILL.md`, frontmatter, resources: "dynamic" }];
        return { skills, nextCursor: `page-${pages + 1}` };
      };
      return { ...served, methods: { ...served.methods, "skills/list": list } };
    },
  },
  {
    id: "cursor-null",
    kind: "protocol",
    what: "The last page says nextCursor: null instead of leaving it out.",
    client: ENDS_LIST,
    served: (served) =>
      changed(served, "skills/list", (result) => ({ ...result, nextCursor: result.nextCursor ?? null })),
  },
  {
    id: "cursor-number",
    kind: "protocol",
    what: "skills/list gives a number as cursor.",
    client: ENDS_LIST,
    served: (served) => changed(served, "skills/list", (result) => ({ ...result, nextCursor: 7 })),
  },
  {
    id: "page-fails",
    kind: "protocol",
    what: "Every page but the first is answered with an internal error.",
    client: "Keeps the first page, says that the list is incomplete and why, and lets the user try again.",
    served: (served) => {
      const first = changed(served, "skills/list", (result) => {
        const skills = result.skills as unknown[];
        return { ...result, skills: skills.slice(0, 2), nextCursor: result.nextCursor ?? "second" };
      });
      const list = first.methods["skills/list"];
      if (!list) return first;
      const handler: typeof list = (params, call) => {
        if (params.cursor === undefined) return list(params, call);
        throw new RpcError(-32603, "Internal error: this page cannot be made");
      };
      return { ...first, methods: { ...first.methods, "skills/list": handler } };
    },
  },
  {
    id: "answer-twice",
    kind: "protocol",
    what: "Every answer is sent twice.",
    client: IGNORES,
    outgoing: (message) => (isAnswer(message) ? [message, message] : [message]),
  },
  {
    id: "unknown-id",
    kind: "protocol",
    what: "Before every answer comes one to a request that nobody made.",
    client: IGNORES,
    outgoing: (message) =>
      isAnswer(message) ? [{ jsonrpc: "2.0", id: "never-asked", result: {} }, message] : [message],
  },
  {
    id: "id-as-text",
    kind: "protocol",
    what: "Numeric ids come back as strings.",
    client: "Times out on the request or matches it leniently; says that the id came back changed.",
    outgoing: (message) => (isAnswer(message) ? [{ ...message, id: String(message.id) }] : [message]),
  },
  {
    id: "wrong-type",
    kind: "protocol",
    what: "The skills of skills/list are an object instead of a list.",
    client: "Says what was expected and what came, and shows the raw answer.",
    served: (served) =>
      changed(served, "skills/list", (result) => ({ ...result, skills: { ...(result.skills as object) } })),
  },
  {
    id: "entries-of-wrong-type",
    kind: "protocol",
    what: "Among the skills there are a null, a number, a text and an entry without frontmatter.",
    client: "Reports each of them and shows the good entries.",
    served: (served) =>
      changed(served, "skills/list", (result) => ({
        ...result,
        skills: [null, 5, "skill", { uri: "skill://bare/SKILL.md" }, ...(result.skills as unknown[])],
      })),
  },
  {
    id: "error-without-code",
    kind: "protocol",
    what: "Errors have their code as text.",
    client: "Shows the message and reports the code.",
    outgoing: (message) =>
      isObject(message.error) ? [{ ...message, error: { ...message.error, code: "not-found" } }] : [message],
  },
  {
    id: "result-and-error",
    kind: "protocol",
    what: "Every answer has a result and an error at once.",
    client: "Refuses the answer as no valid JSON-RPC, and shows it raw.",
    outgoing: (message) =>
      "result" in message ? [{ ...message, error: { code: -32603, message: "Both at once" } }] : [message],
  },
  {
    id: "huge-message",
    kind: "protocol",
    what: "Reading a SKILL.md gives 32 MiB of text in one message.",
    client: "Stays usable: shows a shortened view with the size, or refuses beyond its limit and says so.",
    served: (served) =>
      changed(served, "resources/read", (result, { uri }) =>
        String(uri).endsWith("/SKILL.md")
          ? {
              ...result,
              contents: [{ uri, mimeType: "text/markdown", text: "0123456789abcde\n".repeat(1 << 21) }],
            }
          : result,
      ),
  },
  {
    id: "read-never-answers",
    kind: "protocol",
    what: "resources/read is never answered; everything else is.",
    client: "Times out on the read, lets the user cancel before, and stays connected.",
    served: (served) => ({ ...served, methods: { ...served.methods, "resources/read": never } }),
  },
  {
    id: "extension-not-an-object",
    kind: "protocol",
    what: "The skills extension is declared as true.",
    client: "Reports the declaration and does not rely on it.",
    served: capabilities((declared) => ({
      ...declared,
      extensions: { ...(declared.extensions as Json), "io.modelcontextprotocol/skills": true },
    })),
  },
  {
    id: "no-resources-capability",
    kind: "protocol",
    what: "The extension is declared, the resources capability is not.",
    client: "Reports it; skills are still found.",
    served: capabilities(({ resources: _, ...declared }) => declared),
  },
  {
    id: "declared-not-implemented",
    kind: "protocol",
    what: "The extension is declared, but its methods are unknown.",
    client: "Reports it and falls back to resources/list.",
    served: (served) => {
      const {
        "skills/list": _,
        "skills/get": __,
        "resources/directory/read": ___,
        ...methods
      } = served.methods;
      return { ...served, methods };
    },
  },
  {
    id: "unknown-revision",
    kind: "protocol",
    what: "The handshake settles on revision 2099-01-01.",
    client: "Refuses the connection and names the revision.",
    outgoing: results((result) => ({
      ...result,
      ...("protocolVersion" in result ? { protocolVersion: "2099-01-01" } : {}),
      ...("supportedVersions" in result ? { supportedVersions: ["2099-01-01"] } : {}),
    })),
  },
  {
    id: "notification-storm",
    kind: "protocol",
    what: "With every answer come 500 notifications that the list has changed.",
    client: "Takes them for one, lists again at most once, and stays usable.",
    outgoing: (message) => {
      const notice = { jsonrpc: "2.0", method: "notifications/resources/list_changed" };
      return isAnswer(message) ? [...Array<Json>(500).fill(notice), message] : [message];
    },
  },
  {
    id: "asks-the-client",
    kind: "protocol",
    what: "Before every answer the server asks the client for a completion by its model.",
    client: "Answers -32601, since it declared no sampling, and goes on.",
    outgoing: (message) =>
      isAnswer(message)
        ? [{ jsonrpc: "2.0", id: `ask-${message.id}`, method: "sampling/createMessage", params: {} }, message]
        : [message],
  },
];

/** The first page whatever the cursor, with the same next one. */
function alwaysFirst(served: Parameters<NonNullable<Fault["served"]>>[0]) {
  const list = served.methods["skills/list"]!;
  const handler: typeof list = async ({ cursor: _, ...params }, call) => ({
    ...(await list(params, call)),
    nextCursor: "again",
  });
  return { ...served, methods: { ...served.methods, "skills/list": handler } };
}
