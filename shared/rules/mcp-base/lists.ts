import { errorOf, outcomeText, resultOf } from "../answers";
import { fail, found, notApplicable, note, pass, untestable } from "../define-rule";
import { type EvidenceIndex, listOf } from "../evidence-index";
import { probeVerdict } from "../probe";
import { scopeVerdict } from "../results";
import { count, describe, isRecord, listed, member, show } from "../values";
import { badCursorVerdict } from "../walks";
import { baseRule } from "./declare";

/** Rules on lists, their pages and their elements. */

function declaresResources(index: EvidenceIndex): boolean {
  return isRecord(member(index.server.capabilities, "resources"));
}

export const resourcesCap = baseRule(
  "exchange",
  {
    id: "mcp-resources-cap",
    level: "MUST",
    section: "resources: Capabilities",
    page: "server/resources#capabilities",
    title: "A server with resources declares the resources capability",
    why: "A client that does not see the capability never asks for resources.",
    fix: 'Add "resources": {} to the capabilities.',
  },
  ({ exchange }, index) => {
    if (!/^resources\/(?:list|read|templates\/list)$/.test(exchange.method))
      return notApplicable("no resources/* was answered");
    const items = ["resources", "resourceTemplates", "contents"].flatMap((key) => listOf(exchange, key));
    if (items.length === 0) return notApplicable("the server shows no resources");
    if (declaresResources(index)) return pass;
    return fail({
      message: `The server answers ${exchange.method} with resources, and capabilities.resources is ${describe(member(index.server.capabilities, "resources"))}.`,
      expected: "capabilities.resources is an object",
      actual: show(member(index.server.capabilities, "resources")),
      evidence: [...index.exchanges("handshake").map(({ id }) => id), exchange.id],
    });
  },
);

export const listAnswers = baseRule(
  "server",
  {
    id: "mcp-list-answers",
    level: "MUST",
    section: "resources (2026-07-28)",
    page: "server/resources#listing-resources",
    title: "A server that declares resources answers resources/list, possibly with an empty list",
    why: "Clients ask for the list as soon as they see the capability.",
    fix: 'Answer resources/list with { "resources": [] } when nothing is to be listed.',
  },
  (server, index) => {
    if (!declaresResources(index)) return notApplicable("resources are not declared");
    const first = server.resourcePages[0];
    if (!first)
      return untestable(
        server.resourcesWalk.kind === "not-asked"
          ? server.resourcesWalk.reason
          : "resources/list was not called",
      );
    if (first.outcome.kind === "none") return untestable(first.outcome.reason);
    const about = {
      severity: index.modern ? ("error" as const) : ("warning" as const),
      expected: "a result with a resources array",
      actual: outcomeText(first),
      evidence: [first.id],
    };
    if (errorOf(first))
      return fail({ ...about, message: "resources is declared, and resources/list answers with an error." });
    const { resources } = resultOf(first) ?? {};
    if (Array.isArray(resources)) return pass;
    return fail({
      ...about,
      message: `resources of the result of resources/list is ${describe(resources)}, not an array.`,
    });
  },
);

export const paginationCursor = baseRule(
  "server",
  {
    id: "mcp-pagination-cursor",
    level: "SHOULD",
    section: "pagination",
    page: "server/utilities/pagination#error-handling",
    title: "An invalid cursor is answered with -32602",
    why: "A client whose cursor has expired would take a first page for the next one and list everything twice.",
    fix: "Answer a cursor that you did not give out with error -32602 (Invalid params).",
  },
  (server, index) =>
    probeVerdict(index, "bad-cursor", (exchange) => {
      const verdict = badCursorVerdict(exchange);
      const pages = exchange.method === "resources/list" ? server.resourcePages : server.templatePages;
      if (verdict.kind !== "findings" || pages.length > 1) return verdict;
      // A server that never gives out a cursor need not know what one looks like; no client can hold a stale one.
      return verdict.findings.map((finding) => ({
        ...finding,
        severity: "info" as const,
        outcome: "note" as const,
        message: `${finding.message} It gives out no cursor itself, so no client is misled today.`,
      }));
    }),
);

export const cacheScopePages = baseRule(
  "server",
  {
    id: "mcp-cache-scope-pages",
    level: "MUST",
    section: "caching (2026-07-28)",
    page: "server/utilities/caching",
    title: "All pages of one list request carry the same cacheScope",
    why: "A shared cache would keep one page for everybody and another for one user, and serve a mixed list.",
    fix: "Choose one cacheScope for the whole list.",
  },
  (server, index) => {
    const verdicts = [
      scopeVerdict(server.resourcePages, index, "resources/list"),
      scopeVerdict(server.templatePages, index, "resources/templates/list"),
    ];
    const findings = verdicts.flatMap((verdict) => (verdict.kind === "findings" ? verdict.findings : []));
    if (findings.length > 0) return found(findings);
    return verdicts.find((verdict) => verdict.kind === "pass") ?? verdicts[0]!;
  },
);

export const httpsScheme = baseRule(
  "server",
  {
    id: "mcp-https-scheme",
    level: "SHOULD",
    section: "resources: Common URI Schemes",
    page: "server/resources#common-uri-schemes",
    title: "https:// is used only for resources a client can load from the web by itself",
    why: "A client that sees https:// may fetch the address from the web instead of asking this server.",
    fix: "Use a scheme of your own for what only this server can give.",
  },
  (_, index) => {
    const uris = new Set<string>();
    let evidence: string[] = [];
    const take = (uri: string, id: string | undefined) => {
      if (!/^https:\/\//i.test(uri)) return;
      if (uris.size === 0 && id) evidence = [id];
      uris.add(uri);
    };
    for (const [uri] of index.allResources()) take(uri, index.resourcePage(uri)?.id);
    for (const brief of index.skills) take(brief.uri, brief.exchangeId);
    if (uris.size === 0) return pass;
    return note({
      message: `${count(uris.size, "resource")} ${uris.size === 1 ? "has" : "have"} an https:// URI: ${listed([...uris], 3)}. They should load from the web by themselves; that was not tried.`,
      evidence,
    });
  },
);

export const listRules = [resourcesCap, listAnswers, paginationCursor, cacheScopePages, httpsScheme];
