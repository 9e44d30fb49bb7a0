import type { SkillDetail } from "../../../shared/model/skill";
import type { Connection } from "../../engine/connections/connection";
import { objectOf, skillFromEntry } from "../../engine/discovery/entry";
import { decodeContents, digestOf, mainContent } from "../../engine/servers/contents";
import { verify } from "../../engine/servers/verify";
import { linkTo } from "../connect";
import { EXIT } from "../exit";
import { runSignal } from "../interrupt";
import { print, remark } from "../output";
import type { Target } from "../target";

/**
 * `read`: one file, compared with its entry (spec: Verification on Read); its raw bytes go to stdout. Bytes that do
 * not match are not printed. @returns the exit code
 */
export async function read(target: Target, uri: string, timeoutMs: number): Promise<number> {
  const link = linkTo(target, timeoutMs);
  const { signal, done } = runSignal();
  try {
    const connection = await link.open("auto", signal);
    const exchange = await connection.request("resources/read", { uri }, { signal });
    if (exchange.outcome.kind === "error") {
      await remark(
        `The server answered with error ${String(exchange.outcome.code)}: ${String(exchange.outcome.message)}`,
      );
      return EXIT.findings;
    }
    if (exchange.outcome.kind === "none") {
      await remark(`resources/read: ${exchange.outcome.reason}`);
      return signal.aborted ? EXIT.incomplete : EXIT.unreachable;
    }
    const content = mainContent(decodeContents(exchange.outcome.result, uri), uri);
    if (!content) {
      await remark("The server answered without any content.");
      return EXIT.findings;
    }
    const verdict = verify(
      await owner(connection, uri, signal),
      uri,
      content.bytes.length,
      digestOf(content.bytes),
    );
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
  } finally {
    done();
    await link.close();
  }
}

/** The entry of the skill that holds a file: the closest SKILL.md above it that `skills/get` knows. */
async function owner(
  connection: Connection,
  uri: string,
  signal: AbortSignal,
): Promise<SkillDetail | undefined> {
  if (!connection.skillsDeclared) return undefined;
  const start = uri.indexOf("://") + 3;
  for (let at = uri.lastIndexOf("/"); at > start; at = uri.lastIndexOf("/", at - 1)) {
    const candidate = `${uri.slice(0, at)}/SKILL.md`;
    const exchange = await connection.request("skills/get", { uri: candidate }, { signal });
    const skill = exchange.outcome.kind === "result" ? objectOf(exchange.outcome.result)?.skill : undefined;
    if (skill) return skillFromEntry(skill, "skills/get", 0);
  }
  return undefined;
}
