import type { Exchange, SkillEvidence } from "../../model/evidence";
import { errorOf, hasCode, INVALID_PARAMS, METHOD_NOT_FOUND, outcomeText, resultOf, uriOf } from "../answers";
import { fail, notApplicable, note, pass, type RawFinding, untestable, type Verdict } from "../define-rule";
import { probeVerdict } from "../probe";
import { isRecord, show } from "../values";
import { extRule } from "./declare";
import { gotEntry, ids, unlessChanged } from "./entries";
import { namedSkills } from "./probes";

/** Rules on which URIs skills/get answers (Getting a Skill). */

const GET = "skills/get";
const SECTION = "Getting a Skill";
const NOT_IMPLEMENTED = notApplicable("skills/get is not implemented; ext-cap-methods says so");

/** Expects -32602; a success and every other code is a finding. */
function expectInvalidParams(exchange: Exchange, what: string, severity?: "warning"): Verdict | RawFinding[] {
  if (hasCode(exchange, INVALID_PARAMS)) return pass;
  if (hasCode(exchange, METHOD_NOT_FOUND)) return NOT_IMPLEMENTED;
  const success = exchange.outcome.kind === "result";
  return [
    {
      ...(severity && !success ? { severity } : success ? { severity: "error" as const } : {}),
      message: success
        ? `skills/get succeeds for ${what}.`
        : `skills/get answers ${what} with another code than -32602 (Invalid params).`,
      expected: "error -32602",
      actual: outcomeText(exchange),
      evidence: ids(exchange),
      locus: `${exchange.tag ?? ""} ${success ? "success" : "code"}`.trim(),
    },
  ];
}

export const getUnknown = extRule(
  "server",
  {
    id: "ext-get-unknown",
    level: "MUST",
    section: SECTION,
    title: "A URI that is no served skill is answered with error -32602",
    why: "A host finds out with skills/get whether a URI is a skill; any other answer leaves it guessing.",
    fix: "Answer an unknown uri with error -32602 (Invalid params) and a message that names it.",
    officialCheck: "sep-2640-skills-get-unknown-uri-invalid-params",
  },
  (_, index) =>
    probeVerdict(index, "unknown-skill", (exchange) =>
      expectInvalidParams(exchange, `the unknown skill ${uriOf(exchange)}`),
    ),
);

export const getNotSkillMd = extRule(
  "server",
  {
    id: "ext-get-not-skillmd",
    level: "MUST",
    section: SECTION,
    title: "A supporting file or the root directory is answered with -32602",
    why: "Only the URI of a SKILL.md names a skill; an entry for anything else gives one skill two identities.",
    fix: "Look the uri up as it is among the published SKILL.md URIs, without adding or removing anything.",
  },
  (_, index) =>
    probeVerdict(index, "get-not-skillmd", (exchange) => {
      const what = exchange.tag === "file" ? "the supporting file" : "the root directory";
      const result = expectInvalidParams(exchange, `${what} ${uriOf(exchange)}`);
      if (!Array.isArray(result) || !exchange.about) return result;
      const subject = { kind: "skill" as const, skill: exchange.about, uri: exchange.about };
      return result.map((finding) => ({ ...finding, subject }));
    }),
);

export const getMissingUri = extRule(
  "server",
  {
    id: "ext-get-missing-uri",
    level: "SHOULD",
    section: "Getting a Skill (JSON-RPC)",
    title: "A request without uri is answered with -32602",
    why: "The code tells the caller that its own request was at fault.",
    fix: "Check params.uri first and answer its absence with error -32602.",
  },
  (_, index) =>
    probeVerdict(index, "get-no-uri", (exchange) =>
      expectInvalidParams(exchange, "a request without uri", "warning"),
    ),
);

export const getUnlisted = extRule(
  "exchange",
  {
    id: "ext-get-unlisted",
    level: "MUST",
    section: SECTION,
    title: "skills/get answers for every served skill, listed or not",
    why: "A host that knows a skill's URI relies on skills/get for its entry.",
    fix: "Answer skills/get for every skill the server publishes, with the same entry as in skills/list.",
    evenUnpublished: true,
  },
  ({ exchange, skill }, index) => {
    if (exchange.method !== GET) return notApplicable("another method");
    if (exchange.outcome.kind === "none") return untestable(`skills/get: ${exchange.outcome.reason}`);
    if (exchange.purpose === "probe:get-unlisted") return unpublished(exchange);
    if (!skill || exchange !== skill.get || skill.source === "folder")
      return notApplicable("another purpose");
    if (skill.source !== "skills/list") return unpublished(exchange);
    if (!errorOf(exchange)) return pass;
    if (hasCode(exchange, METHOD_NOT_FOUND)) return NOT_IMPLEMENTED;
    return unlessChanged(index, refusedPublished(skill, exchange));
  },
);

/** A listed skill that skills/get refuses: only a fresh listing tells whether it is still published. */
function refusedPublished(skill: SkillEvidence, exchange: Exchange): Verdict {
  const { refetch } = skill;
  const finding: RawFinding = {
    message: `skills/list publishes ${show(skill.uri)}, and skills/get refuses it.`,
    expected: "the entry of the skill",
    actual: outcomeText(exchange),
    subject: { kind: "skill", skill: skill.uri, uri: skill.uri },
    evidence: ids(skill.listExchange, exchange, refetch?.listExchange, refetch?.get),
    locus: "published",
  };
  if (!hasCode(exchange, INVALID_PARAMS)) return fail(finding);
  if (!refetch?.listExchange) {
    return untestable(
      `skills/get refuses ${skill.uri}, and skills/list was not repeated to see whether it still shows it`,
    );
  }
  const back = resultOf(refetch.get) !== undefined;
  if (refetch.list !== undefined && !back) return fail(finding);
  return note({
    ...finding,
    message: `${finding.message} ${back ? "Asked again it answers" : "Listed again it is gone"}: the skill changed during the run.`,
  });
}

/** A file named SKILL.md that no entry publishes. */
function unpublished(exchange: Exchange): Verdict {
  const uri = uriOf(exchange) ?? "";
  const about = { subject: { kind: "uri" as const, uri }, evidence: ids(exchange), locus: "unpublished" };
  if (hasCode(exchange, INVALID_PARAMS)) {
    const where = exchange.tag === "manifest" ? "is a file of another skill" : "is shown by resources/list";
    return note({
      ...about,
      message: `${show(uri)} ${where}: served, but not published as a skill.`,
      expected: "an entry, if it is meant as a skill",
      actual: outcomeText(exchange),
    });
  }
  if (hasCode(exchange, METHOD_NOT_FOUND)) return NOT_IMPLEMENTED;
  if (isRecord(gotEntry(exchange))) return pass;
  return fail({
    ...about,
    message: `skills/get answers ${show(uri)} with neither an entry nor error -32602.`,
    expected: "an entry, or error -32602",
    actual: outcomeText(exchange),
  });
}

export const instructionsPointer = extRule(
  "server",
  {
    id: "ext-instructions-pointer",
    level: "MAY",
    section: "Pointer from Server Instructions",
    title: "Server instructions may name skill URIs",
    why: "A model follows such a pointer at once; a dead one is the first thing it meets.",
    fix: "Name only skills that the server serves, with their exact URI.",
  },
  (server, index) => {
    const named = namedSkills(server.instructions, index.skills);
    if (named.length === 0) return notApplicable("the instructions name no skill");
    return probeVerdict(index, "instructions-pointer", (exchange) => {
      if (hasCode(exchange, METHOD_NOT_FOUND)) return NOT_IMPLEMENTED;
      // A result of another form is ext-get-implemented's.
      if (!errorOf(exchange)) return pass;
      return [
        {
          severity: "warning",
          message: `The instructions name ${show(uriOf(exchange))}, and skills/get does not confirm it as a skill.`,
          expected: "the entry of the skill",
          actual: outcomeText(exchange),
          subject: { kind: "uri", uri: uriOf(exchange) ?? "" },
          evidence: [...index.exchanges("handshake").map(({ id }) => id), exchange.id],
          locus: uriOf(exchange),
        },
      ];
    });
  },
);

export const getServedRules = [getUnknown, getNotSkillMd, getMissingUri, getUnlisted, instructionsPointer];
