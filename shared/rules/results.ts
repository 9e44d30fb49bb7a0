import type { Exchange } from "../model/evidence";
import { resultOf } from "./answers";
import type { RawFinding, Verdict } from "./define-rule";
import { found, notApplicable } from "./define-rule";
import type { EvidenceIndex } from "./evidence-index";
import { describe, show } from "./values";

/** What 2026-07-28 wants on results, for the methods of the extension and those of the base protocol alike. */

export const BEFORE_MODERN = notApplicable("the negotiated revision is older than 2026-07-28");

/** Faults of `resultType` where only "complete" is allowed. */
export function completeFaults(exchange: Exchange): RawFinding[] {
  const type = resultOf(exchange)?.resultType;
  if (type === "complete") return [];
  return [
    {
      message: `The result of ${exchange.method} has ${type === undefined ? "no resultType" : `resultType ${describe(type)}`}.`,
      expected: '"resultType": "complete"',
      actual: show(type),
      fix: `Add "resultType": "complete" to the result of ${exchange.method}.`,
      evidence: [exchange.id],
      locus: `${exchange.method} resultType ${type === undefined ? "absent" : "other"}`,
    },
  ];
}

/** Faults of `ttlMs` and `cacheScope`, which a CacheableResult has to carry. */
export function cacheFaults(exchange: Exchange): RawFinding[] {
  const result = resultOf(exchange);
  if (!result) return [];
  const { ttlMs, cacheScope } = result;
  const findings: RawFinding[] = [];
  if (typeof ttlMs !== "number" || !Number.isInteger(ttlMs) || ttlMs < 0) {
    findings.push({
      message: `The result of ${exchange.method} has ${ttlMs === undefined ? "no ttlMs" : `${describe(ttlMs)} as ttlMs`}.`,
      expected: "ttlMs: an integer of 0 or more, in milliseconds",
      actual: show(ttlMs),
      fix: `Add "ttlMs" to the result of ${exchange.method}; 0 means that it is stale at once.`,
      evidence: [exchange.id],
      locus: `${exchange.method} ttlMs ${ttlMs === undefined ? "absent" : "other"}`,
    });
  }
  if (cacheScope !== "public" && cacheScope !== "private") {
    findings.push({
      message: `The result of ${exchange.method} has ${cacheScope === undefined ? "no cacheScope" : `${describe(cacheScope)} as cacheScope`}.`,
      expected: 'cacheScope: "public" or "private"',
      actual: show(cacheScope),
      fix: `Add "cacheScope" to the result of ${exchange.method}: "public" when every user gets the same, else "private".`,
      evidence: [exchange.id],
      locus: `${exchange.method} cacheScope ${cacheScope === undefined ? "absent" : "other"}`,
    });
  }
  return findings;
}

/** Runs a check over results of one method from 2026-07-28 on. */
export function onModernResult(
  exchange: Exchange,
  index: EvidenceIndex,
  method: string,
  check: (exchange: Exchange) => RawFinding[],
): Verdict {
  if (exchange.method !== method) return notApplicable("another method");
  if (!index.modern) return BEFORE_MODERN;
  if (!resultOf(exchange)) return notApplicable(`no ${method} gave a result object`);
  return found(check(exchange));
}

/** The different `cacheScope` values over the pages of one list. */
export function scopeVerdict(pages: readonly Exchange[], index: EvidenceIndex, method: string): Verdict {
  if (!index.modern) return BEFORE_MODERN;
  const withResult = pages.filter((page) => resultOf(page));
  if (withResult.length < 2) return notApplicable("the list has one page");
  const scopes = new Map<string, Exchange>();
  for (const page of withResult) {
    const scope = show(resultOf(page)!.cacheScope, 40);
    if (!scopes.has(scope)) scopes.set(scope, page);
  }
  if (scopes.size < 2) return found([]);
  return found([
    {
      message: `The pages of one ${method} carry different cacheScope values: ${[...scopes.keys()].join(" and ")}.`,
      expected: "one cacheScope on all pages",
      actual: [...scopes.keys()].join(", "),
      fix: 'Decide for the whole list: "private" as soon as one page depends on the user.',
      evidence: [...scopes.values()].map((page) => page.id),
      locus: method,
    },
  ]);
}
