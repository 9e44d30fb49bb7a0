import type { FileEvidence, SkillEvidence } from "../../model/evidence";
import type { FrontmatterField } from "../../skill-file/types";
import { lookUp } from "../agent-skills/fields";
import { placeIn, proof, withSkillMd } from "../agent-skills/skill-md";
import { found, notApplicable, pass, type RawFinding, type Verdict } from "../define-rule";
import { listed, show } from "../values";
import { inspRule } from "./declare";

/** Rules on the texts of the frontmatter that a model is shown. */

/** Fields that are prose: a number sign in them is more likely meant than a comment. */
const PROSE = ["description", "compatibility"];

export const commentCut = inspRule(
  "skill",
  {
    id: "insp-comment-cut",
    level: "SHOULD NOT",
    page: "skills",
    title: "No text of the frontmatter is cut short by an unquoted number sign",
    why: "In YAML a blank and a # begin a comment: what follows is no part of the value, and no parser says so.",
    fix: "Put the whole value in quotes.",
  },
  (skill) =>
    withSkillMd(skill, ({ file, frontmatter }) =>
      found(
        frontmatter.fields
          .filter(
            ({ key, type, comment }) => type === "string" && comment !== undefined && meant(key, comment),
          )
          .map((field) => cut(field, file)),
      ),
    ),
);

/** Whether what YAML takes for a comment was most likely meant as text. */
const meant = (key: string, comment: string) => PROSE.includes(key) || /^#[\p{L}\p{N}]/u.test(comment);

function cut({ key, value, source, valueAt, comment }: FrontmatterField, file: FileEvidence): RawFinding {
  const whole = `${source} ${comment}`;
  return {
    severity: "warning",
    message: `${key} ends before ${show(comment, 60)}: an unquoted # begins a comment.`,
    expected: show(whole),
    actual: show(value),
    fix: `Quote it: ${key}: ${JSON.stringify(whole)}`,
    location: placeIn(file, {
      ...valueAt,
      column: valueAt.column + (source.includes("\n") ? 0 : source.length + 1),
    }),
    evidence: proof(file),
    locus: key,
  };
}

/** Elements that a browser or a prompt gives a meaning, so that a lone opening tag counts. */
const KNOWN =
  /^(?:br|hr|form|iframe|img|input|link|meta|object|script|style|svg|video|system|assistant|available_skills)$/i;
const TAG = /<(\/?)([A-Za-z][\w:-]{0,60})((?:\s[^<>]{0,300})?)(\/?)>/g;

/** The tags of a text: closing ones, pairs, ones with attributes, and known elements; not `<service>` or `Span<T>`. */
export function tagsIn(text: string): string[] {
  const all = [...text.matchAll(TAG)].map(([span, closes, name, attributes, empty]) => ({
    span: span!,
    name: name!.toLowerCase(),
    closes: closes === "/",
    marked: /=/.test(attributes!) || empty === "/",
  }));
  const closed = new Set(all.filter(({ closes }) => closes).map(({ name }) => name));
  return all
    .filter(({ name, closes, marked }) => closes || marked || closed.has(name) || KNOWN.test(name))
    .map(({ span }) => span);
}

export const descriptionTags = inspRule(
  "skill",
  {
    id: "insp-description-tags",
    level: "SHOULD NOT",
    page: "skills",
    title: "The description holds no markup tags",
    why: "Hosts put descriptions into a prompt that is itself made of tags; a closing tag can end the list of skills there. Claude refuses a skill whose description has XML tags.",
    fix: "Say it without tags. A placeholder can be written in capitals or in braces.",
  },
  (skill) => withSkillMd(skill, (md) => judgeTags(skill, lookUp(md, "description"), md.file)),
);

function judgeTags(skill: SkillEvidence, state: ReturnType<typeof lookUp>, file: FileEvidence): Verdict {
  if (state.kind !== "field" || typeof state.field.value !== "string")
    return notApplicable("there is no description that is text");
  const tags = tagsIn(state.field.value.slice(0, 20_000));
  if (tags.length === 0) return pass;
  return found([
    {
      severity: "warning",
      message: `The description holds ${tags.length === 1 ? "the tag" : "the tags"} ${listed(tags, 5)}. Claude (claude.ai and the Claude API) refuses descriptions with XML tags; other hosts pass them on as they are.`,
      expected: "text without tags",
      actual: listed(tags, 5),
      subject: { kind: "skill", skill: skill.uri, uri: skill.uri },
      location: placeIn(file, state.field.valueAt),
      evidence: proof(file),
    },
  ]);
}

export const descriptionRules = [commentCut, descriptionTags];
