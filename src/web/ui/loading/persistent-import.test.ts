import { expect, test, vi } from 'vitest';
import { persistentImport } from './persistent-import.ts';

test('loads a module once for parallel and repeated calls', async () => {
  const load = vi.fn(async () => ({ state: {} }));
  const get = persistentImport(load);
  const [first, second] = await Promise.all([get(), get()]);
  expect(second).toBe(first);
  expect(await get()).toBe(first);
  expect(load).toHaveBeenCalledTimes(1);
});

test('retries a failed load and keeps the loaded module', async () => {
  const module = { state: {} };
  const load = vi.fn(async () => module);
  load.mockRejectedValueOnce(new TypeError('Importing a module script failed.'));
  const get = persistentImport(load);
  await expect(get()).rejects.toThrow('Importing a module script failed.');
  expect(await get()).toBe(module);
  expect(await get()).toBe(module);
  expect(load).toHaveBeenCalledTimes(2);
});

test('shares one failed attempt between parallel calls', async () => {
  const load = vi.fn(() => Promise.reject(new TypeError('Importing a module script failed.')));
  const get = persistentImport(load);
  const results = await Promise.allSettled([get(), get()]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(load).toHaveBeenCalledTimes(1);
});
