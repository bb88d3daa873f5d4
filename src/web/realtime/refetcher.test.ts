import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getBand } from '#contract/band.ts';
import { getThread, listThreads } from '#contract/forums.ts';
import { getGlobalLeaderboard, getMyShowRow, getShowLeaderboard } from '#contract/leaderboards.ts';
import { listMyPredictions } from '#contract/predictions.ts';
import { type RealtimeMessage, refetchSpread, type ServerMessage } from '#contract/realtime.ts';
import { getSetlist } from '#contract/setlists.ts';
import { getShow, listLiveShows } from '#contract/shows.ts';
import { listSongs } from '#contract/songs.ts';
import { getTopSongs } from '#contract/statistics.ts';
import { queryFor, queryWithTotalFor } from '#web/http/query-for.ts';
import { sessionQuery } from '#web/session/session-query.ts';
import { createRefetcher } from './refetcher.ts';

const rejectLiveShow = () => Promise.reject(new Error('Unexpected live show request'));

const SHOW = '00000000-0000-4000-8000-000000000001';
const THREAD = '00000000-0000-4000-8000-000000000003';
const OTHER = '00000000-0000-4000-8000-000000000002';

let client: QueryClient;
let refetcher: ReturnType<typeof createRefetcher>;
let fetched: string[];
let responseMs: number;
let stops: (() => void)[];

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  refetcher = createRefetcher(client, rejectLiveShow, () => 1);
  fetched = [];
  stops = [];
  responseMs = 0;
});

afterEach(() => {
  for (const stop of stops) stop();
  refetcher.stop();
  client.clear();
  vi.useRealTimers();
});

async function show(name: Name) {
  watch(name);
  await vi.advanceTimersByTimeAsync(0);
  fetched = [];
}

function watch(name: Name) {
  const { queryKey, meta } = QUERIES[name];
  const observer = new QueryObserver<number>(client, {
    queryKey,
    ...(meta && { meta }),
    queryFn: async () => {
      fetched.push(name);
      await new Promise((resolve) => setTimeout(resolve, responseMs));
      return fetched.length;
    },
  });
  stops.push(observer.subscribe(() => {}));
}

function createEvent(
  name: RealtimeMessage['event'],
  version: number,
  { showId = SHOW, audience = 0 } = {},
): RealtimeMessage {
  return { event: name, data: { showId, version, audience } };
}

const receiveAndWait = async (message: ServerMessage) => {
  refetcher.receive(message);
  await vi.advanceTimersByTimeAsync(1_000);
};

const QUERIES = {
  user: sessionQuery,
  mine: queryFor(listMyPredictions),
  board: queryFor(getGlobalLeaderboard, { query: { limit: '5' } }),
  standings: queryFor(getShowLeaderboard, { params: { id: SHOW }, query: { limit: '5' } }),
  myStanding: queryFor(getMyShowRow, { params: { id: SHOW } }),
  otherStandings: queryFor(getShowLeaderboard, { params: { id: OTHER } }),
  setlist: queryFor(getSetlist, { params: { id: SHOW } }),
  otherSetlist: queryFor(getSetlist, { params: { id: OTHER } }),
  show: queryFor(getShow, { params: { id: SHOW } }),
  live: queryFor(listLiveShows),
  songs: queryFor(listSongs),
  top: queryFor(getTopSongs),
  threads: queryWithTotalFor(listThreads, { query: { limit: '25' } }),
  thread: queryFor(getThread, { params: { id: THREAD } }),
  band: queryFor(getBand),
};
type Name = keyof typeof QUERIES;
const names = Object.keys(QUERIES) as Name[];

test.each<[RealtimeMessage['event'], Name[]]>([
  ['scores:update', ['user', 'mine', 'board', 'standings', 'myStanding']],
  ['setlist:update', ['setlist', 'songs', 'top']],
  [
    'show:status',
    ['live', 'show', 'setlist', 'mine', 'standings', 'myStanding', 'songs', 'threads', 'top'],
  ],
])('refetches on %s: %j', async (what, expected) => {
  for (const name of names) await show(name);
  await receiveAndWait(createEvent(what, 1));
  expect(fetched.toSorted()).toEqual(expected.toSorted());
});

test('ignores an older or equal version of the same event and show', async () => {
  await show('setlist');
  await receiveAndWait(createEvent('setlist:update', 7));
  await receiveAndWait(createEvent('setlist:update', 7));
  await receiveAndWait(createEvent('setlist:update', 6));
  expect(fetched).toHaveLength(1);
  await receiveAndWait(createEvent('setlist:update', 8));
  expect(fetched).toHaveLength(2);
});

test('tracks versions per event and show', async () => {
  await show('standings');
  await show('otherSetlist');
  await receiveAndWait(createEvent('setlist:update', 9));
  await receiveAndWait(createEvent('scores:update', 1));
  await receiveAndWait(createEvent('setlist:update', 2, { showId: OTHER }));
  expect(fetched).toEqual(['standings', 'otherSetlist']);
});

test('delays the fetch longer for a larger audience', async () => {
  await show('setlist');
  refetcher.receive(createEvent('setlist:update', 1, { audience: 5_000 }));
  await vi.advanceTimersByTimeAsync(refetchSpread(5_000) - 1);
  expect(fetched).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(fetched).toHaveLength(1);
});

test('combines events within one delay into one fetch', async () => {
  await show('standings');
  refetcher.receive(createEvent('setlist:update', 1));
  refetcher.receive(createEvent('setlist:update', 2));
  await receiveAndWait(createEvent('scores:update', 3));
  expect(fetched).toHaveLength(1);
});

test('combines events on a slow connection and completes every fetch', async () => {
  await show('setlist');
  responseMs = 5_000;
  for (let version = 1; version <= 20; version += 1) {
    refetcher.receive(createEvent('setlist:update', version));
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(fetched.length).toBeLessThanOrEqual(4);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(client.getQueryState(QUERIES.setlist.queryKey)).toMatchObject({
    fetchStatus: 'idle',
    isInvalidated: false,
  });
});

test('refetches after a slow refetch if an event arrived during it', async () => {
  await show('setlist');
  responseMs = 5_000;
  refetcher.receive(createEvent('setlist:update', 1));
  await receiveAndWait(createEvent('setlist:update', 2));
  await receiveAndWait(createEvent('setlist:update', 3));
  expect(fetched).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fetched).toHaveLength(2);
});

test('repeats a first fetch that was in flight when the event arrived', async () => {
  responseMs = 2_000;
  watch('setlist');
  await receiveAndWait(createEvent('setlist:update', 1));
  expect(fetched).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(fetched).toHaveLength(2);
});

test('only invalidates queries that no page shows', async () => {
  const stop = stops.length;
  await show('setlist');
  stops[stop]?.();
  await receiveAndWait(createEvent('setlist:update', 1));
  expect(fetched).toEqual([]);
  expect(client.getQueryState(QUERIES.setlist.queryKey)?.isInvalidated).toBe(true);
});

test('fetches nothing after `stop`, even when a fetch was in flight', async () => {
  await show('setlist');
  refetcher.receive(createEvent('setlist:update', 1));
  refetcher.stop();
  expect(vi.getTimerCount()).toBe(0);
  refetcher = createRefetcher(client, rejectLiveShow, () => 1);
  responseMs = 2_000;
  await receiveAndWait(createEvent('setlist:update', 2));
  await receiveAndWait(createEvent('setlist:update', 3));
  refetcher.stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(fetched).toHaveLength(1);
});
