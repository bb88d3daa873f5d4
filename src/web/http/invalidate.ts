import { matchQuery, type Query, type QueryClient, type QueryFilters } from '@tanstack/react-query';

/** Resolves when what was shown of these is read anew, but for what takes its time. */
export function invalidate(client: QueryClient, named: QueryFilters): Promise<void> {
  void invalidateAll(client, {
    predicate: (query) => query.meta?.isSlow === true && matchQuery(named, query),
  });
  return invalidateAll(client, swift(named));
}

/** But for what takes seconds to be made anew. */
export function swift(named: QueryFilters): QueryFilters {
  return { predicate: (query) => !query.meta?.isSlow && matchQuery(named, query) };
}

/** Invalidates also what is being read for the first time, perhaps as it was before a change. */
async function invalidateAll(client: QueryClient, named: QueryFilters): Promise<void> {
  const underWay = client
    .getQueryCache()
    .findAll(named)
    .filter(({ state }) => state.fetchStatus === 'fetching' && state.data === undefined);
  await client.invalidateQueries(named);
  if (underWay.length === 0) return;
  await client.invalidateQueries({ predicate: (query: Query) => underWay.includes(query) });
}

export function anyOf(...filters: QueryFilters[]): QueryFilters {
  return { predicate: (query) => filters.some((one) => matchQuery(one, query)) };
}

export function exceptFor(current: ReadonlySet<Query>, filters: QueryFilters): QueryFilters {
  return { predicate: (query) => !current.has(query) && matchQuery(filters, query) };
}
