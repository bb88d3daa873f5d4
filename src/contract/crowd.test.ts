import { expect, test } from 'vitest';
import { compareCrowd, compareTitles, formatShare, listFavorites } from './crowd.ts';

const song = (title: string, calls: number, openerCalls = calls, closerCalls = 0) => ({
  ...{ songId: title, title, calls, openerCalls, closerCalls },
  positions: [calls],
});

test('compares the most called songs with the songs played, rarest correct calls first', () => {
  const called = Array.from({ length: 26 }, (_, n) => song(`Song ${n}`, 100 - n));
  const crowd = { sheets: 100, songs: called };
  const played = ['Song 25', 'Song 24', 'Song 1', 'Song 0', 'Never called', 'Song 1'];
  const setlist = played.map((title) => ({ song: { id: title, title } }));
  expect(compareCrowd(crowd, setlist)).toEqual({
    played: 5,
    known: 2,
    rarestCalls: [
      { title: 'Song 25', calls: 75 },
      { title: 'Song 24', calls: 76 },
      { title: 'Song 1', calls: 99 },
      { title: 'Song 0', calls: 100 },
    ],
    missed: ['Never called'],
  });
});

test('sorts songs with equal calls by title', () => {
  const titles = ['Gale', 'Ember', 'Éclair', 'Fathom'];
  const crowd = { sheets: 5, songs: titles.map((title) => song(title, 2)) };
  const setlist = titles.map((title) => ({ song: { id: title, title } }));
  const sorted = ['Ember', 'Fathom', 'Gale', 'Éclair'];
  expect(compareCrowd(crowd, setlist).rarestCalls.map(({ title }) => title)).toEqual(sorted);
  expect(listFavorites(crowd, 'openerCalls', 4).map(({ title }) => title)).toEqual(sorted);
  expect(compareTitles('Ember', 'Ember')).toBe(0);
});

test('lists the songs that most sheets begin or end with', () => {
  const songs = [song('Ember', 9, 1, 8), song('Fathom', 7, 5, 2), song('Gale', 3, 3, 0)];
  const listTitles = (key: 'openerCalls' | 'closerCalls', count: number) =>
    listFavorites({ sheets: 9, songs }, key, count).map(({ title }) => title);
  expect(listTitles('openerCalls', 2)).toEqual(['Fathom', 'Gale']);
  expect(listTitles('closerCalls', 3)).toEqual(['Ember', 'Fathom']);
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
