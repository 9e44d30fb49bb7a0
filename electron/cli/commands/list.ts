import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ListedResource, ListedTemplate, SkillDetail } from "../../../shared/model/skill";
import { parseFrontmatter } from "../../../shared/skill-file/frontmatter";
import { discover } from "../../engine/discovery/discover";
import { markNested } from "../../engine/discovery/nesting";
import { scanFolder } from "../../engine/inspection/folder";
import { WellKnownSite } from "../../engine/well-known/site";
import { linkTo } from "../connect";
import { EXIT } from "../exit";
import { runSignal } from "../interrupt";
import { inline, paint, print, remark } from "../output";
import type { Target } from "../target";

interface Listing {
  skills: SkillDetail[];
  templates: ListedTemplate[];
  resources: ListedResource[];
}

/** `list`: what a target offers; no skill file of a server is read. @returns the exit code */
export async function list(target: Target, format: "text" | "json", timeoutMs: number): Promise<number> {
  const { signal, done } = runSignal();
  try {
    const { listing, complete, problem } =
      target.kind === "folder"
        ? await folder(target.path)
        : target.kind === "well-known"
          ? await site(target.origin, timeoutMs, signal)
          : await server(target, timeoutMs, signal);
    if (problem) await remark(problem);
    await print(format === "json" ? json(listing) : text(listing, EMPTY[target.kind] ?? EMPTY.server!));
    return complete ? EXIT.ok : signal.aborted ? EXIT.incomplete : EXIT.unreachable;
  } finally {
    done();
  }
}

async function server(
  target: Target,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<{ listing: Listing; complete: boolean; problem?: string }> {
  const link = linkTo(target, timeoutMs);
  const listing: Listing = { skills: [], templates: [], resources: [] };
  try {
    const connection = await link.open("auto", signal);
    const end = await discover(
      connection,
      {
        onSkills: (skills) => void listing.skills.push(...skills),
        onTemplates: (templates) => void listing.templates.push(...templates),
        onResources: (resources) => void listing.resources.push(...resources),
      },
      signal,
    );
    markNested(listing.skills);
    return { listing, complete: end.complete, problem: end.problem?.message };
  } finally {
    await link.close();
  }
}

/** The skills a web site publishes, from its index alone. */
async function site(
  origin: string,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<{ listing: Listing; complete: boolean; problem?: string }> {
  const { skills } = await new WellKnownSite(origin, { timeoutMs }).list(signal);
  const listed = skills.map(
    ({ url, name, description, digest, raw }): SkillDetail => ({
      uri: url,
      name,
      description,
      convention: "well-known",
      provenance: "index",
      frontmatter: {},
      manifest: digest ? { kind: "files", files: [{ uri: url, digest }] } : { kind: "unknown" },
      rawEntry: raw,
    }),
  );
  return { listing: { skills: listed, templates: [], resources: [] }, complete: true };
}

/** The skills of a folder, with the name and description their SKILL.md states. */
async function folder(path: string): Promise<{ listing: Listing; complete: boolean; problem?: string }> {
  const { skills } = await scanFolder(path);
  const listed = await Promise.all(
    skills.map(async ({ folder: at, spellings }): Promise<SkillDetail> => {
      const file = join(at, spellings.includes("SKILL.md") ? "SKILL.md" : spellings[0]!);
      const frontmatter = parseFrontmatter(await readFile(file, "utf8").catch(() => "")).data ?? {};
      return {
        uri: pathToFileURL(file).href,
        name: typeof frontmatter.name === "string" ? frontmatter.name : "",
        description: typeof frontmatter.description === "string" ? frontmatter.description : "",
        convention: "folder",
        provenance: "folder",
        frontmatter,
        manifest: { kind: "unknown" },
      };
    }),
  );
  return { listing: { skills: listed, templates: [], resources: [] }, complete: true };
}

function json({ skills, templates, resources }: Listing): string {
  const rows = skills.map(({ rawEntry: _raw, exchangeId: _id, manifest, files: _files, ...skill }) => ({
    ...skill,
    files: manifest.kind === "files" ? manifest.files : manifest.kind === "dynamic" ? "dynamic" : null,
  }));
  return `${JSON.stringify({ skills: rows, templates, resources }, null, 2)}\n`;
}

/** What to say of a target that lists nothing. */
const EMPTY: Partial<Record<Target["kind"] | "server", string>> = {
  folder: "There is no skill in it: a skill is a folder that holds a SKILL.md.",
  "well-known": "The site's index names no skill.",
  server: "Nothing is listed. A listing may be partial: a skill can still be read by its URI.",
};

function text({ skills, templates, resources }: Listing, empty: string): string {
  const lines: string[] = [];
  for (const skill of skills) {
    const files = skill.dynamic
      ? "dynamic"
      : skill.files === undefined
        ? ""
        : `${skill.files} file${skill.files === 1 ? "" : "s"}`;
    lines.push(paint("bold", inline(skill.uri)) + (files ? paint("dim", `  ${files}`) : ""));
    if (skill.description) lines.push(`    ${inline(skill.description)}`);
    if (skill.invalid) lines.push(paint("red", `    ${inline(skill.invalid)}`));
  }
  for (const template of templates)
    lines.push(`${inline(template.uriTemplate)}${paint("dim", "  template")}`);
  for (const resource of resources) lines.push(`${inline(resource.uri)}${paint("dim", "  resource")}`);
  if (lines.length === 0) lines.push(empty);
  return `${lines.join("\n")}\n`;
}
