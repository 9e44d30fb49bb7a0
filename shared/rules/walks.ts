import type { Exchange } from "../model/evidence";
import { errorOf, hasCode, INVALID_PARAMS, METHOD_NOT_FOUND, outcomeText, resultOf } from "./answers";
import { fail, found, notApplicable, pass, type RawFinding, untestable, type Verdict } from "./define-rule";
import { describe, show } from "./values";

/** Judging paged walks, for every list method alike (base spec: pagination). */

/** Judges how a paged walk went; shared shape of skills/list and directory reads. */
export function walkVerdict(
  pages: readonly Exchange[],
  end: { kind: string; cursor?: string; reason?: string; exchangeId?: string },
  method: string,
): Verdict {
  const findings: RawFinding[] = [];
  const seen = new Map<string, Exchange>();
  for (const page of pages) {
    const cursor = resultOf(page)?.nextCursor;
    if (cursor === undefined) continue;
    if (cursor === null) {
      findings.push({
        outcome: "note",
        message: `A page of ${method} has nextCursor null; it was taken for the last page. The last page carries no nextCursor at all.`,
        fix: "Leave nextCursor out on the last page.",
        evidence: [page.id],
        locus: "null",
      });
    } else if (typeof cursor !== "string") {
      findings.push({
        message: `nextCursor of ${method} is ${describe(cursor)}, not a string.`,
        expected: "nextCursor: a string, or absent on the last page",
        actual: show(cursor),
        fix: "Send the cursor as a string.",
        evidence: [page.id],
        locus: "type",
      });
    } else if (seen.has(cursor)) {
      findings.push({
        message: `${method} gives the cursor ${show(cursor, 60)} a second time, so the walk never ends.`,
        expected: "a new nextCursor on each page, none on the last",
        actual: `${show(cursor, 60)} twice`,
        evidence: [seen.get(cursor)!.id, page.id],
        locus: "repeated",
      });
      break;
    } else seen.set(cursor, page);
  }
  const last = pages.at(-1);
  if (last && pages.length > 1 && errorOf(last)) {
    findings.push({
      message: `${method} refuses the cursor ${show(last.params.cursor, 60)}, which it gave itself on the page before.`,
      expected: "the next page",
      actual: outcomeText(last),
      evidence: [pages.at(-2)!.id, last.id],
      locus: "refused",
    });
  }
  if (end.kind === "repeats-entries" && !findings.some(({ outcome }) => outcome !== "note")) {
    findings.push({
      message: `Following the cursors of ${method} only brings entries that were there before.`,
      expected: "new entries on each page, and an end",
      actual: "repeated entries",
      evidence: end.exchangeId ? [end.exchangeId] : last ? [last.id] : [],
      locus: "repeats",
    });
  }
  if (end.kind === "repeated-cursor" && !findings.some(({ locus }) => locus === "repeated")) {
    findings.push({
      message: `${method} gives the cursor ${show(end.cursor, 60)} a second time, so the walk never ends.`,
      expected: "a new nextCursor on each page, none on the last",
      actual: `${show(end.cursor, 60)} twice`,
      evidence: end.exchangeId ? [end.exchangeId] : last ? [last.id] : [],
      locus: "repeated",
    });
  }
  if (findings.some(({ outcome }) => outcome !== "note")) return found(findings);
  if (end.kind === "limit") return untestable(`the walk was ended before its last page: ${end.reason}`);
  if (last?.outcome.kind === "none" && pages.length > 1)
    return untestable(`${method}: ${last.outcome.reason}`);
  return found(findings);
}

/** Judges the answer to a made-up cursor, for every list method. */
export function badCursorVerdict(exchange: Exchange): Verdict {
  const { outcome } = exchange;
  if (outcome.kind === "none") return untestable(outcome.reason);
  if (hasCode(exchange, INVALID_PARAMS)) return pass;
  if (hasCode(exchange, METHOD_NOT_FOUND)) return notApplicable(`${exchange.method} is not implemented`);
  return fail({
    severity: "warning",
    message:
      outcome.kind === "result"
        ? `${exchange.method} answers the made-up cursor ${show(exchange.params.cursor)} with a page, as if it had been a valid one.`
        : `${exchange.method} refuses a made-up cursor with another code than -32602.`,
    expected: "error -32602",
    actual: outcomeText(exchange),
    evidence: [exchange.id],
    locus: exchange.method,
  });
}
