import { MAX_PICKS } from '#contract/predictions.ts';
import type { Random } from './random.ts';

export interface PlayedSetlist {
  songs: readonly { title: string }[];
}

/** Chooses a list of titles, opener first, from the shows played so far. */
export type Habit = (history: readonly PlayedSetlist[], random: Random) => string[];

export const HABITS: Record<string, Habit> = {
  'most frequent lately': (history, random) =>
    sortByPosition(listFrequentSongs(history.slice(-40), random)),
  "most of the last show's list": (history, random) =>
    listTitles(history.at(-1)).filter(() => random() < 0.8),
  'rotation-aware': (history, random) => sortByPosition(listRestedSongs(history, random)),
  random: (history, random) => {
    const pool = [...new Set(history.slice(-100).flatMap(listTitles))];
    return shuffle(pool, random).slice(0, 1 + Math.floor(random() * MAX_PICKS));
  },
};

/** Picks 1 to 24 different titles by the habit. `history` must not be empty. */
export function pickTitles(
  habit: Habit,
  history: readonly PlayedSetlist[],
  random: Random,
): string[] {
  return [...new Set(habit(history, random))].slice(0, MAX_PICKS);
}

interface SongStats {
  title: string;
  plays: number;
  averagePosition: number;
}

function listFrequentSongs(shows: readonly PlayedSetlist[], random: Random): SongStats[] {
  return rankTitles(shows, (song) => song.plays * (0.7 + 0.6 * random()));
}

/** Prefers frequent songs that were not in the last two shows, because bands rotate. */
function listRestedSongs(history: readonly PlayedSetlist[], random: Random): SongStats[] {
  const justPlayed = new Set(history.slice(-2).flatMap(listTitles));
  return rankTitles(
    history.slice(-40),
    (song) => song.plays * (justPlayed.has(song.title) ? 0.3 : 1) * (0.8 + 0.4 * random()),
  );
}

function rankTitles(
  shows: readonly PlayedSetlist[],
  weigh: (song: SongStats) => number,
): SongStats[] {
  const songs = new Map<string, { plays: number; positionSum: number }>();
  for (const show of shows)
    for (const [index, { title }] of show.songs.entries()) {
      const counts = songs.get(title) ?? { plays: 0, positionSum: 0 };
      songs.set(title, {
        plays: counts.plays + 1,
        positionSum: counts.positionSum + index / show.songs.length,
      });
    }
  return [...songs]
    .map(([title, { plays, positionSum }]) => ({
      title,
      plays,
      averagePosition: positionSum / plays,
    }))
    .map((song) => ({ ...song, weight: weigh(song) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_PICKS - 2);
}

function sortByPosition(songs: SongStats[]): string[] {
  return songs.toSorted((a, b) => a.averagePosition - b.averagePosition).map((song) => song.title);
}

function listTitles(show: PlayedSetlist | undefined): string[] {
  return show?.songs.map((song) => song.title) ?? [];
}

function shuffle<T>(items: readonly T[], random: Random): T[] {
  return items
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
