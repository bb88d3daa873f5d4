import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
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

it('keeps nothing of a key that nobody waits for any more', async () => {
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
  // What a promise was settled with is let go of in a later turn.
  await new Promise((go) => setTimeout(go, 5));
  collectGarbage();
  expect(answers.length).toBe(4);
  expect(answers.filter((answer) => answer.deref() !== undefined)).toEqual([]);
  // Nobody uses it before the end: it has to be there until the garbage is collected.
  expect(read).toBeTypeOf('function');
});
