import type { Query, QueryClient } from '@tanstack/react-query';
import type { Topic } from '#contract/freshness.ts';
import type { Delta } from '#contract/realtime.ts';

/** Set by pages that need it. Applies a topic's payload and returns the queries now current. */
export const payloadHandlers: {
  [topic in Topic]?: (
    client: QueryClient,
    subjectId: string,
    payload: Pick<Delta, 'newPosts' | 'board'>,
  ) => ReadonlySet<Query> | undefined;
} = {};
