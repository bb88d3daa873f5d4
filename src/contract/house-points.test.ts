import { expect, test } from 'vitest';
import {
  computeHouseStats,
  formatBeatenPlayers,
  formatSatOut,
  formatTwentySatOut,
  scoreHousePlayers,
} from './house-points.ts';

test.each([
  [[], 'You beat none of the house players this time.'],
  [['archivist'], 'You beat 1 house player: The Archivist.'],
  [['optimist', 'notebook'], 'You beat 2 house players: The Notebook and The Optimist.'],
  [
    ['optimist', 'notebook', 'archivist'],
    'You beat 3 house players: The Notebook, The Archivist and The Optimist.',
  ],
] as const)('names the beaten players %j', (beaten, text) => {
  expect(formatBeatenPlayers(beaten)).toBe(text);
});

test('explains why the house players skipped a show', () => {
  expect(formatSatOut(4)).toContain('at least 10 setlists, and 4 had been');
  expect(formatSatOut(0)).toContain('and none had been');
});

test('explains why The Twenty skipped a show', () => {
  expect(formatTwentySatOut(4)).toContain('at least 5 sheets of its fans, and only 4 counted');
  expect(formatTwentySatOut(0)).toContain('and none counted');
});

const [ember, fathom] = ['ember', 'fathom'];
const night = {
  learntFrom: 12,
  players: [
    { player: 'notebook' as const, songs: [{ songId: fathom, position: 1 }] },
    { player: 'optimist' as const, songs: [{ songId: ember, position: 1 }] },
  ],
};
const setlist = [
  { songId: ember, position: 1, isCloser: false },
  { songId: fathom, position: 2, isCloser: false },
];

test('scores house players like any prediction, highest first', () => {
  expect(scoreHousePlayers(night, { status: 'live' }, setlist)).toEqual([
    { player: 'optimist', points: 41 },
    { player: 'notebook', points: 10 },
  ]);
});

test('ignores a house player from a later version', () => {
  const oracle = { player: 'oracle' as 'notebook', songs: [{ songId: ember, position: 1 }] };
  const players = [oracle, ...night.players];
  expect(scoreHousePlayers({ players }, { status: 'live' }, setlist)).toHaveLength(2);
});

test('gives no points before a show is live, even if its setlist has songs', () => {
  for (const status of ['open', 'postponed'])
    expect(scoreHousePlayers(night, { status }, setlist).map(({ points }) => points)).toEqual([
      0, 0,
    ]);
});

test('averages over the shows that a house player predicted', () => {
  const show = {
    id: 'a',
    name: 'A',
    date: '2030-01-01T00:00:00Z',
    timeZone: 'UTC',
    tourName: null,
  };
  const firstNight = [
    { player: 'notebook' as const, points: 60, beatenBy: 1 },
    { player: 'optimist' as const, points: 10, beatenBy: 3 },
  ];
  const secondNight = [{ player: 'notebook' as const, points: 90, beatenBy: 0 }];
  const nights = [
    { show, fans: 3, players: firstNight },
    { show, fans: 1, players: secondNight },
  ];
  expect(computeHouseStats(nights)).toEqual([
    { player: 'notebook', gamesPlayed: 2, averageScore: 75, beatenShare: 0.25 },
    { player: 'optimist', gamesPlayed: 1, averageScore: 10, beatenShare: 1 },
  ]);
  expect(computeHouseStats([])).toEqual([]);
  const showWithoutFans = [{ show, fans: 0, players: secondNight }];
  expect(computeHouseStats(showWithoutFans)).toMatchObject([{ averageScore: 90, beatenShare: 0 }]);
});
