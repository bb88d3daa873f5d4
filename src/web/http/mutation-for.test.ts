import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { login, setUserRole } from '#contract/accounts.ts';
import { getBand } from '#contract/band.ts';
import { addSetlistSong, getSetlist } from '#contract/setlists.ts';
import { createShare, getShare } from '#contract/shares.ts';
import { listShows } from '#contract/shows.ts';
import { deleteSong, listSongs } from '#contract/songs.ts';
import type { toast } from '#web/ui/toast.ts';
import { createMutationCache } from './mutation-cache.ts';
import { mutationFor, runMutation } from './mutation-for.ts';
import { keyOf } from './query-key.ts';

const fetched = vi.fn<typeof fetch>();
const told = vi.fn<typeof toast>();
const queryClient = new QueryClient({ mutationCache: createMutationCache(told) });
const ID = 'c0ffee00-0000-4000-8000-000000000001';
const params = { id: ID };

beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
});

afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
  told.mockReset();
  queryClient.clear();
});

function answerWith(status: number, body?: unknown) {
  fetched.mockResolvedValueOnce(
    new Response(body === undefined ? null : JSON.stringify(body), { status }),
  );
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
  queryClient.setQueryData(keyOf(listShows), []);
  const stop = queryClient.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated') order.push('anew');
  });
  answerWith(204);
  const onSuccess = () => void order.push('onSuccess');
  await runMutation(queryClient, { ...removal, onSuccess }, { params });
  await settled();
  stop();
  expect(order).toEqual(['toast', 'onSuccess', 'anew']);
});

test.each([204, 409])(
  'after %d what it may have changed is stale, and nothing else',
  async (status) => {
    for (const endpoint of [listShows, listSongs, getBand])
      queryClient.setQueryData(keyOf(endpoint), []);
    answerWith(status, status === 204 ? undefined : {});
    await runMutation(queryClient, removal, { params }).catch(() => {});
    await settled();
    expect([listShows, listSongs, getBand].map(isStale)).toEqual([true, true, false]);
  },
);

test('signing in makes nothing stale', async () => {
  queryClient.setQueryData(keyOf(listShows), []);
  answerWith(401, {});
  await runMutation(queryClient, mutationFor(login), { body: { email: 'a', password: 'b' } }).catch(
    () => {},
  );
  await settled();
  expect(isStale(listShows)).toBe(false);
});

test('a share that was refused is read anew, and only that', async () => {
  queryClient.setQueryData(keyOf(getShare, params), null);
  queryClient.setQueryData(keyOf(listShows), []);
  answerWith(409, {});
  await runMutation(queryClient, mutationFor(createShare), { params }).catch(() => {});
  await settled();
  expect(queryClient.getQueryState(keyOf(getShare, params))?.isInvalidated).toBe(true);
  expect(isStale(listShows)).toBe(false);
});

test.each([
  ['a broken line', false, () => fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))],
  ['a server at its limits', false, () => answerWith(503, {})],
  ['a refusal', true, () => answerWith(409, {})],
])('a song that meets %s makes the setlist stale: %s', async (_what, isReadAnew, happens) => {
  queryClient.setQueryData(keyOf(getSetlist, params), []);
  happens();
  const input = { params, body: { songId: ID } };
  await runMutation(queryClient, mutationFor(addSetlistSong), input).catch(() => {});
  await settled();
  expect(queryClient.getQueryState(keyOf(getSetlist, params))?.isInvalidated).toBe(isReadAnew);
});

function isStale(endpoint: typeof listShows | typeof listSongs | typeof getBand) {
  return queryClient.getQueryState(keyOf(endpoint))?.isInvalidated;
}

/** The reading anew goes on after the answer. */
async function settled() {
  await vi.waitFor(() => expect(queryClient.isMutating()).toBe(0));
}
