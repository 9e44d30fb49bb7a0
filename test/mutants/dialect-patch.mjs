/**
 * The small words of which mutants of the earlier conventions are made. Each gives a patch: `changes` see every answer
 * of the built-in server with its request and may change it in place or give another; `files` are the skills that are
 * served in place of the samples, text or bytes by path.
 */

/** Changes each answer of a method. @param change of message, params, `ask`, which asks the right server, and `packs`, which make archives */
export const answer = (method, change) => ({
  changes: [
    (message, request, ask, packs) =>
      request.method === method ? change(message, request.params ?? {}, ask, packs) : undefined,
  ],
});

/** Changes each right result of a method in place; errors stay. */
export const result = (method, change) =>
  answer(method, async (message, params, ask, packs) => {
    if (message.result) await change(message.result, params, ask, packs);
  });

/** Changes of one object: gives it these fields, or takes fields from it. */
export const set = (fields) => (target) => void Object.assign(target, fields);
export const drop =
  (...keys) =>
  (target) => {
    for (const key of keys) delete target[key];
  };

/** Gives this result whatever the right answer is. */
export const instead = (method, make) =>
  answer(method, async ({ jsonrpc, id }, params, ask) => ({ jsonrpc, id, result: await make(params, ask) }));

/** Refuses a method, where the params are such. @param message a text, or what makes it of the params */
export const refused = (method, code, message = `Error ${code}`, when = () => true) =>
  answer(method, ({ jsonrpc, id }, params) => {
    if (!when(params)) return undefined;
    return { jsonrpc, id, error: { code, message: typeof message === "string" ? message : message(params) } };
  });

/** Changes the error of a method in place. */
export const error = (method, change, when = () => true) =>
  answer(method, (message, params) => {
    if (message.error && when(params)) change(message.error, params);
  });

/** Changes what the server says of itself, in both eras. */
export const handshake = (change) => both(result("initialize", change), result("server/discover", change));
export const capabilities = (change) => handshake((r) => change(r.capabilities));

const meets = (wanted, uri) => (typeof wanted === "string" ? uri === wanted : wanted.test(uri));

/** Changes what a right read gives. @param wanted a URI, or a pattern of URIs */
export const read = (wanted, change) =>
  result("resources/read", (r, { uri }, ask, packs) =>
    meets(wanted, uri) ? change(r, uri, ask, packs) : undefined,
  );
/** Changes the first content of a right read. */
export const content = (wanted, change) => read(wanted, (r, uri) => change(r.contents[0], uri));
/** Changes the JSON in the first content of a right read; another value may be given. */
export const json = (wanted, change) =>
  content(wanted, (c) => {
    const value = JSON.parse(c.text);
    c.text = JSON.stringify(change(value) ?? value);
  });
/** Serves this text at a URI. */
export const text = (uri, body, more = {}) =>
  answer("resources/read", ({ jsonrpc, id }, params) =>
    meets(uri, params.uri)
      ? { jsonrpc, id, result: { contents: [{ uri: params.uri, text: body, ...more }] } }
      : undefined,
  );
/** Refuses to read a URI. */
export const unread = (wanted, code, message) =>
  refused("resources/read", code, message, ({ uri }) => meets(wanted, uri));

/** Changes the whole of resources/list, another list may be given. */
export const list = (change) =>
  result("resources/list", (r) => {
    r.resources = change(r.resources) ?? r.resources;
  });
/** Changes each listed resource that the pattern meets. */
export const row = (wanted, change) =>
  list((rows) => rows.filter(({ uri }) => meets(wanted, uri)).forEach(change));
/** Takes resources out of the list. */
export const unlisted = (wanted) => list((rows) => rows.filter(({ uri }) => !meets(wanted, uri)));
/** Lists one more. */
export const listed = (...more) => list((rows) => [...rows, ...more]);
/** Changes the listed templates, another list may be given. */
export const templates = (change) =>
  result("resources/templates/list", (r) => {
    r.resourceTemplates = change(r.resourceTemplates) ?? r.resourceTemplates;
  });

/** Sends this notification after the first answer to a method. */
export const notice = (after, method) => ({ notices: [{ after, method }] });

/** Writes a text otherwise in all answers, and the other way round in requests. */
export const rename = (from, to) => ({ renames: [[from, to]] });

/** Changes answers of the well-known site in place. @param change of answer, method, path, `fetched` and `packs` */
export const site = (change) => ({ sites: [change] });

/** These skills in place of the samples. */
export const served = (files) => ({ files });
/** One SKILL.md. */
export const skillMd = (fields, body = "# Skill\n\nDo it.\n") =>
  `---\n${Object.entries(fields)
    .map(([key, value]) => `${key}: ${value}\n`)
    .join("")}---\n\n${body}`;

/** All of these at once, in this order. */
export const both = (...patches) => ({
  changes: patches.flatMap(({ changes = [] }) => changes),
  notices: patches.flatMap(({ notices = [] }) => notices),
  sites: patches.flatMap(({ sites = [] }) => sites),
  renames: patches.flatMap(({ renames = [] }) => renames),
  files: patches.reduce((files, patch) => patch.files ?? files, undefined),
});
