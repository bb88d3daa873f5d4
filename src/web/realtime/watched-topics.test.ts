import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { getThread, listThreads } from '#contract/forums.ts';
import { getShowLeaderboard } from '#contract/leaderboards.ts';
import { listSongs } from '#contract/songs.ts';
import { queryFor } from '#web/http/query-for.ts';
import { watchTopics } from './watched-topics.ts';

const id = '00000000-0000-4000-8000-000000000001';
const SONGS = queryFor(listSongs);
const THREADS = queryFor(listThreads);
const THREAD = queryFor(getThread, { params: { id } });
const BOARD = queryFor(getShowLeaderboard, { params: { id } });

let client: QueryClient;
let sentTopics: string[];
let watch: ReturnType<typeof watchTopics>;

beforeEach(() => {
  client = new QueryClient();
  sentTopics = [];
  watch = watchTopics(client, (topics) => sentTopics.push(topics.join()));
});
afterEach(() => {
  watch.stop();
  client.clear();
});

type WatchedQuery = typeof SONGS | typeof THREADS | typeof THREAD | typeof BOARD;

function show({ queryKey, meta }: WatchedQuery) {
  const options = {
    queryKey: queryKey as readonly unknown[],
    queryFn: async () => 1,
    staleTime: 1e9,
  };
  return new QueryObserver<unknown>(client, { ...options, ...(meta && { meta }) }).subscribe(
    () => {},
  );
}

test('sends the watched topics of the cached queries once per change', () => {
  show(SONGS);
  expect(sentTopics).toEqual([]);
  show(THREAD);
  expect(sentTopics).toEqual(['thread,newPost']);
  show(THREADS);
  expect(sentTopics).toEqual(['thread,newPost']);
  show(BOARD);
  expect(sentTopics).toEqual(['thread,newPost', 'entrants,privacy,thread,newPost']);
});

test('watches the topic of an inactive query until it leaves the cache', () => {
  const unsubscribe = show(THREAD);
  unsubscribe();
  expect(sentTopics).toEqual(['thread,newPost']);
  client.removeQueries({ queryKey: THREAD.queryKey });
  expect(sentTopics).toEqual(['thread,newPost', '']);
});

test('watches the topic of an embedded response when a page shows it', () => {
  client.setQueryData(THREAD.queryKey, { id } as never);
  expect(sentTopics).toEqual([]);
  show(THREAD);
  expect(sentTopics).toEqual(['thread,newPost']);
});

test('watches the subjects of queries after the topics', () => {
  show({ ...THREAD, meta: { ...THREAD.meta, watches: `leagueBoard:${id}` } });
  expect(sentTopics).toEqual([`thread,newPost,leagueBoard:${id}`]);
});

test('resends the topics to a new socket unless there are none', () => {
  watch.resend();
  expect(sentTopics).toEqual([]);
  show(BOARD);
  watch.resend();
  expect(sentTopics).toEqual(['entrants,privacy', 'entrants,privacy']);
});

test('sends nothing after `stop`', () => {
  watch.stop();
  show(THREAD);
  expect(sentTopics).toEqual([]);
});
