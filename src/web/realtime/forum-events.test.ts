import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRefetcher } from './refetcher.ts';

const THREAD = '00000000-0000-4000-8000-000000000001';
const OTHER = '00000000-0000-4000-8000-000000000002';

const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
const refetcher = createRefetcher(client, () => 1);
let fetched: string[] = [];

beforeEach(async () => {
  vi.useFakeTimers();
  for (const queryKey of [
    ['/api/forums/threads', { limit: '100' }, 'counted'],
    ['/api/forums/threads', THREAD],
    ['/api/forums/threads', THREAD, 'posts', { limit: '25' }],
    ['/api/forums/threads', OTHER],
    ['/api/forums/threads', OTHER, 'posts', { limit: '25' }],
    ['/api/shows/live'],
  ]) {
    const queryFn = async () => fetched.push(queryKey.slice(0, 3).join(' '));
    new QueryObserver<number>(client, { queryKey, queryFn }).subscribe(() => {});
  }
  await vi.advanceTimersByTimeAsync(0);
  fetched = [];
});

afterEach(() => {
  refetcher.stop();
  client.clear();
  vi.useRealTimers();
});

async function hear(version: number) {
  fetched = [];
  refetcher.hear({ event: 'forums:update', data: { threadId: THREAD, version, audience: 0 } });
  await vi.advanceTimersByTimeAsync(1_000);
  return fetched;
}

test('a change of a thread fetches that thread and the list, and no other', async () => {
  expect(await hear(1)).toEqual([
    '/api/forums/threads [object Object] counted',
    `/api/forums/threads ${THREAD}`,
    `/api/forums/threads ${THREAD} posts`,
  ]);
});

test('two changes may share a version; an older one is not news', async () => {
  expect(await hear(7)).toHaveLength(3);
  expect(await hear(7)).toHaveLength(3);
  expect(await hear(6)).toEqual([]);
});

test('a first opening fetches what the forums show, as it may have missed a reply', async () => {
  refetcher.catchUp(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(fetched).toHaveLength(6);
});
