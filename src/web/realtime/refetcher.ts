import { matchQuery, type Query, type QueryClient, type QueryFilters } from '@tanstack/react-query';
import { getBand } from '#contract/band.ts';
import { listThreads } from '#contract/forums.ts';
import { getShowLeaderboard } from '#contract/leaderboards.ts';
import { changedBy, refetchSpread, type ServerMessage, TOPIC_EVENT } from '#contract/realtime.ts';
import { getSetlist } from '#contract/setlists.ts';
import { listLiveShows } from '#contract/shows.ts';
import { dependentOn, invalidate } from '#web/http/invalidate-topics.ts';
import { keyOf } from '#web/http/query-key.ts';

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
    hear(message: ServerMessage) {
      if (!isNews(message)) return;
      audience = message.data.audience;
      add([dependentOn(client, changedBy(message))]);
    },
    /** A first opening has missed moments, a later one anything; calls back once that is read. */
    catchUp(isReopening: boolean, onDone?: () => void) {
      // A server that was restored from a backup counts from an earlier number.
      versions.clear();
      // What was asked over a line that is gone may never be answered, and is not waited for.
      isRunning = false;
      onCaughtUp = onDone;
      add(isReopening ? [ANYTHING] : LIVE_LISTS);
    },
    stop() {
      clearTimeout(timer);
      waiting = [];
      onCaughtUp = undefined;
    },
  };

  /** Only the versions of a show say which change came first. */
  function isNews({ event, data }: ServerMessage): boolean {
    if (event === TOPIC_EVENT) return true;
    const key = `${event} ${data.showId}`;
    if (data.version <= (versions.get(key) ?? Number.NEGATIVE_INFINITY)) return false;
    versions.set(key, data.version);
    return true;
  }

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

/** Filters overlap: together they are one, so that nothing is fetched twice. */
function refetch(client: QueryClient, filters: QueryFilters[]): Promise<void> {
  const isNamed = (query: Query) => filters.some((one) => matchQuery(one, query));
  return invalidate(client, { predicate: isNamed });
}

const [BAND] = keyOf(getBand);
const ANYTHING: QueryFilters = { predicate: ({ queryKey }) => queryKey[0] !== BAND };

/** What a page that was just loaded may have missed before its socket opened: show night's lists, and the forums. */
const LIVE_LISTS: QueryFilters[] = [
  { queryKey: keyOf(listLiveShows) },
  { queryKey: keyOf(getShowLeaderboard) },
  { queryKey: keyOf(listThreads) },
  {
    predicate: ({ queryKey: [first, , last] }) =>
      first === keyOf(getSetlist)[0] && `${last}`.startsWith('setlist'),
  },
];
