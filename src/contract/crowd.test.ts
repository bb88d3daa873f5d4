import { expect, test } from 'vitest';
import { compareCrowd, formatShare, listFavorites } from './crowd.ts';

test('compares the most called songs with the songs played, rarest right calls first', () => {
  const song = (title: string, calls: number) => ({
    ...{ songId: title, title, calls, openerCalls: calls, closerCalls: 0 },
    positions: [calls],
  });
  const called = Array.from({ length: 26 }, (_, n) => song(`Song ${n}`, 100 - n));
  const crowd = { sheets: 100, songs: called };
  const played = ['Song 25', 'Song 1', 'Song 0', 'Never called', 'Song 1'];
  const setlist = played.map((title) => ({ song: { id: title, title } }));
  expect(compareCrowd(crowd, setlist)).toEqual({
    played: 4,
    known: 2,
    rarestCalls: [
      { title: 'Song 25', calls: 75 },
      { title: 'Song 1', calls: 99 },
      { title: 'Song 0', calls: 100 },
    ],
    missed: ['Never called'],
  });
  const favorites = listFavorites(crowd, 'openerCalls', 2);
  expect(favorites.map(({ title }) => title)).toEqual(['Song 0', 'Song 1']);
  expect(listFavorites(crowd, 'closerCalls', 2)).toEqual([]);
});

test.each([
  [0, 412, '0%'],
  [1, 412, '<1%'],
  [206, 412, '50%'],
  [411, 412, '99%'],
  [412, 412, '100%'],
])('formats %i of %i sheets as %s', (calls, sheets, share) => {
  expect(formatShare(calls, sheets)).toBe(share);
});
