/** A right server of resource-catalog with skills and prompts, to be broken by its mutants. */
import * as p from "../dialect-patch.mjs";

const skill = (name, tag) =>
  p.skillMd(
    { name, description: `Does ${name}. Use when due.`, tags: `[${tag}]`, capabilities: `[${tag}-work]` },
    "# Skill\n\nSee [fees](references/late-fees.md).\n",
  );

/** Two skills with tags and capabilities, of which one has references. */
export const skills = p.served({
  "pay/SKILL.md": skill("pay", "money"),
  "pay/references/late-fees.md": "# Late fees\n",
  "ship/SKILL.md": skill("ship", "goods"),
  "ship/references/parcels.md": "# Parcels\n",
});

const prompt = (id, tag) => ({
  id,
  name: id,
  description: `Asks for ${id}.`,
  tags: [tag],
  version: "1.0.0",
  document: `resource://prompts/${id}/document`,
});
const PROMPTS = [prompt("check-form", "forms"), prompt("write-letter", "letters")];
const ARGUMENTS = [{ name: "form", description: "The form", required: true }];
const INDEX = "resource://catalog/prompts_index";

/** The index for a query: filters combine, unknown keys are ignored. */
function listed(query) {
  const [q, tag] = [query.get("q"), query.get("tag")];
  const found = PROMPTS.filter(
    (one) => (!q || `${one.id} ${one.description}`.includes(q)) && (!tag || one.tags.includes(tag)),
  );
  const start = Number(query.get("cursor") ?? 0);
  const end = start + Number(query.get("limit") ?? found.length);
  return { prompts: found.slice(start, end), ...(end < found.length ? { nextCursor: String(end) } : {}) };
}

/** What is at a URI of a prompt; undefined where nothing is. */
function prompted(uri) {
  const [plain, query] = uri.split("?");
  if (plain === INDEX)
    return { mimeType: "application/json", text: JSON.stringify(listed(new URLSearchParams(query))) };
  const [, id, rest] = /^resource:\/\/(?:catalog\/)?prompts\/([^/]+)(\/document)?$/.exec(plain) ?? [];
  const one = PROMPTS.find((each) => each.id === id);
  if (!one) return undefined;
  if (rest) return { mimeType: "text/markdown", text: `# ${id}\n` };
  return {
    mimeType: "application/json",
    text: JSON.stringify(id === "check-form" ? { ...one, arguments: ARGUMENTS } : one),
  };
}

/** The built-in server has no prompts; this one has two. */
export const prompts = p.both(
  p.answer("resources/read", ({ jsonrpc, id }, { uri }) => {
    const content = prompted(uri);
    return content && { jsonrpc, id, result: { contents: [{ uri, ...content }] } };
  }),
  p.instead("prompts/list", () => ({
    prompts: [{ name: "check-form", arguments: ARGUMENTS }, { name: "write-letter" }],
  })),
  p.templates((all) => [
    ...all,
    {
      uriTemplate: "resource://catalog/prompts/{prompt_id}",
      name: "prompt_record",
      mimeType: "application/json",
    },
    {
      uriTemplate: "resource://prompts/{prompt_id}/document",
      name: "prompt_document",
      mimeType: "text/markdown",
    },
  ]),
);
