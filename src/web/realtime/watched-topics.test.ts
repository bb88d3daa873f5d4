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
let said: string[];
let watch: ReturnType<typeof watchTopics>;

beforeEach(() => {
  client = new QueryClient();
  said = [];
  watch = watchTopics(client, (topics) => said.push(topics.join()));
});
afterEach(() => {
  watch.stop();
  client.clear();
});

type Shown = typeof SONGS | typeof THREADS | typeof THREAD | typeof BOARD;

function show({ queryKey, meta }: Shown) {
  const options = {
    queryKey: queryKey as readonly unknown[],
    queryFn: async () => 1,
    staleTime: 1e9,
  };
  return new QueryObserver<unknown>(client, { ...options, ...(meta && { meta }) }).subscribe(
    () => {},
  );
}

test('a page that shows something watched says so, once, and what it holds besides', () => {
  show(SONGS);
  expect(said).toEqual([]);
  show(THREAD);
  expect(said).toEqual(['thread']);
  show(THREADS);
  expect(said).toEqual(['thread']);
  show(BOARD);
  expect(said).toEqual(['thread', 'entrants,thread']);
});

test('what a page has left is watched for as long as it is held', () => {
  const leave = show(THREAD);
  leave();
  expect(said).toEqual(['thread']);
  client.removeQueries({ queryKey: THREAD.queryKey });
  expect(said).toEqual(['thread', '']);
});

test('an answer that came with the page is watched once a page shows it', () => {
  client.setQueryData(THREAD.queryKey, { id } as never);
  expect(said).toEqual([]);
  show(THREAD);
  expect(said).toEqual(['thread']);
});

test('a new line is told again, where there is something to tell', () => {
  watch.sayAgain();
  expect(said).toEqual([]);
  show(BOARD);
  watch.sayAgain();
  expect(said).toEqual(['entrants', 'entrants']);
});

test('stopped, it says nothing more', () => {
  watch.stop();
  show(THREAD);
  expect(said).toEqual([]);
});
