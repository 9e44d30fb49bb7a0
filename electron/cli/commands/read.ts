import type { Problem } from "../../../shared/model/server";
import type { SkillDetail } from "../../../shared/model/skill";
import type { Connection } from "../../engine/connections/connection";
import { ConnectionError } from "../../engine/connections/connection-error";
import { discover } from "../../engine/discovery/discover";
import { objectOf, skillFromEntry } from "../../engine/discovery/entry";
import { decodeContents, digestOf, mainContent } from "../../engine/servers/contents";
import { ownerOf } from "../../engine/servers/files";
import { withManifest } from "../../engine/servers/opened-skill";
import { readFile } from "../../engine/servers/read-file";
import { verify } from "../../engine/servers/verify";
import { linkTo } from "../connect";
import { EXIT, UsageError } from "../exit";
import { runSignal } from "../interrupt";
import { print, remark } from "../output";
import { readFromFolder } from "../read-from-folder";
import type { Target } from "../target";
import { printProblem } from "./check";

/** An absolute URI; what begins in another way is the name of a skill. */
const URI = /^[a-z][a-z\d+.-]*:/i;

/**
 * `read`: one file, compared with its entry (spec: Verification on Read); its raw bytes go to stdout. Bytes that do
 * not match are not printed. A skill can be named in place of its URI; a file of a folder by its path.
 * @returns the exit code
 */
export async function read(target: Target, asked: string, timeoutMs: number): Promise<number> {
  if (target.kind === "folder" && !/^skill:/i.test(asked)) return readFromFolder(target.path, asked);
  const link = linkTo(target, timeoutMs);
  const { signal, done } = runSignal();
  try {
    const connection = await link.open("auto", signal);
    return await readOver(connection, asked, signal);
  } finally {
    done();
    await link.close();
  }
}

async function readOver(connection: Connection, asked: string, signal: AbortSignal): Promise<number> {
  const released = connection.skillsDeclared && URI.test(asked);
  const listed = released ? undefined : await listedSkill(connection, asked, signal);
  let answer: Awaited<ReturnType<typeof readFile>>;
  try {
    answer = await readFile(connection, listed, listed && !URI.test(asked) ? listed.uri : asked, signal);
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
    await printProblem(error);
    return exitOf(error.problem);
  }
  const { uri, result } = answer;
  const content = mainContent(decodeContents(result, uri), uri);
  if (!content) {
    await remark("The server answered without any content.");
    return EXIT.findings;
  }
  // The drafts of the extension declare it and know no skills/get: their index says what a file must be.
  const skill = released
    ? ((await owner(connection, uri, signal)) ?? (await listedSkill(connection, uri, signal)))
    : listed;
  const verdict = verify(skill, uri, content.bytes.length, digestOf(content.bytes));
  if (verdict.state === "mismatch" || verdict.state === "unlisted") {
    await remark(`Not printed: ${verdict.reason}`);
    if (verdict.expected)
      await remark(`    expected ${verdict.expected.digest ?? ""} ${verdict.expected.size ?? ""}`);
    await remark(`    actual   ${verdict.actual.digest} ${verdict.actual.size}`);
    return EXIT.findings;
  }
  if (verdict.state === "unverifiable") await remark(`Not verified: ${verdict.reason}`);
  await print(content.bytes);
  return EXIT.ok;
}

function exitOf({ code }: Problem): number {
  if (code.startsWith("rpc-error")) return EXIT.findings;
  return code === "cancelled" ? EXIT.incomplete : EXIT.unreachable;
}

/**
 * The listed skill that has this name, or that holds this URI: how a file is read, and what it is compared with, is
 * for its convention to say.
 * @throws UsageError when no skill has the name, or several have
 */
async function listedSkill(
  connection: Connection,
  asked: string,
  signal: AbortSignal,
): Promise<SkillDetail | undefined> {
  const skills = new Map<string, SkillDetail>();
  const none = () => {};
  const onSkills = (found: SkillDetail[]) => {
    for (const skill of found) if (!skills.has(skill.uri)) skills.set(skill.uri, skill);
  };
  const { listed } = await discover(connection, { onSkills, onTemplates: none, onResources: none }, signal);
  const skill = URI.test(asked) ? ownerOf(skills, asked) : byName(skills, asked);
  if (!skill) return undefined;
  // Without its manifest the file can be read still, and not be compared.
  return withManifest({ connection, listed }, skill, signal).catch(() => skill);
}

function byName(skills: ReadonlyMap<string, SkillDetail>, name: string): SkillDetail {
  const found = [...skills.values()].filter((skill) => skill.name === name);
  if (found.length === 0) {
    throw new UsageError(
      `No listed skill has the name "${name}".`,
      "Give a URI, such as list prints, or one of the listed names.",
    );
  }
  if (found.length > 1) {
    throw new UsageError(
      `${found.length} skills have the name "${name}".`,
      `Give the URI of one: ${found.map(({ uri }) => uri).join(", ")}.`,
    );
  }
  return found[0]!;
}

/** The entry of the skill that holds a file: the closest SKILL.md above it that `skills/get` knows. */
async function owner(
  connection: Connection,
  uri: string,
  signal: AbortSignal,
): Promise<SkillDetail | undefined> {
  const start = uri.indexOf("://") + 3;
  for (let at = uri.lastIndexOf("/"); at > start; at = uri.lastIndexOf("/", at - 1)) {
    const candidate = `${uri.slice(0, at)}/SKILL.md`;
    const exchange = await connection.request("skills/get", { uri: candidate }, { signal });
    const skill = exchange.outcome.kind === "result" ? objectOf(exchange.outcome.result)?.skill : undefined;
    if (skill) return skillFromEntry(skill, "skills/get", 0);
  }
  return undefined;
}
