import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type AwayState,
  createAwayState,
  isUserAway,
  type LiveSnapshot,
  updateAwayState,
} from './use-missed-songs.ts';

const createSnapshot = (rowIds: string, isClosed = false): LiveSnapshot => ({
  rowIds: [...rowIds],
  isClosed,
});

/** Applies the steps in order; '-' means hidden or disconnected. */
function follow(...steps: [rows: string, away?: '-' | 'here', closed?: 'closed'][]): AwayState {
  const [first = [''], ...rest] = steps;
  return rest.reduce(
    (state, [rows, away, closed]) =>
      updateAwayState(state, createSnapshot(rows, closed !== undefined), away === '-'),
    createAwayState(createSnapshot(first[0])),
  );
}

test('does not count songs added while the page is visible', () => {
  expect(follow(['a'], ['ab'], ['abc'])).toMatchObject({ isAway: false, addedIds: [] });
});

test('counts songs added while away and keeps them on return', () => {
  expect(follow(['a'], ['a', '-'], ['ab', '-'], ['abc', '-']).addedIds).toEqual(['b', 'c']);
  expect(follow(['a'], ['a', '-'], ['abc'])).toMatchObject({ isAway: false, addedIds: ['b', 'c'] });
  expect(follow(['a'], ['a', '-'], ['ab', '-'], ['ab']).addedIds).toEqual(['b']);
});

test('clears the missed songs with the next song and the next absence', () => {
  expect(follow(['a'], ['a', '-'], ['ab'], ['abc']).addedIds).toEqual([]);
  expect(follow(['a'], ['a', '-'], ['ab'], ['ab', '-']).addedIds).toEqual([]);
});

test('ignores removed, moved and renamed rows', () => {
  expect(follow(['ab'], ['ab', '-'], ['abc', '-'], ['ab', '-'], ['ba']).addedIds).toEqual([]);
});

test('reports a show that closed while away until it is seen', () => {
  expect(follow(['a'], ['a', '-'], ['a', '-', 'closed']).hasClosed).toBe(true);
  expect(follow(['a'], ['a', 'here', 'closed'], ['a', '-', 'closed']).hasClosed).toBe(false);
  const returned = follow(['a'], ['a', '-'], ['a', '-', 'closed'], ['a', 'here', 'closed']);
  expect(updateAwayState(returned, createSnapshot('a', true), true).hasClosed).toBe(false);
});

test('does not count the time before the first connection as away', () => {
  expect(isUserAway({ state: 'closed', wasOpen: false }, false)).toBe(false);
  expect(isUserAway({ state: 'reconnecting', wasOpen: false }, false)).toBe(false);
  expect(isUserAway({ state: 'closed', wasOpen: false }, true)).toBe(true);
  expect(isUserAway({ state: 'open', wasOpen: true }, false)).toBe(false);
  expect(isUserAway({ state: 'closed', wasOpen: true }, false)).toBe(true);
});

test('returns the same object for the same snapshot', () => {
  const step = fc.record({
    rowIds: fc.subarray(['a', 'b', 'c', 'd']),
    isClosed: fc.boolean(),
    isAway: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1 }), (steps) => {
      let state = createAwayState(createSnapshot(''));
      for (const { isAway, ...current } of steps) {
        state = updateAwayState(state, current, isAway);
        const settled = updateAwayState(state, current, isAway);
        expect(updateAwayState(settled, current, isAway)).toBe(settled);
        expect(settled.addedIds).toEqual(state.addedIds);
      }
    }),
  );
});
