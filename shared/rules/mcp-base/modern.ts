import type { Exchange } from "../../model/evidence";
import { MODERN_REVISION } from "../../model/server";
import { errorOf, hasCode, INVALID_PARAMS, outcomeText, resultOf } from "../answers";
import { fail, found, notApplicable, note, pass, type RawFinding, untestable } from "../define-rule";
import { probeVerdict } from "../probe";
import { BEFORE_MODERN, cacheFaults, completeFaults } from "../results";
import { describe, isRecord, listed, member, show } from "../values";
import { baseRule } from "./declare";

/** Rules on what revision 2026-07-28 brought. */

/** A request that a probe sent by legacy rules, or without what a modern one carries: its answer may be legacy. */
function isLegacy({ method, purpose }: Exchange): boolean {
  return method === "initialize" || purpose === "probe:request-meta";
}

const ONLY_COMPLETE = new Set(["skills/list", "skills/get", "resources/directory/read"]);

export const resultType = baseRule(
  "exchange",
  {
    id: "mcp-result-type",
    level: "MUST",
    section: "basic: ResultType (2026-07-28)",
    page: "basic#resulttype",
    title: 'Every result carries resultType, "complete" or "input_required"',
    why: "Clients tell by it how to read the result; SDK clients reject one without.",
    fix: 'Add "resultType": "complete" to every final result.',
  },
  ({ exchange }, index) => {
    const result = resultOf(exchange);
    if (!index.modern) return BEFORE_MODERN;
    if (!result || isLegacy(exchange)) return notApplicable("no result");
    const type = result.resultType;
    if (ONLY_COMPLETE.has(exchange.method)) return found(completeFaults(exchange));
    if (type === "complete") return pass;
    if (type === "input_required") {
      return exchange.method === "resources/read"
        ? untestable("a resources/read asks for input first")
        : pass;
    }
    if (typeof type === "string" && hasOtherExtension(index.server.capabilities)) {
      return note({
        message: `The result of ${exchange.method} has resultType ${show(type)}; one of the extensions that the server advertises may define it.`,
        evidence: [exchange.id],
        locus: `${exchange.method} ${type}`,
      });
    }
    return found(
      completeFaults(exchange).map((finding) => ({ ...finding, expected: '"complete" or "input_required"' })),
    );
  },
);

/** True when an extension besides the one for skills is advertised, which may bring result types of its own. */
function hasOtherExtension(capabilities: unknown): boolean {
  const extensions = member(capabilities, "extensions");
  return (
    isRecord(extensions) && Object.keys(extensions).some((key) => key !== "io.modelcontextprotocol/skills")
  );
}

const CACHEABLE = new Set([
  "server/discover",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "tools/list",
  "prompts/list",
]);

export const cacheHints = baseRule(
  "exchange",
  {
    id: "mcp-cache-hints",
    level: "MUST",
    section: "caching (2026-07-28)",
    page: "server/utilities/caching",
    title: "Cacheable results carry ttlMs and cacheScope",
    why: "Clients cache by them, and SDK clients reject a result without.",
    fix: 'Add "ttlMs" and "cacheScope" to the result.',
  },
  ({ exchange }, index) => {
    if (!CACHEABLE.has(exchange.method)) return notApplicable("not a cacheable method");
    if (!index.modern) return BEFORE_MODERN;
    const result = resultOf(exchange);
    if (!result || isLegacy(exchange) || result.resultType === "input_required")
      return notApplicable("no complete result");
    return found(cacheFaults(exchange));
  },
);

export const discover = baseRule(
  "exchange",
  {
    id: "mcp-discover",
    level: "MUST",
    section: "server/discover (2026-07-28)",
    page: "server/discover",
    title: "server/discover gives supportedVersions and capabilities",
    why: "A client learns from it which revision to speak and what to ask for.",
    fix: `Answer server/discover with supportedVersions, a list that holds ${MODERN_REVISION}, and capabilities, an object.`,
  },
  ({ exchange }, index) => {
    if (!index.modern) return BEFORE_MODERN;
    if (exchange.method !== "server/discover") return notApplicable("another method");
    if (exchange.outcome.kind === "none") return untestable(exchange.outcome.reason);
    const result = resultOf(exchange);
    if (!result) {
      return fail({
        message: "server/discover gives no result.",
        expected: "supportedVersions and capabilities",
        actual: outcomeText(exchange),
        evidence: [exchange.id],
        locus: "result",
      });
    }
    const { supportedVersions, capabilities } = result;
    const findings: RawFinding[] = [];
    const version = index.server.protocolVersion;
    if (!Array.isArray(supportedVersions) || !supportedVersions.includes(version)) {
      findings.push({
        message: Array.isArray(supportedVersions)
          ? `supportedVersions does not hold ${version}, the revision in use.`
          : `supportedVersions is ${describe(supportedVersions)}, not a list.`,
        expected: `a list that holds ${show(version)}`,
        actual: show(supportedVersions),
        evidence: [exchange.id],
        locus: "supportedVersions",
      });
    }
    if (!isRecord(capabilities)) {
      findings.push({
        message: `capabilities is ${describe(capabilities)}, not an object.`,
        expected: "an object, {} when there are none",
        actual: show(capabilities),
        evidence: [exchange.id],
        locus: "capabilities",
      });
    }
    return found(findings);
  },
);

export const requestMeta = baseRule(
  "server",
  {
    id: "mcp-request-meta",
    level: "MUST",
    section: "basic: _meta (2026-07-28)",
    page: "basic#meta",
    title: "A request without protocolVersion or clientCapabilities in _meta is rejected",
    why: "Without them the server guesses the revision and what the client can do.",
    fix: "Answer such a request with error -32602, over HTTP with status 400.",
  },
  (server, index) => {
    if (!index.modern) return BEFORE_MODERN;
    const handshake = index.exchanges("probe:request-meta").find(({ tag }) => tag === "initialize");
    const dualEra = handshake === undefined || errorOf(handshake) === undefined;
    return probeVerdict(index, "request-meta", (exchange) => {
      if (exchange.tag === "initialize") return notApplicable("only tells which eras the server speaks");
      const rejected = hasCode(exchange, INVALID_PARAMS);
      const status = exchange.httpStatus;
      const rightStatus = server.transport !== "http" || status === undefined || status === 400;
      if (rejected && rightStatus) return pass;
      const finding: RawFinding = {
        message: rejected
          ? `A request without ${exchange.tag} in _meta is rejected with HTTP status ${status}.`
          : exchange.outcome.kind === "result"
            ? `A request without ${exchange.tag} in _meta is answered as if nothing were missing.`
            : `A request without ${exchange.tag} in _meta is rejected with another code than -32602.`,
        expected: server.transport === "http" ? "error -32602 with status 400" : "error -32602",
        actual: rejected ? `status ${status}` : outcomeText(exchange),
        evidence: [exchange.id],
        locus: exchange.tag,
      };
      if (!dualEra || rejected) return [finding];
      return note({
        ...finding,
        message: `${finding.message} The server speaks the older era too and may answer by its rules.`,
      });
    });
  },
);

export const serverInfo = baseRule(
  "exchange",
  {
    id: "mcp-server-info",
    level: "SHOULD",
    section: "basic: _meta (2026-07-28)",
    page: "basic#meta",
    title: "Results carry io.modelcontextprotocol/serverInfo in _meta",
    why: "There is no handshake any more in which a server gives its name and version.",
    fix: 'Add "_meta": { "io.modelcontextprotocol/serverInfo": { "name": …, "version": … } } to results.',
  },
  ({ exchange }, index) => {
    if (!index.modern) return BEFORE_MODERN;
    if (exchange.method !== "server/discover" && !exchange.method.endsWith("/list"))
      return notApplicable("another method");
    const result = resultOf(exchange);
    if (!result || isLegacy(exchange)) return notApplicable("no result");
    if (isRecord(member(result._meta, "io.modelcontextprotocol/serverInfo"))) return pass;
    return note({
      message: `The result of ${exchange.method} does not say which server it comes from.`,
      expected: "_meta with io.modelcontextprotocol/serverInfo",
      actual: isRecord(result._meta)
        ? `_meta with ${listed(Object.keys(result._meta)) || "no key"}`
        : "no _meta",
      evidence: [exchange.id],
      locus: exchange.method,
    });
  },
);

export const modernRules = [resultType, cacheHints, discover, requestMeta, serverInfo];
