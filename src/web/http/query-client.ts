import { QueryClient } from '@tanstack/react-query';
import { createMutationCache } from './mutation-cache.ts';

/**
 * Nothing is polled, refetched on focus or marked stale by time: socket events say what to refetch. The
 * refetcher retries what gets no answer.
 */
export const queryClient = new QueryClient({
  mutationCache: createMutationCache(),
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      refetchInterval: false,
      // Calls even when the browser reports offline, so that the failure shows an error message.
      networkMode: 'always',
    },
    // Drops inputs quickly, because they may contain a password.
    mutations: { retry: false, networkMode: 'always', gcTime: 1_000 },
  },
});
