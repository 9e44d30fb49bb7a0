import { CommanderError } from "commander";
import { ConnectionError } from "../engine/connections/connection-error";
import { EXIT, UsageError } from "./exit";
import { quietOnClosedPipe, remark } from "./output";
import { makeProgram } from "./program";

/**
 * The command line. What follows the first `--` is the command of a stdio server; it never mixes with our options.
 * @returns the exit code
 */
async function main(argv: string[]): Promise<number> {
  const split = argv.indexOf("--");
  const own = split === -1 ? argv : argv.slice(0, split);
  const command = split === -1 ? [] : argv.slice(split + 1);
  let code: number = EXIT.ok;
  const program = makeProgram(command, (exit) => {
    code = exit;
  });
  try {
    if (split !== -1 && command.length === 0)
      throw new UsageError(
        "Nothing follows --.",
        "Write the server's command there, e.g. -- node server.js.",
      );
    await program.parseAsync(own, { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    if (error instanceof UsageError) {
      await remark(error.message);
      if (error.hint) await remark(error.hint);
      return EXIT.usage;
    }
    if (error instanceof ConnectionError) {
      const { printProblem } = await import("./commands/check");
      await printProblem(error);
      return ["no-such-folder", "bad-address"].includes(error.problem.code) ? EXIT.usage : EXIT.unreachable;
    }
    await remark(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return EXIT.usage;
  }
  return code;
}

/** Runs the command line of this process to its end. */
export async function run(argv: string[]): Promise<never> {
  quietOnClosedPipe();
  process.exitCode = await main(argv);
  // Whatever a dead server left behind must not keep the process alive; stdout was drained by `print`.
  process.exit();
}
