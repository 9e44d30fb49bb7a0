import type { SkillDetail } from "../../../shared/model/skill";
import type { Connection } from "../connections/connection";
import { discoveryConvention } from "../discovery/conventions";

/**
 * Reads one file the way its skill's convention has it: by `resources/read` of its URI, or otherwise where that does
 * not give it.
 * @param asked the URI as listed or linked
 * @param purpose told with each request in the traffic
 * @returns the URI that was read, with an answer of the shape of `resources/read`
 * @throws ConnectionError with the server's words
 */
export async function readFile(
  connection: Connection,
  skill: SkillDetail | undefined,
  asked: string,
  signal: AbortSignal,
  purpose = "open",
): Promise<{ uri: string; result: unknown; answerSeq?: number }> {
  const convention = skill && discoveryConvention(skill.convention);
  const own = await convention?.read?.(skill!, asked, { connection, signal, purpose });
  if (own) return own;
  const listed = skill?.manifest.kind === "files" && skill.manifest.files.some(({ uri }) => uri === asked);
  const uri = listed || asked === skill?.uri ? asked : (convention?.address?.(skill!, asked) ?? asked);
  const { result, exchange } = await connection.call("resources/read", { uri }, { signal, purpose });
  return { uri, result, ...(exchange.answerSeq === undefined ? {} : { answerSeq: exchange.answerSeq }) };
}
