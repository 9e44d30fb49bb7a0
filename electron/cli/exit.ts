/** Exit codes of the command line; the first that holds wins (DESIGN section 6). Others script against them. */
export const EXIT = { ok: 0, findings: 1, usage: 2, unreachable: 3, incomplete: 4 } as const;

/** Wrong usage or configuration: exit 2. */
export class UsageError extends Error {
  /** @param hint what to do, printed below */
  constructor(
    message: string,
    readonly hint?: string,
  ) {
    super(message);
    this.name = "UsageError";
  }
}
