import { resultOf } from "../answers";
import { about, gathered, idsOf, listedResources, listedTemplates } from "../convention-rules";
import { fail, notApplicable, pass, type RawFinding, untestable } from "../define-rule";
import { member, show } from "../values";
import { jackSkills, LATER_TEMPLATE, lostCollections, readsOf, rule, TEMPLATES } from "./declare";

/** Rules on what skilljack lists and declares. */

const NO_SKILLS = notApplicable("no skill://{name} is listed");
const LATER = "A later version of skilljack: check it by sep-2640-index-draft or skills-ext-stable.";

export const skillUri = rule(
  {
    id: "sj-uri",
    level: "OBSERVED",
    section: "src/skill-resources.ts:174",
    title: "skill://{skillName} is SKILL.md",
    why: "Clients of skilljack 0.5 open a skill under its name alone.",
    fix: "List each skill as skill:// followed by its name, percent-encoded as one segment.",
  },
  ({ server }) => {
    const skills = jackSkills(server);
    const lost = lostCollections(server);
    if (skills.length === 0 && lost.length === 0) return NO_SKILLS;
    return gathered([
      ...lost.map(
        ({ uri, page }): RawFinding => ({
          ...about(uri, [page]),
          message: `${uri} is listed, and not the skill whose files it holds.`,
          expected: uri.slice(0, -1),
          actual: "not listed",
          locus: uri,
        }),
      ),
      ...skills
        .filter(({ uri, name }) => uri !== `skill://${encodeURIComponent(name)}`)
        .map(
          ({ uri, name, item }): RawFinding => ({
            ...about(uri, [item.page]),
            message: `The skill ${show(name)} is listed under a URI that is not its name.`,
            expected: `skill://${encodeURIComponent(name)}`,
            actual: uri,
            locus: uri,
          }),
        ),
    ]);
  },
);

export const templates = rule(
  {
    id: "sj-templates",
    level: "OBSERVED",
    section: "transcript",
    title: "The two templates are skill://{skillName} and skill://{skillName}/",
    why: "By them clients complete skill names and reach the collection of a skill's files.",
    fix: 'List exactly the templates "Skill" and "Skill Directory" of skilljack 0.5.',
  },
  ({ server }) => {
    const listed = listedTemplates(server);
    const wanted = [
      [TEMPLATES[0], "Skill", "text/markdown", "SKILL.md content for a skill"],
      [
        TEMPLATES[1],
        "Skill Directory",
        "text/plain",
        "Collection of all files in a skill directory (excluding SKILL.md)",
      ],
    ];
    const seen = listed.map(({ uri, raw }) => [uri, raw.name, raw.mimeType, raw.description]);
    if (show(seen, 2000) === show(wanted, 2000)) return pass;
    const uris = listed.map(({ uri }) => uri);
    const earlier = uris.includes("skill://{skillName}/{path}");
    return fail({
      message: "The templates are not the two of skilljack 0.4 and 0.5.",
      expected: show(wanted, 400),
      actual: show(seen, 400),
      ...(uris.includes(LATER_TEMPLATE) ? { fix: LATER } : {}),
      ...(earlier
        ? { fix: "A version before 0.4, which had skill://{skillName}/{path}: update skilljack." }
        : {}),
      evidence: idsOf(server.templatePages),
      locus: "templates",
    });
  },
);

const UNUSED = ["_meta", "annotations", "size", "title"];

export const noMeta = rule(
  {
    id: "sj-no-meta",
    level: "OBSERVED",
    section: "transcript",
    title: "Resources and templates carry no _meta, annotations, size or title",
    why: "These fields tell version 0.5 from later ones, which need another profile.",
    fix: LATER,
  },
  ({ server }) => {
    const items = [...listedResources(server), ...listedTemplates(server)];
    if (items.length === 0) return notApplicable("nothing is listed");
    return gathered(
      items.flatMap(({ uri, raw, page }): RawFinding[] => {
        const given = UNUSED.filter((key) => Object.hasOwn(raw, key));
        if (given.length === 0) return [];
        return [
          {
            ...about(uri, [page]),
            message: `${uri} is listed with ${given.join(" and ")}, which 0.5 does not send.`,
            expected: "none of _meta, annotations, size, title",
            actual: show(Object.fromEntries(given.map((key) => [key, raw[key]]))),
            locus: uri,
          },
        ];
      }),
    );
  },
);

export const listOrder = rule(
  {
    id: "sj-list-order",
    level: "OBSERVED",
    section: "src/skill-resources.ts",
    title: "All skills are listed first, then all directories in the same order",
    why: "Clients that show the first half as the skills rely on it.",
    fix: "List every skill://{name}, then every skill://{name}/ in the same order.",
  },
  ({ server }) => {
    const uris = listedResources(server).map(({ uri }) => uri);
    if (jackSkills(server).length === 0) return NO_SKILLS;
    const half = uris.length / 2;
    const odd = Number.isInteger(half)
      ? uris.slice(half).findIndex((uri, at) => uri !== `${uris[at]}/`)
      : Math.floor(half);
    if (odd === -1) return pass;
    return fail({
      message: "resources/list is not all skills followed by all directories in the same order.",
      expected: `${uris[odd]}/ as number ${Math.ceil(half) + odd + 1} of the list`,
      actual: show(uris[Math.ceil(half) + odd]),
      evidence: idsOf(server.resourcePages),
      locus: "order",
    });
  },
);

export const capabilities = rule(
  {
    id: "sj-caps",
    level: "OBSERVED",
    section: "src/index.ts",
    title: "Subscriptions and completions are declared; the skills extension and instructions are not",
    why: "Another set of capabilities means another version, which shows its skills in another way.",
    fix: "Declare resources.subscribe and completions, or check the server by the profile of its own convention.",
  },
  ({ server }) => {
    const faults: [string, string, unknown][] = [];
    const { capabilities: declared, instructions } = server;
    const subscribe = member(member(declared, "resources"), "subscribe");
    if (subscribe !== true) faults.push(["resources.subscribe", "true", subscribe]);
    const completions = member(declared, "completions");
    if (completions === undefined) faults.push(["completions", "an object", completions]);
    const extension = member(member(declared, "extensions"), "io.modelcontextprotocol/skills");
    if (extension !== undefined) faults.push(["the skills extension", "nothing", extension]);
    if (instructions !== undefined) faults.push(["instructions", "nothing", instructions]);
    const handshake = server.exchanges.filter(({ purpose }) => purpose === "handshake");
    return gathered(
      faults.map(([what, expected, actual]) => ({
        message: `The handshake has ${show(actual, 60)} as ${what}.`,
        expected: `${what}: ${expected}`,
        actual: show(actual),
        ...(what.includes("extension") ? { fix: LATER } : {}),
        evidence: idsOf(handshake),
        locus: what,
      })),
    );
  },
);

export const tools = rule(
  {
    id: "sj-tools",
    level: "OBSERVED",
    section: "src/skill-tool.ts",
    title: "The tools skill and skill-resource hand out skills, with the catalogue in the description",
    why: "Models find the skills by the description of the tool skill, not by the resources.",
    fix: "Offer skill {name} and skill-resource {skill, path}, and end the description of skill with <available_skills>.",
  },
  (index) => {
    const answer = readsOf(index).of("tools/list")[0];
    const listed = resultOf(answer)?.tools;
    if (!answer || answer.outcome.kind === "none") return untestable("tools/list was not answered");
    const all = Array.isArray(listed) ? listed : [];
    const tool = (name: string) => all.find((each) => member(each, "name") === name);
    const inputs = (name: string) =>
      Object.keys(Object(member(member(tool(name), "inputSchema"), "properties")));
    const wanted: [string, string[]][] = [
      ["skill", ["name"]],
      ["skill-resource", ["skill", "path"]],
    ];
    const findings: RawFinding[] = wanted
      .filter(([name, keys]) => keys.some((key) => !inputs(name).includes(key)))
      .map(([name, keys]) => ({
        message: tool(name) ? `The tool ${name} takes other inputs.` : `There is no tool ${name}.`,
        expected: `${name} with the inputs ${keys.join(", ")}`,
        actual: tool(name)
          ? `inputs ${inputs(name).join(", ") || "none"}`
          : `tools ${show(all.map((each) => member(each, "name")))}`,
        evidence: idsOf([answer]),
        locus: name,
      }));
    const description = member(tool("skill"), "description");
    const text = typeof description === "string" ? description : "";
    if (tool("skill") && !text.includes("</available_skills>")) {
      findings.push({
        message: "The description of the tool skill holds no catalogue of the skills.",
        expected: "a description that ends with <available_skills>…</available_skills>",
        actual: show(text.slice(-80)),
        evidence: idsOf([answer]),
        locus: "catalogue",
      });
    }
    const path = /<location>((?:\/|[A-Za-z]:\\)[^<]*)</.exec(text)?.[1];
    if (path !== undefined) {
      findings.push({
        outcome: "note",
        message:
          "The catalogue in the description of the tool skill tells every client where the skills lie on the server's disk.",
        actual: path,
        fix: "Leave out <location>, or give the skill's URI there.",
        evidence: idsOf([answer]),
        locus: "path",
      });
    }
    return gathered(findings);
  },
);

export const prompts = rule(
  {
    id: "sj-prompts",
    level: "OBSERVED",
    section: "src/skill-prompts.ts",
    title: "There is a prompt skill and one prompt for each skill, which embeds its SKILL.md",
    why: "A person starts a skill by its prompt in clients that do not show resources.",
    fix: "List a prompt skill and one per skill; answer prompts/get with one message that embeds skill://{name}.",
  },
  (index) => {
    const reads = readsOf(index);
    const answer = reads.of("prompts/list")[0];
    if (!answer || answer.outcome.kind === "none") return untestable("prompts/list was not answered");
    const listed = resultOf(answer)?.prompts;
    const names = new Set(Array.isArray(listed) ? listed.map((each) => member(each, "name")) : []);
    const skills = jackSkills(index.server);
    const findings: RawFinding[] = ["skill", ...skills.map(({ name }) => name)]
      .filter((name) => !names.has(name))
      .map((name) => ({
        message: `prompts/list has no prompt ${name}.`,
        expected: `a prompt ${name}`,
        actual: show([...names]),
        evidence: idsOf([answer]),
        locus: name,
      }));
    const got = reads.of("prompts/get")[0];
    if (got && got.outcome.kind !== "none") {
      const messages = resultOf(got)?.messages;
      const content = member(Array.isArray(messages) ? messages[0] : undefined, "content");
      const uri = member(member(content, "resource"), "uri");
      if (member(content, "type") !== "resource" || uri !== skills[0]?.uri) {
        findings.push({
          message: `The prompt ${show(got.params.name)} does not embed the skill.`,
          expected: `content of type resource with the uri ${skills[0]?.uri}`,
          actual: show(content ?? got.outcome, 200),
          evidence: idsOf([got]),
          locus: "get",
        });
      }
    }
    return gathered(findings);
  },
);

export const listingRules = [skillUri, templates, noMeta, listOrder, capabilities, tools, prompts];
