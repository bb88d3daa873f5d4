import { matchQuery, type Query, type QueryClient, type QueryFilters } from '@tanstack/react-query';

export function invalidate(client: QueryClient, filters: QueryFilters): Promise<void> {
  void invalidateAll(client, {
    predicate: (query) => query.meta?.isSlow === true && matchQuery(filters, query),
  });
  return invalidateAll(client, excludeSlow(filters));
}

export function excludeSlow(filters: QueryFilters): QueryFilters {
  return { predicate: (query) => !query.meta?.isSlow && matchQuery(filters, query) };
}

/** Repeats fetches in flight, which may return the old state, and cancels prefetches. */
async function invalidateAll(client: QueryClient, filters: QueryFilters): Promise<void> {
  const cache = client.getQueryCache();
  const inFlight = cache.findAll(filters).filter(({ state }) => state.fetchStatus === 'fetching');
  const isPrefetch = (query: Query) => inFlight.includes(query) && !query.isActive();
  if (inFlight.some(isPrefetch)) await client.cancelQueries({ predicate: isPrefetch });
  const isFirstFetch = (query: Query) => inFlight.includes(query) && query.state.data === undefined;
  const firstFetches = cache.findAll({ type: 'active', predicate: isFirstFetch });
  await client.invalidateQueries(filters);
  if (firstFetches.length === 0) return;
  await client.invalidateQueries({ predicate: (query) => firstFetches.includes(query) });
}

export function matchAny(...filters: QueryFilters[]): QueryFilters {
  return { predicate: (query) => filters.some((filter) => matchQuery(filter, query)) };
}

export function exclude(current: ReadonlySet<Query>, filters: QueryFilters): QueryFilters {
  return { predicate: (query) => !current.has(query) && matchQuery(filters, query) };
}
