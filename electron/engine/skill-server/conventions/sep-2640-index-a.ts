import { SKILLS_EXTENSION } from "../../../../shared/model/server";
import type { Json } from "../rpc/json-rpc";
import type { ServedSkill } from "../scan/catalogue";
import type { Library } from "../scan/library";
import { pooled } from "../scan/pool";
import { pathOfUri, uriOfPath } from "../scan/uris";
import type { ConventionDefinition } from "./convention";
import { ARCHIVES, type ArchiveKind, hasOneFile, PackedFacts } from "./packed";
import {
  archiveUri,
  complete,
  INDEX,
  listedArchive,
  listedSkill,
  modified,
  notes,
  readFile,
  TEMPLATE,
} from "./sep-2640-index";
import { outermostSkills, parsedUri, sdkUnknownMethod, supportingFiles, textContents } from "./skill-files";

/**
 * The draft of April 2026, shape A: an index with `type`, and no digest in it. Skills do not nest. Of those with
 * several files every one whose name has an odd number of letters comes packed and not otherwise, half of these as
 * .tar.gz and half as .zip; all others are files, listed in a `_manifest`.
 */
export const sep2640IndexA: ConventionDefinition = {
  id: "sep-2640-index-a",
  title: "The skills extension as drafted in April 2026: skill://index.json with types and archives",
  serve: ({ library }) => {
    const archives = new PackedFacts(library);
    return {
      eras: ["legacy"],
      capabilities: () => ({
        resources: { listChanged: true },
        extensions: { [SKILLS_EXTENSION]: {} },
        completions: {},
      }),
      unknownMethod: sdkUnknownMethod,
      methods: {
        "resources/list": () => listResources(library, archives),
        "resources/templates/list": () => ({
          resourceTemplates: [{ ...TEMPLATE, annotations: notes(0.2, new Date()) }],
        }),
        "resources/read": (params) => read(library, parsedUri(params)),
        "completion/complete": (params) => complete(unpackedSkills(library), params),
      },
    };
  },
};

const skillsOf = (library: Library) => outermostSkills(library.catalogue);
const [TAR, ZIP] = ARCHIVES;

/** The one archive that a skill comes as; undefined for one that comes as files. */
function packedAs(skill: ServedSkill): ArchiveKind | undefined {
  const { length } = skill.frontmatter.name;
  if (hasOneFile(skill) || length % 2 === 0) return undefined;
  return length % 4 === 1 ? TAR : ZIP;
}

const unpackedSkills = (library: Library) => skillsOf(library).filter((skill) => !packedAs(skill));

function indexText(library: Library): string {
  const skills = skillsOf(library).map((skill) => {
    const kind = packedAs(skill);
    return {
      name: skill.frontmatter.name,
      type: kind ? "archive" : "skill-md",
      description: skill.frontmatter.description,
      url: kind ? archiveUri(skill, kind) : skill.uri,
    };
  });
  const $schema = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
  return JSON.stringify({ $schema, skills }, null, 2);
}

async function manifestText(library: Library, skill: ServedSkill): Promise<string> {
  const own = { path: "SKILL.md", file: skill.skillFile };
  const files = await pooled([own, ...supportingFiles(skill)], 8, async ({ path, file }) => {
    const facts = await library.facts.digest(file.disk);
    return facts && { path, size: facts.size, hash: facts.digest };
  });
  const skillPath = uriOfPath(skill.path).slice("skill://".length);
  return JSON.stringify(
    { skill: skill.frontmatter.name, skillPath, files: files.filter((file) => file !== undefined) },
    null,
    2,
  );
}

async function listResources(library: Library, archives: PackedFacts): Promise<Json> {
  const packed = await pooled(skillsOf(library), 4, async (skill) => {
    const kind = packedAs(skill);
    return kind && listedArchive(archives, skill, kind);
  });
  const unpacked = await pooled(unpackedSkills(library), 8, async (skill) => [
    listedSkill(skill),
    {
      uri: `${uriOfPath(skill.path)}/_manifest`,
      name: `${skill.frontmatter.name}-manifest`,
      description: `File manifest for skill '${skill.frontmatter.name}' with content hashes`,
      mimeType: "application/json",
      size: Buffer.byteLength(await manifestText(library, skill)),
      annotations: notes(0.5, modified(skill.skillFile)),
    },
  ]);
  const index = {
    uri: INDEX,
    name: "skills-index",
    description: "Discovery index of available skills, following the Agent Skills well-known URI format",
    mimeType: "application/json",
    size: Buffer.byteLength(indexText(library)),
    annotations: notes(0.8, new Date()),
  };
  return { resources: [...packed.filter((each) => each !== undefined), ...unpacked.flat(), index] };
}

async function read(library: Library, uri: string): Promise<Json> {
  if (uri === INDEX) return textContents(uri, indexText(library));
  const path = pathOfUri(uri);
  const manifested =
    path?.at(-1) === "_manifest" && library.catalogue.skill([...path.slice(0, -1), "SKILL.md"]);
  if (manifested && unpackedSkills(library).includes(manifested))
    return textContents(uri, await manifestText(library, manifested));
  return readFile(library, uri, {
    file: (file) => unpackedSkills(library).some(({ files }) => files.includes(file)),
    archive: (skill, kind) => skillsOf(library).includes(skill) && packedAs(skill) === kind,
  });
}
