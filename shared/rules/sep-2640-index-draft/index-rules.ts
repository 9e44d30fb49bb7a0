import { errorOf, outcomeText } from "../answers";
import {
  about,
  contentsOf,
  gathered,
  idsOf,
  jsonOf,
  listedResources,
  listedTemplates,
  probed,
  textOf,
} from "../convention-rules";
import { fail, notApplicable, note, pass, type RawFinding, untestable } from "../define-rule";
import type { EvidenceIndex } from "../evidence-index";
import { isRecord, kindOf, member, show } from "../values";
import { entriesOf, INDEX, readsOf, rule } from "./declare";

/** Rules on the index itself: that it is there, its shape, its type. */

export const NOT_READABLE = notApplicable("skill://index.json could not be read");

/** The read of the index that gave something. */
function indexAnswer(index: EvidenceIndex) {
  const answer = readsOf(index).read(INDEX);
  return contentsOf(answer).length > 0 && !textOf(answer)?.startsWith("# Error") ? answer : undefined;
}

export const exposed = rule(
  {
    id: "ix-exposed",
    level: "SHOULD",
    section: "Enumeration via skill://index.json",
    title: "The server exposes skill://index.json",
    why: "In these drafts it is the only list of skills that a client can ask for.",
    fix: "Serve skill://index.json, a JSON object with the array skills; it may be partial.",
  },
  (index) => {
    const answer = readsOf(index).read(INDEX);
    if (!answer || answer.outcome.kind === "none") return untestable("skill://index.json was not read");
    // In these drafts a miss may be a success in prose; ix-error-prose says so.
    if (!errorOf(answer) && !textOf(answer)?.startsWith("# Error")) return pass;
    return fail({
      ...about(INDEX, [answer]),
      message: "skill://index.json cannot be read.",
      expected: "the index",
      actual: outcomeText(answer),
      locus: "index",
    });
  },
);

export const shape = rule(
  {
    id: "ix-index",
    level: "OBSERVED",
    section: "SEP-2640 drafts to 2026-07; hemanth/skills-over-mcp src/server.ts",
    title: "skill://index.json is an object with an array skills, all entries of one draft",
    why: "A client tells by the keys of an entry which draft to read it by.",
    fix: "Give all entries the keys of one draft, or move to skills/list of the released extension.",
  },
  (index) => {
    const answer = indexAnswer(index);
    if (!answer) return NOT_READABLE;
    const value = jsonOf(answer);
    const skills = member(value, "skills");
    if (!isRecord(value) || !Array.isArray(skills)) {
      return fail({
        ...about(INDEX, [answer]),
        message: `skill://index.json ${isRecord(value) ? `has ${kindOf(skills)} as skills` : value === undefined ? "is no JSON" : `is ${kindOf(value)}`}.`,
        expected: '{"skills": [ … ]}',
        actual: show(textOf(answer)),
        locus: "index",
      });
    }
    const entries = entriesOf(readsOf(index));
    const shapes = [...new Set(entries.map((entry) => entry.shape ?? "none"))];
    if (entries.length < skills.length || shapes.includes("none") || shapes.length > 1) {
      return fail({
        ...about(INDEX, [answer]),
        message: "The entries of skill://index.json are not all of one draft.",
        expected:
          "every entry with type (A), with frontmatter and url or archives (B), or with uri and resources (C)",
        actual: entries.length < skills.length ? "an entry that is no object" : `shapes ${shapes.join(", ")}`,
        locus: "mixture",
      });
    }
    if (entries.length === 0) return pass;
    return note({
      ...about(INDEX, [answer]),
      message: `The index has shape ${shapes[0]} of a superseded draft (${WHEN[shapes[0]!]}); skills/list replaced it on 13 July 2026.`,
      locus: "shape",
    });
  },
);

const WHEN: Record<string, string> = { A: "April to June 2026", B: "June to July 2026", C: "13 July 2026" };

export const mimeType = rule(
  {
    id: "ix-mimetype",
    level: "MUST",
    section: "Enumeration via skill://index.json",
    title: "The index is application/json",
    why: "A client decides by the type whether to parse what it has read.",
    fix: 'Send "mimeType": "application/json" with the content of skill://index.json.',
  },
  (index) => {
    const answer = indexAnswer(index);
    if (!answer) return NOT_READABLE;
    const listed = listedResources(index.server).find(({ uri }) => uri === INDEX);
    const own = contentsOf(answer)[0]?.mimeType;
    const type = own ?? listed?.raw.mimeType;
    const base = {
      ...about(INDEX, [answer, listed?.page]),
      expected: "application/json",
      actual: show(type),
    };
    if (type !== "application/json") {
      return fail({
        ...base,
        message: `skill://index.json has ${type === undefined ? "no mimeType" : `the mimeType ${show(type)}`}.`,
        locus: "type",
      });
    }
    if (own !== undefined) return pass;
    return note({
      ...base,
      message: "The content of skill://index.json has no mimeType; only its entry in resources/list has.",
      locus: "content",
    });
  },
);

export const contentsNoMime = rule(
  {
    id: "ix-contents-no-mime",
    level: "OBSERVED",
    section: "@olaservo/ext-skills 0.1.0, 0.10.0",
    title: "The content of the index carries no mimeType, its list entry does",
    why: "A client that looks only at the content takes the index for text of an unknown kind.",
    fix: "Nothing, for these versions of ext-skills; ix-mimetype says what a server should do.",
  },
  (index) => {
    const answer = indexAnswer(index);
    if (!answer) return NOT_READABLE;
    const listed = listedResources(index.server).find(({ uri }) => uri === INDEX);
    const own = contentsOf(answer)[0]?.mimeType;
    if (own === undefined && listed?.raw.mimeType === "application/json") return pass;
    return fail({
      ...about(INDEX, [answer, listed?.page]),
      message: "The types of skill://index.json are not those that ext-skills of that time sends.",
      expected: "no mimeType in the content, application/json in resources/list",
      actual: show({ content: own, list: listed?.raw.mimeType }),
      locus: "type",
    });
  },
);

export const errorProse = rule(
  {
    id: "ix-error-prose",
    level: "OBSERVED",
    section: "@olaservo/ext-skills 0.1.0, 0.10.0",
    title: "A skill that does not exist is answered with a success that says # Error",
    why: "A client that looks only for an error shows the prose as the skill.",
    fix: "Nothing, for these versions of ext-skills; mcp-not-found says what a server should do.",
  },
  (index) => {
    const tried = probed(index, "ix-unknown");
    if (!Array.isArray(tried)) return tried;
    return gathered(
      tried
        .filter((answer) => !textOf(answer)?.startsWith("# Error"))
        .map((answer) => ({
          ...about(String(answer.params.uri), [answer]),
          message: "A skill that does not exist is answered otherwise than by ext-skills of that time.",
          expected: 'a success whose text begins "# Error"',
          actual: outcomeText(answer),
          locus: "unknown",
        })),
    );
  },
);

export const capability = rule(
  {
    id: "ix-cap",
    level: "STATEMENT",
    section: "Capability Declaration",
    title: "The server declares the skills extension",
    why: "Clients look for the index where the extension is declared.",
    fix: 'Add "extensions": {"io.modelcontextprotocol/skills": {}} to the capabilities.',
  },
  (index) => {
    const declared = member(
      member(index.server.capabilities, "extensions"),
      "io.modelcontextprotocol/skills",
    );
    if (isRecord(declared)) return pass;
    const base = {
      expected: "an object",
      actual: show(declared),
      evidence: idsOf(index.exchanges("handshake")),
      locus: "extension",
    };
    if (declared !== undefined)
      return fail({ ...base, message: `The skills extension is declared as ${kindOf(declared)}.` });
    return note({
      ...base,
      message: "The server has an index of skills and does not declare the skills extension.",
    });
  },
);

export const templateRegistered = rule(
  {
    id: "ix-template-registered",
    level: "SHOULD",
    section: "Template entries (until 2026-06-04)",
    title: "A template of the index is an MCP resource template too",
    why: "Completion of its variables is asked for by the registered template.",
    fix: "List the url of the entry in resources/templates/list, character by character.",
  },
  (index) => {
    const templates = entriesOf(readsOf(index)).filter(({ kind }) => kind === "template");
    if (templates.length === 0) return notApplicable("the index has no entry of type mcp-resource-template");
    const listed = new Set(listedTemplates(index.server).map(({ uri }) => uri));
    return gathered(
      templates
        .filter(({ url }) => !listed.has(String(url)))
        .map(
          ({ url, raw }): RawFinding => ({
            message: `The template ${show(raw.url)} of the index is not in resources/templates/list.`,
            expected: show(raw.url),
            actual: show([...listed]),
            evidence: idsOf([readsOf(index).read(INDEX), ...index.server.templatePages]),
            locus: String(url),
          }),
        ),
    );
  },
);

export const indexRules = [
  exposed,
  shape,
  mimeType,
  contentsNoMime,
  errorProse,
  capability,
  templateRegistered,
];
