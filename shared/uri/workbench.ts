import type { Finding } from "../model/finding";
import type { Profile, Scope } from "../rules/define-rule";
import { EvidenceIndex } from "../rules/evidence-index";
import { RuleRun } from "../rules/run";
import { conventionShapes, type ShapeVerdict } from "./conventions";
import { correctSkillUri } from "./correct-skill-uri";
import { correctTemplate } from "./correct-template";
import { expand, multiSegmentHint, type SegmentHint } from "./expand";
import { noEvidence } from "./no-evidence";
import { releasedUri } from "./released-uri";
import { normalise, type ParsedUri, parseUri, type UriFault, type UriParts } from "./rfc3986";
import {
  looksLikeTemplate,
  type ParsedTemplate,
  parseTemplate,
  type TemplateFault,
  type TemplatePart,
} from "./rfc6570";

export { compareUris } from "./compare-uris";

/** Longer ones are not taken apart: one with a fault at every character takes seconds. */
export const MAX_INSPECTED = 4_000;

/** What one profile says. `no-match`: it judges nothing of this kind, or the URI is not of its convention. */
export interface ProfileVerdict {
  id: string;
  title: string;
  verdict: "pass" | "fail" | "warn" | "note" | "no-match";
  findings: Finding[];
  /** Why, where the findings do not say it: one sentence each. */
  reasons: string[];
}

export interface ConventionVerdict extends ShapeVerdict {
  id: string;
  title: string;
  /** Its URIs in short. */
  shape: string;
}

interface Inspection {
  input: string;
  /** Valid by its RFC. */
  ok: boolean;
  profiles: ProfileVerdict[];
  conventions: ConventionVerdict[];
  /** The input put right; absent when there is nothing to correct. */
  corrected?: string;
  /** What the correction changed. */
  changes?: string[];
}

/** Everything the workbench and the `uri` command show of a URI. */
export interface UriReport extends Inspection {
  kind: "uri";
  parts: UriParts;
  spans: ParsedUri["spans"];
  faults: UriFault[];
  /** The normal form by RFC 3986 6.2.2, where it differs. */
  normal?: string;
  /** The URI that the released extension would give the same thing, where it differs. */
  released?: string;
}

/** Everything the workbench and the `uri` command show of a template. */
export interface TemplateReport extends Inspection {
  kind: "template";
  parts: TemplatePart[];
  /** Each variable by name, with all places where it stands. */
  spans: Record<string, [start: number, end: number][]>;
  faults: TemplateFault[];
  variables: string[];
  level: ParsedTemplate["level"];
  hints: SegmentHint[];
  /** An expansion with sample values, by which conventions judge the template; absent when it has faults. */
  sample?: string;
}

export type UriInspection = UriReport | TemplateReport;

/**
 * Looks at a URI or template that no server gave.
 * @param text a URI, or a template when it has a brace. Any string; never throws.
 * @param profiles those whose rules of scope `uri` or `template` are run; all conventions are matched in any case.
 */
export function inspectUri(text: string, profiles: readonly Profile[]): UriInspection {
  return looksLikeTemplate(text) ? inspectTemplate(text, profiles) : inspectPlain(text, profiles);
}

function inspectPlain(text: string, profiles: readonly Profile[]): UriReport {
  const { ok, parts, spans, faults } = parseUri(text);
  const conventions = matchConventions(text);
  const correction = correctSkillUri(text);
  const normal = normalise(text);
  const best = correction?.uri ?? text;
  const released = parts.scheme === undefined ? undefined : releasedUri(best);
  return {
    input: text,
    kind: "uri",
    ok,
    parts,
    spans,
    faults,
    ...(normal === text ? {} : { normal }),
    profiles: profiles.map((profile) => judge(profile, "uri", text, conventions)),
    conventions,
    ...(correction ? { corrected: correction.uri, changes: correction.changes } : {}),
    ...(released === undefined || released === best ? {} : { released }),
  };
}

function inspectTemplate(text: string, profiles: readonly Profile[]): TemplateReport {
  const parsed = parseTemplate(text);
  const { ok, parts, variables, level, faults } = parsed;
  const sample = sampleExpansion(parsed);
  const conventions =
    sample === undefined
      ? conventionShapes.map(({ id, title, shape }) => ({
          id,
          title,
          shape,
          kind: "no-match" as const,
          reasons: ["The template has faults."],
        }))
      : matchConventions(sample);
  const spans = new Map<string, [number, number][]>();
  for (const part of parts) {
    if (part.kind === "literal") continue;
    for (const { name, start, end } of part.variables) {
      spans.set(name, [...(spans.get(name) ?? []), [start, end]]);
    }
  }
  const corrected = correctTemplate(text);
  return {
    input: text,
    kind: "template",
    ok,
    parts,
    spans: Object.fromEntries(spans),
    faults,
    variables,
    level,
    hints: multiSegmentHint(parsed),
    ...(sample === undefined ? {} : { sample }),
    profiles: profiles.map((profile) => judge(profile, "template", text, conventions)),
    conventions,
    ...(corrected === undefined ? {} : { corrected, changes: ["faults replaced"] }),
  };
}

function matchConventions(uri: string): ConventionVerdict[] {
  return conventionShapes.map(({ id, title, shape, match }) => ({ id, title, shape, ...match(uri) }));
}

/** Names that stand for a file, with or without directories. */
const FILE_NAME = /^path$|file|document_?path/i;

/**
 * An expansion that shows the shape of a template: a plain segment for every variable, a file where its name says
 * so, and nothing for the variables of queries and fragments.
 */
function sampleExpansion(parsed: ParsedTemplate): string | undefined {
  const values = new Map<string, string>();
  for (const part of parsed.parts) {
    if (part.kind === "literal" || ["?", "&", "#"].includes(part.operator)) continue;
    const wide = part.operator === "+" || part.variables.some((variable) => variable.explode);
    for (const { name } of part.variables) {
      values.set(name, !FILE_NAME.test(name) ? "x" : wide && part.operator === "+" ? "x/x.md" : "x.md");
    }
  }
  const expansion = expand(parsed, Object.fromEntries(values));
  return expansion.ok ? expansion.uri : undefined;
}

/** Runs the rules of one profile; where it has none of this scope, the shape of its convention decides. */
function judge(
  profile: Profile,
  scope: Extract<Scope, "uri" | "template">,
  text: string,
  conventions: readonly ConventionVerdict[],
): ProfileVerdict {
  const { id, title } = profile;
  const convention = conventions.find((candidate) => candidate.id === id);
  if (convention && convention.kind === "no-match") {
    return { id, title, verdict: "no-match", findings: [], reasons: convention.reasons };
  }
  const reasons = convention?.reasons ?? [];
  const hasRules = profile.rules.some((rule) => rule.scope === scope);
  if (!hasRules && !convention) {
    const what = scope === "uri" ? "a URI" : "a template";
    return {
      id,
      title,
      verdict: "no-match",
      findings: [],
      reasons: [`No rule of this profile judges ${what}.`],
    };
  }
  const run = new RuleRun([profile], new EvidenceIndex(noEvidence(text), []));
  const findings =
    scope === "uri"
      ? run.judge("uri", { uri: text, role: "typed" })
      : run.judge("template", { uriTemplate: text });
  return { id, title, verdict: worst(findings, convention?.kind === "fault"), findings, reasons };
}

function worst(findings: Finding[], shapeFault: boolean): ProfileVerdict["verdict"] {
  const fails = findings.filter((finding) => finding.outcome === "fail");
  if (shapeFault || fails.some((finding) => finding.severity === "error")) return "fail";
  if (fails.some((finding) => finding.severity === "warning")) return "warn";
  return findings.length > 0 ? "note" : "pass";
}
