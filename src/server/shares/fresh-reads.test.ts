import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, vi } from 'vitest';
import { createGate } from '../../../tests/support/gate.ts';
import { createFreshReads } from './fresh-reads.ts';

it('reads twice for many requests: once for the first and once for all others', async () => {
  let [state, reads] = [0, 0];
  const [started, gate] = [createGate(), createGate()];
  const freshRead = createFreshReads(async () => {
    reads += 1;
    const value = state;
    started.open();
    await gate.opened;
    return value;
  });
  const firstRead = freshRead('a');
  await started.opened;
  state = 1;
  const crowd = Array.from({ length: 50 }, () => freshRead('a'));
  gate.open();
  expect(await firstRead).toBe(0);
  expect(new Set(await Promise.all(crowd))).toEqual(new Set([1]));
  expect(reads).toBe(2);
});

it('continues after a failed read', async () => {
  const startGate = createGate();
  const results = [() => Promise.reject(new Error('cut')), () => Promise.resolve('back')];
  const freshRead = createFreshReads(() => {
    startGate.open();
    return (results.shift() ?? (() => Promise.resolve('end')))();
  });
  const failedRead = freshRead('a');
  const nextRead = startGate.opened.then(() => freshRead('a'));
  await expect(failedRead).rejects.toThrow('cut');
  expect(await nextRead).toBe('back');
  expect(await freshRead('a')).toBe('end');
});

it("releases a key's data when no request waits for it", async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const results: WeakRef<object>[] = [];
  const freshRead = createFreshReads(async (key) => {
    const result = { key };
    results.push(new WeakRef(result));
    if (key === 'cut') throw result;
    return result;
  });
  for (const key of ['a', 'b', 'cut']) await freshRead(key).then(Boolean, Boolean);
  await Promise.all([freshRead('crowd'), freshRead('crowd')]);
  expect(results.length).toBe(4);
  // A promise's value is released in a later turn of the event loop.
  await vi.waitFor(() => {
    collectGarbage();
    expect(results.filter((result) => result.deref() !== undefined)).toEqual([]);
  });
  // Keeps `read` reachable until the garbage collection.
  expect(freshRead).toBeTypeOf('function');
});
