import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { getThread, listThreads } from '#contract/forums.ts';
import { getShowLeaderboard } from '#contract/leaderboards.ts';
import { listSongs } from '#contract/songs.ts';
import { queryFor } from '#web/http/query-for.ts';
import { watchTopics } from './watched-topics.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const THREADS = queryFor(listThreads);
const THREAD = queryFor(getThread, { params: { id: ID } });
const STANDINGS = queryFor(getShowLeaderboard, { params: { id: ID } });
const SONGS = queryFor(listSongs);

let client: QueryClient;
let said: string[][];
let watch: ReturnType<typeof watchTopics>;

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, gcTime: 0 } } });
  said = [];
  watch = watchTopics(client, (topics) => said.push([...topics]));
});
afterEach(() => {
  watch.stop();
  client.clear();
});

/** Puts a query on the page; to be taken off again. */
function show({ queryKey, meta }: { queryKey: readonly unknown[]; meta?: object | undefined }) {
  client.setQueryData<unknown>(queryKey, 1);
  return new QueryObserver<unknown>(client, { queryKey, ...(meta && { meta }) }).subscribe(
    () => {},
  );
}

test('what a page shows of the watched topics is said once, and again when that changes', () => {
  show(SONGS);
  expect(said).toEqual([]);
  show(THREADS);
  show(THREAD);
  expect(said).toEqual([['thread']]);
  show(STANDINGS);
  expect(said).toEqual([['thread'], ['entrants', 'thread']]);
  show({ queryKey: ['unsaid'] });
  expect(said).toHaveLength(2);
});

test('what is held no more is no more watched, down to nothing', () => {
  show(THREADS);
  client.removeQueries({ queryKey: THREADS.queryKey });
  expect(said).toEqual([['thread'], []]);
});

test('a new socket is told all of it, and nothing where nothing is watched', () => {
  watch.sayAgain();
  expect(said).toEqual([]);
  show(THREADS);
  watch.sayAgain();
  expect(said).toEqual([['thread'], ['thread']]);
});

test('once stopped it says nothing', () => {
  watch.stop();
  show(THREADS);
  expect(said).toEqual([]);
});
