import type { Query, QueryClient } from '@tanstack/react-query';
import type { Topic } from '#contract/freshness.ts';
import type { Delta } from '#contract/realtime.ts';

/**
 * Code that applies the payload of a topic's event, set by the pages that need it. It returns the
 * queries that are now current. Without it or without a payload, these queries are refetched.
 */
export const payloadHandlers: {
  [topic in Topic]?: (
    client: QueryClient,
    subjectId: string,
    payload: Pick<Delta, 'newPosts' | 'board'>,
  ) => ReadonlySet<Query> | undefined;
} = {};
