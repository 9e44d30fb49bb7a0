import { BRIDGE, type Bridge } from "../../shared/client/bridge";
import type { CallName, CallOutput, CallResult, HostClient } from "../../shared/contract";

/** The contract over the preload's bridge, for the desktop window. */
export function createIpcClient(bridge: Bridge = windowBridge()): HostClient {
  return {
    call: <N extends CallName>(name: N, input: unknown) =>
      bridge.call(name, input) as Promise<CallResult<CallOutput<N>>>,
    async bytes(handle) {
      const answer = (await bridge.call("bytes", { handle })) as CallResult<Uint8Array>;
      if (!answer.ok) throw new Error(answer.message);
      return answer.value;
    },
    subscribe: (listener) => bridge.subscribe(listener),
  };
}

function windowBridge(): Bridge {
  return (window as unknown as Record<typeof BRIDGE, Bridge>)[BRIDGE];
}
