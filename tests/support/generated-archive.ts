import { DAY } from '#contract/durations.ts';
import type { PlayedShow } from '#server/odds/model/played-shows.ts';
import { createRandom } from '../../tools/replay/fans.ts';

/**
 * How a band chooses songs: for how many shows a song rests, and how many songs are in every show.
 */
export interface BandHabit {
  repertoire: number;
  songsAShow: number;
  rests: number;
  always: number;
}

/** Rotates its songs: none repeats within three shows, and some are far more frequent. */
export const ROTATING: BandHabit = { repertoire: 90, songsAShow: 16, rests: 3, always: 0 };
/** Plays a rehearsed show with a few changing songs. */
export const REHEARSED: BandHabit = { repertoire: 40, songsAShow: 18, rests: 0, always: 14 };

/** Generates an archive of a made-up band. The same seed gives the same archive. */
export function generateArchive(habit: BandHabit, shows: number, seed = 7): PlayedShow[] {
  const random = createRandom(seed);
  const titles = Array.from({ length: habit.repertoire }, (_, n) => `Song ${n}`);
  const lastPlayed = new Map<string, number>();
  let day = Date.UTC(2001, 4, 1);
  return Array.from({ length: shows }, (_, n) => {
    day += (n % 25 === 0 ? 60 : 1 + Math.floor(random() * 3)) * DAY;
    const chosen = titles.slice(0, habit.always);
    const rested = titles.slice(habit.always).filter((title) => {
      const last = lastPlayed.get(title);
      return last === undefined || n - last > habit.rests;
    });
    while (chosen.length < habit.songsAShow) {
      // The first songs of the repertoire are the favorites.
      const index = Math.floor(rested.length * random() ** 2);
      chosen.push(...rested.splice(index, 1));
    }
    for (const title of chosen) lastPlayed.set(title, n);
    // Each song has a preferred place in the show, with some variation.
    const placed = chosen
      .map((title) => ({ title, at: ((Number(title.slice(5)) * 7) % 10) + 3 * random() }))
      .sort((a, b) => a.at - b.at);
    return {
      date: new Date(day).toISOString().slice(0, 10),
      venue: `Hall ${Math.floor(n / 2)}`,
      city: `Town ${n % 20}`,
      state: null,
      songs: placed.map(({ title }, index) => ({
        song: title,
        isCloser: index >= placed.length - 1 || index === placed.length - 3,
      })),
    };
  });
}
