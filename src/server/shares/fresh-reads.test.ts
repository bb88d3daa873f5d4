import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, vi } from 'vitest';
import { createGate } from '../../../tests/support/gate.ts';
import { createFreshReads } from './fresh-reads.ts';

it('reads twice for a crowd: once for the first request and once for all that came in between', async () => {
  let [state, reads] = [0, 0];
  const [begun, goes] = [createGate(), createGate()];
  const read = createFreshReads(async () => {
    reads += 1;
    const seen = state;
    begun.open();
    await goes.opened;
    return seen;
  });
  const first = read('a');
  await begun.opened;
  state = 1;
  const crowd = Array.from({ length: 50 }, () => read('a'));
  goes.open();
  expect(await first).toBe(0);
  expect(new Set(await Promise.all(crowd))).toEqual(new Set([1]));
  expect(reads).toBe(2);
});

it('continues after a failed read', async () => {
  const begun = createGate();
  const answers = [() => Promise.reject(new Error('cut')), () => Promise.resolve('back')];
  const read = createFreshReads(() => {
    begun.open();
    return (answers.shift() ?? (() => Promise.resolve('end')))();
  });
  const one = read('a');
  const two = begun.opened.then(() => read('a'));
  await expect(one).rejects.toThrow('cut');
  expect(await two).toBe('back');
  expect(await read('a')).toBe('end');
});

it('keeps nothing about a key without waiting requests', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const answers: WeakRef<object>[] = [];
  const read = createFreshReads(async (key) => {
    const answer = { key };
    answers.push(new WeakRef(answer));
    if (key === 'cut') throw answer;
    return answer;
  });
  for (const key of ['a', 'b', 'cut']) await read(key).then(Boolean, Boolean);
  await Promise.all([read('crowd'), read('crowd')]);
  expect(answers.length).toBe(4);
  // A promise's value is released in a later turn of the event loop.
  await vi.waitFor(() => {
    collectGarbage();
    expect(answers.filter((answer) => answer.deref() !== undefined)).toEqual([]);
  });
  // Keeps `read` reachable until the garbage collection.
  expect(read).toBeTypeOf('function');
});
