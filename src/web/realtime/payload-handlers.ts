import type { Query, QueryClient } from '@tanstack/react-query';
import type { Topic } from '#contract/freshness.ts';
import type { Delta } from '#contract/realtime.ts';

/** Set by pages that need them. Each applies a topic's payload and returns the updated queries. */
export const payloadHandlers: {
  [topic in Topic]?: (
    client: QueryClient,
    subjectId: string,
    payload: Pick<Delta, 'newPosts' | 'board'>,
  ) => ReadonlySet<Query> | undefined;
} = {};
