import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getSetlist } from '#contract/setlists.ts';
import { listSongs } from '#contract/songs.ts';
import { HttpError } from '#web/http/http-error.ts';
import { queryFor } from '#web/http/query-for.ts';
import { createRefetcher } from './refetcher.ts';

// The socket is connected, but requests fail.

const SHOW = '00000000-0000-4000-8000-000000000001';
const setlist = queryFor(getSetlist, { params: { id: SHOW } });
const songs = queryFor(listSongs);

let client: QueryClient;
let refetcher: ReturnType<typeof createRefetcher>;
let failure: Error | undefined;
let requests: Record<'setlist' | 'songs', number>;

beforeEach(async () => {
  vi.useFakeTimers();
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  refetcher = createRefetcher(
    client,
    () => Promise.reject(new TypeError('gone')),
    () => 0,
  );
  failure = undefined;
  for (const [name, query] of Object.entries({ setlist, songs }))
    new QueryObserver<string>(client, {
      queryKey: query.queryKey,
      ...(query.meta && { meta: query.meta }),
      queryFn: async () => {
        requests[name as keyof typeof requests] += 1;
        if (failure && name === 'setlist') throw failure;
        return name;
      },
    }).subscribe(() => {});
  requests = { setlist: 0, songs: 0 };
  await vi.advanceTimersByTimeAsync(0);
  requests = { setlist: 0, songs: 0 };
});

afterEach(() => {
  refetcher.stop();
  client.clear();
  vi.useRealTimers();
});

test('retries only failed queries and then calls `onDone`', async () => {
  failure = new TypeError('Failed to fetch');
  const onDone = vi.fn();
  refetcher.catchUp(true, onDone);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(requests).toEqual({ setlist: 1, songs: 1 });
  expect(onDone).not.toHaveBeenCalled();
  failure = undefined;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(requests).toEqual({ setlist: 2, songs: 1 });
  expect(onDone).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(200_000);
  expect(requests).toEqual({ setlist: 2, songs: 1 });
});

test('does not retry a forbidden query and calls `onDone`', async () => {
  failure = new HttpError(403, 'Forbidden');
  const onDone = vi.fn();
  refetcher.catchUp(true, onDone);
  await vi.advanceTimersByTimeAsync(200_000);
  expect(requests).toEqual({ setlist: 1, songs: 1 });
  expect(onDone).toHaveBeenCalledOnce();
});

test('increases the retry delay for an overloaded server', async () => {
  failure = new HttpError(503, 'Service Unavailable');
  refetcher.catchUp(true);
  const countRequestsWithin = async (seconds: number) => {
    const firstCount = requests.setlist;
    await vi.advanceTimersByTimeAsync(seconds * 1_000);
    return requests.setlist - firstCount;
  };
  expect(await countRequestsWithin(16)).toBe(3);
  expect(await countRequestsWithin(60)).toBe(2);
  expect(await countRequestsWithin(600)).toBe(7);
});

test('refetches a new change before the next retry, together with the failed queries', async () => {
  failure = new HttpError(503, 'Service Unavailable');
  refetcher.catchUp(true);
  await vi.advanceTimersByTimeAsync(76_000);
  failure = undefined;
  const data = { topic: 'song', subjectId: SHOW, version: 1, audience: 0 } as const;
  refetcher.receive({ event: 'topic:update', data });
  requests = { setlist: 0, songs: 0 };
  await vi.advanceTimersByTimeAsync(100);
  expect(requests).toEqual({ setlist: 1, songs: 1 });
});

test('refetches a change that arrives during a retry without waiting for the next', async () => {
  failure = new HttpError(503, 'Service Unavailable');
  refetcher.catchUp(true);
  refetcher.receive({
    event: 'topic:update',
    data: { topic: 'band', subjectId: SHOW, version: 1, audience: 0 },
  });
  vi.advanceTimersByTime(0);
  const data = { topic: 'song', subjectId: SHOW, version: 1, audience: 0 } as const;
  refetcher.receive({ event: 'topic:update', data });
  await vi.advanceTimersByTimeAsync(100);
  expect(requests.songs).toBe(2);
});

test('stops retrying after `stop`', async () => {
  failure = new HttpError(503, 'Service Unavailable');
  refetcher.catchUp(true);
  vi.advanceTimersByTime(0);
  refetcher.stop();
  await vi.advanceTimersByTimeAsync(200_000);
  expect(requests.setlist).toBeLessThanOrEqual(1);
});
