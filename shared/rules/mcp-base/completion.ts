import { errorOf, hasCode, INVALID_PARAMS, METHOD_NOT_FOUND, outcomeText, resultOf, uriOf } from "../answers";
import { fail, found, notApplicable, pass, type RawFinding, untestable } from "../define-rule";
import type { EvidenceIndex } from "../evidence-index";
import { probeVerdict } from "../probe";
import { describe, isRecord, member, show } from "../values";
import { baseRule } from "./declare";

/** Rules on completion. */

const COMPLETE = "completion/complete";
const declares = (index: EvidenceIndex) => isRecord(member(index.server.capabilities, "completions"));

export const completionCap = baseRule(
  "exchange",
  {
    id: "mcp-completion-cap",
    level: "MUST",
    section: "completion",
    page: "server/utilities/completion#capabilities",
    title: "A server with completions declares the completions capability, and the reverse",
    why: "A client asks for completions only where they are declared, and offers them to a person there.",
    fix: 'Add "completions": {} to the capabilities, or implement completion/complete.',
  },
  ({ exchange }, index) => {
    if (exchange.method !== COMPLETE) return notApplicable("completion/complete was not called");
    if (exchange.outcome.kind === "none") return untestable(exchange.outcome.reason);
    const answers = resultOf(exchange) !== undefined;
    const missing = hasCode(exchange, METHOD_NOT_FOUND);
    if (declares(index) ? !missing : !answers) return pass;
    return fail({
      message: missing
        ? "completions is declared, and completion/complete is answered as an unknown method."
        : "completion/complete is answered, and completions is not declared.",
      expected: missing ? "a completion" : "capabilities.completions is an object",
      actual: missing ? outcomeText(exchange) : show(member(index.server.capabilities, "completions")),
      evidence: [...index.exchanges("handshake").map(({ id }) => id), exchange.id],
      locus: missing ? "missing" : "undeclared",
    });
  },
);

export const completionMax = baseRule(
  "exchange",
  {
    id: "mcp-completion-max",
    level: "MUST",
    section: "completion",
    page: "server/utilities/completion#completion-results",
    title: "At most 100 values are returned; total and hasMore describe the rest",
    why: "Clients show the values as they come and say by total and hasMore whether there are more.",
    fix: "Return at most 100 string values, total as an integer and hasMore as a boolean.",
  },
  ({ exchange }) => {
    const result = exchange.method === COMPLETE ? resultOf(exchange) : undefined;
    if (!result) return notApplicable("no completion was given");
    const { completion } = result;
    const about = { evidence: [exchange.id] };
    if (!isRecord(completion)) {
      return fail({
        ...about,
        message: `completion of the result is ${describe(completion)}, not an object.`,
        expected: "completion: { values: [ … ] }",
        actual: show(completion),
        locus: "completion",
      });
    }
    const { values, total, hasMore } = completion;
    const findings: RawFinding[] = [];
    if (!Array.isArray(values) || values.some((value) => typeof value !== "string")) {
      const odd = Array.isArray(values) ? values.find((value) => typeof value !== "string") : values;
      findings.push({
        ...about,
        message: `completion.values ${Array.isArray(values) ? `holds ${describe(odd)}` : `is ${describe(odd)}`}.`,
        expected: "an array of strings",
        actual: show(values),
        locus: "values",
      });
    } else if (values.length > 100) {
      findings.push({
        ...about,
        message: `A completion returns ${values.length} values.`,
        expected: "at most 100 values, with hasMore: true",
        actual: `${values.length} values`,
        locus: "100",
      });
    }
    if (total !== undefined && !Number.isInteger(total)) {
      findings.push({
        ...about,
        message: `completion.total is ${describe(total)}.`,
        expected: "an integer",
        actual: show(total),
        locus: "total",
      });
    } else if (typeof total === "number" && Array.isArray(values) && total < values.length) {
      findings.push({
        ...about,
        severity: "warning",
        message: `completion.total is ${total}, less than the ${values.length} values given.`,
        expected: `${values.length} or more`,
        actual: String(total),
        locus: "total less",
      });
    }
    if (hasMore !== undefined && typeof hasMore !== "boolean") {
      findings.push({
        ...about,
        message: `completion.hasMore is ${describe(hasMore)}.`,
        expected: "a boolean",
        actual: show(hasMore),
        locus: "hasMore",
      });
    }
    return found(findings);
  },
);

export const completionErrors = baseRule(
  "server",
  {
    id: "mcp-completion-errors",
    level: "SHOULD",
    section: "completion",
    page: "server/utilities/completion#error-handling",
    title: "An unknown reference is answered with -32602, an unsupported method with -32601",
    why: "A client learns by the code whether to stop asking altogether or only for this template.",
    fix: "Answer completion of a template that is not listed with error -32602.",
  },
  (_, index) =>
    probeVerdict(index, "completion-unknown", (exchange) => {
      const about = {
        severity: "warning" as const,
        actual: outcomeText(exchange),
        evidence: [exchange.id],
        locus: exchange.tag,
      };
      if (!declares(index)) {
        // A result, here or for a listed template, is mcp-completion-cap's.
        if (!errorOf(exchange) || hasCode(exchange, METHOD_NOT_FOUND)) return pass;
        if (index.exchanges("probe:completion-undeclared").some(resultOf)) {
          return notApplicable("completion is implemented undeclared; mcp-completion-cap says so");
        }
        return [
          {
            ...about,
            message: "completion/complete is not supported, and is answered with another code than -32601.",
            expected: "error -32601",
          },
        ];
      }
      if (hasCode(exchange, INVALID_PARAMS)) return pass;
      if (hasCode(exchange, METHOD_NOT_FOUND))
        return notApplicable("completion is not implemented; mcp-completion-cap says so");
      // An unknown argument commonly gives an empty list, which is no fault.
      if (exchange.tag === "argument" && resultOf(exchange)) return pass;
      return [
        {
          ...about,
          message: `Completion of ${exchange.tag === "argument" ? "an argument" : "a template"} that does not exist ${
            resultOf(exchange) ? "succeeds" : "is answered with another code than -32602"
          }.`,
          expected: "error -32602",
        },
      ];
    }),
);

export const completionUsable = baseRule(
  "server",
  {
    id: "mcp-completion-usable",
    level: "STATEMENT",
    section: "completion",
    page: "server/utilities/completion",
    title: "A completed value, expanded into its template, can be read",
    why: "A person picks a value from the list and expects the resource to open.",
    fix: "Offer only values that the template's resource has, in the form the template needs, e.g. {+path} for values with a slash.",
  },
  (_, index) => {
    if (!declares(index)) return notApplicable("completions are not declared");
    const reads = index
      .exchanges("probe:completion-values")
      .filter(({ method }) => method === "resources/read");
    if (reads.length === 0 && index.server.probes.made)
      return notApplicable("no completion gave a value to try");
    return probeVerdict(index, "completion-values", (exchange) => {
      if (exchange.method !== "resources/read") return notApplicable("a completion");
      if (!errorOf(exchange)) return pass;
      return [
        {
          severity: "warning",
          message: `A value that completion offers gives ${show(uriOf(exchange))}, which cannot be read.`,
          expected: "the resource",
          actual: outcomeText(exchange),
          subject: { kind: "uri", uri: uriOf(exchange) ?? "" },
          evidence: [exchange.id],
          locus: uriOf(exchange),
        },
      ];
    });
  },
);

export const completionRules = [completionCap, completionMax, completionErrors, completionUsable];
