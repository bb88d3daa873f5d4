import { expect, test } from 'vitest';
import { type BandHabit, generateArchive } from '../../../../tests/support/generated-archive.ts';
import { createChances } from './chances.ts';
import { listDistinctSongs, type PlayedShow } from './played-shows.ts';

const SHOWS = 130;

function forecastLast(habit: BandHabit, count: number) {
  const archive = generateArchive(habit, SHOWS);
  const chances = createChances({ retrainEvery: 20 });
  return archive.flatMap((show, n) => {
    const songs = n >= SHOWS - count - 30 ? chances.forecastShow(show) : [];
    chances.record(show);
    const likeliest = songs.slice(0, habit.songsPerShow).map(({ song }) => song);
    return n >= SHOWS - count ? [{ show, likeliest, previous: archive.slice(0, n) }] : [];
  });
}

function computeShare(songs: readonly string[], shows: readonly PlayedShow[]): number {
  const played = new Set(shows.flatMap(listDistinctSongs));
  return songs.filter((song) => played.has(song)).length / songs.length;
}

const average = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

test('forecasts the set of a band that always plays the same one', () => {
  const habit = { repertoire: 60, songsPerShow: 18, restShows: 0, fixedSongs: 16 };
  for (const { likeliest } of forecastLast(habit, 10))
    for (let n = 0; n < habit.fixedSongs; n += 1) expect(likeliest).toContain(`Song ${n}`);
});

test('forecasts tonight’s set of a band that alternates two sets', () => {
  const habit = { repertoire: 70, songsPerShow: 18, restShows: 0, fixedSongs: 16, fixedSets: 2 };
  for (const { show, likeliest } of forecastLast(habit, 10))
    expect(computeShare(likeliest, [show])).toBeGreaterThan(0.85);
});

test('forecasts few songs of the last two shows for a band that rotates all of its songs', () => {
  const habit = {
    ...{ repertoire: 90, songsPerShow: 16, restShows: 4, fixedSongs: 0 },
    hasNoFavorites: true,
  };
  const forecasts = forecastLast(habit, 10);
  for (const { likeliest, previous } of forecasts)
    expect(computeShare(likeliest, previous.slice(-2))).toBeLessThan(0.1);
  expect(
    average(forecasts.map(({ show, likeliest }) => computeShare(likeliest, [show]))),
  ).toBeGreaterThan(0.5);
});
