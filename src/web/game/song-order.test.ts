import { expect, test } from 'vitest';
import type { Song } from '#contract/songs.ts';
import { orderSongs, type SongOrder } from './song-order.ts';

const SONGS = [
  createSong('Anchor', 100, 60, '2025-02-01'),
  createSong('Beacon', 40, 2, '2026-06-01'),
  createSong('Cinder', 40, 3, '2026-05-30'),
  createSong('Debut', 0, null, null),
  createSong('Ember', 3, 0, '2026-06-04'),
];

test.each<[SongOrder, string]>([
  ['title', 'Anchor Beacon Cinder Debut Ember'],
  ['odds', 'Beacon Cinder Anchor Ember Debut'],
  ['likely', 'Beacon Cinder Anchor Ember Debut'],
  ['played', 'Anchor Beacon Cinder Ember Debut'],
  ['gap', 'Anchor Cinder Beacon Ember Debut'],
  ['lately', 'Ember Beacon Cinder Anchor Debut'],
])('sorts by %s as %s', (order, expected) => {
  const originalTitles = SONGS.map(({ title }) => title);
  expect(orderSongs(SONGS, order, undefined).map(({ title }) => title)).toEqual(
    expected.split(' '),
  );
  expect(SONGS.map(({ title }) => title)).toEqual(originalTitles);
});

test('sorts by odds when they load, with unplayed songs last', () => {
  const odds = new Map([
    ['Ember', 0.4],
    ['Anchor', 0.5],
    ['Beacon', 0],
    ['Cinder', 0.1],
  ]);
  const ordered = orderSongs(SONGS, 'odds', odds).map(({ title }) => title);
  expect(ordered).toEqual(['Anchor', 'Ember', 'Cinder', 'Beacon', 'Debut']);
});

function createSong(
  title: string,
  timesPlayed: number,
  gap: number | null,
  day: string | null,
): Song {
  return {
    ...{ id: title, title, album: null, rarity: 'common', category: 'studio', firstPlayed: null },
    lastPlayed: day && `${day}T00:00:00.000Z`,
    ...{ timesPlayed, averagePosition: null, gap, gapIsMinimum: false, version: 0 },
  };
}
