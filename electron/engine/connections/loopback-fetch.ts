import { networkProblem } from "./http-problems";
import { environmentProxy } from "./proxy";

/** Fetches for one connection, by way of the environment's proxy. */
export class LoopbackFetch {
  /** The loopback address that answered, when `localhost` alone did not. */
  private loopback: string | undefined;

  /**
   * Fetches, and for `localhost` tries the IPv6 loopback where nothing listens on the other: not every resolver
   * gives both, and a server often listens on one only.
   */
  async fetch(url: string, init: RequestInit): Promise<Response> {
    if (this.loopback) return environmentProxy(onLoopback(url, this.loopback), init);
    try {
      return await environmentProxy(url, init);
    } catch (error) {
      if (new URL(url).hostname !== "localhost" || networkProblem(error, url).code !== "ECONNREFUSED")
        throw error;
      try {
        const response = await environmentProxy(onLoopback(url, "[::1]"), init);
        this.loopback = "[::1]";
        return response;
      } catch (second) {
        if (isAbort(second)) throw second;
        throw new AggregateError([error, second], "nothing listens on either loopback address");
      }
    }
  }
}

function onLoopback(url: string, address: string): string {
  const target = new URL(url);
  target.hostname = address;
  return target.href;
}

/** Whether a request ended because it was given up. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}
