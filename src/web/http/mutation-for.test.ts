import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setUserRole } from '#contract/accounts.ts';
import { deleteSong } from '#contract/songs.ts';
import type { toast } from '#web/ui/feedback/toast.ts';
import { createMutationCache } from './mutation-cache.ts';
import { mutationFor, runMutation } from './mutation-for.ts';

const fetchMock = vi.fn<typeof fetch>();
const notify = vi.fn<typeof toast>();
const queryClient = new QueryClient({ mutationCache: createMutationCache(notify) });
const params = { id: 'c0ffee00-0000-4000-8000-000000000001' };

beforeEach(() => vi.stubGlobal('fetch', fetchMock));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

function respondWith(status: number, body?: unknown) {
  const text = body === undefined ? null : JSON.stringify(body);
  fetchMock.mockResolvedValueOnce(new Response(text, { status }));
}

const deletion = mutationFor(deleteSong, {
  successToast: 'Song deleted successfully',
  errorToast: 'Failed to delete song',
});

test('shows a toast after a success, from a string or a function of the result', async () => {
  respondWith(204);
  await runMutation(queryClient, deletion, { params });
  expect(notify).toHaveBeenLastCalledWith({
    title: 'Success',
    description: 'Song deleted successfully',
  });

  respondWith(200, { username: 'ada', isAdmin: true });
  const role = mutationFor(setUserRole, {
    successToast: ({ username }, { body }) => ({
      title: 'Role changed',
      description: `${username}: ${body.isAdmin}`,
    }),
  });
  await runMutation(queryClient, role, { params, body: { isAdmin: true } });
  expect(notify).toHaveBeenLastCalledWith({ title: 'Role changed', description: 'ada: true' });
  expect(notify).toHaveBeenCalledTimes(2);
});

test("shows the server's message after a failure, or else the mutation's", async () => {
  respondWith(409, { message: 'It is live.' });
  await expect(runMutation(queryClient, deletion, { params })).rejects.toThrow('409');
  expect(notify).toHaveBeenLastCalledWith({
    title: 'Error',
    description: 'It is live.',
    variant: 'destructive',
  });

  fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const titled = mutationFor(deleteSong, {
    errorToast: { title: 'Not deleted', description: 'Try again.' },
  });
  await expect(runMutation(queryClient, titled, { params })).rejects.toThrow('fetch');
  expect(notify).toHaveBeenLastCalledWith({
    title: 'Not deleted',
    description: 'Try again.',
    variant: 'destructive',
  });
});

test('shows no toast if it has neither `successToast` nor `errorToast`', async () => {
  respondWith(204);
  await runMutation(queryClient, mutationFor(deleteSong), { params });
  respondWith(500, { message: 'Something went wrong.' });
  await expect(runMutation(queryClient, mutationFor(deleteSong), { params })).rejects.toThrow();
  expect(notify).not.toHaveBeenCalled();
});
