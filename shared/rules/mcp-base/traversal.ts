import type { Exchange } from "../../model/evidence";
import { decodeSegment } from "../../uri/skill-uri";
import { outcomeText, resultOf, uriOf } from "../answers";
import { found, notApplicable, pass, type RawFinding, untestable } from "../define-rule";
import { member, show } from "../values";
import { baseRule } from "./declare";

/** The contents of a read as one text; undefined when nothing was given. */
function contentOf(exchange: Exchange): string | undefined {
  const contents = resultOf(exchange)?.contents;
  if (!Array.isArray(contents)) return undefined;
  const bodies = contents.map((part) => member(part, "text") ?? member(part, "blob"));
  return bodies.some((body) => typeof body === "string" && body !== "") ? JSON.stringify(bodies) : undefined;
}

/**
 * A content with the requested URI and all numbers made neutral: an apology quotes the one, whole or in part, and may
 * have the time.
 * @param base the directory in which the requests began, with its slash
 */
function neutral(exchange: Exchange, base: string): string | undefined {
  const uri = uriOf(exchange) ?? "";
  const inside = uri.startsWith(base) ? uri.slice(base.length) : "";
  const parts = [uri, uri.replace(/^[a-z0-9+.-]*:\/\//i, ""), inside, uri.split("/").at(-1)!];
  return [...new Set(parts.flatMap((part) => [part, decodeSegment(part) ?? part]))]
    .filter((part) => part.length > 3)
    .reduce((text, part) => text?.split(JSON.stringify(part).slice(1, -1)).join("<uri>"), contentOf(exchange))
    ?.replace(/\d+/g, "0");
}

export const validateUri = baseRule(
  "server",
  {
    id: "mcp-validate-uri",
    level: "MUST",
    section: "resources: Security",
    page: "server/resources#security-considerations",
    title: "The server validates URIs and prevents path traversal",
    why: "A URI comes from a model that read untrusted text; one that climbs out of the served folder reads any file of the machine the server runs on.",
    fix: "Look the URI up among what is served, or resolve the path and refuse it when it leaves the served folder; do so after decoding.",
  },
  (_, index) => {
    const { probes } = index.server;
    const exchanges = index.exchanges("probe:traversal");
    if (exchanges.length === 0) {
      return probes.made
        ? notApplicable("nothing is served that a URI could climb out of")
        : untestable(`this needs a probe, and none was made: ${probes.reason}`);
    }
    const of = (tag: string) => exchanges.filter((exchange) => exchange.tag === tag);
    const attempts = exchanges.filter(({ tag }) => tag?.startsWith("attempt "));
    const answered = attempts.filter(({ outcome }) => outcome.kind !== "none");
    if (answered.length === 0) return untestable("none of the reads was answered");
    const [control] = of("invented");
    const base = (control && uriOf(control)?.replace(/[^/]*$/, "")) ?? "";
    const invented = control && neutral(control, base);
    const normal = new Set(of("normal").map(contentOf));
    const findings: RawFinding[] = [];
    const folded: Exchange[] = [];
    for (const attempt of answered) {
      const content = contentOf(attempt);
      // Without content nothing was given away; an answer like that to any invented URI is mcp-not-found's.
      if (content === undefined || neutral(attempt, base) === invented) continue;
      if (normal.has(content)) folded.push(attempt);
      else findings.push(climbed(attempt));
    }
    const first = folded[0];
    if (first) {
      findings.push({
        outcome: "note",
        message: `The server folds dot segments and answers with what it serves under the plain URI, e.g. for ${show(uriOf(first))}.`,
        evidence: folded.slice(0, 3).map(({ id }) => id),
        locus: "folded",
      });
    }
    return findings.length > 0 ? found(findings) : pass;
  },
);

function climbed(attempt: Exchange): RawFinding {
  const form = attempt.tag?.slice("attempt ".length);
  return {
    message: `Reading ${show(uriOf(attempt))} (${form}) gives content that the server serves under no URI of its own: the path leads out of what is served.`,
    expected: "error -32602",
    actual: outcomeText(attempt),
    evidence: [attempt.id],
    ...(attempt.about ? { subject: { kind: "uri", uri: uriOf(attempt) ?? "", skill: attempt.about } } : {}),
    locus: form,
  };
}
