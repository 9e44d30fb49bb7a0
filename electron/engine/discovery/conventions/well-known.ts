import type { Manifest, SkillDetail } from "../../../../shared/model/skill";
import { fileUrl, type IndexSkill, readIndex, skillUri } from "../../well-known/index-document";
import { SITE_CAPABILITY } from "../../well-known/peer";
import { type Asker, readJson } from "../ask";
import { earlierSkill, withFiles } from "../earlier-skill";
import { objectOf } from "../entry";
import type { DiscoveryConvention, Found, Listed } from "./convention";
import { archivedFiles, readArchived } from "./index-archives";

/**
 * Agent Skills Discovery 0.2.0, and 0.1.0 before it: a web site's index, which this app reads through its own peer.
 * Each entry names one SKILL.md or one archive with the digest of it; of 0.1.0, files without digests.
 */
export const wellKnown: DiscoveryConvention = {
  id: "well-known",
  recognise: ({ capabilities, resources }) =>
    objectOf(capabilities.experimental)?.[SITE_CAPABILITY] !== undefined && resources.length > 0,
  find,
  manifest: async (skill, _listed, ask) => {
    const entry = entries.get(skill.rawEntry);
    if (entry?.type !== "archive") return skill;
    return withFiles(skill, await archivedFiles(skill, sourceOf(entry), ask));
  },
  read: async (skill, uri, ask) => {
    const entry = entries.get(skill.rawEntry);
    if (entry?.type === "archive") return readArchived(skill, sourceOf(entry), uri, ask);
    // The address of an artifact need not end in the name of its skill.
    if (!entry || uri !== skill.uri || entry.url === uri) return undefined;
    const { connection, signal, purpose } = ask;
    const { result, exchange } = await connection.call(
      "resources/read",
      { uri: entry.url },
      { signal, purpose },
    );
    const contents = objectOf(result)?.contents;
    const same = Array.isArray(contents) ? contents.map((content) => ({ ...content, uri })) : [];
    return {
      uri,
      result: { contents: same },
      ...(exchange.answerSeq === undefined ? {} : { answerSeq: exchange.answerSeq }),
    };
  },
};

/** What an entry says, by the entry as received. */
const entries = new WeakMap<object, IndexSkill>() as Pick<WeakMap<object, IndexSkill>, "set"> & {
  get(entry: unknown): IndexSkill | undefined;
};

const sourceOf = ({ url, digest }: IndexSkill) => ({
  uri: url,
  ...(digest === undefined ? {} : { digest }),
});

async function find({ resources }: Listed, ask: Asker): Promise<Found> {
  const { uri } = resources[0]!;
  const { value, exchange } = await readJson(ask, uri);
  const { skills, warnings } = readIndex(value, uri);
  const [first, ...more] = warnings;
  return {
    skills: skills.map((skill) => detailOf(skill, exchange.id)),
    ...(first === undefined
      ? {}
      : {
          problem: {
            code: "index-partly-read",
            message: first,
            hint: "A check says more.",
            ...(more.length > 0 ? { detail: more.join("\n") } : {}),
          },
        }),
  };
}

function detailOf(skill: IndexSkill, exchangeId: string): SkillDetail {
  entries.set(skill.raw, skill);
  return earlierSkill("well-known", {
    uri: skillUri(skill),
    name: skill.name,
    description: skill.description,
    provenance: "index",
    frontmatterName: skill.name,
    manifest: manifestOf(skill),
    rawEntry: skill.raw,
    exchangeId,
  });
}

function manifestOf(skill: IndexSkill): Manifest {
  const { type, digest, files = [] } = skill;
  if (type === "files") return { kind: "files", files: files.map((path) => ({ uri: fileUrl(skill, path) })) };
  if (type === "archive") return { kind: "unknown" };
  return { kind: "files", files: [{ uri: skillUri(skill), ...(digest === undefined ? {} : { digest }) }] };
}
