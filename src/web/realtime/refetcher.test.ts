import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type RealtimeMessage, refetchSpread } from '#contract/realtime.ts';
import { createRefetcher } from './refetcher.ts';

const SHOW = '00000000-0000-4000-8000-000000000001';
const OTHER = '00000000-0000-4000-8000-000000000002';

let client: QueryClient;
let refetcher: ReturnType<typeof createRefetcher>;
let fetched: string[];
/** How long an answer takes. */
let slowness: number;
let stops: (() => void)[];

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  refetcher = createRefetcher(client, () => 1);
  fetched = [];
  stops = [];
  slowness = 0;
});

afterEach(() => {
  for (const stop of stops) stop();
  refetcher.stop();
  client.clear();
  vi.useRealTimers();
});

/** Puts a query on the page. */
async function show(...queryKey: unknown[]) {
  watch(...queryKey);
  await vi.advanceTimersByTimeAsync(0);
  fetched = [];
}

function watch(...queryKey: unknown[]) {
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: async () => {
      fetched.push(queryKey.join('/'));
      await new Promise((resolve) => setTimeout(resolve, slowness));
      return fetched.length;
    },
  });
  stops.push(observer.subscribe(() => {}));
}

function event(
  name: RealtimeMessage['event'],
  version: number,
  { showId = SHOW, audience = 0 } = {},
): RealtimeMessage {
  return { event: name, data: { showId, version, audience } };
}

const hearAndWait = async (message: RealtimeMessage) => {
  refetcher.hear(message);
  await vi.advanceTimersByTimeAsync(1_000);
};

const KEYS = {
  user: ['/api/auth/user'],
  mine: ['/api/predictions/my-predictions'],
  prediction: ['/api/predictions', 'p'],
  board: ['/api/leaderboard', { limit: '5' }],
  myRow: ['/api/leaderboard/me'],
  standings: ['/api/leaderboard/show', SHOW, { limit: '5' }],
  myStanding: ['/api/leaderboard/show', SHOW, 'me'],
  otherStandings: ['/api/leaderboard/show', OTHER],
  setlist: ['/api/shows', SHOW, 'setlist'],
  otherSetlist: ['/api/shows', OTHER, 'setlist'],
  show: ['/api/shows', SHOW],
  shows: ['/api/shows'],
  live: ['/api/shows/live'],
  upcoming: ['/api/shows/upcoming'],
  songs: ['/api/songs'],
  top: ['/api/statistics/top-songs'],
  band: ['/api/band'],
};

test.each<[RealtimeMessage['event'], (keyof typeof KEYS)[]]>([
  ['scores:update', ['user', 'mine', 'prediction', 'board', 'myRow', 'standings', 'myStanding']],
  ['setlist:update', ['setlist', 'standings', 'myStanding', 'songs', 'top']],
  [
    'show:status',
    [
      ...(['live', 'upcoming', 'shows', 'show', 'mine', 'prediction'] as const),
      ...(['standings', 'myStanding', 'songs', 'top'] as const),
    ],
  ],
])('%s fetches %j', async (name, expected) => {
  for (const key of Object.values(KEYS)) await show(...key);
  await hearAndWait(event(name, 1));
  const namesOf = Object.entries(KEYS).map(([key, parts]) => [parts.join('/'), key]);
  const names = Object.fromEntries(namesOf);
  expect(fetched.map((url) => names[url]).toSorted()).toEqual(expected.toSorted());
});

test('an older or equal version of the same kind and show is ignored', async () => {
  await show(...KEYS.setlist);
  await hearAndWait(event('setlist:update', 7));
  await hearAndWait(event('setlist:update', 7));
  await hearAndWait(event('setlist:update', 6));
  expect(fetched).toHaveLength(1);
  await hearAndWait(event('setlist:update', 8));
  expect(fetched).toHaveLength(2);
});

test('another kind, and another show, count their own versions', async () => {
  await show(...KEYS.standings);
  await show(...KEYS.otherSetlist);
  await hearAndWait(event('setlist:update', 9));
  await hearAndWait(event('scores:update', 1));
  await hearAndWait(event('setlist:update', 2, { showId: OTHER }));
  expect(fetched).toEqual([
    KEYS.standings.join('/'),
    KEYS.standings.join('/'),
    KEYS.otherSetlist.join('/'),
  ]);
});

test('the fetch waits for a delay that grows with the audience', async () => {
  await show(...KEYS.setlist);
  refetcher.hear(event('setlist:update', 1, { audience: 5_000 }));
  await vi.advanceTimersByTimeAsync(refetchSpread(5_000) - 1);
  expect(fetched).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(fetched).toHaveLength(1);
});

test('events inside one delay are one fetch', async () => {
  await show(...KEYS.standings);
  refetcher.hear(event('setlist:update', 1));
  refetcher.hear(event('setlist:update', 2));
  await hearAndWait(event('scores:update', 3));
  expect(fetched).toHaveLength(1);
});

test('on a slow line events gather: one fetch runs, one follows, each comes to its end', async () => {
  await show(...KEYS.setlist);
  slowness = 5_000;
  for (let version = 1; version <= 20; version += 1) {
    refetcher.hear(event('setlist:update', version));
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(fetched.length).toBeLessThanOrEqual(4);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(client.getQueryState(KEYS.setlist)).toMatchObject({
    fetchStatus: 'idle',
    isInvalidated: false,
  });
});

test('what is told while a slow refetch runs is read after it', async () => {
  await show(...KEYS.setlist);
  slowness = 5_000;
  // Two inside one delay, which are one fetch; beside it no other runs.
  refetcher.hear(event('setlist:update', 1));
  await hearAndWait(event('setlist:update', 2));
  await hearAndWait(event('setlist:update', 3));
  expect(fetched).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fetched).toHaveLength(2);
});

test('a first reading that was under way when the event came is read once more', async () => {
  slowness = 2_000;
  watch(...KEYS.setlist);
  await hearAndWait(event('setlist:update', 1));
  expect(fetched).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(fetched).toHaveLength(2);
});

test('a reopening fetches all that is shown but the band, and listens to any version', async () => {
  await show(...KEYS.songs);
  await show(...KEYS.setlist);
  await show(...KEYS.band);
  await hearAndWait(event('setlist:update', 50));
  fetched = [];
  refetcher.catchUp(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(fetched.toSorted()).toEqual([KEYS.setlist.join('/'), KEYS.songs.join('/')].toSorted());
  await hearAndWait(event('setlist:update', 3));
  expect(fetched.filter((url) => url === KEYS.setlist.join('/'))).toHaveLength(2);
});

test('who has caught up is told so when all of it has been read', async () => {
  await show(...KEYS.songs);
  slowness = 3_000;
  const onDone = vi.fn();
  refetcher.catchUp(true, onDone);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(onDone).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(onDone).toHaveBeenCalledOnce();
});

test('what was asked over a line that is gone, and never answered, holds up nothing', async () => {
  await show(...KEYS.setlist);
  slowness = 3_600_000;
  await hearAndWait(event('setlist:update', 1));
  slowness = 0;
  const onDone = vi.fn();
  refetcher.catchUp(true, onDone);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(onDone).toHaveBeenCalledOnce();
  fetched = [];
  await hearAndWait(event('setlist:update', 2));
  expect(fetched).toHaveLength(1);
});

test('a first opening fetches the lists of show night only', async () => {
  for (const key of Object.values(KEYS)) await show(...key);
  refetcher.catchUp(false);
  await vi.advanceTimersByTimeAsync(1_000);
  const { live, setlist, otherSetlist, standings, otherStandings, myStanding } = KEYS;
  expect(fetched.toSorted()).toEqual(
    [live, setlist, otherSetlist, standings, otherStandings, myStanding]
      .map((key) => key.join('/'))
      .toSorted(),
  );
});

test('what no page shows is only marked', async () => {
  client.setQueryData(KEYS.setlist, []);
  await hearAndWait(event('setlist:update', 1));
  expect(fetched).toEqual([]);
  expect(client.getQueryState(KEYS.setlist)?.isInvalidated).toBe(true);
});

test('stopped, it fetches nothing more, also after what was under way', async () => {
  await show(...KEYS.setlist);
  refetcher.hear(event('setlist:update', 1));
  refetcher.stop();
  expect(vi.getTimerCount()).toBe(0);
  refetcher = createRefetcher(client, () => 1);
  slowness = 2_000;
  await hearAndWait(event('setlist:update', 2));
  await hearAndWait(event('setlist:update', 3));
  refetcher.stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(fetched).toHaveLength(1);
});
