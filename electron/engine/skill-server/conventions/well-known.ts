import type { ServedSkill } from "../scan/catalogue";
import { sha256 } from "../scan/facts";
import type { Library } from "../scan/library";
import type { ConventionDefinition, Page } from "./convention";
import { packTarGz } from "./pack";
import { bytesOf, outermostSkills, supportingFiles } from "./skill-files";

/** The HTTPS well-known index 0.2.0: no MCP, a web site. Skills of one file as SKILL.md, others as .tar.gz. */
export const wellKnown: ConventionDefinition = {
  id: "well-known",
  title: "Well-known index 0.2.0: /.well-known/agent-skills/index.json (HTTP only)",
  site: ({ library }) => ({ page: (path) => page(library, path) }),
};

const BASE = "/.well-known/agent-skills/";
const SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";

interface Artifact extends Page {
  name: string;
  description: string;
  kind: "skill-md" | "archive";
  url: string;
}

const hasOneFile = (skill: ServedSkill) => skill.files.length === 1;

function urlOf(skill: ServedSkill): string {
  const path = skill.path.map(encodeURIComponent).join("/");
  return BASE + (hasOneFile(skill) ? `${path}/SKILL.md` : `${path}.tar.gz`);
}

async function page(library: Library, path: string): Promise<Page | undefined> {
  const skills = outermostSkills(library.catalogue);
  if (path !== `${BASE}index.json`) {
    const skill = skills.find((candidate) => urlOf(candidate) === path);
    return skill && artifact(skill);
  }
  const artifacts = await Promise.all(skills.map(artifact));
  const entries = artifacts
    .filter((made) => made !== undefined)
    .map(({ name, kind, description, url, body }) => ({
      name,
      type: kind,
      description,
      url,
      digest: sha256(body),
    }));
  const index = { $schema: SCHEMA, skills: entries.sort((a, b) => (a.name < b.name ? -1 : 1)) };
  return { type: "application/json", body: Buffer.from(JSON.stringify(index)) };
}

async function artifact(skill: ServedSkill): Promise<Artifact | undefined> {
  const skillMd = await bytesOf(skill.skillFile);
  if (!skillMd) return undefined;
  const { name, description } = skill.frontmatter;
  const common = { name, description, url: urlOf(skill) };
  if (hasOneFile(skill))
    return { ...common, kind: "skill-md", type: "text/markdown; charset=utf-8", body: skillMd };
  const files = [{ path: "SKILL.md", bytes: skillMd }];
  for (const { path, file } of supportingFiles(skill)) {
    const bytes = await bytesOf(file);
    if (bytes) files.push({ path, bytes });
  }
  return { ...common, kind: "archive", type: "application/gzip", body: packTarGz(files) };
}
