import type { ManifestFile, SkillDetail } from "../../../../shared/model/skill";
import { releasedUriOf } from "../../../../shared/uri/released-uri";
import { exchangeProblem } from "../../connections/exchange-problem";
import { type Asker, recordsOf, stringOf } from "../ask";
import { earlierSkill, withFiles } from "../earlier-skill";
import { objectOf } from "../entry";
import { walkPages } from "../walk";
import type { DiscoveryConvention, Found } from "./convention";

/**
 * SEP-2076 (closed): `skills/list` gives names without URIs, `skills/get {name}` the instructions and the files. Such
 * a skill is known in the app by the URI that the released extension would give it; that URI is never sent.
 */
export const sep2076: DiscoveryConvention = {
  id: "sep-2076",
  recognise: ({ capabilities }) => objectOf(capabilities.skills) !== undefined,
  find: (_listed, ask) => list(ask),
  manifest: async (skill, _listed, ask) => {
    const { answer } = await get(skill, ask);
    const files: ManifestFile[] = (recordsOf(answer.files ?? [], "files") ?? []).flatMap((file) => {
      const uri = stringOf(file, "uri");
      const path = stringOf(file, "name");
      const mimeType = stringOf(file, "mimeType");
      if (uri === undefined) return [];
      return {
        uri,
        ...(path === undefined ? {} : { path }),
        ...(mimeType === undefined ? {} : { mimeType }),
      };
    });
    const described = stringOf(answer, "description");
    return withFiles(
      {
        ...skill,
        ...(described === undefined ? {} : { description: described }),
        rawEntry: { ...entryOf(skill), ...answer },
      },
      [{ uri: skill.uri, mimeType: "text/markdown" }, ...files],
    );
  },
  address: (skill, uri) => {
    const files = recordsOf(entryOf(skill).files ?? [], "files") ?? [];
    if (files.some((file) => file.uri === uri)) return uri;
    const root = skill.uri.slice(0, skill.uri.lastIndexOf("/") + 1);
    const path = uri.startsWith(root) ? decoded(uri.slice(root.length)) : undefined;
    return (
      stringOf(
        files.find((file) => file.name === path),
        "uri",
      ) ?? uri
    );
  },
  read: async (skill, uri, ask) => {
    if (uri !== skill.uri) return undefined;
    const { answer, answerSeq } = await get(skill, ask);
    const text = stringOf(answer, "instructions");
    return {
      uri,
      result: { contents: text === undefined ? [] : [{ uri, mimeType: "text/markdown", text }] },
      ...(answerSeq === undefined ? {} : { answerSeq }),
    };
  },
  frontmatter: false,
};

async function list({ connection, signal }: Asker): Promise<Found> {
  const skills: SkillDetail[] = [];
  const walk = await walkPages(connection, {
    method: "skills/list",
    key: "skills",
    purpose: "list",
    signal,
    onPage: (items, exchange) => {
      for (const entry of items.map(objectOf)) {
        const name = stringOf(entry, "name");
        if (name === undefined) continue;
        const description = stringOf(entry, "description");
        skills.push(
          earlierSkill("sep-2076", {
            uri: releasedUriOf(name),
            name,
            frontmatterName: name,
            ...(description === undefined ? {} : { description }),
            provenance: "skills/list",
            rawEntry: entry,
            exchangeId: exchange.id,
          }),
        );
      }
    },
  });
  return { skills, ...(walk.failed ? { problem: exchangeProblem(walk.failed) } : {}) };
}

/** @throws ConnectionError with the server's words */
async function get(skill: SkillDetail, { connection, signal, purpose }: Asker) {
  const name = stringOf(entryOf(skill), "name") ?? skill.name;
  const { result, exchange } = await connection.call("skills/get", { name }, { signal, purpose });
  return { answer: objectOf(result) ?? {}, answerSeq: exchange.answerSeq };
}

const entryOf = (skill: SkillDetail) => objectOf(skill.rawEntry) ?? {};

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
