import type { Exchange } from "../../model/evidence";
import { revisionAtLeast } from "../../model/server";
import { expand } from "../../uri/expand";
import { parseTemplate } from "../../uri/rfc6570";
import { hasCode, INVALID_PARAMS, METHOD_NOT_FOUND, resultOf } from "../answers";
import { listOf } from "../evidence-index";
import {
  fixedProbe,
  INVENTED,
  nextCursor,
  type Probe,
  type ProbeContext,
  type ProbeRequest,
  resourceUris,
} from "../probe";
import { isRecord, member } from "../values";
import { traversalProbe } from "./traversal-probe";

/** The probes of the base protocol: what each sends, as data. */

const capability = ({ server }: ProbeContext, name: string) => isRecord(member(server.capabilities, name));
const modern = ({ server }: ProbeContext) => revisionAtLeast(server.protocolVersion, "2026-07-28");
const READ = "resources/read";

/** The templates as listed, those of a valid form. */
function templates({ server }: ProbeContext): string[] {
  return server.templatePages
    .flatMap((page) => listOf(page, "resourceTemplates"))
    .map((item) => member(item, "uriTemplate"))
    .filter((template) => typeof template === "string")
    .filter((template) => parseTemplate(template).ok);
}

const MAX_TEMPLATES = 5;
const MAX_VARIABLES = 4;
const SAMPLE = 3;

/**
 * Completes the variables of each template one after another, each with the first value of those before, then reads
 * the expansion of up to three values of the last one. Tags are `<template>:<variable>` and `read`.
 */
function completionSteps(context: ProbeContext, answers: readonly Exchange[]): ProbeRequest[] {
  const byTag = new Map(answers.map((exchange) => [exchange.tag, exchange]));
  if (answers.some((exchange) => hasCode(exchange, METHOD_NOT_FOUND))) return [];
  for (const [at, template] of templates(context).slice(0, MAX_TEMPLATES).entries()) {
    const { variables } = parseTemplate(template);
    if (variables.length === 0 || variables.length > MAX_VARIABLES) continue;
    const given: Record<string, string> = {};
    let last: string[] = [];
    let stuck = false;
    for (const name of variables) {
      const tag = `${at}:${name}`;
      const answer = byTag.get(tag);
      if (!answer) return [completion(template, name, given, tag)];
      last = completedValues(answer);
      if (last.length === 0) {
        stuck = true;
        break;
      }
      given[name] = last[0]!;
    }
    if (stuck || answers.some((exchange) => exchange.tag === `${at}:read`)) continue;
    const reads = last.slice(0, SAMPLE).flatMap((value) => {
      const expansion = expand(template, { ...given, [variables.at(-1)!]: value });
      return expansion.ok ? [{ method: READ, params: { uri: expansion.uri }, tag: `${at}:read` }] : [];
    });
    if (reads.length > 0) return reads;
  }
  return [];
}

function completion(
  template: string,
  name: string,
  given: Record<string, string>,
  tag: string,
): ProbeRequest {
  return {
    method: "completion/complete",
    params: {
      ref: { type: "ref/resource", uri: template },
      argument: { name, value: "" },
      ...(Object.keys(given).length > 0 ? { context: { arguments: { ...given } } } : {}),
    },
    tag,
  };
}

/** The string values of a completion. */
export function completedValues(exchange: Exchange): string[] {
  const values = member(resultOf(exchange)?.completion, "values");
  return Array.isArray(values) ? values.filter((value) => typeof value === "string") : [];
}

/** Walks of `resources/list`, reads between two of them, on two connections (mcp-list-stable). */
const STABLE_PAGES = 20;

function stableRequests(context: ProbeContext): ProbeRequest[] {
  if (!modern(context) || !capability(context, "resources")) return [];
  const list = (tag: string, reconnect?: boolean): ProbeRequest => ({
    method: "resources/list",
    params: {},
    tag,
    pages: STABLE_PAGES,
    ...(reconnect ? { reconnect } : {}),
  });
  const reads = resourceUris(context.server, 2, () => true).map((uri) => ({
    method: READ,
    params: { uri },
    tag: "between",
  }));
  return [
    list("second before"),
    ...reads,
    list("second after"),
    list("third before", true),
    ...reads,
    list("third after"),
  ];
}

const LISTS: [method: string, pages: "resourcePages" | "templatePages" | "skillsPages"][] = [
  ["resources/list", "resourcePages"],
  ["resources/templates/list", "templatePages"],
  ["skills/list", "skillsPages"],
];

/** First page again, then its cursor twice, for each list of more than one page. */
const cursorTwice: Probe = {
  id: "cursor-twice",
  title: "one cursor used twice",
  when: ({ server }) => LISTS.some(([, pages]) => server[pages].length > 1),
  next: ({ server }, answers) => {
    if (answers.length === 0) {
      return LISTS.filter(([, pages]) => server[pages].length > 1).map(([method]) => ({
        method,
        params: {},
        tag: "first",
      }));
    }
    if (answers.some(({ tag }) => tag !== "first")) return [];
    return answers.flatMap((page) => {
      const cursor = nextCursor(page);
      if (cursor === undefined) return [];
      return ["once", "twice"].map((tag) => ({ method: page.method, params: { cursor }, tag }));
    });
  },
};

/** URIs that nothing can be served under: of a scheme of its own, and beside the first listed resource. */
function inventedUris(context: ProbeContext): { uri: string; tag: string }[] {
  const first = resourceUris(context.server, 1, (uri) => /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/]/.test(uri))[0];
  const scheme = first?.slice(0, first.indexOf("://"));
  const beside = first?.replace(/[^/]*$/, INVENTED);
  return [
    { uri: `${scheme ?? "unknown"}://${INVENTED}/nothing`, tag: "plain" },
    ...(beside && beside.length > (scheme?.length ?? 0) + 3 ? [{ uri: beside, tag: "beside" }] : []),
  ];
}

const META = "io.modelcontextprotocol/";

/** Requests that lack one field each; where one is answered all the same, whether the server speaks the older era too. */
const requestMeta: Probe = {
  id: "request-meta",
  title: "requests that lack what every modern request carries",
  when: (context) => modern(context) && capability(context, "resources"),
  next: (_, answers) => {
    if (answers.length === 0) {
      return ["protocolVersion", "clientCapabilities"].map((key) => ({
        method: "resources/list",
        params: {},
        tag: key,
        omitMeta: [META + key],
      }));
    }
    const rejected = answers.every((exchange) => hasCode(exchange, INVALID_PARAMS));
    if (rejected || answers.some(({ tag }) => tag === "initialize")) return [];
    return [
      {
        method: "initialize",
        params: {
          protocolVersion: "2025-11-25",
          capabilities: {},
          clientInfo: { name: "mcp-skill-inspector", version: "0" },
        },
        tag: "initialize",
        omitMeta: ["protocolVersion", "clientCapabilities", "clientInfo"].map((key) => META + key),
        reconnect: true,
      },
    ];
  },
};

export const baseProbes: Probe[] = [
  fixedProbe("unknown-resource", "resources/read of something that does not exist", (context) =>
    inventedUris(context).map(({ uri, tag }) => ({ method: READ, params: { uri }, tag })),
  ),
  traversalProbe,
  fixedProbe("resources-undeclared", "resources/list although resources are not declared", (context) =>
    capability(context, "resources") ? [] : [{ method: "resources/list", params: {} }],
  ),
  fixedProbe("bad-cursor", "list requests with a made-up cursor", (context) =>
    capability(context, "resources")
      ? ["resources/list", "resources/templates/list"].map((method) => ({
          method,
          params: { cursor: INVENTED },
        }))
      : [],
  ),
  cursorTwice,
  fixedProbe(
    "completion-unknown",
    "completion of a template and an argument that do not exist",
    (context) => {
      const first = templates(context)[0];
      return [
        completion(`${INVENTED}://x/{y}`, "y", {}, "template"),
        ...(first && capability(context, "completions") ? [completion(first, INVENTED, {}, "argument")] : []),
      ];
    },
  ),
  fixedProbe(
    "completion-undeclared",
    "completion of a listed template although it is not declared",
    (context) => {
      if (capability(context, "completions")) return [];
      const template = templates(context).find((each) => parseTemplate(each).variables.length > 0);
      return template === undefined
        ? []
        : [completion(template, parseTemplate(template).variables[0]!, {}, "listed")];
    },
  ),
  {
    id: "completion-values",
    title: "completion of the templates' variables, and reads of what it offers",
    when: (context) => capability(context, "completions") && completionSteps(context, []).length > 0,
    next: completionSteps,
  },
  fixedProbe("unknown-method", "a method that does not exist", () => [
    { method: `${INVENTED}/method`, params: {} },
  ]),
  fixedProbe("list-stable", "resources/list before and after reads, on two connections", stableRequests),
  // Last, because it may end with a handshake of the other era.
  requestMeta,
];
