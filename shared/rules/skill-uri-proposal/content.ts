import type { Exchange } from "../../model/evidence";
import { parseFrontmatter } from "../../skill-file/frontmatter";
import { parseTemplate } from "../../uri/rfc6570";
import { splitSkillUri } from "../../uri/skill-uri";
import { errorOf, outcomeText, requestText } from "../answers";
import { about, gathered, idsOf, probed, textOf } from "../convention-rules";
import { notApplicable, pass, type RawFinding, untestable, type Verdict } from "../define-rule";
import type { EvidenceIndex } from "../evidence-index";
import { describe, show } from "../values";
import { readsOf, rule, skillTemplates, skillUris } from "./declare";
import { NO_SKILLS } from "./uris";

/** Rules of the proposal on what is read, and on templates. */

/** The frontmatter of a text that is a SKILL.md: it has a name and a description. */
function skillData(text: string | undefined): Record<string, unknown> | undefined {
  const data = text === undefined ? undefined : parseFrontmatter(text).data;
  return data?.name !== undefined && data.description !== undefined ? data : undefined;
}

export const explicit = rule(
  {
    id: "prop-skillmd-explicit",
    level: "MUST",
    section: "Key Design Decision 2",
    title: "SKILL.md stands in the URI of a skill's instructions",
    why: "A directory's URI has no content of its own; relative links resolve against the file.",
    fix: "Serve the instructions under skill://<skill-path>/SKILL.md only.",
  },
  (index) => {
    const rooted = readsOf(index).tagged("root");
    const tried = index.exchanges("probe:prop-root");
    const all = [...rooted, ...tried].filter(({ outcome }) => outcome.kind !== "none");
    if (all.length === 0) {
      if (skillUris(index.server).length === 0) return NO_SKILLS;
      const { probes } = index.server;
      return probes.made ? pass : untestable(`this needs a probe, and none was made: ${probes.reason}`);
    }
    return gathered(
      all
        .filter((answer) => skillData(textOf(answer)) !== undefined)
        .map((answer) => ({
          ...about(String(answer.params.uri), [answer]),
          message: `${String(answer.params.uri)} gives a skill without naming SKILL.md.`,
          expected: `${String(answer.params.uri).replace(/\/$/, "")}/SKILL.md`,
          actual: outcomeText(answer),
          locus: String(answer.params.uri),
        })),
    );
  },
);

/** Judges the frontmatter names of the skills that were read. */
function onNames(
  index: EvidenceIndex,
  check: (name: unknown, uri: string, answer: Exchange) => RawFinding[],
): Verdict {
  const uris = skillUris(index.server);
  if (uris.length === 0) return NO_SKILLS;
  const reads = readsOf(index);
  const findings: RawFinding[] = [];
  let judged = 0;
  for (const uri of uris) {
    const answer = reads.read(uri);
    const text = textOf(answer);
    const data = text === undefined ? undefined : parseFrontmatter(text).data;
    if (!answer || data === undefined) continue;
    judged++;
    findings.push(...check(data.name, uri, answer));
  }
  return judged === 0 ? untestable("no SKILL.md with readable frontmatter was read") : gathered(findings);
}

export const name = rule(
  {
    id: "prop-name",
    level: "MUST",
    section: "Naming Rules",
    title: "The frontmatter name has 1 to 64 lower-case letters, digits and single hyphens",
    why: "Clients use it as an identifier.",
    fix: "Rename the skill in its frontmatter: a-z, 0-9 and single hyphens inside.",
  },
  (index) =>
    onNames(index, (own, uri, answer) =>
      typeof own === "string" && own.length <= 64 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(own)
        ? []
        : [
            {
              ...about(uri, [answer]),
              message: `The name in ${uri} is ${describe(own)}.`,
              expected: "1 to 64 of a-z, 0-9 and single hyphens inside",
              actual: show(own),
              locus: uri,
            },
          ],
    ),
);

export const decoupled = rule(
  {
    id: "prop-name-decoupled",
    level: "MAY",
    section: "Naming Rules / Decision 4",
    title: "The path need not match the name",
    why: "Valid here, and a failure in the released extension, which wants the last segment to be the name.",
    fix: "Name the last directory like the skill before you move to the released extension.",
  },
  (index) =>
    onNames(index, (own, uri, answer) => {
      const last = splitSkillUri(uri)?.name;
      if (typeof own !== "string" || last === own) return [];
      return [
        {
          ...about(uri, [answer]),
          outcome: "note",
          message: `The path of ${uri} does not end in the name ${show(own)}.`,
          expected: `…/${own}/SKILL.md in the released extension`,
          actual: uri,
          locus: uri,
        },
      ];
    }),
);

const NO_TEMPLATES = notApplicable("no template under skill:// is listed");

export const templates = rule(
  {
    id: "prop-templates",
    level: "MAY",
    section: "Resource templates",
    title: "Templates under skill:// expand, complete and can be read",
    why: "A person picks a value and expects the skill to open.",
    fix: "List sound RFC 6570 templates, complete their variables, and serve what the values expand to.",
  },
  (index) => {
    const all = skillTemplates(index.server);
    if (all.length === 0) return NO_TEMPLATES;
    const findings = all.flatMap(({ uri, page }): RawFinding[] => {
      const { ok, faults } = parseTemplate(uri);
      if (ok) return [];
      return [
        {
          subject: { kind: "template", template: uri },
          message: `The template ${uri} cannot be expanded: ${faults[0]?.message ?? ""}`,
          expected: "RFC 6570",
          actual: uri,
          evidence: idsOf([page]),
          locus: uri,
        },
      ];
    });
    const tried = probed(index, "prop-template");
    if (!Array.isArray(tried))
      return findings.length > 0 || tried.kind === "not-applicable" ? gathered(findings) : tried;
    for (const answer of tried.filter(errorOf)) {
      findings.push({
        message: `${answer.method === "resources/read" ? "What a completed value expands to cannot be read" : "A variable cannot be completed"}: ${requestText(answer)}.`,
        expected: answer.method === "resources/read" ? "the resource" : "a completion",
        actual: outcomeText(answer),
        evidence: idsOf([answer]),
        locus: `${answer.method} ${answer.tag}`,
      });
    }
    return gathered(findings);
  },
);

export const genericTemplate = rule(
  {
    id: "prop-generic-template",
    level: "STATEMENT",
    section: "Resource templates",
    title: "A template for any skill takes its path with reserved expansion",
    why: "{skill_path} encodes / as %2F, so that a path of several segments never reaches its skill.",
    fix: "Write {+skill_path} in place of {skill_path}.",
  },
  ({ server }) => {
    const all = skillTemplates(server);
    if (all.length === 0) return NO_TEMPLATES;
    return gathered(
      all
        // A simple variable as the whole skill path, before a file of several segments or SKILL.md itself.
        .filter(({ uri }) => /^skill:\/\/\{[A-Za-z0-9_.]+\}\/(?:\{\+[^}]+\}|SKILL\.md)$/.test(uri))
        .map(({ uri, page }) => ({
          severity: "warning",
          subject: { kind: "template", template: uri },
          message: `The template ${uri} cannot carry a skill path of several segments.`,
          expected: uri.replace("{", "{+"),
          actual: uri,
          evidence: idsOf([page]),
          locus: uri,
        })),
    );
  },
);

export const contentRules = [explicit, name, decoupled, templates, genericTemplate];
