import { type UseQueryOptions, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";
import type { CallInput, CallName, CallOutput, EventMessage, HostClient } from "../../shared/contract";

/** A call that the host answered with `ok:false`, or that never reached it (`code: "unreachable"`). */
export class HostError extends Error {
  override readonly name = "HostError";
  constructor(
    readonly code: string,
    message: string,
    readonly detail?: string,
  ) {
    super(message);
  }
}

/** The host as components use it: calls give their value or throw `HostError`. */
export interface Host {
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>>;
  /** Bytes behind a handle; throws `HostError` when the handle is no longer valid. */
  bytes(handle: string): Promise<Uint8Array>;
  /** Calls back with batches of events; returns its unsubscribe. */
  subscribe(listener: (events: EventMessage[]) => void): () => void;
}

/** Wraps a raw client so that answers are unwrapped and every failure is a `HostError`. */
export function createHost(client: HostClient): Host {
  return {
    async call(name, input) {
      const result = await client.call(name, input).catch((error: unknown) => {
        throw asHostError(error);
      });
      if (!result.ok) throw new HostError(result.code, result.message, result.detail);
      return result.value;
    },
    bytes: (handle) =>
      client.bytes(handle).catch((error: unknown) => {
        throw asHostError(error);
      }),
    subscribe: (listener) => client.subscribe(listener),
  };
}

/** Any thrown value as a `HostError`, so that one component can show them all. */
export function asHostError(error: unknown): HostError {
  if (error instanceof HostError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new HostError("unreachable", "The app's host did not answer.", message);
}

/** Provided once in `main.tsx`. */
export const HostContext = createContext<Host | null>(null);

/** The host; only inside `HostContext`. */
export function useHost(): Host {
  const host = useContext(HostContext);
  if (!host) throw new Error("useHost is used outside of HostContext");
  return host;
}

export type CallOptions<T> = Omit<UseQueryOptions<T, HostError>, "queryKey" | "queryFn" | "select"> & {
  /** Sends an `op` of its own along and cancels it when the answer is no longer wanted (key changed, unmounted). */
  cancellable?: boolean;
};

/** The react-query key of a call: for `invalidateQueries` and `setQueryData`. */
export function callKey<N extends CallName>(name: N, input?: CallInput<N>): unknown[] {
  return input === undefined ? [name] : [name, input];
}

/**
 * A call as a query: cached by name and input, never repeated by itself.
 * `data` keeps the last answer of the same input; `error` is a `HostError`.
 */
export function useCall<N extends CallName>(
  name: N,
  input: CallInput<N>,
  { cancellable, ...options }: CallOptions<CallOutput<N>> = {},
): UseQueryResult<CallOutput<N>, HostError> {
  const host = useHost();
  return useQuery<CallOutput<N>, HostError>({
    queryKey: callKey(name, input),
    queryFn: cancellable
      ? ({ signal }) => callCancellable(host, name, input, signal)
      : () => host.call(name, input),
    ...options,
  });
}

/** A call that is cancelled at the host when `signal` aborts. The call's input must accept `op`. */
export async function callCancellable<N extends CallName>(
  host: Host,
  name: N,
  input: CallInput<N>,
  signal: AbortSignal,
): Promise<CallOutput<N>> {
  const op = newOp();
  const abort = () => void host.call("op.cancel", { op }).catch(() => undefined);
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await host.call(name, { ...(input as object), op } as CallInput<N>);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

let opCount = 0;
/** A fresh operation id, unique in the app. */
export function newOp(): string {
  return `ui-${Date.now().toString(36)}-${(opCount++).toString(36)}`;
}

export interface Operation {
  /** Id of the running operation. */
  op: string | undefined;
  /** Starts one: cancels the one before it and gives the new id to send along. */
  begin(): string;
  /** Call when the operation with this id has ended; ignores the end of one that was replaced. */
  end(op: string): void;
  /** Asks the host to end the running operation. */
  cancel(): void;
}

/** One cancellable operation of a component; it is cancelled when the component goes. */
export function useOperation(): Operation {
  const host = useHost();
  const [op, setOp] = useState<string>();
  const current = useRef<string>(undefined);
  const stop = useCallback(() => {
    if (current.current !== undefined) host.call("op.cancel", { op: current.current }).catch(() => undefined);
    current.current = undefined;
  }, [host]);
  useEffect(() => stop, [stop]);
  return useMemo(
    () => ({
      op,
      begin() {
        stop();
        current.current = newOp();
        setOp(current.current);
        return current.current;
      },
      end(ended: string) {
        if (current.current !== ended) return;
        current.current = undefined;
        setOp(undefined);
      },
      cancel() {
        stop();
        setOp(undefined);
      },
    }),
    [op, stop],
  );
}
