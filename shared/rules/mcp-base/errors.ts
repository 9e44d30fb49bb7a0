import { errorOf, hasCode, METHOD_NOT_FOUND, outcomeText } from "../answers";
import { fail, notApplicable, pass } from "../define-rule";
import { probeVerdict } from "../probe";
import { BEFORE_MODERN } from "../results";
import { describe, show } from "../values";
import { baseRule } from "./declare";

/** Rules on errors. */

const DEFINED = new Set([-32020, -32021, -32022]);

export const errorCodes = baseRule(
  "exchange",
  {
    id: "mcp-error-codes",
    level: "MUST NOT",
    section: "basic: Error Codes (2026-07-28)",
    page: "basic#error-codes",
    title: "No error code is used that the specification keeps for itself or has withdrawn",
    why: "A client gives such a code the meaning the specification gives it, now or later.",
    fix: "Use the JSON-RPC codes, or codes of your own outside -32768 to -32000.",
  },
  ({ exchange }, index) => {
    const error = errorOf(exchange);
    if (!index.modern) return BEFORE_MODERN;
    if (!error || exchange.method === "initialize" || exchange.purpose === "probe:request-meta")
      return notApplicable("no error was met");
    const { code } = error;
    const about = {
      actual: outcomeText(exchange),
      evidence: [exchange.id],
      locus: `${exchange.method} ${show(code, 20)}`,
    };
    if (typeof code !== "number" || !Number.isInteger(code)) {
      return fail({
        ...about,
        message: `The code of an error of ${exchange.method} is ${describe(code)}.`,
        expected: "an integer",
      });
    }
    if (code === -32002 || code === -32042) {
      return fail({
        ...about,
        message: `${exchange.method} uses the code ${code}, which revision 2026-07-28 has withdrawn.`,
        expected: code === -32002 ? "-32602" : "another code",
        fix:
          code === -32002
            ? "Use -32602 for an unknown resource."
            : "Ask for input with resultType input_required.",
      });
    }
    if (code >= -32099 && code <= -32020 && !DEFINED.has(code)) {
      return fail({
        ...about,
        message: `${exchange.method} uses the code ${code}, which is reserved for the specification and not defined by it.`,
        expected: "no undefined code from -32099 to -32020",
      });
    }
    if (code >= -32019 && code <= -32000) {
      return fail({
        ...about,
        severity: "warning",
        message: `${exchange.method} uses the code ${code} from a range that new implementations leave alone.`,
        expected: "no code from -32019 to -32000",
      });
    }
    return pass;
  },
);

export const unknownMethod = baseRule(
  "server",
  {
    id: "mcp-unknown-method",
    level: "MUST",
    section: "JSON-RPC / streamable HTTP",
    page: "basic/transports/streamable-http",
    title: "An unknown method is answered with -32601",
    why: "A client finds out by it what a server does not have, without breaking off.",
    fix: "Answer unknown methods with error -32601, over HTTP from 2026-07-28 with status 404.",
  },
  (server, index) =>
    probeVerdict(index, "unknown-method", (exchange) => {
      const status = exchange.httpStatus;
      const right = hasCode(exchange, METHOD_NOT_FOUND);
      const wantsStatus = server.transport === "http" && index.modern;
      if (right && (!wantsStatus || status === undefined || status === 404)) return pass;
      return [
        {
          message: right
            ? `An unknown method is answered with -32601 and HTTP status ${status}.`
            : exchange.outcome.kind === "result"
              ? "An unknown method succeeds."
              : "An unknown method is answered with another code than -32601.",
          expected: wantsStatus ? "error -32601 with status 404" : "error -32601",
          actual: right ? `status ${status}` : outcomeText(exchange),
          evidence: [exchange.id],
        },
      ];
    }),
);

export const errorRules = [errorCodes, unknownMethod];
