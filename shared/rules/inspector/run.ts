import { found, notApplicable, pass, type RawFinding } from "../define-rule";
import { count, listed, member, show } from "../values";
import { inspRule } from "./declare";

/** Rules on the run as a whole: what was left out of it, and what other servers show beside this one. */

export const readsCut = inspRule(
  "server",
  {
    id: "insp-reads-cut",
    level: "STATEMENT",
    page: "resources",
    title: "Everything that a convention asks to be read was read",
    why: "A run makes only so many reads; of what was left out, the rules of the convention say nothing.",
    fix: "Nothing has to change on the server. Check a part of it by itself to see the rest.",
  },
  (server) => {
    if (server.conventions.length === 0) return notApplicable("no earlier convention was looked at");
    return found(
      (server.readsLeft ?? []).map(({ convention, made, left }) => ({
        outcome: "note" as const,
        message: `Of what ${convention} asks to be read, ${made} reads were made, and at least ${left} were left out.`,
        expected: "all of it",
        actual: `${made} of at least ${made + left} reads`,
        locus: convention,
      })),
    );
  },
);

export const namesAcrossServers = inspRule(
  "server",
  {
    id: "insp-names-across-servers",
    level: "STATEMENT",
    page: "skills",
    title: "A skill's name is not used by another server of the same person",
    why: "A model that is given both sees one name twice, and a person who asks for it may get the other server's skill.",
    fix: "Give one of them a name that says whose it is, or use only one of the two servers at a time.",
  },
  ({ others }, index) => {
    if (others === undefined || others.length === 0)
      return notApplicable("no other server was looked at beside this one");
    if (index.skills.length === 0) return notApplicable("no skill was found");
    const elsewhere = new Map<string, { label: string; uri: string }[]>();
    for (const { label, skills } of others) {
      for (const { name, uri } of skills) {
        elsewhere.set(name, [...(elsewhere.get(name) ?? []), { label, uri }]);
      }
    }
    const findings: RawFinding[] = [];
    for (const { uri, entry, exchangeId } of index.skills) {
      const name = member(member(entry, "frontmatter"), "name");
      const same = typeof name === "string" ? elsewhere.get(name) : undefined;
      if (!same) continue;
      findings.push({
        outcome: "note",
        message: `The name ${show(name)} is used by ${count(same.length, "skill", "skills")} of other servers too: ${listed(
          same.map(({ label, uri: there }) => `${there} on ${label}`),
          3,
        )}.`,
        expected: "a name that no other server uses",
        actual: show(name),
        subject: { kind: "skill", skill: uri, uri },
        ...(exchangeId === undefined ? {} : { evidence: [exchangeId] }),
        locus: String(name),
      });
    }
    return findings.length === 0 ? pass : found(findings);
  },
);

export const runRules = [readsCut, namesAcrossServers];
