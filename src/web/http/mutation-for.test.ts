import { QueryClient, QueryObserver, type UseMutationOptions } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { login, setUserRole } from '#contract/accounts.ts';
import { getBand } from '#contract/band.ts';
import { CHANGES_HEADER, type Change } from '#contract/freshness.ts';
import { getNextSongs } from '#contract/odds.ts';
import { messageOf } from '#contract/realtime.ts';
import { listShows } from '#contract/shows.ts';
import { deleteSong, listSongs } from '#contract/songs.ts';
import type { toast } from '#web/ui/feedback/toast.ts';
import { createRefetcher } from './freshness.ts';
import { createMutationCache } from './mutation-cache.ts';
import { mutationFor, runMutation } from './mutation-for.ts';
import { queryFor } from './query-for.ts';
import { keyOf } from './query-key.ts';

const noNight = () => Promise.reject(new Error('No night was to be read'));

const fetched = vi.fn<typeof fetch>();
const told = vi.fn<typeof toast>();
const queryClient = new QueryClient({ mutationCache: createMutationCache(told) });
const ID = 'c0ffee00-0000-4000-8000-000000000001';
const params = { id: ID };
/** Another one each time: what was heard before is no news. */
let song: Change = { topic: 'song', subjectId: ID, version: 7 };

beforeEach(() => {
  song = { ...song, version: song.version + 10 };
  gate = undefined;
  vi.stubGlobal('fetch', fetched);
});

afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
  told.mockReset();
  for (const stop of stops.splice(0)) stop();
  queryClient.clear();
});

type Readable = typeof listShows | typeof listSongs | typeof getBand;
const stops: (() => void)[] = [];
/** What every reading waits for. */
let gate: Promise<void> | undefined;

function responseOf(status: number, body?: unknown, changes: readonly Change[] = []) {
  const text = body === undefined ? null : JSON.stringify(body);
  return new Response(text, {
    status,
    ...(changes.length > 0 && { headers: { [CHANGES_HEADER]: JSON.stringify(changes) } }),
  });
}

function answerWith(...response: Parameters<typeof responseOf>) {
  fetched.mockResolvedValueOnce(responseOf(...response));
}

const removal = mutationFor(deleteSong, {
  done: 'Song deleted successfully',
  failed: 'Failed to delete song',
});

test('a success is told, by a sentence or by what its answer says', async () => {
  answerWith(204);
  await runMutation(queryClient, removal, { params });
  expect(told).toHaveBeenLastCalledWith({
    title: 'Success',
    description: 'Song deleted successfully',
  });

  answerWith(200, { username: 'ada', isAdmin: true });
  const role = mutationFor(setUserRole, {
    done: ({ username }, { body }) => ({
      title: 'Role changed',
      description: `${username}: ${body.isAdmin}`,
    }),
  });
  await runMutation(queryClient, role, { params, body: { isAdmin: true } });
  expect(told).toHaveBeenLastCalledWith({ title: 'Role changed', description: 'ada: true' });
  expect(told).toHaveBeenCalledTimes(2);
});

test("a refusal is told by the server's sentence, or else by the mutation's", async () => {
  answerWith(409, { message: 'It is live.' });
  await expect(runMutation(queryClient, removal, { params })).rejects.toThrow('409');
  expect(told).toHaveBeenLastCalledWith({
    title: 'Error',
    description: 'It is live.',
    variant: 'destructive',
  });

  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const titled = mutationFor(deleteSong, {
    failed: { title: 'Not deleted', description: 'Try again.' },
  });
  await expect(runMutation(queryClient, titled, { params })).rejects.toThrow('fetch');
  expect(told).toHaveBeenLastCalledWith({
    title: 'Not deleted',
    description: 'Try again.',
    variant: 'destructive',
  });
});

test('without sentences nothing is told', async () => {
  answerWith(204);
  await runMutation(queryClient, mutationFor(deleteSong), { params });
  answerWith(500, { message: 'Something went wrong.' });
  await expect(runMutation(queryClient, mutationFor(deleteSong), { params })).rejects.toThrow();
  expect(told).not.toHaveBeenCalled();
});

test('what is specific to the call follows its toast, before the reading anew', async () => {
  const order: string[] = [];
  told.mockImplementationOnce(() => void order.push('toast'));
  queryClient.setQueryData(keyOf(listSongs), []);
  const stop = queryClient.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated') order.push('anew');
  });
  answerWith(204, undefined, [song]);
  const onSuccess = () => void order.push('onSuccess');
  await runMutation(queryClient, { ...removal, onSuccess }, { params });
  await settled();
  stop();
  expect(order).toEqual(['toast', 'onSuccess', 'anew']);
});

/** Puts readings on the page; answers how often each is read from then on. */
async function show(...endpoints: Readable[]) {
  const reads = new Map<Readable, number>();
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
  await settled();
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  return (endpoint: Readable) => reads.get(endpoint);
}

test('what the answer says has changed is read anew, once, also where the socket tells it too', async () => {
  const readsOf = await show(listShows, listSongs, getBand);
  answerWith(204, undefined, [song]);
  const refetcher = createRefetcher(queryClient, noNight, () => 0);
  const told = messageOf(song, 1);
  refetcher.hear(told);
  await mutateAndSettle(removal, { params });
  expect([listShows, listSongs, getBand].map(readsOf)).toEqual([0, 1, 0]);
  refetcher.hear(told);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(readsOf(listSongs)).toBe(1);
  // Somebody else's.
  refetcher.hear(messageOf({ ...song, version: song.version + 1 }, 1));
  await expect.poll(() => readsOf(listSongs)).toBe(2);
  refetcher.stop();
});

test('a reading that the socket has begun is waited for, and not begun again', async () => {
  const readsOf = await show(listSongs);
  const refetcher = createRefetcher(queryClient, noNight, () => 0);
  let answer: (response: Response) => void = () => {};
  fetched.mockReturnValueOnce(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  const settling = mutateAndSettle(removal, { params });
  let open = () => {};
  gate = new Promise((resolve) => {
    open = resolve;
  });
  refetcher.hear(messageOf(song, 1));
  await expect.poll(() => readsOf(listSongs)).toBe(1);
  answer(responseOf(204, undefined, [song]));
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(queryClient.isMutating()).toBe(1);
  open();
  await settling;
  expect(readsOf(listSongs)).toBe(1);
  refetcher.stop();
});

test('a write that changed nothing reads nothing anew', async () => {
  const readsOf = await show(listSongs);
  answerWith(204);
  await mutateAndSettle(removal, { params });
  expect(readsOf(listSongs)).toBe(0);
});

test('what takes seconds to be made anew is read, and nothing waits for it', async () => {
  const odds = queryFor(getNextSongs, { params });
  const observer = new QueryObserver(queryClient, odds);
  fetched.mockResolvedValueOnce(responseOf(200, []));
  stops.push(observer.subscribe(() => undefined));
  await expect.poll(() => observer.getCurrentResult().isSuccess).toBe(true);
  const before = fetched.mock.calls.length;
  answerWith(204, undefined, [song]);
  fetched.mockReturnValueOnce(new Promise(() => undefined));
  await mutateAndSettle(removal, { params });
  expect(fetched).toHaveBeenCalledTimes(before + 2);
  expect(observer.getCurrentResult().isFetching).toBe(true);
  expect(queryClient.isMutating()).toBe(0);
});

test.each([
  ['a refusal', 1, () => answerWith(409, {})],
  ['a broken line', 0, () => fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))],
  ['a server at its limits', 0, () => answerWith(503, {})],
  ['a failure of the server', 0, () => answerWith(500, {})],
  ['the end of the session', 0, () => answerWith(401, {})],
])('after %s all that is shown is read anew: %d', async (_what, times, happens) => {
  const readsOf = await show(listShows, listSongs, getBand);
  happens();
  await mutateAndSettle(removal, { params });
  expect([listShows, listSongs, getBand].map(readsOf)).toEqual([times, times, times]);
});

test('signing in that is refused reads nothing anew', async () => {
  const readsOf = await show(listShows);
  answerWith(400, {});
  await mutateAndSettle(mutationFor(login), { body: { email: 'a', password: 'b' } });
  expect(readsOf(listShows)).toBe(0);
});

test('what waits on this device for a line has changed nothing yet', async () => {
  const readsOf = await show(listSongs);
  const waiting = mutationFor(deleteSong, { send: async () => null as never });
  await mutateAndSettle(waiting, { params });
  expect(readsOf(listSongs)).toBe(0);
});

/** Until its reading anew is over, which is when a form is told. */
async function mutateAndSettle<Answer, Input>(
  options: UseMutationOptions<Answer, Error, Input>,
  input: Input,
) {
  await runMutation(queryClient, options, input).catch(() => {});
  await settled();
}

/** The reading anew goes on after the answer. */
async function settled() {
  await expect.poll(() => queryClient.isMutating()).toBe(0);
}
