import type { Level, Severity } from "../../model/finding";
import { correctTemplate } from "../../uri/correct-template";
import { type ParsedTemplate, parseTemplate } from "../../uri/rfc6570";
import { found, notApplicable, type RawFinding, type Rule, type TemplateSubject } from "../define-rule";

/** What every row of this profile has in common: one template, parsed once for all of them. */

export const PROFILE = "rfc6570";
export const SPEC = "https://www.rfc-editor.org/rfc/rfc6570";

export interface TemplateContext {
  parsed: ParsedTemplate;
  /** The nearest valid template, where that takes no guess. */
  corrected: string | undefined;
}

/** What a row says of one template. */
export interface Complaint {
  message: string;
  outcome?: "fail" | "note";
  /** Default: by the row's level. */
  severity?: Severity;
  /** A template to write instead. Default: the corrected template, where there is one. */
  expected?: string;
  fix?: string;
}

export interface TemplateRow {
  id: string;
  level: Level;
  section: string;
  title: string;
  why: string;
  fix: string;
  /** Only for templates without faults; others are not applicable. */
  needsValid?: boolean;
  judge(context: TemplateContext): Complaint | undefined;
}

const contexts = new WeakMap<TemplateSubject, TemplateContext>();

function contextOf(subject: TemplateSubject): TemplateContext {
  const known = contexts.get(subject);
  if (known) return known;
  const { uriTemplate } = subject;
  const context = { parsed: parseTemplate(uriTemplate), corrected: correctTemplate(uriTemplate) };
  contexts.set(subject, context);
  return context;
}

/** Makes a rule of a row. */
export function templateRule({ judge, needsValid, ...row }: TemplateRow): Rule<"template"> {
  return {
    ...row,
    profile: PROFILE,
    scope: "template",
    specUrl: `${SPEC}#section-${row.section}`,
    check(subject) {
      const context = contextOf(subject);
      if (needsValid && !context.parsed.ok) {
        return notApplicable("the template has faults, which other rules of this profile name");
      }
      const complaint = judge(context);
      if (!complaint) return found([]);
      const expected = complaint.expected ?? context.corrected;
      const finding: RawFinding = {
        ...complaint,
        actual: subject.uriTemplate,
        ...(expected === undefined ? {} : { expected }),
        ...(complaint.fix === undefined && expected !== undefined ? { fix: `Write ${expected}` } : {}),
        ...(subject.exchangeId === undefined ? {} : { evidence: [subject.exchangeId] }),
      };
      return found([finding]);
    },
  };
}
