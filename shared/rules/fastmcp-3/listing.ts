import { parseFrontmatter } from "../../skill-file/frontmatter";
import { about, gathered, idsOf, jsonOf, listedResources, textOf } from "../convention-rules";
import { notApplicable, type RawFinding, untestable, type Verdict } from "../define-rule";
import type { EvidenceIndex } from "../evidence-index";
import { isRecord, member, show } from "../values";
import { fastSkills, manifestOf, readsOf, rule, skillItems, templateMode } from "./declare";

/** Rules on what FastMCP 3's skills provider lists and declares. */

export const NO_SKILLS = notApplicable("no skill://{dir}/SKILL.md is listed");

export const main = rule(
  {
    id: "fm-main",
    level: "OBSERVED",
    section: "skill_provider.py _list_resources",
    title: "skill://{dir}/SKILL.md is listed under the name of its directory",
    why: "Clients of FastMCP list skills by these entries alone.",
    fix: 'List each SKILL.md as text/markdown with the name "{dir}/SKILL.md" and the description of its frontmatter.',
  },
  (index) => {
    const skills = fastSkills(index.server);
    if (skills.length === 0) return mainMissing(index);
    const reads = readsOf(index);
    return gathered(
      skills.flatMap(({ uri, directory, item }): RawFinding[] => {
        const { name, mimeType, description } = item.raw;
        const findings: RawFinding[] = [];
        if (name !== `${directory}/SKILL.md` || mimeType !== "text/markdown") {
          findings.push({
            ...about(uri, [item.page]),
            message: `${uri} is listed with another name or type.`,
            expected: show({ name: `${directory}/SKILL.md`, mimeType: "text/markdown" }),
            actual: show({ name, mimeType }),
            locus: uri,
          });
        }
        const answer = reads.read(uri);
        const text = textOf(answer);
        if (text === undefined) return findings;
        const wanted = descriptions(text, directory);
        if (!wanted.includes(String(description))) {
          findings.push({
            ...about(uri, [item.page, answer]),
            outcome: "note",
            message: `${uri} is listed with a description that is not in its file.`,
            expected: show(wanted[0]),
            actual: show(description),
            fix: "Restart the server when SKILL.md has changed; FastMCP 3 reads a frontmatter value only on the line of its key.",
            locus: `${uri} description`,
          });
        }
        return findings;
      }),
    );
  },
);

/** Without any SKILL.md: a fault where a manifest shows that there is a skill. */
function mainMissing({ server }: EvidenceIndex): Verdict {
  const manifests = listedResources(server).filter(({ uri }) => /^skill:\/\/.+\/_manifest$/.test(uri));
  if (manifests.length === 0) return NO_SKILLS;
  return gathered(
    manifests.map(({ uri, page }) => ({
      ...about(uri, [page]),
      message: `${uri} is listed, and no SKILL.md beside it.`,
      expected: uri.replace(/_manifest$/, "SKILL.md"),
      actual: "not listed",
      locus: uri,
    })),
  );
}

/** What the provider may list as description of a SKILL.md: the frontmatter's, else the two that stand in for it. */
function descriptions(text: string, directory: string): string[] {
  const { data, bodyOffset } = parseFrontmatter(text);
  const own = data?.description;
  if (typeof own === "string" && own !== "") return [own];
  const line = text
    .slice(bodyOffset)
    .split(/\r?\n/)
    .map((each) => each.trim())
    .find((each) => each !== "");
  return [line?.replace(/^#+\s*/, "").slice(0, 200) ?? "", `Skill: ${directory}`].filter(Boolean);
}

export const template = rule(
  {
    id: "fm-template",
    level: "OBSERVED",
    section: "_list_resource_templates",
    title: "Each skill has a template {root}/{path*} for its files",
    why: "In this mode supporting files are not listed; the template is the way to them.",
    fix: 'List one template per skill: uriTemplate {root}/{path*}, name "{dir}_files", mimeType application/octet-stream.',
  },
  ({ server }) => {
    const skills = fastSkills(server);
    if (skills.length === 0) return NO_SKILLS;
    if (!templateMode(server))
      return notApplicable("no template ends in /{path*}: supporting files are listed");
    const templates = new Map(skillItems(server).templates.map((each) => [each.uri, each]));
    return gathered(
      skills.flatMap(({ root, uri, directory, item }): RawFinding[] => {
        const found = templates.get(`${root}/{path*}`);
        const wanted = { name: `${directory}_files`, mimeType: "application/octet-stream" };
        const seen = found && { name: found.raw.name, mimeType: found.raw.mimeType };
        if (seen && show(seen, 1000) === show(wanted, 1000)) return [];
        return [
          {
            ...about(uri, [found?.page, ...(found ? [] : server.templatePages), item.page]),
            message: `${uri} has ${found ? "a template of another name or type" : "no template for its files"}.`,
            expected: show({ uriTemplate: `${root}/{path*}`, ...wanted }),
            actual: show(seen),
            locus: uri,
          },
        ];
      }),
    );
  },
);

export const resourcesMode = rule(
  {
    id: "fm-resources-mode",
    level: "OBSERVED",
    section: "_list_resources",
    title: "Without templates every file of the manifest is listed after it",
    why: "In this mode a client reads files from the list, in the manifest's order.",
    fix: 'List SKILL.md, _manifest and then each file of the manifest with the name "{dir}/{path}" and the description "File from {dir} skill".',
  },
  (index) => {
    const { server } = index;
    const skills = fastSkills(server);
    if (skills.length === 0) return NO_SKILLS;
    if (templateMode(server))
      return notApplicable("a template ends in /{path*}: supporting files are behind it");
    const reads = readsOf(index);
    const listed = listedResources(server);
    let further = 0;
    const findings = skills.flatMap((skill): RawFinding[] => {
      const { root, directory, uri, item } = skill;
      const manifest = reads.read(`${root}/_manifest`);
      if (!manifest || !isRecord(jsonOf(manifest))) return [];
      const files = manifestOf(reads, skill).filter(({ path }) => path !== "SKILL.md");
      further += files.length;
      const row = (of: string, name: unknown, description: unknown) => show([of, name, description], 2000);
      const wanted = files.map(({ uri: of, path }) =>
        row(of, `${directory}/${path}`, `File from ${directory} skill`),
      );
      const own = listed.filter((each) => each.uri.startsWith(`${root}/`));
      const seen = own.slice(2).map(({ uri: of, raw }) => row(of, raw.name, raw.description));
      const lead = own.slice(0, 2).map((each) => each.uri);
      const ordered = lead[0] === uri && lead[1] === `${root}/_manifest`;
      const odd = wanted.findIndex((each, at) => each !== seen[at]);
      if (ordered && odd === -1 && seen.length === wanted.length) return [];
      const at = odd === -1 ? wanted.length : odd;
      return [
        {
          ...about(uri, [item.page, manifest]),
          message: ordered
            ? `The files of ${directory} are listed otherwise than in its manifest.`
            : `${uri} and its manifest do not come first in the list.`,
          expected: ordered ? (wanted[at] ?? "nothing more") : `${uri}, ${root}/_manifest`,
          actual: ordered ? (seen[at] ?? "nothing more") : lead.join(", "),
          locus: uri,
        },
      ];
    });
    return further === 0 && findings.length === 0
      ? untestable("no manifest names a file beside SKILL.md")
      : gathered(findings);
  },
);

export const meta = rule(
  {
    id: "fm-meta",
    level: "OBSERVED",
    section: "utilities/components.py:141",
    title: "_meta has the key fastmcp with an array of tags",
    why: "It is what tells a skill of FastMCP from another resource with the same URI.",
    fix: 'Send _meta {"fastmcp": {"tags": []}} with each skill resource and template, with skill {name, is_manifest} on resources alone.',
  },
  ({ server }) => {
    const { resources, templates } = skillItems(server);
    if (resources.length === 0) return NO_SKILLS;
    let form: string | undefined;
    const findings: RawFinding[] = [];
    const directories = new Map(fastSkills(server).map(({ root, directory }) => [root, directory]));
    for (const { uri, raw, page } of [...resources, ...templates]) {
      const fastmcp = member(raw._meta, "fastmcp");
      const skill = member(fastmcp, "skill");
      const isTemplate = typeof raw.uriTemplate === "string";
      const root = [...ancestors(uri)].find((each) => directories.has(each)) ?? "";
      const fits = isTemplate ? skill === undefined : skillFits(skill, uri, root, directories.get(root));
      if (Array.isArray(member(fastmcp, "tags")) && fits) {
        if (!isTemplate) form ??= skill === undefined ? "3.0.0, without skill" : "3.0.1 or later, with skill";
        continue;
      }
      findings.push({
        ...about(uri, [page]),
        message: `${uri} is listed with another _meta.`,
        expected:
          "_meta.fastmcp with an array tags, and on resources nothing or {name, is_manifest} as skill",
        actual: show(raw._meta),
        locus: uri,
      });
    }
    if (findings.length > 0) return gathered(findings);
    return gathered([
      {
        outcome: "note",
        message: `_meta has the form of FastMCP ${form}.`,
        evidence: idsOf([resources[0]!.page]),
        locus: "form",
      },
    ]);
  },
);

function* ancestors(uri: string): IterableIterator<string> {
  for (let at = uri.lastIndexOf("/"); at > 0; at = uri.lastIndexOf("/", at - 1)) yield uri.slice(0, at);
}

function skillFits(skill: unknown, uri: string, root: string, directory: string | undefined): boolean {
  if (skill === undefined) return true;
  const isManifest = uri === `${root}/_manifest`;
  const named = isManifest || uri === `${root}/SKILL.md`;
  const flag = member(skill, "is_manifest");
  return member(skill, "name") === directory && (named ? flag === isManifest : flag === undefined);
}

export const flat = rule(
  {
    id: "fm-flat",
    level: "OBSERVED",
    section: "directory_provider.py",
    title: "The directory is the identity of a skill; the name in its frontmatter is not looked at",
    why: "A client that looks for the frontmatter's name does not find the skill.",
    fix: "Nothing, for FastMCP 3; give the directory the name of the skill, and both agree.",
  },
  (index) => {
    const skills = fastSkills(index.server);
    if (skills.length === 0) return NO_SKILLS;
    const reads = readsOf(index);
    const differing = skills.flatMap((skill) => {
      const answer = reads.read(skill.uri);
      const text = textOf(answer);
      const name = text === undefined ? undefined : parseFrontmatter(text).data?.name;
      return typeof name === "string" && name !== skill.directory ? { ...skill, own: name, answer } : [];
    });
    if (differing.length === 0) return untestable("no skill's name differs from its directory");
    return gathered(
      differing
        .filter(({ item, directory }) => item.raw.name !== `${directory}/SKILL.md`)
        .map(({ uri, directory, item, own, answer }) => ({
          ...about(uri, [item.page, answer]),
          message: `${uri} is not listed under its directory although its frontmatter says ${show(own)}.`,
          expected: `${directory}/SKILL.md`,
          actual: show(item.raw.name),
          locus: uri,
        })),
    );
  },
);

const UNUSED = ["title", "size", "annotations", "icons"];

export const noSize = rule(
  {
    id: "fm-no-size",
    level: "OBSERVED",
    section: "skill_provider.py",
    title: "Resources and templates carry no title, size, annotations or icons",
    why: "Sizes are in the manifest only; a client that wants them has to read it.",
    fix: "Nothing, for FastMCP 3; a server that sends these fields is another one.",
  },
  ({ server }) => {
    const { resources, templates } = skillItems(server);
    if (resources.length === 0) return NO_SKILLS;
    return gathered(
      [...resources, ...templates].flatMap(({ uri, raw, page }): RawFinding[] => {
        const given = UNUSED.filter((key) => Object.hasOwn(raw, key));
        if (given.length === 0) return [];
        return [
          {
            ...about(uri, [page]),
            message: `${uri} is listed with ${given.join(" and ")}.`,
            expected: "none of title, size, annotations, icons",
            actual: show(Object.fromEntries(given.map((key) => [key, raw[key]]))),
            locus: uri,
          },
        ];
      }),
    );
  },
);

export const listingRules = [main, template, resourcesMode, meta, flat, noSize];
