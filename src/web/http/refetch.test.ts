import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CurrentUser } from '#contract/accounts.ts';
import { getBand } from '#contract/band.ts';
import { listPosts } from '#contract/forum-posts.ts';
import { getThread, listThreads } from '#contract/forums.ts';
import type { Topic } from '#contract/freshness.ts';
import {
  getGlobalLeaderboard,
  getMyGlobalRow,
  getMyShowRow,
  getShowLeaderboard,
} from '#contract/leaderboards.ts';
import { getPrediction, listMyPredictions } from '#contract/predictions.ts';
import { getSetlist } from '#contract/setlists.ts';
import { getShow, listLiveShows, listShows, listUpcomingShows } from '#contract/shows.ts';
import { listSongs } from '#contract/songs.ts';
import { getTopSongs } from '#contract/statistics.ts';
import { sessionQuery } from '#web/session/session-query.ts';
import { queryFor, queryWithTotalFor } from './query-for.ts';
import { refetch } from './refetch.ts';

const SHOW = '00000000-0000-4000-8000-000000000001';
const OTHER = '00000000-0000-4000-8000-000000000002';
const THREAD = '00000000-0000-4000-8000-000000000003';
const ME = '00000000-0000-4000-8000-000000000004';

const QUERIES = {
  user: sessionQuery,
  mine: queryFor(listMyPredictions),
  prediction: queryFor(getPrediction, { params: { id: 'p' } }),
  board: queryFor(getGlobalLeaderboard, { query: { limit: '5' } }),
  myRow: queryFor(getMyGlobalRow),
  standings: queryFor(getShowLeaderboard, { params: { id: SHOW }, query: { limit: '5' } }),
  myStanding: queryFor(getMyShowRow, { params: { id: SHOW } }),
  otherStandings: queryFor(getShowLeaderboard, { params: { id: OTHER } }),
  setlist: queryFor(getSetlist, { params: { id: SHOW } }),
  otherSetlist: queryFor(getSetlist, { params: { id: OTHER } }),
  show: queryFor(getShow, { params: { id: SHOW } }),
  shows: queryFor(listShows),
  live: queryFor(listLiveShows),
  upcoming: queryFor(listUpcomingShows),
  songs: queryFor(listSongs),
  top: queryFor(getTopSongs),
  threads: queryWithTotalFor(listThreads, { query: { limit: '25' } }),
  thread: queryFor(getThread, { params: { id: THREAD } }),
  posts: queryWithTotalFor(listPosts, { params: { id: THREAD }, query: { limit: '25' } }),
  otherThread: queryFor(getThread, { params: { id: OTHER } }),
  band: queryFor(getBand),
};
type Name = keyof typeof QUERIES;

let client: QueryClient;
let fetched: string[];

beforeEach(async () => {
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  for (const [name, { queryKey, meta }] of Object.entries(QUERIES)) {
    client.setQueryData<unknown>(
      queryKey as readonly unknown[],
      name === 'user' ? ({ id: ME } as CurrentUser) : name,
    );
    const queryFn = async () => {
      fetched.push(name);
      return name === 'user' ? { id: ME } : name;
    };
    new QueryObserver<unknown>(client, { queryKey, queryFn, ...(meta && { meta }) }).subscribe(
      () => {},
    );
  }
  fetched = [];
});

test.each<[Topic, string | null, Name[]]>([
  ['thread', THREAD, ['posts', 'thread', 'threads']],
  ['thread', null, ['otherThread', 'posts', 'thread', 'threads']],
  ['song', 's', ['mine', 'otherSetlist', 'prediction', 'setlist', 'songs', 'top']],
  ['catalogue', 's', ['songs']],
  ['username', ME, ['board', 'myRow', 'myStanding', 'otherThread', 'posts', 'thread', 'threads']],
  ['username', OTHER, ['board', 'otherThread', 'posts', 'thread', 'threads']],
  ['prediction', ME, ['mine', 'myStanding', 'prediction']],
  ['account', OTHER, []],
  ['entrants', SHOW, ['standings']],
  [
    'show',
    null,
    [
      ...(['live', 'mine', 'myStanding', 'otherSetlist', 'otherStandings', 'otherThread'] as const),
      ...(['prediction', 'setlist', 'show', 'shows', 'songs', 'standings', 'thread'] as const),
      ...(['threads', 'top', 'upcoming'] as const),
    ],
  ],
])('refetches on a change of %s %s: %j', async (topic, subjectId, expected) => {
  await refetch(client, [{ topic, subjectId, version: 1 }]);
  expect(fetched.toSorted()).toEqual(expected);
});

test('refetches a query without declared dependencies on any change', async () => {
  const queryFn = async () => fetched.push('undeclared');
  new QueryObserver<unknown>(client, {
    queryKey: ['undeclared'],
    queryFn,
    initialData: 0,
  }).subscribe(() => {});
  await refetch(client, [{ topic: 'sessions', subjectId: ME, version: 1 }]);
  expect(fetched).toEqual(['undeclared']);
});

describe('a query that depends on the change', () => {
  const SONG = [{ topic: 'song', subjectId: 's', version: 1 }] as const;

  function read(queryKey: string[], respond: () => Promise<unknown>) {
    const fetches = { times: 0 };
    const queryFn = () => {
      fetches.times += 1;
      return respond();
    };
    const meta = { dependsOn: ['song'] as const };
    const options = { queryKey, queryFn, meta, retry: false };
    new QueryObserver<unknown>(client, options).subscribe(() => {});
    return fetches;
  }
  const respondSoon = () => new Promise((resolve) => setTimeout(resolve, 5, 'data'));

  test('is the only query fetched again if its first fetch is in flight', async () => {
    const slow = read(['slow'], respondSoon);
    const other = ['/api/band'];
    client.setQueryData(other, 'cached');
    new QueryObserver(client, { queryKey: other, meta: { dependsOn: [] } }).subscribe(() => {});
    await refetch(client, SONG);
    expect(slow.times).toBe(2);
    expect(client.getQueryState(other)?.isInvalidated).toBe(false);
  });

  test('is fetched once more, not twice, if a refetch is in flight', async () => {
    const slow = read(['slow'], respondSoon);
    await expect.poll(() => client.getQueryData(['slow'])).toBe('data');
    void client.refetchQueries({ queryKey: ['slow'] });
    await refetch(client, SONG);
    expect(slow.times).toBe(3);
  });

  test.each([
    ['', undefined],
    [' that has data', 'old data'],
  ])('cancels a prefetch%s, so its page fetches the current state', async (_, oldData) => {
    const queryKey = ['prefetched'];
    client.setQueryDefaults(queryKey, { staleTime: Infinity });
    if (oldData) client.setQueryData(queryKey, oldData);
    await client.invalidateQueries({ queryKey });
    let data = 'before the change';
    const respondLater = () => respondSoon().then(() => data);
    void client.prefetchQuery({ queryKey, queryFn: respondLater, meta: { dependsOn: ['song'] } });
    await refetch(client, SONG);
    data = 'current';
    const page = read(queryKey, respondLater);
    await expect.poll(() => client.getQueryData(queryKey)).toBe('current');
    expect(page.times).toBe(1);
    expect(client.getQueryState(queryKey)?.isInvalidated).toBe(false);
  });

  test('is fetched once more if it had failed', async () => {
    const failing = read(['failing'], () => Promise.reject(new Error('failed')));
    await expect.poll(() => client.getQueryState(['failing'])?.status).toBe('error');
    await refetch(client, SONG);
    expect(failing.times).toBe(2);
  });
});
