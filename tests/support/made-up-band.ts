import type { PlayedShow } from '#server/odds/model/played-shows.ts';
import { seededRandom } from '../../tools/replay/fans.ts';

/** How a band chooses: for how many shows a song rests, and how many of a show's songs are always there. */
export interface BandHabit {
  repertoire: number;
  songsAShow: number;
  rests: number;
  always: number;
}

/** Rotates: no song within three shows, some far more often than others. */
export const ROTATING: BandHabit = { repertoire: 90, songsAShow: 16, rests: 3, always: 0 };
/** Plays the show it has rehearsed, and a few songs for those who come again. */
export const REHEARSED: BandHabit = { repertoire: 40, songsAShow: 18, rests: 0, always: 14 };

const DAY_MS = 24 * 60 * 60 * 1000;

/** An archive of a band that there is not: the same for the same seed. */
export function makeUpArchive(habit: BandHabit, shows: number, seed = 7): PlayedShow[] {
  const random = seededRandom(seed);
  const titles = Array.from({ length: habit.repertoire }, (_, n) => `Song ${n}`);
  const lastPlayed = new Map<string, number>();
  let day = Date.UTC(2001, 4, 1);
  return Array.from({ length: shows }, (_, n) => {
    day += (n % 25 === 0 ? 60 : 1 + Math.floor(random() * 3)) * DAY_MS;
    const chosen = titles.slice(0, habit.always);
    const rested = titles.slice(habit.always).filter((title) => {
      const last = lastPlayed.get(title);
      return last === undefined || n - last > habit.rests;
    });
    while (chosen.length < habit.songsAShow) {
      // The first songs of the repertoire are the favourites.
      const at = Math.floor(rested.length * random() ** 2);
      chosen.push(...rested.splice(at, 1));
    }
    for (const title of chosen) lastPlayed.set(title, n);
    // Each song has its part of the show, more or less.
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
