import { parseFrontmatter } from "../../skill-file/frontmatter";
import { errorOf, hasCode, INVALID_PARAMS, METHOD_NOT_FOUND, outcomeText } from "../answers";
import { gathered, idsOf, probed } from "../convention-rules";
import { fail, notApplicable, note, pass, type RawFinding, untestable } from "../define-rule";
import { describe, isRecord, kindOf, member, show } from "../values";
import { declares, GET, got, LIST, listed, readsOf, requiredArguments, rule } from "./declare";

/** Rules of SEP-2076 on the methods, the errors, the dependencies and the files. */

export const UNDECLARED = notApplicable("capabilities.skills is not declared");

export const capability = rule(
  {
    id: "s2076-cap",
    level: "STATEMENT",
    section: "2 Capabilities",
    title: "capabilities.skills is an object with an optional boolean listChanged",
    why: "Clients of this draft ask for skills only where it is declared; its place tells it from the extension.",
    fix: 'Declare "skills": {} or "skills": {"listChanged": true} in the capabilities.',
  },
  (index) => {
    const declared = member(index.server.capabilities, "skills");
    const changed = member(declared, "listChanged");
    if (isRecord(declared) && (changed === undefined || typeof changed === "boolean")) return pass;
    return note({
      message: `capabilities.skills is ${describe(declared)}.`,
      expected: "an object with an optional boolean listChanged",
      actual: show(declared),
      evidence: idsOf(index.exchanges("handshake")),
      locus: "skills",
    });
  },
);

export const methods = rule(
  {
    id: "s2076-methods",
    level: "MUST",
    section: "6",
    title: "A declaring server implements skills/list and skills/get",
    why: "A client that sees the capability calls both.",
    fix: "Implement skills/list and skills/get, or take skills out of the capabilities.",
  },
  (index) => {
    if (!declares(index.server)) return UNDECLARED;
    const reads = readsOf(index);
    const tried = index.exchanges("probe:s2076-get");
    const calls = [...reads.of(LIST), ...reads.of(GET), ...tried].filter(
      ({ outcome }) => outcome.kind !== "none",
    );
    if (calls.length === 0) return untestable("neither method was called");
    return gathered(
      [LIST, GET].flatMap((method): RawFinding[] => {
        const missing = calls.find((call) => call.method === method && hasCode(call, METHOD_NOT_FOUND));
        const failed = calls.find((call) => call.method === LIST && errorOf(call));
        const odd = missing ?? (method === LIST ? failed : undefined);
        if (!odd) return [];
        return [
          {
            message: `skills is declared, and ${method} ${missing ? "is not known" : "gives an error"}.`,
            expected: "a result",
            actual: outcomeText(odd),
            evidence: idsOf([...index.exchanges("handshake"), odd]),
            locus: method,
          },
        ];
      }),
    );
  },
);

export const getByName = rule(
  {
    id: "s2076-get-by-name",
    level: "MUST",
    section: "3",
    title: "skills/get takes the name of a listed skill",
    why: "The name is all that a client has to ask with.",
    fix: "Answer skills/get {name, arguments?} for each name of skills/list.",
  },
  (index) => {
    if (!declares(index.server)) return UNDECLARED;
    const reads = readsOf(index);
    const calls = reads.of(GET).filter(({ outcome }) => outcome.kind !== "none");
    if (calls.length === 0) return untestable("no skill is listed");
    const needing = new Set(
      listed(reads)
        .filter(({ raw }) => requiredArguments(raw).length > 0)
        .map(({ name }) => name),
    );
    return gathered(
      calls.filter(errorOf).map((call): RawFinding => {
        const refused = needing.has(call.params.name) && hasCode(call, INVALID_PARAMS);
        return {
          ...(refused ? { outcome: "note" } : {}),
          message: `skills/get of ${show(call.params.name)}, which is listed, ${refused ? "refuses the made-up arguments" : "fails"}.`,
          expected: "a result",
          actual: outcomeText(call),
          evidence: idsOf([call]),
          locus: String(call.params.name),
        };
      }),
    );
  },
);

export const getError = rule(
  {
    id: "s2076-get-error",
    level: "MUST",
    section: "6",
    title: "An unknown name or a missing required argument is answered with -32602",
    why: "By the code a client tells a wrong name from a broken server.",
    fix: "Answer such a skills/get with error -32602.",
  },
  (index) => {
    if (!declares(index.server)) return UNDECLARED;
    const tried = probed(index, "s2076-get");
    if (!Array.isArray(tried)) return tried;
    return gathered(
      tried
        .filter((call) => !hasCode(call, INVALID_PARAMS))
        .map((call) => ({
          message: `skills/get ${call.tag === "argument" ? "without a required argument" : "of a name that does not exist"} is not answered with -32602.`,
          expected: "error -32602",
          actual: outcomeText(call),
          evidence: idsOf([call]),
          locus: String(call.tag),
        })),
    );
  },
);

export const instructions = rule(
  {
    id: "s2076-get-instructions",
    level: "MUST",
    section: "6",
    title: "The result of skills/get has instructions as text",
    why: "It is what the model is given.",
    fix: "Put the body of SKILL.md into instructions, at top level of the result.",
  },
  (index) => {
    const all = got(readsOf(index));
    if (all.length === 0) return notApplicable("no skills/get gave a result");
    return gathered(
      all
        .filter(({ result }) => typeof result.instructions !== "string")
        .map(({ name, result, answer }) => ({
          message: `skills/get of ${name} gives ${kindOf(result.instructions)} as instructions.`,
          expected: "a string",
          actual: show(result.instructions ?? Object.keys(result)),
          evidence: idsOf([answer]),
          locus: name,
        })),
    );
  },
);

export const mapping = rule(
  {
    id: "s2076-mapping",
    level: "STATEMENT",
    section: "7 Mapping",
    title: "instructions are the body of SKILL.md without its frontmatter",
    why: "The frontmatter is in the fields of the entry; in the text it is noise to the model.",
    fix: "Cut the frontmatter off before the text becomes instructions.",
  },
  (index) => {
    const all = got(readsOf(index)).filter(({ result }) => typeof result.instructions === "string");
    if (all.length === 0) return notApplicable("no skills/get gave instructions");
    return gathered(
      all
        .filter(({ result }) => parseFrontmatter(String(result.instructions)).data !== undefined)
        .map(({ name, result, answer }) => ({
          outcome: "note",
          message: `The instructions of ${name} begin with frontmatter.`,
          actual: show(String(result.instructions).slice(0, 80)),
          evidence: idsOf([answer]),
          locus: name,
        })),
    );
  },
);

export const notify = rule(
  {
    id: "s2076-notify",
    level: "MAY",
    section: "4",
    title: "notifications/skills/list_changed may be sent",
    why: "Clients list the skills again when it comes.",
    fix: "Nothing; send it only with listChanged declared.",
  },
  (index) => {
    if (!declares(index.server)) return UNDECLARED;
    const seen = index.server.wire.filter(({ method }) => method === "notifications/skills/list_changed");
    if (seen.length === 0) return pass;
    return fail({
      outcome: "note",
      message: `notifications/skills/list_changed came ${seen.length === 1 ? "once" : `${seen.length} times`} during the run.`,
      actual: seen[0]!.text,
      evidence: idsOf(index.exchanges("handshake")),
      locus: "notified",
    });
  },
);

export const methodRules = [capability, methods, getByName, getError, instructions, mapping, notify];
