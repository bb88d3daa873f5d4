import { matchQuery, type Query, type QueryClient, type QueryFilters } from '@tanstack/react-query';
import { FORUM_EVENT, refetchSpread, type ServerMessage } from '#contract/realtime.ts';
import { liveLists, whatToRefetch } from './what-to-refetch.ts';

/**
 * Turns events into refetches. What is named while a refetch waits or runs is gathered into one
 * more, so that on a slow line old events neither pile up nor cancel each other for ever.
 */
export function createRefetcher(client: QueryClient, random: () => number = Math.random) {
  const versions = new Map<string, number>();
  let waiting: QueryFilters[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let onCaughtUp: (() => void) | undefined;
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
    /** A first opening has missed moments, a later one anything; calls back once that is read. */
    catchUp(isReopening: boolean, onDone?: () => void) {
      // A server that was restored from a backup counts from an earlier number.
      versions.clear();
      // What was asked over a line that is gone may never be answered, and is not waited for.
      isRunning = false;
      onCaughtUp = onDone;
      add(isReopening ? [{ predicate: ({ queryKey }) => queryKey[0] !== '/api/band' }] : liveLists);
    },
    stop() {
      clearTimeout(timer);
      waiting = [];
      onCaughtUp = undefined;
    },
  };

  function add(filters: QueryFilters[]) {
    waiting.push(...filters);
    if (timer === undefined && !isRunning) wait();
  }

  /** A random delay that grows with the audience: not all fetch at the same moment. */
  function wait() {
    timer = setTimeout(run, random() * refetchSpread(audience));
  }

  async function run() {
    timer = undefined;
    isRunning = true;
    const filters = waiting;
    const onDone = onCaughtUp;
    waiting = [];
    onCaughtUp = undefined;
    await refetch(client, filters);
    onDone?.();
    isRunning = false;
    if (waiting.length > 0) wait();
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
