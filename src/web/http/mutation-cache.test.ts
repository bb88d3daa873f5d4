import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { deleteSong } from '#contract/songs.ts';
import { HttpError } from './http-error.ts';
import { createMutationCache } from './mutation-cache.ts';
import { mutationFor, runMutation } from './mutation-for.ts';

test('ends a refused write before the refetch that follows it', async () => {
  const client = new QueryClient({ mutationCache: createMutationCache(() => undefined) });
  let reads = 0;
  const observer = new QueryObserver(client, {
    queryKey: ['shown'],
    queryFn: () => (++reads === 1 ? 'read' : new Promise<string>(() => undefined)),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const stop = observer.subscribe(() => undefined);
  await expect.poll(() => observer.getCurrentResult().isSuccess).toBe(true);
  const refusal = new HttpError(400, JSON.stringify({ message: 'Current password is incorrect' }));
  const write = mutationFor(deleteSong, { send: () => Promise.reject(refusal) });
  await expect(runMutation(client, write, { params: { id: 'one' } })).rejects.toBe(refusal);
  await expect.poll(() => client.isMutating()).toBe(0);
  expect([reads, client.isFetching()]).toEqual([2, 1]);
  stop();
  client.clear();
});
