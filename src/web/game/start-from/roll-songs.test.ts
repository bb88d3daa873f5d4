import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_PICKS } from '#contract/predictions.ts';
import { rollSongs, type SongOdds } from './roll-songs.ts';

const song = (songId: string, chance: number, averagePosition: number | null = null): SongOdds => ({
  songId,
  chance,
  averagePosition,
});

/** Returns a seeded generator of numbers in [0, 1) (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

const NONE: ReadonlySet<string> = new Set();
const tour = Array.from({ length: 60 }, (_, index) =>
  song(`song ${index}`, index < 12 ? 0.7 : 0.25, (index % 24) + 1),
);

function rollMany(odds: readonly SongOdds[], times: number): string[][] {
  const random = createRandom(7);
  return Array.from({ length: times }, () =>
    rollSongs({ odds, songIds: [], pinned: NONE, random }),
  );
}

test('draws likely songs more often, and every song sometimes', () => {
  const certain = song('certain', 1);
  const rolls = rollMany([certain, ...tour], 2_000);
  const share = ({ songId }: SongOdds) =>
    rolls.filter((songIds) => songIds.includes(songId)).length / rolls.length;
  const [likely, unlikely] = [tour.slice(0, 12).map(share), tour.slice(12).map(share)];
  expect(Math.min(...likely)).toBeGreaterThan(1.5 * Math.max(...unlikely));
  expect(Math.min(...unlikely)).toBeGreaterThan(0.1);
  expect(share(certain)).toBeGreaterThan(Math.max(...likely));
  expect(share(certain)).toBeLessThan(0.95);
});

test('gives two fans different sheets, and neither is the list of the likeliest songs', () => {
  const sheets = rollMany(tour, 50).map((songIds) => songIds.toSorted().join());
  expect(new Set(sheets).size).toBe(50);
  const likeliest = tour.slice(0, MAX_PICKS).map(({ songId }) => songId);
  expect(sheets).not.toContain(likeliest.toSorted().join());
});

test('orders songs roughly as the band plays them', () => {
  const places = new Map(tour.map(({ songId, averagePosition }) => [songId, averagePosition ?? 0]));
  const rolls = rollMany(tour, 200);
  const averages = rolls.map((songIds) => [
    songIds.slice(0, 6).reduce((sum, id) => sum + (places.get(id) ?? 0), 0) / 6,
    songIds.slice(-6).reduce((sum, id) => sum + (places.get(id) ?? 0), 0) / 6,
  ]);
  expect(averages.filter(([start = 0, end = 0]) => start > end - 8)).toEqual([]);
  expect(new Set(rolls.map(([opener]) => opener)).size).toBeGreaterThan(3);
});

test('keeps pinned songs in their places and draws at most 24 songs, none of them twice', () => {
  const odds = fc
    .uniqueArray(fc.nat(40), { maxLength: 41 })
    .chain((ids) =>
      fc.tuple(
        ...ids.map((id) =>
          fc.double({ min: 0, max: 1, noNaN: true }).map((chance) => song(`${id}`, chance)),
        ),
      ),
    );
  fc.assert(
    fc.property(odds, fc.nat(), fc.array(fc.nat(23)), (songs, seed, pinnedPlaces) => {
      const random = createRandom(seed);
      const songIds = rollSongs({ odds: songs, songIds: [], pinned: NONE, random });
      const pinned = new Set(pinnedPlaces.flatMap((place) => songIds[place] ?? []));
      const nextSongIds = rollSongs({ odds: songs, songIds, pinned, random });
      const possibleCount = songs.filter(({ chance }) => chance > 0).length;
      expect(nextSongIds).toHaveLength(Math.min(MAX_PICKS, possibleCount));
      expect(new Set(nextSongIds).size).toBe(nextSongIds.length);
      for (const songId of pinned)
        expect(nextSongIds.indexOf(songId)).toBe(songIds.indexOf(songId));
    }),
  );
});

test('keeps a pinned song that no longer has odds', () => {
  const songIds = ['a', 'debut', 'b'];
  const odds = [song('c', 0.5), song('d', 0.5)];
  const pinned = new Set(['debut']);
  const roll = rollSongs({ odds, songIds, pinned, random: createRandom(1) });
  expect(roll[1]).toBe('debut');
  expect(roll.toSorted()).toEqual(['c', 'd', 'debut']);
});
