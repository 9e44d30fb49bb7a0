/** Runs the rules over what a server says, in this process. */

/** The whole of one mutant, in milliseconds. */
const LIMIT = 60_000;
const client = { name: "mutants", version: "0.1.0" };

/**
 * @param engine the bundle of `engine.ts`
 * @param workerFile the bundle of the inspection worker
 * @returns a function that runs the rules over a peer in memory, a program, a folder or a well-known site
 */
export function makeCheck(engine, workerFile) {
  const { Connection, Traffic, ExchangeLog, MemoryTransport, StdioTransport } = engine;
  return async (way, era, timeoutMs = 5_000, profiles = undefined) => {
    const signal = AbortSignal.timeout(LIMIT);
    const options = { profiles, probes: true, signal, client, workerFile };
    if (way.folder) return engine.inspectFolder(way.folder, "mutant", options);
    if (way.site) return engine.inspectWellKnown(way.site, "mutant", options);
    const transport = () => (way.memory ? new MemoryTransport(way.memory) : new StdioTransport(way.stdio));
    const log = new ExchangeLog();
    const traffic = new Traffic();
    const open = (inner, nextExchangeId = log.nextId) =>
      Connection.open({ serverId: "s1", transport, era, timeoutMs, client, traffic, nextExchangeId }, inner);
    const connection = await open(signal);
    try {
      return await engine.inspectServer(connection, open, { label: "mutant", kind: "stdio" }, log, options);
    } finally {
      await connection.close();
      log.close();
    }
  };
}

/**
 * What a report says of the rule that a mutant breaks.
 * @param note whether the requirement asks for no more than a note
 * @param known messages that a right server gets as well, which catch nothing
 */
export function caughtBy(report, rule, note, known = new Set()) {
  const own = report.findings.filter((finding) => finding.rule === rule && !known.has(finding.message));
  const result = report.rules.find((one) => one.rule === rule);
  const caught = own.find(({ outcome }) => outcome === "fail") ?? (note ? own[0] : undefined);
  return {
    caught: caught !== undefined,
    seen: own[0]?.outcome ?? [result?.outcome ?? "not run", result?.reason].filter(Boolean).join(": "),
    message: (caught ?? own[0])?.message,
  };
}

/** What became of a check that could not be made. */
export function ended(error) {
  const problem = error?.problem
    ? `${error.problem.code}: ${error.problem.message}`
    : String(error?.stack ?? error);
  return { caught: false, seen: `the check ended: ${problem}`, others: [] };
}
