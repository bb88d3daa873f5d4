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

/**
 * Invalidates also what is being read, perhaps as it was before a change: what is shown for the first
 * time is read once more, and what was asked for ahead of its page is left for that to ask for anew.
 */
async function invalidateAll(client: QueryClient, named: QueryFilters): Promise<void> {
  const cache = client.getQueryCache();
  const underWay = cache.findAll(named).filter(({ state }) => state.fetchStatus === 'fetching');
  const isAhead = (query: Query) => underWay.includes(query) && !query.isActive();
  if (underWay.some(isAhead)) await client.cancelQueries({ predicate: isAhead });
  const isFirst = (query: Query) => underWay.includes(query) && query.state.data === undefined;
  const first = cache.findAll({ type: 'active', predicate: isFirst });
  await client.invalidateQueries(named);
  if (first.length === 0) return;
  await client.invalidateQueries({ predicate: (query) => first.includes(query) });
}

export function anyOf(...filters: QueryFilters[]): QueryFilters {
  return { predicate: (query) => filters.some((one) => matchQuery(one, query)) };
}

export function exceptFor(current: ReadonlySet<Query>, filters: QueryFilters): QueryFilters {
  return { predicate: (query) => !current.has(query) && matchQuery(filters, query) };
}
