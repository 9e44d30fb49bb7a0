import type { Exchange } from "../../model/evidence";
import { errorOf, hasCode, INVALID_PARAMS, outcomeText, RESOURCE_NOT_FOUND, uriOf } from "../answers";
import { notApplicable, pass, type RawFinding, type Rule, type Verdict } from "../define-rule";
import { probeVerdict } from "../probe";
import { show } from "../values";
import { parseAddress } from "./addresses";
import { type CatalogText, catalogRule } from "./declare";

/** What unknown ids are answered with. */

/**
 * The contract names no code. Any error tells a client that there is nothing; the two codes of the base protocol tell
 * it why, so another one is worth a warning.
 */
function unknownId(exchange: Exchange): RawFinding[] | Verdict {
  if (hasCode(exchange, INVALID_PARAMS) || hasCode(exchange, RESOURCE_NOT_FOUND)) return pass;
  const about = { actual: outcomeText(exchange), evidence: [exchange.id] };
  const uri = show(uriOf(exchange));
  if (!errorOf(exchange))
    return [
      {
        ...about,
        message: `Reading ${uri}, which no catalogue has, succeeds.`,
        expected: "error -32602 or -32002",
        fix: "Answer with a not-found error; a text that says so is content to every client.",
        locus: "success",
      },
    ];
  return [
    {
      ...about,
      severity: "warning",
      message: `Reading ${uri}, which no catalogue has, is answered with another code than those for an unknown resource.`,
      expected: "error -32602 or -32002",
      locus: "code",
    },
  ];
}

const notFound = (text: Omit<CatalogText, "level" | "why" | "fix">, tag: string): Rule<"server"> =>
  catalogRule(
    "server",
    {
      ...text,
      level: "MUST",
      why: "A client tells by it that there is no such thing, rather than a broken server or something to read.",
      fix: "Answer with error -32602 (-32002 in revisions before 2026-07-28) that names the id.",
    },
    (_, index) =>
      probeVerdict(index, "cat-unknown", (exchange) =>
        exchange.tag === tag ? unknownId(exchange) : notApplicable("another id"),
      ),
  );

/** The id a probe asked for: what a clear message names. */
function askedId(exchange: Exchange): string | undefined {
  const address = parseAddress(uriOf(exchange) ?? "");
  return address?.refId ?? address?.skillId ?? address?.promptId ?? address?.docsPath;
}

export const notFoundRules: Rule<"server">[] = [
  notFound(
    { id: "cat-record-notfound", section: "skills/{skill_id} 3", title: "An unknown skill_id is not found" },
    "skill record",
  ),
  notFound(
    {
      id: "cat-prompt-notfound",
      section: "prompts/{prompt_id} 3",
      title: "An unknown prompt_id is not found",
    },
    "prompt record",
  ),
  catalogRule(
    "server",
    {
      id: "cat-hyg-notfound",
      level: "MUST",
      section: "URI Hygiene 6",
      base: "uri",
      title: "Not-found answers name what was not found",
      why: "The person at the other end sees this message; without the id they do not know which of their links is dead.",
      fix: "Put the unknown id or the URI into the message.",
    },
    (_, index) =>
      probeVerdict(index, "cat-unknown", (exchange) => {
        const id = askedId(exchange) ?? "";
        const error = errorOf(exchange);
        if (error && typeof error.message === "string" && error.message.includes(id)) return pass;
        return [
          {
            message: error
              ? `The error for ${show(uriOf(exchange))} does not name ${show(id)}.`
              : `${show(uriOf(exchange))} does not exist and is answered with content.`,
            expected: `an error whose message names ${id}`,
            actual: outcomeText(exchange),
            evidence: [exchange.id],
            locus: exchange.tag ?? "",
          },
        ];
      }),
  ),
];
