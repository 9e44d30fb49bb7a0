import { useState } from "react";
import type { ServerInput } from "../../shared/contract";
import { commandLine, type Problem, type ServerState } from "../../shared/model/server";
import { asHostError, useHost, useOperation } from "../client/host";

export type TestState =
  | { step: "idle" }
  /** A command line that must be agreed to first. */
  | { step: "confirm"; input: ServerInput; line: string }
  | { step: "running" }
  | { step: "connected"; server: ServerState }
  | { step: "failed"; problem: Problem };

export interface ConnectionTestControl {
  state: TestState;
  /** Begins; a command is asked about first, unless it is the confirmed one. */
  start(input: ServerInput, confirmed?: string): void;
  /** Agrees to the command line shown. */
  agree(): void;
  /** Ends what runs and forgets what was found. */
  reset(): void;
}

/** Tries a server that is not saved. A command is started only when its exact line was agreed to. */
export function useConnectionTest(): ConnectionTestControl {
  const host = useHost();
  const operation = useOperation();
  const [state, setState] = useState<TestState>({ step: "idle" });
  const run = async (server: ServerInput, line?: string) => {
    const op = operation.begin();
    const stillWanted = (next: TestState) => (now: TestState) => (now === running ? next : now);
    const running: TestState = { step: "running" };
    setState(running);
    try {
      const tried = await host.call("servers.test", { server, op, ...(line ? { commandLine: line } : {}) });
      setState(stillWanted(outcome(tried)));
    } catch (thrown) {
      const { code, message, detail } = asHostError(thrown);
      setState(stillWanted({ step: "failed", problem: { code, message, detail } }));
    } finally {
      operation.end(op);
    }
  };
  return {
    state,
    start(input, confirmed) {
      const { transport } = input;
      const line = transport.kind === "stdio" ? commandLine(transport) : undefined;
      if (line === undefined || line === confirmed) void run(input, line);
      else setState({ step: "confirm", input, line });
    },
    agree() {
      if (state.step === "confirm") void run(state.input, state.line);
    },
    reset() {
      if (state.step === "idle") return;
      operation.cancel();
      setState({ step: "idle" });
    },
  };
}

function outcome(server: ServerState): TestState {
  if (server.status === "connected") return { step: "connected", server };
  if (server.status === "needs-sign-in" && server.problem) {
    const hint = "Add the server: its page then offers to sign in. Or give it a token as a header above.";
    return { step: "failed", problem: { ...server.problem, hint } };
  }
  const problem = server.problem ?? { code: "failed", message: "The connection failed and gave no reason." };
  return { step: "failed", problem: { ...problem, detail: problem.detail ?? server.stderr?.trim() } };
}
