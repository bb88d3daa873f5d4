import { QueryClient } from '@tanstack/react-query';
import { createMutationCache } from './mutation-cache.ts';

/** Socket events trigger refetches, and the refetcher retries failed queries. */
export const queryClient = new QueryClient({
  mutationCache: createMutationCache(),
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      refetchInterval: false,
      // Sends writes even if the browser reports offline, so that the failure shows an error.
      networkMode: 'always',
    },
    // Drops inputs quickly, because they may contain a password.
    mutations: { retry: false, networkMode: 'always', gcTime: 1_000 },
  },
});
