import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type BandHabit,
  generateArchive,
  REHEARSED,
  ROTATING,
} from '../../../tests/support/generated-archive.ts';
import { rankMostPlayed } from '../odds/model/baselines.ts';
import { listDistinctSongs, type PlayedShow } from '../odds/model/played-shows.ts';
import { findOverdueSongs, predictNight } from './predict-night.ts';

const tonight = { id: 'tonight', date: '2002-01-05', venue: 'Hall', city: 'Town 1', state: null };
const predict = (played: PlayedShow[]) => predictNight({ played, targets: [tonight] }).lists;

const collectSongs = (played: readonly PlayedShow[], shows: number) =>
  new Set(played.slice(-shows).flatMap(listDistinctSongs));

test.each<[string, BandHabit, number]>([
  ['that rotates', ROTATING, 70],
  ['with few shows', ROTATING, 12],
  ['that plays what it rehearsed', REHEARSED, 30],
])('picks 24 distinct songs per player, by different rules, for a band %s', (_, habit, shows) => {
  const played = generateArchive(habit, shows);
  const lists = predict(played);
  for (const list of Object.values(lists)) {
    expect(list).toHaveLength(24);
    expect(new Set(list).size).toBe(24);
  }
  expect(new Set(Object.values(lists).map(String)).size).toBe(3);
  const favorites = rankMostPlayed(played).slice(0, 24);
  expect(lists.notebook.toSorted()).toEqual(favorites.map(({ song }) => song).toSorted());
});

test('The Optimist picks no song from the last 20 shows', () => {
  const played = generateArchive({ ...ROTATING, repertoire: 400 }, 60);
  const recentSongs = collectSongs(played, 20);
  expect(predict(played).optimist.filter((song) => recentSongs.has(song))).toEqual([]);
});

test('orders songs like the odds, with an opener first and a closer last', () => {
  const songs = Array.from({ length: 24 }, (_, n) => ({ song: `Song ${n}`, isCloser: n === 23 }));
  const played = Array.from({ length: 12 }, () => ({ ...tonight, songs }));
  for (const list of Object.values(predict(played)))
    expect([list[0], list.at(-1)]).toEqual(['Song 0', 'Song 23']);
});

const archives = fc.array(
  fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 12 }),
  { minLength: 1, maxLength: 60 },
);

test('findOverdueSongs returns the songs with the longest gaps, and enough of them for a prediction', () => {
  fc.assert(
    fc.property(archives, (shows) => {
      const played = shows.map((songs): PlayedShow => {
        const rows = songs.map((n) => ({ song: `Song ${n}`, isCloser: false }));
        return { ...tonight, songs: rows };
      });
      const songs = [...collectSongs(played, played.length)];
      const overdue = findOverdueSongs(
        played,
        songs.map((song) => ({ song, chance: 0.1 })),
      ).map(({ song }) => song);
      const recentSongs = collectSongs(played, Math.min(20, Math.floor(played.length / 2)));
      const rested = songs.filter((song) => !recentSongs.has(song));
      expect(overdue.length).toBe(Math.min(songs.length, Math.max(24, rested.length)));
      // Includes every song with the longest gap, and no others if they are enough.
      for (const song of rested) expect(overdue).toContain(song);
    }),
  );
});
