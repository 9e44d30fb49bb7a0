import { objectOf } from "../../engine/discovery/entry";
import { linkTo } from "../connect";
import { EXIT, UsageError } from "../exit";
import { runSignal } from "../interrupt";
import { inline, print, remark } from "../output";
import type { Target } from "../target";

/** `complete`: the values a server offers for one template variable, one a line. @returns the exit code */
export async function complete(
  target: Target,
  template: string,
  variable: string,
  value: string,
  context: Record<string, string>,
  timeoutMs: number,
): Promise<number> {
  const link = linkTo(target, timeoutMs);
  const { signal, done } = runSignal();
  try {
    const connection = await link.open("auto", signal);
    if (!connection.completions) {
      await remark("This server declares no completion, so nothing was asked.");
      return EXIT.findings;
    }
    const params = {
      ref: { type: "ref/resource", uri: template },
      argument: { name: variable, value },
      ...(Object.keys(context).length > 0 ? { context: { arguments: context } } : {}),
    };
    const { outcome } = await connection.request("completion/complete", params, { signal });
    if (outcome.kind === "error") {
      await remark(`The server answered with error ${String(outcome.code)}: ${String(outcome.message)}`);
      return EXIT.findings;
    }
    if (outcome.kind === "none") {
      await remark(`completion/complete: ${outcome.reason}`);
      return signal.aborted ? EXIT.incomplete : EXIT.unreachable;
    }
    const completion = objectOf(objectOf(outcome.result)?.completion);
    const values = Array.isArray(completion?.values) ? completion.values.map(String) : [];
    if (values.length > 0) await print(`${values.map(inline).join("\n")}\n`);
    else
      await remark(`The server offers no value of ${inline(variable)} that begins with "${inline(value)}".`);
    const { total, hasMore } = completion ?? {};
    if (hasMore === true || (typeof total === "number" && total > values.length)) {
      await remark(
        `${values.length} of ${typeof total === "number" ? total : "more"}: type more to narrow them down.`,
      );
    }
    return EXIT.ok;
  } finally {
    done();
    await link.close();
  }
}

/** `name=value`, repeated, as a record. @throws UsageError */
export function pairs(words: string[]): Record<string, string> {
  const record: Record<string, string> = {};
  for (const word of words) {
    const at = word.indexOf("=");
    if (at < 1) throw new UsageError(`"${word}" is no name=value.`);
    record[word.slice(0, at)] = word.slice(at + 1);
  }
  return record;
}
