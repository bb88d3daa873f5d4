import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Away, isAbsent, type LiveSnapshot, nextAway, startAway } from './away.ts';

const night = (rowIds: string, isClosed = false): LiveSnapshot => ({
  rowIds: [...rowIds],
  isClosed,
});

/** Goes through what a page has, one after another; '-' is out of sight or without a line. */
function follow(...steps: [rows: string, away?: '-' | 'here', closed?: 'closed'][]): Away {
  const [first = [''], ...rest] = steps;
  return rest.reduce(
    (known, [rows, away, closed]) =>
      nextAway(known, night(rows, closed !== undefined), away === '-'),
    startAway(night(first[0])),
  );
}

test('songs that are seen to come were not missed', () => {
  expect(follow(['a'], ['ab'], ['abc'])).toMatchObject({ isAway: false, came: [] });
});

test('songs that come while one is away are counted, and told on return', () => {
  expect(follow(['a'], ['a', '-'], ['ab', '-'], ['abc', '-']).came).toEqual(['b', 'c']);
  expect(follow(['a'], ['a', '-'], ['abc'])).toMatchObject({ isAway: false, came: ['b', 'c'] });
  expect(follow(['a'], ['a', '-'], ['ab', '-'], ['ab']).came).toEqual(['b']);
});

test('what was missed is old with the next song, and with the next time away', () => {
  expect(follow(['a'], ['a', '-'], ['ab'], ['abc']).came).toEqual([]);
  expect(follow(['a'], ['a', '-'], ['ab'], ['ab', '-']).came).toEqual([]);
});

test('a row that is taken back was not missed, nor is one that was moved or renamed', () => {
  expect(follow(['ab'], ['ab', '-'], ['abc', '-'], ['ab', '-'], ['ba']).came).toEqual([]);
});

test('a show that closes meanwhile is told until it is seen; one that was closed is not', () => {
  expect(follow(['a'], ['a', '-'], ['a', '-', 'closed']).hasClosed).toBe(true);
  expect(follow(['a'], ['a', 'here', 'closed'], ['a', '-', 'closed']).hasClosed).toBe(false);
  const back = follow(['a'], ['a', '-'], ['a', '-', 'closed'], ['a', 'here', 'closed']);
  expect(nextAway(back, night('a', true), true).hasClosed).toBe(false);
});

test('a page that is just being opened was not away, whatever comes before its first line', () => {
  expect(isAbsent({ state: 'closed', wasOpen: false }, false)).toBe(false);
  expect(isAbsent({ state: 'reconnecting', wasOpen: false }, false)).toBe(false);
  expect(isAbsent({ state: 'closed', wasOpen: false }, true)).toBe(true);
  expect(isAbsent({ state: 'open', wasOpen: true }, false)).toBe(false);
  expect(isAbsent({ state: 'closed', wasOpen: true }, false)).toBe(true);
});

test('it comes to rest: the same page twice is no change', () => {
  const step = fc.record({
    rowIds: fc.subarray(['a', 'b', 'c', 'd']),
    isClosed: fc.boolean(),
    isAway: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1 }), (steps) => {
      let known = startAway(night(''));
      for (const { isAway, ...has } of steps) {
        known = nextAway(known, has, isAway);
        const settled = nextAway(known, has, isAway);
        expect(nextAway(settled, has, isAway)).toBe(settled);
        expect(settled.came).toEqual(known.came);
      }
    }),
  );
});
