import {
  hashKey,
  matchQuery,
  type Query,
  type QueryClient,
  type QueryFilters,
} from '@tanstack/react-query';
import { FORUM_EVENT, refetchSpread, type ServerMessage } from '#contract/realtime.ts';
import { liveLists, whatToRefetch } from './what-to-refetch.ts';

/**
 * Turns events into refetches. What is named while a refetch waits or runs is gathered into one
 * more, so that on a slow line old events neither pile up nor cancel each other for ever.
 */
export function createRefetcher(client: QueryClient, random: () => number = Math.random) {
  const versions = new Map<string, number>();
  let waiting = new Map<string, QueryFilters>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let audience = 0;

  return {
    hear({ event, data }: ServerMessage) {
      const id = 'threadId' in data ? data.threadId : data.showId;
      const key = `${event} ${id}`;
      const known = versions.get(key) ?? Number.NEGATIVE_INFINITY;
      // Two changes of a thread may share a version.
      if (event === FORUM_EVENT ? data.version < known : data.version <= known) return;
      versions.set(key, data.version);
      audience = data.audience;
      add(whatToRefetch(event, id));
    },
    /** A first opening has missed moments, a later one anything. */
    catchUp(isReopening: boolean) {
      // A server that was restored from a backup counts from an earlier number.
      versions.clear();
      add(isReopening ? [{ predicate: ({ queryKey }) => queryKey[0] !== '/api/band' }] : liveLists);
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      waiting.clear();
    },
  };

  function add(filters: QueryFilters[]) {
    for (const filter of filters) waiting.set(nameOf(filter), filter);
    if (timer === undefined && !isRunning) wait();
  }

  /** A random delay that grows with the audience: not all fetch at the same moment. */
  function wait() {
    timer = setTimeout(run, random() * refetchSpread(audience));
  }

  async function run() {
    timer = undefined;
    isRunning = true;
    const filters = [...waiting.values()];
    waiting = new Map();
    await refetch(client, filters);
    isRunning = false;
    if (waiting.size > 0) wait();
  }
}

async function refetch(client: QueryClient, filters: QueryFilters[]): Promise<void> {
  // Filters overlap: together they are one, so that nothing is fetched twice.
  const named = { predicate: (query: Query) => filters.some((one) => matchQuery(one, query)) };
  // A first reading under way can't be cancelled, and may have been answered before the event.
  const underWay = client
    .getQueryCache()
    .findAll(named)
    .filter(({ state }) => state.fetchStatus === 'fetching' && state.data === undefined);
  await client.invalidateQueries(named);
  if (underWay.length === 0) return;
  await client.invalidateQueries({ predicate: (query) => underWay.includes(query) });
}

function nameOf({ queryKey, exact, predicate }: QueryFilters): string {
  return hashKey([queryKey ?? String(predicate), exact ?? false]);
}
