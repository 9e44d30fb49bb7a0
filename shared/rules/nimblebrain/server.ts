import { errorOf, outcomeText, resultOf } from "../answers";
import {
  about,
  declaresSkills,
  gathered,
  idsOf,
  isError,
  listedResources,
  listedTemplates,
  probed,
} from "../convention-rules";
import { fail, note, type RawFinding } from "../define-rule";
import { member, show } from "../values";
import { documents, NONE, readsOf, rule, USAGE } from "./declare";

/** Rules on what NimbleBrain's servers list, declare and refuse. */

export const uriRule = rule(
  {
    id: "nb-uri",
    level: "OBSERVED",
    section: "NimbleBrainInc/mcp-granola src/mcp_granola/server.py:35",
    title: "One document skill://{server}/usage is listed",
    why: "Clients of this pattern look for the literal segment usage behind the server's name.",
    fix: "List one resource skill:// and the server's name in lower case, then /usage.",
  },
  ({ server }) => {
    const all = documents(server);
    const evidence = idsOf(server.resourcePages);
    if (all.length === 0) {
      return fail({
        message: "No resource skill://{server}/usage is listed.",
        expected: "skill://{server}/usage, the server in lower case with single hyphens",
        actual: show(listedResources(server).map(({ uri }) => uri)),
        evidence: evidence.length > 0 ? evidence : idsOf(server.exchanges.slice(0, 1)),
        locus: "none",
      });
    }
    if (all.length === 1) return gathered([]);
    return note({
      message: `${all.length} usage documents are listed; the pattern knows one per server.`,
      actual: show(all.map(({ uri }) => uri)),
      fix: "Serve one document per server, or show several skills by the released extension.",
      evidence,
      locus: "several",
    });
  },
);

const single = rule(
  {
    id: "nb-single",
    level: "OBSERVED",
    section: "same",
    title: "There is nothing beside the document: no template, no further file, no completion",
    why: "Files that the text names cannot be had.",
    fix: "Nothing, for this pattern; supporting files need the released extension.",
  },
  ({ server }) => {
    if (documents(server).length === 0) return NONE;
    const templates = listedTemplates(server);
    const others = listedResources(server).filter(
      ({ uri }) => uri.startsWith("skill://") && !USAGE.test(uri),
    );
    const findings = [...templates, ...others].map(
      ({ uri, page }): RawFinding => ({
        message: `${uri} is listed beside the usage document.`,
        expected: "no template and no other skill:// resource",
        actual: uri,
        evidence: idsOf([page]),
        locus: uri,
      }),
    );
    const completions = member(server.capabilities, "completions");
    if (completions !== undefined) {
      findings.push({
        message: "completions is declared.",
        expected: "no completions",
        actual: show(completions),
        evidence: idsOf(server.exchanges.filter(({ purpose }) => purpose === "handshake")),
        locus: "completions",
      });
    }
    return gathered(findings);
  },
);

const ANSWERS: [code: number, words: (uri: string) => string, version: string][] = [
  [0, (uri) => `Unknown resource: '${uri}'`, "FastMCP 2.14"],
  [-32002, (uri) => `Resource not found: Unknown resource: '${uri}'`, "FastMCP 3"],
  [-32602, (uri) => `Resource not found: '${uri}'`, "FastMCP 4"],
];

const unknown = rule(
  {
    id: "nb-unknown",
    level: "OBSERVED",
    section: "FastMCP 2.14.5 server.py; 3.x mcp_operations.py",
    title: "A document that does not exist is answered as the version of FastMCP does",
    why: "Code 0 is no code of the protocol; a client must know the version to read the answer.",
    fix: "Nothing, for this pattern; mcp-not-found says what a server should do.",
  },
  (index) => {
    const tried = probed(index, "nb-unknown");
    if (!Array.isArray(tried)) return tried;
    return gathered(
      tried.map((answer): RawFinding => {
        const uri = String(answer.params.uri);
        const form = ANSWERS.find(([code, words]) => isError(answer, code, words(uri)));
        // The data tells FastMCP 4 from another server with the same words.
        if (form && (form[0] !== -32602 || member(errorOf(answer)?.data, "uri") === uri)) {
          return {
            outcome: "note",
            message: `An unknown document is answered as by ${form[2]}.`,
            actual: outcomeText(answer),
            evidence: idsOf([answer]),
            locus: "version",
          };
        }
        return {
          ...about(uri, [answer]),
          message: `${uri}, which does not exist, is answered otherwise than by any FastMCP.`,
          expected: ANSWERS.map(([code, words]) => `${code} ${words(uri)}`).join(" or "),
          actual: outcomeText(answer),
          locus: "unknown",
        };
      }),
    );
  },
);

const capabilities = rule(
  {
    id: "nb-caps",
    level: "OBSERVED",
    section: "FastMCP 2.14.5",
    title: "The server has tools, resources without subscriptions, and no skills extension",
    why: "The document explains the server's own tools; without tools there is nothing to explain.",
    fix: "Declare resources.subscribe false, neither completions nor the skills extension, and offer the tools that the document explains.",
  },
  (index) => {
    const { server } = index;
    const handshake = index.exchanges("handshake");
    const faults: [string, string, unknown][] = [];
    const subscribe = member(member(server.capabilities, "resources"), "subscribe");
    if (subscribe !== false) faults.push(["resources.subscribe", "false", subscribe]);
    const completions = member(server.capabilities, "completions");
    if (completions !== undefined) faults.push(["completions", "nothing", completions]);
    if (declaresSkills(server)) faults.push(["the skills extension", "nothing", "declared"]);
    const findings = faults.map(
      ([what, expected, actual]): RawFinding => ({
        message: `The handshake has ${show(actual)} as ${what}.`,
        expected: `${what}: ${expected}`,
        actual: show(actual),
        evidence: idsOf(handshake),
        locus: what,
      }),
    );
    const answer = readsOf(index).of("tools/list")[0];
    const tools = resultOf(answer)?.tools;
    if (answer && answer.outcome.kind !== "none" && !(Array.isArray(tools) && tools.length > 0)) {
      findings.push({
        outcome: "note",
        message: "The server has no tools: it emulates the pattern.",
        actual: outcomeText(answer),
        evidence: idsOf([answer]),
        locus: "tools",
      });
    }
    return gathered(findings);
  },
);

export const serverRules = [single, unknown, capabilities];
