import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getSetlist } from '#contract/setlists.ts';
import { listSongs } from '#contract/songs.ts';
import { createRefetcher } from './freshness.ts';
import { HttpError } from './http-error.ts';
import { queryFor } from './query-for.ts';

// The socket is there, and calls don't get through.

const SHOW = '00000000-0000-4000-8000-000000000001';
const setlist = queryFor(getSetlist, { params: { id: SHOW } });
const songs = queryFor(listSongs);

let client: QueryClient;
let refetcher: ReturnType<typeof createRefetcher>;
/** Why the setlist can't be read. */
let failure: Error | undefined;
let asked: Record<'setlist' | 'songs', number>;

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
        asked[name as keyof typeof asked] += 1;
        if (failure && name === 'setlist') throw failure;
        return name;
      },
    }).subscribe(() => {});
  asked = { setlist: 0, songs: 0 };
  await vi.advanceTimersByTimeAsync(0);
  asked = { setlist: 0, songs: 0 };
});

afterEach(() => {
  refetcher.stop();
  client.clear();
  vi.useRealTimers();
});

test('a page has caught up once all is read: what got no answer is read again, and nothing else is', async () => {
  failure = new TypeError('Failed to fetch');
  const onDone = vi.fn();
  refetcher.catchUp(true, onDone);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(asked).toEqual({ setlist: 1, songs: 1 });
  expect(onDone).not.toHaveBeenCalled();
  failure = undefined;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked).toEqual({ setlist: 2, songs: 1 });
  expect(onDone).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(200_000);
  expect(asked).toEqual({ setlist: 2, songs: 1 });
});

test('a refusal is an answer: it is not asked for again, and the page has caught up', async () => {
  failure = new HttpError(403, 'Forbidden');
  const onDone = vi.fn();
  refetcher.catchUp(true, onDone);
  await vi.advanceTimersByTimeAsync(200_000);
  expect(asked).toEqual({ setlist: 1, songs: 1 });
  expect(onDone).toHaveBeenCalledOnce();
});

test('a server at its limits is asked less and less often', async () => {
  failure = new HttpError(503, 'Service Unavailable');
  refetcher.catchUp(true);
  const askedWithin = async (seconds: number) => {
    const before = asked.setlist;
    await vi.advanceTimersByTimeAsync(seconds * 1_000);
    return asked.setlist - before;
  };
  expect(await askedWithin(16)).toBe(3);
  expect(await askedWithin(60)).toBe(2);
  expect(await askedWithin(600)).toBe(7);
});

test('news do not wait for the next attempt, and bring what was unread along', async () => {
  failure = new HttpError(503, 'Service Unavailable');
  refetcher.catchUp(true);
  await vi.advanceTimersByTimeAsync(76_000);
  failure = undefined;
  const data = { topic: 'song', subjectId: SHOW, version: 1, audience: 0 } as const;
  refetcher.hear({ event: 'topic:update', data });
  asked = { setlist: 0, songs: 0 };
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).toEqual({ setlist: 1, songs: 1 });
});

test('news that come while an attempt is under way do not wait for the next', async () => {
  failure = new HttpError(503, 'Service Unavailable');
  refetcher.catchUp(true);
  refetcher.hear({
    event: 'topic:update',
    data: { topic: 'band', subjectId: SHOW, version: 1, audience: 0 },
  });
  vi.advanceTimersByTime(0);
  const data = { topic: 'song', subjectId: SHOW, version: 1, audience: 0 } as const;
  refetcher.hear({ event: 'topic:update', data });
  await vi.advanceTimersByTimeAsync(100);
  expect(asked.songs).toBe(2);
});

test('a page that is left asks no more for what was under way', async () => {
  failure = new HttpError(503, 'Service Unavailable');
  refetcher.catchUp(true);
  vi.advanceTimersByTime(0);
  refetcher.stop();
  await vi.advanceTimersByTimeAsync(200_000);
  expect(asked.setlist).toBeLessThanOrEqual(1);
});
