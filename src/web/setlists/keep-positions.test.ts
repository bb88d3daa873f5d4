import { expect, it } from 'vitest';
import type { Song } from '#contract/songs.ts';
import { keepPositions } from './keep-positions.ts';

const createSongs = (ids: string) => [...ids].map((id) => ({ id }) as Song);
const reorder = (shown: string, next: string) =>
  keepPositions(createSongs(shown), createSongs(next))
    .map(({ id }) => id)
    .join('');

it.each([
  ['', 'abc', 'abc', 'the first songs keep their order'],
  ['abc', 'cab', 'abc', 'a new order moves no song'],
  ['abc', 'dcb', 'dbc', 'a new song takes the free position'],
  ['abc', 'dea', 'ade', 'a remaining song keeps its position'],
  ['abcd', 'dc', 'dc', 'a song whose position no longer exists takes a free one'],
  ['ab', 'cbad', 'abcd', 'additional positions are filled in order'],
])('shows %j and then %j as %j: %s', (shown, next, expected) => {
  expect(reorder(shown, next)).toBe(expected);
});
