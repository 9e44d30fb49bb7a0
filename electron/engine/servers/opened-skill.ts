import type { SkillDetail } from "../../../shared/model/skill";
import { problemOf } from "../connections/connection-error";
import { discoveryConvention } from "../discovery/conventions";
import { objectOf, skillFromEntry } from "../discovery/entry";
import type { LiveServer } from "./live-server";

/** Skills whose manifest was asked for, so that it is asked for once in each listing. */
const asked = new WeakMap<SkillDetail, Promise<SkillDetail>>();

/**
 * A skill with the files that its convention states elsewhere than in the listing, asked for because the user opens
 * the skill (DESIGN section 3: a manifest is read only then). Where it cannot be had the skill stays as listed, and
 * the answer is in the traffic.
 */
export function openedSkill(
  server: LiveServer,
  skill: SkillDetail,
  signal: AbortSignal,
): Promise<SkillDetail> {
  const known = asked.get(skill);
  if (known) return known;
  const opened = withManifest(server, skill, signal).then(
    (better) => {
      if (better === skill || server.skills.get(skill.uri) !== skill) return better;
      server.replace(better);
      const settled = server.skills.get(skill.uri)!;
      asked.set(settled, Promise.resolve(settled));
      return settled;
    },
    (error: unknown) => {
      // A cancelled or broken attempt is no answer: the next opening asks again.
      asked.delete(skill);
      const { message } = problemOf(error);
      return { ...skill, manifestProblem: message };
    },
  );
  asked.set(skill, opened);
  return opened;
}

/**
 * The skill with what its convention's manifest says, or as it was where there is none.
 * @throws ConnectionError with the server's words
 */
export async function withManifest(
  { connection, listed }: Pick<LiveServer, "connection" | "listed">,
  skill: SkillDetail,
  signal: AbortSignal,
): Promise<SkillDetail> {
  if (!connection || !listed) return skill;
  const convention = discoveryConvention(skill.convention);
  if (convention?.manifest)
    return convention.manifest(skill, listed, { connection, signal, purpose: "manifest" });
  if (skill.convention !== "sep-2640" || skill.provenance !== "instructions") return skill;
  const { result, exchange } = await connection.call(
    "skills/get",
    { uri: skill.uri },
    { signal, purpose: "get" },
  );
  const entry = skillFromEntry(objectOf(result)?.skill, "instructions", 0, exchange.id);
  return entry.uri === skill.uri ? entry : skill;
}
