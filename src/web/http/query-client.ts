import { QueryClient } from '@tanstack/react-query';
import { createMutationCache } from './mutation-cache.ts';

/** Socket events say what to refetch, and the refetcher retries failed queries. */
export const queryClient = new QueryClient({
  mutationCache: createMutationCache(),
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      refetchInterval: false,
      // Writes are sent even if the browser reports offline, so the failure shows an error message.
      networkMode: 'always',
    },
    // Inputs are dropped quickly, because they may contain a password.
    mutations: { retry: false, networkMode: 'always', gcTime: 1_000 },
  },
});
