import { parseUri } from "../../uri/rfc3986";
import { parseTemplate } from "../../uri/rfc6570";
import { resultOf } from "../answers";
import { fail, found, notApplicable, pass, type RawFinding } from "../define-rule";
import { type EvidenceIndex, listOf } from "../evidence-index";
import { listFiles } from "../probe";
import { count, isRecord, listed, member, show } from "../values";
import { baseRule } from "./declare";

/** Rules on URIs, templates and _meta keys. */

/** Every URI the server publishes, once, with an exchange that shows it. */
function publishedUris(index: EvidenceIndex): Map<string, string | undefined> {
  const uris = new Map<string, string | undefined>();
  const take = (uri: string, id: string | undefined) => {
    if (!uris.has(uri)) uris.set(uri, id);
  };
  for (const [uri] of index.allResources()) take(uri, index.resourcePage(uri)?.id);
  for (const brief of index.skills) {
    // An entry without a uri is kept under its position, which is no URI of the server's.
    if (!brief.uri.startsWith("entry:")) take(brief.uri, brief.exchangeId);
    for (const uri of listFiles(brief)) take(uri, brief.exchangeId);
  }
  return uris;
}

export const uriRfc3986 = baseRule(
  "server",
  {
    id: "mcp-uri-rfc3986",
    level: "MUST",
    section: "resources: Custom URI Schemes",
    page: "server/resources#custom-uri-schemes",
    title: "Custom schemes follow RFC 3986",
    why: "A text that is no URI cannot be parsed, resolved or sent in a header by standard libraries.",
    fix: "Percent-encode what may not stand in a URI. The rules of RFC 3986 name each place.",
  },
  (_, index) => {
    const uris = publishedUris(index);
    if (uris.size === 0) return notApplicable("the server publishes no URI");
    const bad: [uri: string, fault: string, evidence: string | undefined][] = [];
    for (const [uri, id] of uris) {
      const { ok, faults } = parseUri(uri);
      if (!ok) bad.push([uri, faults[0]?.message ?? "it does not follow the grammar", id]);
    }
    if (bad.length === 0) return pass;
    const evidence = bad.map(([, , id]) => id).filter((id) => id !== undefined);
    return fail({
      message: `${count(bad.length, "published URI")} of ${uris.size} ${bad.length === 1 ? "does" : "do"} not follow RFC 3986, first ${show(bad[0]![0])}: ${bad[0]![1]}`,
      expected: "URIs by RFC 3986",
      actual: listed(bad.map(([uri]) => show(uri, 80))),
      evidence: [...new Set(evidence)].slice(0, 5),
    });
  },
);

export const templateRfc6570 = baseRule(
  "server",
  {
    id: "mcp-uri-template-rfc6570",
    level: "MUST",
    section: "resources: Resource Templates",
    page: "server/resources#resource-templates",
    title: "uriTemplate is an RFC 6570 template",
    why: "A client that cannot parse the template cannot offer a form for it.",
    fix: "Write the template by RFC 6570. The rules of that profile name each place.",
  },
  (server) => {
    const findings: RawFinding[] = [];
    let seen = 0;
    for (const page of server.templatePages) {
      for (const item of listOf(page, "resourceTemplates")) {
        const template = member(item, "uriTemplate");
        // One of another type is mcp-resource-shape's.
        if (typeof template !== "string") continue;
        seen++;
        const { ok, faults } = parseTemplate(template);
        if (ok) continue;
        findings.push({
          message: `The template ${show(template)} is no RFC 6570 template: ${faults[0]?.message ?? ""}`,
          expected: "a template by RFC 6570",
          actual: template,
          subject: { kind: "template", template },
          evidence: [page.id],
          locus: template,
        });
      }
    }
    return seen === 0 ? notApplicable("the server lists no template") : found(findings);
  },
);

const META_KEY =
  /^(?:[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*\/)?(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)?$/;
/** Prefixes that documents of MCP define. */
const DEFINED = new Set([
  "io.modelcontextprotocol/",
  "io.modelcontextprotocol.skills/",
  "io.modelcontextprotocol.registry/",
]);

export const metaKey = baseRule(
  "exchange",
  {
    id: "mcp-meta-key",
    level: "MUST",
    section: "basic: _meta",
    page: "basic#meta",
    title: "A _meta key is [prefix/]name",
    why: "Everybody puts keys into _meta; the form keeps them apart.",
    fix: "Write the key as name, or as reverse.domain.prefix/name, with letters, digits and inner hyphens.",
  },
  ({ exchange }) => {
    const result = resultOf(exchange);
    if (!result) return notApplicable("no result");
    const keys = new Set(metaKeys(result));
    if (keys.size === 0) return notApplicable("nothing carries _meta");
    const findings: RawFinding[] = [];
    for (const key of keys) {
      if (key === "io.modelcontextprotocol/serverInfo") continue;
      const about = { actual: show(key), evidence: [exchange.id], locus: key };
      if (key.length > 1000 || !META_KEY.test(key)) {
        findings.push({
          ...about,
          message: `${exchange.method} carries the _meta key ${show(key, 80)}, which has not the form [prefix/]name.`,
          expected: "labels joined by dots and a slash, then a name; or a name alone",
        });
        continue;
      }
      const prefix = /^.*\//.exec(key)?.[0];
      const second = prefix?.slice(0, -1).split(".")[1];
      if (prefix && (second === "modelcontextprotocol" || second === "mcp") && !DEFINED.has(prefix)) {
        findings.push({
          ...about,
          severity: "warning",
          message: `${exchange.method} carries the _meta key ${show(key, 80)}; the prefix ${prefix} is reserved for MCP, and no document of MCP defines it.`,
          expected: "a prefix of your own domain",
          fix: "Use the reverse of a domain of your own as prefix.",
        });
      }
    }
    return found(findings);
  },
);

/** Keys of `_meta` on a result and on the elements of its lists. */
function metaKeys(result: Record<string, unknown>): string[] {
  const holders: unknown[] = [result];
  for (const value of Object.values(result)) if (Array.isArray(value)) holders.push(...value);
  return holders.flatMap((holder) => {
    const meta = member(holder, "_meta");
    return isRecord(meta) ? Object.keys(meta) : [];
  });
}

export const uriRules = [uriRfc3986, templateRfc6570, metaKey];
