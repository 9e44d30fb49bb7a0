import type { Problem } from "../../../shared/model/server";

/** An error that already says what is wrong and what to do; shown as it is. */
export class ConnectionError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
    this.name = "ConnectionError";
  }
}

/** The problem in any error: its own where it has one, else one sentence made of its message. */
export function problemOf(error: unknown, code = "internal"): Problem {
  if (error instanceof ConnectionError) return error.problem;
  return { code, message: error instanceof Error ? error.message : String(error) };
}
