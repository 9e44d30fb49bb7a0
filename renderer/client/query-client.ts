import { QueryClient } from "@tanstack/react-query";

/**
 * Nothing is asked twice by itself: opening a file is the user's act, and a repeated request would show in the
 * server's traffic. The host is local, so the browser's idea of being offline does not matter.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 5 * 60_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: "always",
      },
      mutations: { networkMode: "always" },
    },
  });
}
