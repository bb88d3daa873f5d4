import { expect, test, vi } from 'vitest';
import { persistentImport } from './persistent-import.ts';

test('what has come is loaded once, however often and at once it is asked for', async () => {
  const load = vi.fn(async () => ({ state: {} }));
  const get = persistentImport(load);
  const [first, second] = await Promise.all([get(), get()]);
  expect(second).toBe(first);
  expect(await get()).toBe(first);
  expect(load).toHaveBeenCalledTimes(1);
});

test('what failed is asked for again, and is there once', async () => {
  const module = { state: {} };
  const load = vi.fn(async () => module);
  load.mockRejectedValueOnce(new TypeError('Importing a module script failed.'));
  const get = persistentImport(load);
  await expect(get()).rejects.toThrow('Importing a module script failed.');
  expect(await get()).toBe(module);
  expect(await get()).toBe(module);
  expect(load).toHaveBeenCalledTimes(2);
});

test('two who ask while it fails share one attempt, and its failure', async () => {
  const load = vi.fn(() => Promise.reject(new TypeError('Importing a module script failed.')));
  const get = persistentImport(load);
  const asked = await Promise.allSettled([get(), get()]);
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(load).toHaveBeenCalledTimes(1);
});
