import { EvidenceIndex } from "../../shared/rules/evidence-index";
import { allProfiles } from "../../shared/rules/profiles";
import { RuleRun } from "../../shared/rules/run";
import { noEvidence } from "../../shared/uri/no-evidence";

const profiles = allProfiles.filter(({ id }) => ["rfc3986", "rfc6570", "mcp-base"].includes(id));

/** Judges `count` URIs and as many templates, none like another. @returns how many of each a second */
export function perSecond(count: number): { uris: number; templates: number } {
  const run = new RuleRun(profiles, new EvidenceIndex(noEvidence("bench"), []));
  const rate = (judge: (i: number) => void) => {
    const begun = performance.now();
    for (let i = 0; i < count; i++) judge(i);
    return count / ((performance.now() - begun) / 1000);
  };
  return {
    uris: rate((i) =>
      run.judge("uri", { uri: `skill://acme/team-${i % 40}/skill-${i}/SKILL.md`, role: "skill" }),
    ),
    templates: rate((i) => {
      const uriTemplate = `skill://acme/{team}/skill-${i}/{+path}{?version,lang*}`;
      run.judge("template", { uriTemplate, raw: { uriTemplate, name: `t${i}` } });
    }),
  };
}
