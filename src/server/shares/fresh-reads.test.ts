import { expect, it } from 'vitest';
import { createFreshReads } from './fresh-reads.ts';

it('reads twice for a crowd: once for the first, once for all who came meanwhile', async () => {
  let [state, reads] = [0, 0];
  const read = createFreshReads(async () => {
    reads += 1;
    const seen = state;
    await new Promise((resolve) => setTimeout(resolve, 5));
    return seen;
  });
  const first = read('a');
  await new Promise((resolve) => setTimeout(resolve, 1));
  state = 1;
  const crowd = await Promise.all(Array.from({ length: 50 }, () => read('a')));
  expect(await first).toBe(0);
  expect(new Set(crowd)).toEqual(new Set([1]));
  expect(reads).toBe(2);
});

it('reads on after one has failed', async () => {
  const answers = [() => Promise.reject(new Error('cut')), () => Promise.resolve('back')];
  const read = createFreshReads(() => (answers.shift() ?? (() => Promise.resolve('end')))());
  const [one, two] = [read('a'), new Promise((go) => setTimeout(go, 1)).then(() => read('a'))];
  await expect(one).rejects.toThrow('cut');
  expect(await two).toBe('back');
  expect(await read('a')).toBe('end');
});
