import type { Exchange, FileEvidence, ServerEvidence, SkillEvidence } from "../../../shared/model/evidence";
import { PROFILE } from "../../../shared/rules/well-known-agent-skills-0.2.0/facts";
import { encodeSegment } from "../../../shared/uri/skill-uri";
import { ConnectionError } from "../connections/connection-error";
import type { Bodies } from "../inspection/workers/judge";
import type { UnpackedFile } from "./archive";
import { fileUrl, type IndexSkill, readIndex, skillUri } from "./index-document";
import { EARLIER_PATH, INDEX_PATH } from "./origin";
import type { SiteRecorder, Taken } from "./recorder";

/** Makes evidence of a well-known site: its index, what that names, and what is not there. */

/** A skill that an index names. */
export interface Indexed {
  skill: IndexSkill;
  /** The folder that a client makes of it carries the entry's name. */
  uri: string;
  index: Exchange;
}

/** Asks for the index, then for that of 0.1.0. @throws ConnectionError when neither request is answered */
export async function indexedSkills(
  recorder: SiteRecorder,
  site: string,
  leftOut: string[],
): Promise<Indexed[]> {
  let from = await recorder.get(`${site}${INDEX_PATH}`, "index");
  if (!from.answer) {
    const { outcome } = from.exchange;
    throw new ConnectionError({
      code: outcome.kind === "none" ? outcome.problem : "transport",
      message: `${site}${INDEX_PATH} could not be fetched: ${outcome.kind === "none" ? outcome.reason : "no answer"}.`,
      hint: "Check the address, and whether the site can be reached from this machine.",
    });
  }
  if (from.answer.status === 404) from = await recorder.get(`${site}${EARLIER_PATH}`, "earlier-index");
  if (from.answer?.status !== 200 || from.json === undefined) return [];
  const index = readIndex(from.json, from.answer.url);
  leftOut.push(...index.warnings);
  const uris = new Map<string, Indexed>();
  for (const skill of index.skills) {
    const uri = skillUri(skill);
    if (uris.has(uri))
      leftOut.push(`Entry ${skill.position + 1} was not looked into: ${skill.name} is there already.`);
    else uris.set(uri, { skill, uri, index: from.exchange });
  }
  return [...uris.values()];
}

/** Fetches what an entry names and makes evidence of its files. */
export async function collectSkill(
  recorder: SiteRecorder,
  { skill, uri, index }: Indexed,
): Promise<{ evidence: SkillEvidence; bodies: Bodies }> {
  const evidence: SkillEvidence = {
    uri,
    source: "other",
    entry: skill.raw,
    listExchange: { ...index, outcome: { kind: "result", result: undefined } },
    files: [],
    directories: [],
    resources: [],
  };
  const bodies: Bodies = [];
  const root = uri.slice(0, uri.lastIndexOf("/"));
  const add = (
    path: string,
    shown: string,
    read: Exchange,
    bytes: Uint8Array | undefined,
    notRead?: string,
  ) => {
    const file: FileEvidence = {
      uri: `${root}/${path.split("/").map(encodeSegment).join("/")}`,
      source: path === "SKILL.md" ? "entry" : "directory",
      path: shown,
      read,
      ...(notRead === undefined ? {} : { notRead }),
    };
    if (bytes) bodies.push([evidence.files.length, { bytes }]);
    evidence.files.push(file);
  };
  if (skill.type === "files") {
    for (const path of skill.files ?? []) {
      const { exchange, answer } = await recorder.get(fileUrl(skill, path), "file", uri);
      add(
        path,
        fileUrl(skill, path),
        exchange,
        answer?.status === 200 ? answer.bytes : undefined,
        refusal({ exchange, answer }),
      );
    }
    return { evidence, bodies };
  }
  const taken = await recorder.artifact(skill, uri);
  await recorder.head(skill.url, "artifact-head");
  if (skill.type === "skill-md") {
    const bytes = taken.answer?.status === 200 ? taken.answer.bytes : undefined;
    add("SKILL.md", skill.url, taken.exchange, bytes, refusal(taken));
    return { evidence, bodies };
  }
  const unpacked: UnpackedFile[] = taken.files ?? [];
  for (const { path, bytes } of unpacked) add(path, `${skill.url}!/${path}`, taken.exchange, bytes);
  if (!unpacked.some(({ path }) => path === "SKILL.md"))
    add(
      "SKILL.md",
      `${skill.url}!/SKILL.md`,
      taken.exchange,
      undefined,
      refusal(taken) ?? "the archive has none at its root",
    );
  return { evidence, bodies };
}

/** Why an answer gives no file; undefined when it gives one. */
function refusal({ exchange, answer }: Pick<Taken, "exchange" | "answer">): string | undefined {
  if (!answer) return exchange.outcome.kind === "none" ? exchange.outcome.reason : "no answer";
  return answer.status === 200 ? undefined : `it is answered with status ${answer.status}`;
}

/** What is not there, and the index without its body. */
export async function probeSite(recorder: SiteRecorder, site: string): Promise<void> {
  const base = `${site}${INDEX_PATH.slice(0, INDEX_PATH.lastIndexOf("/"))}`;
  await recorder.head(`${site}${INDEX_PATH}`, "index-head");
  for (const path of ["no-such-thing-7f3a9c/SKILL.md", "no-such-thing-7f3a9c.tar.gz"])
    await recorder.get(`${base}/${path}`, "missing");
}

export function siteEvidence(target: ServerEvidence["target"]): ServerEvidence {
  const end = { kind: "not-asked", reason: "the target is a web site and speaks no MCP" } as const;
  return {
    folder: false,
    target,
    transport: "well-known",
    exchanges: [],
    wire: [],
    skillsPages: [],
    skillsWalk: end,
    resourcePages: [],
    resourcesWalk: end,
    templatePages: [],
    templatesWalk: end,
    probes: { made: false, reason: "the run was ended before the probes" },
    changedDuringRun: false,
    conventions: [PROFILE],
  };
}
