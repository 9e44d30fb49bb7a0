import type { Exchange, ReadsLeft, ServerEvidence, SkillBrief } from "../../../shared/model/evidence";
import type { ConventionProfile } from "../../../shared/rules/convention";
import type { ProbeRequest } from "../../../shared/rules/probe";
import type { Connection } from "../connections/connection";
import type { ExchangeLog } from "./exchange-log";
import { plain } from "./plain";
import { Pool } from "./pool";

/** No convention reads more than this in one run. */
const MAX_READS = 2_000;
const READS_AT_ONCE = 8;

/**
 * Makes the reads of one convention (its index, manifests, documents), eight at once, round after round until it asks
 * for nothing more. @returns their exchanges, with the purpose `convention:<id>`, and what was left out where the limit was met
 */
export async function readConvention(
  convention: ConventionProfile,
  connection: Connection,
  server: ServerEvidence,
  skills: readonly SkillBrief[],
  log: ExchangeLog,
  signal: AbortSignal,
): Promise<{ exchanges: Exchange[]; left?: ReadsLeft }> {
  const answers: Exchange[] = [];
  const pool = new Pool(READS_AT_ONCE);
  const send = (request: ProbeRequest) =>
    pool.run(async () => {
      const exchange = await connection.request(request.method, request.params, {
        purpose: `convention:${convention.profile.id}`,
        signal,
      });
      log.add(exchange);
      return {
        ...plain(exchange),
        ...(request.about === undefined ? {} : { about: request.about }),
        ...(request.tag === undefined ? {} : { tag: request.tag }),
      };
    });
  const next = () => convention.reads?.next({ server, skills }, answers) ?? [];
  for (let requests = next(); requests.length > 0; requests = next()) {
    const room = MAX_READS - answers.length;
    if (signal.aborted) break;
    if (requests.length > room) {
      answers.push(...(await Promise.all(requests.slice(0, room).map(send))));
      const left = { convention: convention.profile.id, made: answers.length, left: requests.length - room };
      return { exchanges: answers, left };
    }
    answers.push(...(await Promise.all(requests.map(send))));
  }
  return { exchanges: answers };
}
