import type { Problem } from "../../../shared/model/server";
import { ConnectionError } from "./connection-error";
import { HttpTransport } from "./http";
import { StdioTransport } from "./stdio";
import type { WireTransport } from "./wire";

/** What a connection knows besides the error itself. */
export interface FailureFacts {
  transport: WireTransport | undefined;
  exit: { code: number | null; signal: string | null } | undefined;
  /** The end of stderr. */
  stderr: string;
  /** Text on the message channel that was no message. */
  noise: string | undefined;
}

/** Why a connection could not be made, with what tells a person what to do. */
export function explainFailure(problem: Problem, facts: FailureFacts): ConnectionError {
  const { transport, exit, stderr, noise } = facts;
  if (transport instanceof StdioTransport && problem.code === "ended") {
    const how = exit?.signal ? `was ended by ${exit.signal}` : `ended with exit code ${exit?.code}`;
    return new ConnectionError({
      code: "exited",
      message: `The server's process ${how} before it answered.`,
      hint: stderr
        ? "Its last words are below."
        : "It wrote nothing to stderr. Try the same command in a terminal.",
      detail: stderr || noise,
    });
  }
  // The transport tells more than "it ended": a status, a TLS code, a name that is not known.
  if (
    transport instanceof HttpTransport &&
    transport.problem &&
    !["cancelled", "no-answer"].includes(problem.code)
  ) {
    return new ConnectionError(transport.problem);
  }
  if (transport instanceof HttpTransport && problem.code === "ended") {
    const hint = "Check that this is the address of an MCP endpoint.";
    return new ConnectionError({ ...problem, hint });
  }
  if (problem.code === "no-answer" && noise !== undefined) {
    return new ConnectionError({
      code: "not-mcp",
      message:
        "The server wrote text that is no JSON-RPC message and never answered: it may be no MCP server.",
      hint: "A stdio server writes only messages to stdout; logging belongs on stderr.",
      detail: [noise, stderr].filter(Boolean).join("\n\n"),
    });
  }
  return new ConnectionError({ ...problem, ...(stderr && !problem.detail ? { detail: stderr } : {}) });
}
