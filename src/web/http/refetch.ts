import type { QueryClient, QueryFilters } from '@tanstack/react-query';
import { type CurrentUser, getCurrentUser } from '#contract/accounts.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { type Change, type Concern, concernsOf, touches } from '#contract/freshness.ts';
import { invalidate, withoutSlow } from './invalidate.ts';
import { takeDelta } from './pending-reads.ts';
import { keyOf } from './query-key.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The endpoint's dependencies. A change of one makes the response stale. */
      dependsOn?: Endpoint['dependsOn'];
      params?: Record<string, string>;
      isSlow?: true;
    };
  }
}

/** Every query except those that depend on nothing and so never change. */
export const ANYTHING: QueryFilters = { predicate: ({ meta }) => meta?.dependsOn?.length !== 0 };

/**
 * Refetches the queries these changes invalidated: active ones now, others when a page needs them.
 * Resolves when the active ones have loaded. Changes that the socket already reported don't start a
 * second fetch.
 */
export async function refetch(client: QueryClient, changes: readonly Change[]): Promise<void> {
  await invalidate(client, dependentOn(client, takeDelta(client, changes)));
  const inFlight = {
    ...withoutSlow(dependentOn(client, changes)),
    fetchStatus: 'fetching',
  } as const;
  await client.refetchQueries({ ...inFlight, type: 'active' }, { cancelRefetch: false });
}

/** For a refused write, because the screen it came from may have been out of date. */
export function refetchAll(client: QueryClient): Promise<void> {
  return invalidate(client, ANYTHING);
}

/** Queries that depend on any of these changes. A query without `dependsOn` depends on everything. */
export function dependentOn(client: QueryClient, changes: readonly Concern[]): QueryFilters {
  const me = client.getQueryData<CurrentUser | null>(keyOf(getCurrentUser))?.id;
  return {
    predicate({ meta }) {
      if (changes.length === 0) return false;
      if (!meta?.dependsOn) return true;
      const concerns = concernsOf({ dependsOn: meta.dependsOn }, meta.params, me);
      return concerns.some((on) => changes.some((change) => touches(change, on)));
    },
  };
}
