import type { CallName, CallOutput, CallResult, ContractHandler, HostClient } from "../contract";
import { dispatch } from "./dispatch";

/**
 * The contract without a border, for the command line and tests. Inputs are validated as everywhere else; answers
 * are the handler's own objects, so the caller must not change them.
 */
export function createInProcessClient(
  handler: ContractHandler,
  report?: (error: unknown) => void,
): HostClient {
  return {
    call: <N extends CallName>(name: N, input: unknown) =>
      dispatch(handler, name, input, report) as Promise<CallResult<CallOutput<N>>>,
    async bytes(handle) {
      const bytes = await handler.bytes(handle);
      if (!bytes) throw new Error(STALE_HANDLE);
      return bytes;
    },
    subscribe: (listener) => handler.subscribe(listener),
  };
}

/** What every host says of a handle that is no longer valid. */
export const STALE_HANDLE = "These bytes are no longer kept: open the file again.";
