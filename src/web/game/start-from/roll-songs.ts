import { MAX_PICKS } from '#contract/predictions.ts';

export interface SongOdds {
  songId: string;
  /** From 0 to 1. */
  chance: number;
  /** Where the band usually plays the song, from 1, or null if unknown. */
  averagePosition: number | null;
}

type RollOptions = {
  odds: readonly SongOdds[];
  songIds: readonly string[];
  pinned: ReadonlySet<string>;
  /** Returns a number in [0, 1). */
  random: () => number;
};

/** Draws a sheet of up to 24 different songs; likely songs are drawn more often. */
export function rollSongs({ odds, songIds, pinned, random }: RollOptions): string[] {
  const keptCount = songIds.filter((id) => pinned.has(id)).length;
  const candidates = odds.filter(({ songId }) => !pinned.has(songId));
  const drawnSongs = orderSongs(drawSongs(candidates, MAX_PICKS - keptCount, random), random);
  const rolledSongs: string[] = [];
  for (let index = 0; index < MAX_PICKS; index += 1) {
    const kept = songIds[index];
    const songId = kept !== undefined && pinned.has(kept) ? kept : drawnSongs.shift();
    if (songId !== undefined) rolledSongs.push(songId);
  }
  return rolledSongs;
}

/** Weighted: sorts by u^(1/weight), as logarithms (Efraimidis and Spirakis, 2006). */
function drawSongs(odds: readonly SongOdds[], count: number, random: () => number): SongOdds[] {
  return odds
    .filter(({ chance }) => chance > 0)
    .map((song) => ({ song, key: Math.log(1 - random()) / song.chance }))
    .toSorted((a, b) => b.key - a.key)
    .slice(0, count)
    .map(({ song }) => song);
}

function orderSongs(songs: readonly SongOdds[], random: () => number): string[] {
  return songs
    .map(({ songId, averagePosition }) => ({
      songId,
      place: (averagePosition ?? MAX_PICKS / 2) + PLACE_SPREAD * (random() - 0.5),
    }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ songId }) => songId);
}

/** In songs. */
const PLACE_SPREAD = 6;
