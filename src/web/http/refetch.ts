import type { QueryClient, QueryFilters } from '@tanstack/react-query';
import { type CurrentUser, getCurrentUser } from '#contract/accounts.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { affects, type Change, type Concern, resolveConcerns } from '#contract/freshness.ts';
import { excludeSlow, invalidate } from './invalidate.ts';
import { takeNewChanges } from './pending-reads.ts';
import { buildQueryKey } from './query-key.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      dependsOn?: Endpoint['dependsOn'];
      params?: Record<string, string>;
      isSlow?: true;
      /** `topic:subject` of further events that the query depends on. */
      watches?: string;
    };
  }
}

/** Excludes queries that depend on nothing, because they never change. */
export const NOT_STATIC: QueryFilters = { predicate: ({ meta }) => meta?.dependsOn?.length !== 0 };

/** Resolves when active queries have loaded. Skips changes that the socket already reported. */
export async function refetch(client: QueryClient, changes: readonly Change[]): Promise<void> {
  await invalidate(client, filterDependents(client, takeNewChanges(client, changes)));
  const inFlight = {
    ...excludeSlow(filterDependents(client, changes)),
    fetchStatus: 'fetching',
  } as const;
  await client.refetchQueries({ ...inFlight, type: 'active' }, { cancelRefetch: false });
}

export function refetchAll(client: QueryClient): Promise<void> {
  return invalidate(client, NOT_STATIC);
}

/** A query without `dependsOn` depends on everything. */
export function filterDependents(client: QueryClient, changes: readonly Concern[]): QueryFilters {
  const me = client.getQueryData<CurrentUser | null>(buildQueryKey(getCurrentUser))?.id;
  return {
    predicate({ meta }) {
      if (changes.length === 0) return false;
      if (!meta?.dependsOn) return true;
      const concerns = resolveConcerns({ dependsOn: meta.dependsOn }, meta.params, me);
      return concerns.some((concern) => changes.some((change) => affects(change, concern)));
    },
  };
}
