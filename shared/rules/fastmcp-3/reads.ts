import type { ConventionProfile } from "../convention";
import { ConventionReads, complete, declaresSkills, read, untilKnown } from "../convention-rules";
import { fixedProbe, type Probe, type ProbeContext, type ProbeRequest } from "../probe";
import { fastSkills, manifestOf, readsIn, templateMode } from "./declare";

export function recognise({ server }: ProbeContext): boolean {
  return !declaresSkills(server) && fastSkills(server).some(({ manifest }) => manifest !== undefined);
}

export const reads: ConventionProfile["reads"] = {
  next: untilKnown(({ server }, answers) => {
    const skills = fastSkills(server);
    const known = new ConventionReads(answers);
    return [
      ...skills.flatMap(({ uri, root }) => [read(`${root}/_manifest`, "manifest"), read(uri, "main")]),
      ...skills
        .flatMap((skill) => manifestOf(known, skill))
        .filter(({ path }) => path !== "SKILL.md")
        .map(({ uri }) => read(uri, "file")),
    ];
  }),
};

/** The root of the first skill, in template mode only. */
function firstRoot({ server }: ProbeContext): string | undefined {
  return templateMode(server) ? fastSkills(server)[0]?.root : undefined;
}

/** A nested file, its slash plain, encoded, and with a query. */
function slashes({ server }: ProbeContext): ProbeRequest[] {
  if (!templateMode(server)) return [];
  const known = readsIn(server);
  for (const skill of fastSkills(server)) {
    const nested = manifestOf(known, skill).find(({ path }) => path.includes("/"));
    if (!nested) continue;
    const path = nested.uri.slice(skill.root.length + 1);
    return [
      read(nested.uri, "plain"),
      read(`${skill.root}/${path.replaceAll("/", "%2F")}`, "encoded"),
      read(`${nested.uri}?zz=1`, "query"),
    ];
  }
  return [];
}

const forced = { forced: true };

export const probes: Probe[] = [
  fixedProbe("fm-unknown", "a skill that does not exist", (context) =>
    fastSkills(context.server).length > 0 ? [read("skill://zz-no-such-skill/SKILL.md")] : [],
  ),
  fixedProbe("fm-missing-file", "a file that the skill does not have", (context) => {
    const root = firstRoot(context);
    return root === undefined ? [] : [read(`${root}/zz-no-such-file.md`)];
  }),
  fixedProbe("fm-root-slash", "the skill's root with a slash", (context) => {
    const root = firstRoot(context);
    return root === undefined ? [] : [read(`${root}/`)];
  }),
  fixedProbe("fm-slash", "a nested file with its slash encoded, and with a query", slashes),
  fixedProbe(
    "fm-method",
    "skills/list, which is not declared",
    () => [{ method: "skills/list", params: {} }],
    forced,
  ),
  fixedProbe(
    "fm-completion",
    "completion, which is not declared",
    () => [complete({ type: "ref/resource", uri: "skill://{dir}/{path*}" }, "path", "", "forced")],
    forced,
  ),
];
