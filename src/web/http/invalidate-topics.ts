import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query';
import { type CurrentUser, getCurrentUser } from '#contract/accounts.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { type Concern, concernsOf, touches } from '#contract/freshness.ts';
import { keyOf } from './query-key.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** By what the answer's endpoint depends on is known what makes it stale. */
      dependsOn?: Endpoint['dependsOn'];
      params?: Record<string, string>;
    };
  }
}

/** Reads anew what depends on any of these, at once where a page shows it and else when one does. */
export function invalidateTopics(client: QueryClient, changes: readonly Concern[]): Promise<void> {
  return invalidate(client, dependentOn(client, changes));
}

/** Queries that depend on any of these; one that does not say what it depends on, on anything. */
export function dependentOn(client: QueryClient, changes: readonly Concern[]): QueryFilters {
  const me = client.getQueryData<CurrentUser | null>(keyOf(getCurrentUser))?.id;
  return {
    predicate({ meta }) {
      if (!meta?.dependsOn) return true;
      const concerns = concernsOf({ dependsOn: meta.dependsOn }, meta.params, me);
      return concerns.some((on) => changes.some((change) => touches(change, on)));
    },
  };
}

/** Invalidates also what is being read for the first time, perhaps as it was before a change. */
export async function invalidate(client: QueryClient, named: QueryFilters): Promise<void> {
  const underWay = client
    .getQueryCache()
    .findAll(named)
    .filter(({ state }) => state.fetchStatus === 'fetching' && state.data === undefined);
  await client.invalidateQueries(named);
  if (underWay.length === 0) return;
  await client.invalidateQueries({ predicate: (query: Query) => underWay.includes(query) });
}
