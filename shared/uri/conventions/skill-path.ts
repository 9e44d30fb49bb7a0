import { judgeName } from "../../rules/agent-skills/names";
import { decodeSegment } from "../skill-uri";
import { commonFaults, type SkillView, skillView } from "../skill-view";
import {
  type ConventionShape,
  faulty,
  match,
  noMatch,
  type ShapeVerdict,
  skillScheme,
  suffixFaults,
  verdict,
} from "./shape";

/** The conventions whose skills lie at `<scheme>://<skill-path>/SKILL.md`, of any depth. */

const isSkillMd = (segment: string | undefined) => segment?.toLowerCase() === "skill.md";

/** What a URI that ends in SKILL.md says, and what is wrong with how it ends. */
function skillMd({ segments, slash, text }: SkillView): { faults: string[]; what: string; name: string } {
  const last = segments.at(-1)!;
  const path = segments.slice(0, -1);
  const raw = path.at(-1) ?? "";
  const name = decodeSegment(raw) ?? raw;
  const prefix = path.slice(0, -1).join("/");
  const faults: string[] = [];
  if (last !== "SKILL.md") faults.push(`Ends in ${last}, not SKILL.md.`);
  else if (slash) faults.push("Ends in a slash after SKILL.md.");
  if (path.length === 0 || raw === "") faults.push(`There is no skill path before ${last} in ${text}.`);
  const where = prefix === "" ? "" : `, below ${prefix}`;
  return { faults, what: `The SKILL.md of the skill ${name}${where}.`, name };
}

function nameFaults(name: string): string[] {
  if (name === "") return [];
  const { verdict: judged, reasons } = judgeName(name);
  return judged === "error" ? reasons.map((reason) => `Name "${name}": ${reason.message}`) : [];
}

/** The rules of the released extension, which its drafts share. */
function released(uri: string): ShapeVerdict {
  const view = skillView(uri);
  const { scheme, segments, slash } = view;
  if (scheme === "") return faulty(view.parsed.faults.slice(0, 1).map((fault) => fault.message));
  const faults = commonFaults(view);
  const [first] = segments;
  if (isSkillMd(segments.at(-1))) {
    const { faults: ending, what, name } = skillMd(view);
    const all = [...ending, ...nameFaults(name), ...faults, ...suffixFaults(view)];
    if (all.length > 0 || scheme === "skill") return verdict(all, what);
    return match(what, `The scheme is ${scheme}: allowed, while skill:// is what servers should use.`);
  }
  if (scheme !== "skill") return noMatch(`Another scheme (${scheme}), and no SKILL.md at the end.`);
  if (segments.length < 2) {
    const written = first ? `: skill://${first}/SKILL.md` : "";
    return faulty([`Names no file; the SKILL.md of a skill is explicit${written}.`, ...faults]);
  }
  if (slash) faults.push("The URI of a directory has no slash at its end.");
  return verdict(
    [...faults, ...suffixFaults(view)],
    "A file or directory; which skill it belongs to, its list tells.",
  );
}

const DRAFT_SHAPE = "<scheme>://<skill-path>/SKILL.md";

export const releasedShape: ConventionShape = {
  id: "skills-ext-stable",
  title: "Released extension",
  shape: DRAFT_SHAPE,
  match: released,
};

export const v1DraftShape: ConventionShape = {
  id: "sep-2640-v1-draft",
  title: "Draft of July 2026 (skills/list)",
  shape: DRAFT_SHAPE,
  match: released,
};

export const indexDraftShape: ConventionShape = {
  id: "sep-2640-index-draft",
  title: "Index draft (skill://index.json)",
  shape: "skill://index.json, <scheme>://<skill-path>/SKILL.md, <skill-path>.tar.gz or .zip",
  match(uri) {
    const { scheme, segments, slash } = skillView(uri);
    if (scheme === "skill" && !slash) {
      if (segments.join("/") === "index.json") return match("The index of all skills.");
      const archive = /^(.+)\.(?:tar\.gz|zip)$/.exec(segments.at(-1) ?? "");
      if (archive) return match(`The skill ${archive[1]}, packed.`);
    }
    return released(uri);
  },
};

export const proposalShape = skillScheme(
  {
    id: "skill-uri-proposal",
    title: "skill:// proposal",
    shape: "skill://<skill-path>/SKILL.md, skill://<skill-path>/<file-path>",
  },
  (view, faults) => {
    const { segments, slash } = view;
    if (isSkillMd(segments.at(-1))) {
      const { faults: ending, what } = skillMd(view);
      return verdict([...ending, ...faults], `${what} Its name may differ from the path here.`);
    }
    if (segments.length < 2) {
      return faulty([
        `SKILL.md must be explicit: skill://${segments[0] || "<skill-path>"}/SKILL.md.`,
        ...faults,
      ]);
    }
    if (slash) faults.push("A file path does not end in a slash.");
    return verdict(faults, "A file of a skill.");
  },
);
