import { QueryClient, QueryObserver, type UseMutationOptions } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { login } from '#contract/accounts.ts';
import { getBand } from '#contract/band.ts';
import { CHANGES_HEADER, type Change } from '#contract/freshness.ts';
import { getNextSongs } from '#contract/odds.ts';
import { toMessage } from '#contract/realtime.ts';
import { listShows } from '#contract/shows.ts';
import { deleteSong, listSongs } from '#contract/songs.ts';
import { createRefetcher } from '#web/realtime/refetcher.ts';
import type { toast } from '#web/ui/feedback/toast.ts';
import { createMutationCache } from './mutation-cache.ts';
import { mutationFor, runMutation } from './mutation-for.ts';
import { queryFor } from './query-for.ts';
import { buildQueryKey } from './query-key.ts';

const rejectLiveShow = () => Promise.reject(new Error('Unexpected live show request'));

const fetchMock = vi.fn<typeof fetch>();
const notify = vi.fn<typeof toast>();
const queryClient = new QueryClient({ mutationCache: createMutationCache(notify) });
const ID = 'c0ffee00-0000-4000-8000-000000000001';
const params = { id: ID };
/** A new version for each test, because known versions are ignored. */
let song: Change = { topic: 'song', subjectId: ID, version: 7 };

beforeEach(() => {
  song = { ...song, version: song.version + 10 };
  gate = undefined;
  vi.stubGlobal('fetch', fetchMock);
});

afterEach(() => {
  vi.unstubAllGlobals();
  fetchMock.mockReset();
  notify.mockReset();
  for (const stop of stops.splice(0)) stop();
  queryClient.clear();
});

type ReadEndpoint = typeof listShows | typeof listSongs | typeof getBand;
const stops: (() => void)[] = [];
let gate: Promise<void> | undefined;

function createResponse(status: number, body?: unknown, changes: readonly Change[] = []) {
  const text = body === undefined ? null : JSON.stringify(body);
  return new Response(text, {
    status,
    ...(changes.length > 0 && { headers: { [CHANGES_HEADER]: JSON.stringify(changes) } }),
  });
}

function respondWith(...response: Parameters<typeof createResponse>) {
  fetchMock.mockResolvedValueOnce(createResponse(...response));
}

const deletion = mutationFor(deleteSong, {
  successToast: 'Song deleted successfully',
  errorToast: 'Failed to delete song',
});

test('calls `onSuccess` after the toast and before the refetch', async () => {
  const order: string[] = [];
  notify.mockImplementationOnce(() => void order.push('toast'));
  queryClient.setQueryData(buildQueryKey(listSongs), []);
  const unsubscribe = queryClient.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated') order.push('refetch');
  });
  respondWith(204, undefined, [song]);
  const onSuccess = () => void order.push('onSuccess');
  await runMutation(queryClient, { ...deletion, onSuccess }, { params });
  await settle();
  unsubscribe();
  expect(order).toEqual(['toast', 'onSuccess', 'refetch']);
});

async function show(...endpoints: ReadEndpoint[]) {
  const reads = new Map<ReadEndpoint, number>();
  for (const endpoint of endpoints) {
    const observer = new QueryObserver(queryClient, {
      ...queryFor(endpoint),
      queryFn: async () => {
        reads.set(endpoint, (reads.get(endpoint) ?? -1) + 1);
        await gate;
        return reads.get(endpoint);
      },
    } as never);
    stops.push(observer.subscribe(() => {}));
  }
  await settle();
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  return (endpoint: ReadEndpoint) => reads.get(endpoint);
}

test('refetches once when both the response and the socket report a change', async () => {
  const countFetches = await show(listShows, listSongs, getBand);
  respondWith(204, undefined, [song]);
  const refetcher = createRefetcher(queryClient, rejectLiveShow, () => 0);
  const event = toMessage(song, 1);
  refetcher.receive(event);
  await mutateAndSettle(deletion, { params });
  expect([listShows, listSongs, getBand].map(countFetches)).toEqual([0, 1, 0]);
  refetcher.receive(event);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(countFetches(listSongs)).toBe(1);
  refetcher.receive(toMessage({ ...song, version: song.version + 1 }, 1));
  await expect.poll(() => countFetches(listSongs)).toBe(2);
  refetcher.stop();
});

test('waits for a refetch that the socket started instead of starting another', async () => {
  const countFetches = await show(listSongs);
  const refetcher = createRefetcher(queryClient, rejectLiveShow, () => 0);
  let respond: (response: Response) => void = () => {};
  fetchMock.mockReturnValueOnce(
    new Promise((resolve) => {
      respond = resolve;
    }),
  );
  const mutation = mutateAndSettle(deletion, { params });
  let openGate = () => {};
  gate = new Promise((resolve) => {
    openGate = resolve;
  });
  refetcher.receive(toMessage(song, 1));
  await expect.poll(() => countFetches(listSongs)).toBe(1);
  respond(createResponse(204, undefined, [song]));
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(queryClient.isMutating()).toBe(1);
  openGate();
  await mutation;
  expect(countFetches(listSongs)).toBe(1);
  refetcher.stop();
});

test('refetches nothing after a write that changed nothing', async () => {
  const countFetches = await show(listSongs);
  respondWith(204);
  await mutateAndSettle(deletion, { params });
  expect(countFetches(listSongs)).toBe(0);
});

test('refetches a slow query without waiting for it', async () => {
  const odds = queryFor(getNextSongs, { params });
  const observer = new QueryObserver(queryClient, odds);
  fetchMock.mockResolvedValueOnce(createResponse(200, []));
  stops.push(observer.subscribe(() => undefined));
  await expect.poll(() => observer.getCurrentResult().isSuccess).toBe(true);
  const callCount = fetchMock.mock.calls.length;
  respondWith(204, undefined, [song]);
  fetchMock.mockReturnValueOnce(new Promise(() => undefined));
  await mutateAndSettle(deletion, { params });
  expect(fetchMock).toHaveBeenCalledTimes(callCount + 2);
  expect(observer.getCurrentResult().isFetching).toBe(true);
  expect(queryClient.isMutating()).toBe(0);
});

test.each([
  ['a conflict', 1, () => respondWith(409, {})],
  ['a network error', 0, () => fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'))],
  ['an overloaded server', 0, () => respondWith(503, {})],
  ['a server error', 0, () => respondWith(500, {})],
  ['an expired session', 0, () => respondWith(401, {})],
])('after %s, refetches each active query %d times', async (_what, times, respond) => {
  const countFetches = await show(listShows, listSongs, getBand);
  respond();
  await mutateAndSettle(deletion, { params });
  expect([listShows, listSongs, getBand].map(countFetches)).toEqual([times, times, times]);
});

test('refetches nothing after a rejected sign-in', async () => {
  const countFetches = await show(listShows);
  respondWith(400, {});
  await mutateAndSettle(mutationFor(login), { body: { email: 'a', password: 'b' } });
  expect(countFetches(listShows)).toBe(0);
});

test('refetches nothing for a write that is queued offline', async () => {
  const countFetches = await show(listSongs);
  const queued = mutationFor(deleteSong, { send: async () => null as never });
  await mutateAndSettle(queued, { params });
  expect(countFetches(listSongs)).toBe(0);
});

async function mutateAndSettle<Result, Input>(
  options: UseMutationOptions<Result, Error, Input>,
  input: Input,
) {
  await runMutation(queryClient, options, input).catch(() => {});
  await settle();
}

async function settle() {
  await expect.poll(() => queryClient.isMutating()).toBe(0);
}
