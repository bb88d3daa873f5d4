import { QueryClient } from '@tanstack/react-query';
import { createMutationCache } from './mutation-cache.ts';

/**
 * The cache of everything read from the server. Nothing is polled or refetched on focus, and nothing
 * grows stale by itself: the socket's events say what to fetch again, and what that leaves unread is
 * tried once more by whoever hears them.
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
      // A call is made, and fails with a sentence, even where the browser believes to be offline.
      networkMode: 'always',
    },
    // What was sent, which may be a password, is soon forgotten.
    mutations: { retry: false, networkMode: 'always', gcTime: 1_000 },
  },
});
