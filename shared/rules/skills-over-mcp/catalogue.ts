import { errorOf, outcomeText } from "../answers";
import { about, contentsOf, gathered, idsOf, jsonOf, listedResources, textOf } from "../convention-rules";
import { fail, notApplicable, pass, type RawFinding, untestable } from "../define-rule";
import { isRecord, kindOf, member, show } from "../values";
import { entriesOf, INDEX, LOOKUP, PROMPT_XML, readsOf, rule, wholeIndex } from "./declare";

/** Rules on the index, the XML catalogue and the skills themselves. */

const SECTION = "same";
const NO_INDEX = notApplicable("skill://index gave no skills");

export const index = rule(
  {
    id: "kg-index",
    level: "OBSERVED",
    section:
      "experimental-ext-skills examples/skills-as-resources (first TS version), modelled on keithagroves/skills-over-mcp",
    title: "skill://index is a JSON array of skills",
    why: "It is what clients of this convention list skills by.",
    fix: "Answer skill://index with a JSON array of {name, description, uri, documentsUri?, documentCount, metadata?}, without a mimeType.",
  },
  (seen) => {
    const answer = readsOf(seen).read(INDEX);
    if (!answer || answer.outcome.kind === "none") return untestable("skill://index was not read");
    const base = { evidence: idsOf([answer]) };
    const value = jsonOf(answer);
    if (!Array.isArray(value)) {
      return fail({
        ...base,
        message: `skill://index is ${errorOf(answer) ? "not readable" : value === undefined ? "no JSON" : kindOf(value)}.`,
        expected: "a JSON array",
        actual: errorOf(answer) ? outcomeText(answer) : show(textOf(answer)),
        locus: "shape",
      });
    }
    const findings = value.flatMap((entry, at): RawFinding[] =>
      entryFaults(entry).map(([key, expected]) => ({
        ...base,
        message: `Entry ${at} of skill://index has ${key === "" ? "no object" : `a wrong ${key}`}.`,
        expected,
        actual: show(key === "" ? entry : member(entry, key)),
        locus: `${at} ${key}`,
      })),
    );
    const { mimeType } = contentsOf(answer)[0] ?? {};
    if (mimeType !== undefined) {
      findings.push({
        ...base,
        message: "The content of skill://index has a mimeType, which this convention leaves out.",
        expected: "no mimeType in the content",
        actual: show(mimeType),
        locus: "mimeType",
      });
    }
    return gathered(findings);
  },
);

function entryFaults(entry: unknown): [key: string, expected: string][] {
  if (!isRecord(entry)) return [["", "an object"]];
  const faults: [string, string][] = [];
  for (const key of ["name", "description", "uri"])
    if (typeof entry[key] !== "string") faults.push([key, "a string"]);
  if (entry.documentsUri !== undefined && typeof entry.documentsUri !== "string")
    faults.push(["documentsUri", "a string, or nothing"]);
  if (!Number.isInteger(entry.documentCount) || Number(entry.documentCount) < 0)
    faults.push(["documentCount", "an integer of 0 or more"]);
  if (entry.metadata !== undefined && !isRecord(entry.metadata))
    faults.push(["metadata", "an object, or nothing"]);
  return faults;
}

const unescaped = (text: string) =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&amp;", "&");

export const promptXml = rule(
  {
    id: "kg-prompt-xml",
    level: "OBSERVED",
    section: SECTION,
    title: "skill://prompt-xml is the same catalogue as XML",
    why: "Clients put it into the system prompt; what it lacks the model never learns of.",
    fix: "Answer skill://prompt-xml with <available_skills> and one <skill> with name, description and uri for each entry of the index.",
  },
  (seen) => {
    const reads = readsOf(seen);
    const answer = reads.read(PROMPT_XML);
    if (!answer || answer.outcome.kind === "none") return untestable("skill://prompt-xml was not read");
    const listed = listedResources(seen.server).find(({ uri }) => uri === PROMPT_XML);
    const findings: RawFinding[] = [];
    const add = (locus: string, message: string, expected: string, actual: string) =>
      findings.push({ message, expected, actual, locus, evidence: idsOf([answer, listed?.page]) });
    const text = textOf(answer)?.trim();
    if (text === undefined || !/^<available_skills>[\s\S]*<\/available_skills>$/.test(text)) {
      add(
        "root",
        "skill://prompt-xml is no XML with the root available_skills.",
        "<available_skills>…</available_skills>",
        text === undefined ? outcomeText(answer) : show(text),
      );
      return gathered(findings);
    }
    const skills = [...text.matchAll(/<skill>([\s\S]*?)<\/skill>/g)].map(([, body]) =>
      ["name", "description", "uri"].map((key) =>
        unescaped(new RegExp(`<${key}>([\\s\\S]*?)</${key}>`).exec(body!)?.[1] ?? ""),
      ),
    );
    const wanted = entriesOf(reads).map(({ name, description, uri }) => [name, description, uri]);
    const odd = wanted.findIndex((values, at) => show(values, 5000) !== show(skills[at], 5000));
    // What is wrong with the index itself is kg-index's.
    if (wholeIndex(reads) && (odd !== -1 || wanted.length !== skills.length)) {
      const at = odd === -1 ? wanted.length : odd;
      add("skills", "skill://prompt-xml and skill://index differ.", show(wanted[at]), show(skills[at]));
    }
    const wantedEntry = show(["skills-prompt-xml", "application/xml"]);
    const entry = show([listed?.raw.name, listed?.raw.mimeType]);
    if (entry !== wantedEntry)
      add(
        "list",
        "skill://prompt-xml is not listed as skills-prompt-xml and application/xml.",
        wantedEntry,
        listed ? entry : "not listed",
      );
    const { mimeType } = contentsOf(answer)[0] ?? {};
    if (mimeType !== undefined)
      add(
        "mimeType",
        "The content of skill://prompt-xml has a mimeType.",
        "no mimeType in the content",
        show(mimeType),
      );
    return gathered(findings);
  },
);

export const skill = rule(
  {
    id: "kg-skill",
    level: "OBSERVED",
    section: SECTION,
    title: "skill://{name} is the whole SKILL.md",
    why: "Clients open a skill under its name and expect frontmatter and instructions in one text.",
    fix: "List skill:// and the raw name as skill-{name} with text/markdown, and answer it with the text of SKILL.md.",
  },
  (seen) => {
    const reads = readsOf(seen);
    const entries = entriesOf(reads).filter(({ uri }) => typeof uri === "string");
    if (entries.length === 0) return NO_INDEX;
    const listed = new Map(listedResources(seen.server).map((item) => [item.uri, item]));
    return gathered(
      entries.flatMap(({ name, uri }): RawFinding[] => {
        const own = String(uri);
        const answer = reads.read(own);
        const item = listed.get(own);
        const faults: [string, string, string][] = [];
        if (own !== `skill://${name}`) faults.push(["another URI than its name", `skill://${name}`, own]);
        const seenAs = show([item?.raw.name, item?.raw.mimeType]);
        const wanted = show([`skill-${name}`, "text/markdown"]);
        if (seenAs !== wanted)
          faults.push(["another name or type in resources/list", wanted, item ? seenAs : "not listed"]);
        const contents = contentsOf(answer);
        const text = textOf(answer);
        // A raw name may make a URI that cannot be read; kg-raw-uri says so.
        if (answer && answer.outcome.kind !== "none" && !(errorOf(answer) && /[^\x21-\x7e]/.test(own))) {
          if (contents.length !== 1 || !text?.startsWith("---"))
            faults.push([
              "no SKILL.md with frontmatter behind it",
              "one text that begins with ---",
              outcomeText(answer),
            ]);
          else if (contents[0]!.mimeType !== undefined)
            faults.push(["a mimeType in its content", "no mimeType", show(contents[0]!.mimeType)]);
        }
        return faults.map(([what, expected, actual]) => ({
          ...about(own, [answer, item?.page, reads.read(INDEX)]),
          message: `The skill ${show(name)} has ${what}.`,
          expected,
          actual,
          locus: `${own} ${what}`,
        }));
      }),
    );
  },
);

export const lookup = rule(
  {
    id: "kg-lookup",
    level: "STATEMENT",
    section: "seed 000 only",
    title: "skill://lookup/{name} finds a skill by its name",
    why: "No known source of this convention has it, so that clients should not rely on it.",
    fix: "Offer skill://{name} itself; no client is known to use the lookup.",
  },
  (seen) => {
    const [answer] = readsOf(seen).tagged("lookup");
    if (!answer) return notApplicable("no template skill://lookup/{name} is listed");
    return gathered([
      {
        outcome: "note",
        message: `The server lists ${LOOKUP}, which no known source of the convention has.`,
        actual: `${String(answer.params.uri)}: ${outcomeText(answer)}`,
        evidence: idsOf([answer]),
        locus: "lookup",
      },
    ]);
  },
);

export const reservedNames = rule(
  {
    id: "kg-reserved-names",
    level: "STATEMENT",
    section: "derived",
    title: "index and prompt-xml are no names of skills",
    why: "skill://index and skill://prompt-xml are taken, so that such a skill cannot be reached.",
    fix: "Give the skill another name.",
  },
  (seen) => {
    const reads = readsOf(seen);
    const entries = entriesOf(reads);
    if (entries.length === 0) return NO_INDEX;
    const taken = entries.filter(
      ({ name }) => name === "index" || name === "prompt-xml" || name === "lookup",
    );
    if (taken.length === 0) return pass;
    return gathered(
      taken.map(({ name }) => ({
        outcome: "note",
        message: `A skill is named ${show(name)}, which is the name of a fixed resource in this convention.`,
        actual: `skill://${name}`,
        evidence: idsOf([reads.read(INDEX)]),
        locus: String(name),
      })),
    );
  },
);

export const capabilities = rule(
  {
    id: "kg-caps",
    level: "OBSERVED",
    section: "typescript/src/index.ts",
    title: "Completions are declared; subscriptions and the skills extension are not",
    why: "Another set of capabilities means another convention, by which the server should be read.",
    fix: "Declare completions and resources only, or check the server by the profile of its own convention.",
  },
  ({ server }) => {
    const { capabilities: declared } = server;
    const extension = member(member(declared, "extensions"), "io.modelcontextprotocol/skills");
    const subscribe = member(member(declared, "resources"), "subscribe");
    const faults: [string, string, unknown][] = [];
    if (member(declared, "completions") === undefined) faults.push(["completions", "an object", undefined]);
    if (subscribe !== undefined && subscribe !== false)
      faults.push(["resources.subscribe", "false or nothing", subscribe]);
    if (extension !== undefined) faults.push(["the skills extension", "nothing", extension]);
    return gathered(
      faults.map(([what, expected, actual]) => ({
        message: `The handshake has ${show(actual)} as ${what}.`,
        expected: `${what}: ${expected}`,
        actual: show(actual),
        evidence: idsOf(server.exchanges.filter(({ purpose }) => purpose === "handshake")),
        locus: what,
      })),
    );
  },
);

export const rawUri = rule(
  {
    id: "kg-raw-uri",
    level: "OBSERVED",
    section: "typescript/src/index.ts",
    title: "Names and paths enter URIs as they are",
    why: "A name with a space gives a URI that cannot be read.",
    fix: "Nothing, for this convention; mcp-uri-rfc3986 says what a server should do.",
  },
  ({ server }) => {
    const listed = listedResources(server);
    if (listed.some(({ uri }) => /[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]/.test(uri))) return pass;
    const encoded = listed.find(({ uri }) => /%[0-9A-Fa-f]{2}/.test(uri));
    if (!encoded) return untestable("no name or path needs encoding");
    return fail({
      ...about(encoded.uri, [encoded.page]),
      message: "Listed URIs are percent-encoded, unlike in this convention.",
      expected: "the raw name and path",
      actual: encoded.uri,
      locus: "encoded",
    });
  },
);

export const catalogueRules = [index, promptXml, skill, lookup, reservedNames, capabilities, rawUri];
