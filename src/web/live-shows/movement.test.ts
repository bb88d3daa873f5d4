import { expect, it } from 'vitest';
import { countRanksGained, type RankState, updateRankState } from './movement.ts';

function trackMovements(...standings: [songCount: number, rank: number][]) {
  let rankState: RankState | undefined;
  return standings.map(([songCount, rank]) => {
    rankState = updateRankState(rankState, { songCount, rank });
    return countRanksGained(rankState);
  });
}

it.each<[string, [number, number][], (number | null)[]]>([
  [
    'rank changes with each song',
    [
      [3, 8],
      [4, 6],
      [5, 9],
    ],
    [null, 2, -3],
  ],
  [
    'a song that changes no rank',
    [
      [3, 8],
      [4, 8],
    ],
    [null, 0],
  ],
  [
    'the first song, before which everyone shares rank 1',
    [
      [0, 1],
      [1, 40],
    ],
    [null, null],
  ],
  [
    'a correction without a new song',
    [
      [3, 8],
      [4, 6],
      [4, 5],
    ],
    [null, 2, 3],
  ],
  [
    'a removed song',
    [
      [3, 8],
      [4, 6],
      [3, 8],
      [4, 7],
    ],
    [null, 2, null, 1],
  ],
  [
    'several songs at once',
    [
      [3, 8],
      [7, 2],
    ],
    [null, 6],
  ],
])('tracks the movement for %s', (_, standings, expected) => {
  expect(trackMovements(...standings)).toEqual(expected);
});

it('returns the same object while nothing changes', () => {
  const rankState = updateRankState(
    { songCount: 2, rank: 5, previousRank: 6 },
    { songCount: 3, rank: 4 },
  );
  expect(updateRankState(rankState, { songCount: 3, rank: 4 })).toBe(rankState);
});
