import type { Query, QueryClient } from '@tanstack/react-query';
import type { NewPosts } from '#contract/forum-posts.ts';

/**
 * Code that applies an event's payload, set by the pages that need it. Without it, these queries
 * are refetched.
 */
export const payloadHandlers: {
  applyNewPosts?: (client: QueryClient, threadId: string, posts: NewPosts) => ReadonlySet<Query>;
} = {};
