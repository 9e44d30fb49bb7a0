import type { ServedSkill } from "../scan/catalogue";
import { sha256 } from "../scan/facts";
import type { Library } from "../scan/library";
import { pooled } from "../scan/pool";
import type { ConventionDefinition, Page } from "./convention";
import { ARCHIVES, type ArchiveKind, hasOneFile, packed } from "./packed";
import { bytesOf, outermostSkills } from "./skill-files";

/**
 * The HTTPS well-known index 0.2.0: no MCP, a web site. A skill of one file is served as SKILL.md, others packed. Both
 * forms of an archive are there; the index names one of them, by the length of the name, so that a client meets both.
 */
export const wellKnown: ConventionDefinition = {
  id: "well-known",
  title: "Well-known index 0.2.0: /.well-known/agent-skills/index.json (HTTP only)",
  site: ({ library }) => ({ page: (path) => page(library, path) }),
};

const BASE = "/.well-known/agent-skills/";
const SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
const [TAR, ZIP] = ARCHIVES;

/** What an entry names: SKILL.md itself, or an archive. */
interface Artifact {
  skill: ServedSkill;
  /** Absent for SKILL.md. */
  kind?: ArchiveKind;
}

const named = (skill: ServedSkill): Artifact =>
  hasOneFile(skill) ? { skill } : { skill, kind: skill.frontmatter.name.length % 2 === 0 ? TAR : ZIP };

function urlOf({ skill, kind }: Artifact): string {
  const path = skill.path.map(encodeURIComponent).join("/");
  return BASE + path + (kind ? kind.ending : "/SKILL.md");
}

async function page(library: Library, path: string): Promise<Page | undefined> {
  const skills = outermostSkills(library.catalogue);
  if (path === `${BASE}index.json`) return index(skills);
  for (const skill of skills) {
    const artifacts = hasOneFile(skill) ? [{ skill }] : ARCHIVES.map((kind) => ({ skill, kind }));
    const asked = artifacts.find((artifact) => urlOf(artifact) === path);
    if (asked) return pageOf(asked);
  }
  return undefined;
}

async function index(skills: readonly ServedSkill[]): Promise<Page> {
  const entries = await pooled(skills, 8, async (skill) => {
    const artifact = named(skill);
    const served = await pageOf(artifact);
    const { name, description } = skill.frontmatter;
    const type = artifact.kind ? "archive" : "skill-md";
    return served && { name, type, description, url: urlOf(artifact), digest: sha256(served.body) };
  });
  const sorted = entries.filter((entry) => entry !== undefined).sort((a, b) => (a.name < b.name ? -1 : 1));
  const body = Buffer.from(JSON.stringify({ $schema: SCHEMA, skills: sorted }));
  return { type: "application/json", body };
}

async function pageOf({ skill, kind }: Artifact): Promise<Page | undefined> {
  const body = await (kind ? packed(skill, kind) : bytesOf(skill.skillFile));
  return body && { type: kind ? kind.mimeType : "text/markdown; charset=utf-8", body };
}
