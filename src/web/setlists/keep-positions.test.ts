import { expect, it } from 'vitest';
import type { Song } from '#contract/songs.ts';
import { keepPositions } from './keep-positions.ts';

const songs = (ids: string) => [...ids].map((id) => ({ id }) as Song);
const after = (before: string, wanted: string) =>
  keepPositions(songs(before), songs(wanted))
    .map(({ id }) => id)
    .join('');

it.each([
  ['', 'abc', 'abc', 'what is first there comes in its order'],
  ['abc', 'cab', 'abc', 'another order moves nobody'],
  ['abc', 'dcb', 'dbc', 'who is new gets the place that is free'],
  ['abc', 'dea', 'ade', 'who stays stays where it was'],
  ['abcd', 'dc', 'dc', 'whose place is gone gets a free one'],
  ['ab', 'cbad', 'abcd', 'more places are filled in order'],
])('%j, then %j, is %j: %s', (before, wanted, expected) => {
  expect(after(before, wanted)).toBe(expected);
});
