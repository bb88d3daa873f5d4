import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { deleteSong } from '#contract/songs.ts';
import { HttpError } from './http-error.ts';
import { createMutationCache } from './mutation-cache.ts';
import { mutationFor, runMutation } from './mutation-for.ts';

test('settles a rejected write before the refetch that follows', async () => {
  const client = new QueryClient({ mutationCache: createMutationCache(() => undefined) });
  let fetches = 0;
  const observer = new QueryObserver(client, {
    queryKey: ['shown'],
    queryFn: () => (++fetches === 1 ? 'read' : new Promise<string>(() => undefined)),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const unsubscribe = observer.subscribe(() => undefined);
  await expect.poll(() => observer.getCurrentResult().isSuccess).toBe(true);
  const error = new HttpError(400, JSON.stringify({ message: 'Current password is incorrect' }));
  const mutation = mutationFor(deleteSong, { send: () => Promise.reject(error) });
  await expect(runMutation(client, mutation, { params: { id: 'one' } })).rejects.toBe(error);
  await expect.poll(() => client.isMutating()).toBe(0);
  expect([fetches, client.isFetching()]).toEqual([2, 1]);
  unsubscribe();
  client.clear();
});
