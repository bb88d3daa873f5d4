import { DAY } from '#contract/durations.ts';
import { createRandom } from '#server/demo/random.ts';
import type { PlayedShow } from '#server/odds/model/played-shows.ts';

/** A song rests for `restShows` shows. `fixedSongs` are played at every show. */
export interface BandHabit {
  repertoire: number;
  songsPerShow: number;
  restShows: number;
  fixedSongs: number;
  /** The band alternates between this many sets of `fixedSongs` songs. Defaults to 1. */
  fixedSets?: number;
  hasNoFavorites?: boolean;
  hasNoEncore?: boolean;
  debuts?: boolean;
}

/** No song repeats within three shows, and some are far more frequent. */
export const ROTATING: BandHabit = {
  repertoire: 90,
  songsPerShow: 16,
  restShows: 3,
  fixedSongs: 0,
};
export const REHEARSED: BandHabit = {
  repertoire: 40,
  songsPerShow: 18,
  restShows: 0,
  fixedSongs: 14,
};

const SHOWS_PER_TOUR = 25;

/** The same seed gives the same archive. */
export function generateArchive(habit: BandHabit, shows: number, seed = 7): PlayedShow[] {
  const random = createRandom(seed);
  const titles = Array.from({ length: habit.repertoire }, (_, n) => `Song ${n}`);
  const { fixedSongs, fixedSets = 1, hasNoEncore } = habit;
  const lastPlayed = new Map<string, number>();
  let day = Date.UTC(2001, 4, 1);
  return Array.from({ length: shows }, (_, n) => {
    day += (n % SHOWS_PER_TOUR === 0 ? 60 : 1 + Math.floor(random() * 3)) * DAY;
    if (habit.debuts && n > 0 && n % SHOWS_PER_TOUR === 0)
      titles[Math.floor(random() * titles.length)] = `Song ${habit.repertoire + n}`;
    const firstFixed = (n % fixedSets) * fixedSongs;
    const fixedTitles = titles.slice(firstFixed, firstFixed + fixedSongs);
    const restedTitles = titles.slice(fixedSets * fixedSongs).filter((title) => {
      const last = lastPlayed.get(title);
      return last === undefined || n - last > habit.restShows;
    });
    while (fixedTitles.length < habit.songsPerShow) {
      const index = Math.floor(restedTitles.length * random() ** (habit.hasNoFavorites ? 1 : 2));
      fixedTitles.push(...restedTitles.splice(index, 1));
    }
    for (const title of fixedTitles) lastPlayed.set(title, n);
    // Each song has a preferred position, with some variation.
    const placed = fixedTitles
      .map((title) => ({ title, at: ((Number(title.slice(5)) * 7) % 10) + 3 * random() }))
      .sort((a, b) => a.at - b.at);
    return {
      date: new Date(day).toISOString().slice(0, 10),
      venue: `Hall ${Math.floor(n / 2)}`,
      city: `Town ${n % 20}`,
      state: null,
      songs: placed.map(({ title }, index) => ({
        song: title,
        isCloser: index >= placed.length - 1 || (!hasNoEncore && index === placed.length - 3),
      })),
    };
  });
}
