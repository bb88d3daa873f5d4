import type { PlayedSong } from './played-shows.ts';

export interface Positions {
  shows: number;
  all: Tally;
  songs: Map<string, Tally>;
}

interface Tally {
  plays: number;
  first: number;
  closing: number;
  /** By position, from 0. */
  at: number[];
}

/** In shows. */
const HALF_LIFE = 60;
/** Weight of the band's average against a song's own plays. */
const PRIOR_WEIGHT = 2;
/** A song played third might as well have been second or fourth. */
const BLUR = [0.25, 0.5, 0.25];

export function emptyPositions(): Positions {
  return { shows: 0, all: noPlays(), songs: new Map() };
}

export function recordPositions(places: Positions, songs: readonly PlayedSong[]): void {
  places.shows += 1;
  const weight = currentWeight(places);
  for (const [index, { song, isCloser }] of songs.entries()) {
    const own = places.songs.get(song) ?? noPlays();
    places.songs.set(song, own);
    for (const tally of [own, places.all]) {
      tally.plays += weight;
      if (index === 0) tally.first += weight;
      if (isCloser) tally.closing += weight;
      for (const [n, share] of BLUR.entries()) {
        const place = Math.max(0, index + n - 1);
        tally.at[place] = (tally.at[place] ?? 0) + share * weight;
      }
    }
  }
}

export function shareFirst(places: Positions, song: string): number {
  return share(places, song, ({ first }) => first);
}

/** Also counts closers of the main set. */
export function shareClosing(places: Positions, song: string): number {
  return share(places, song, ({ closing }) => closing);
}

/** `place` counts from 1. */
export function shareAt(places: Positions, song: string, place: number): number {
  return share(places, song, ({ at }) => at[place - 1] ?? 0);
}

function noPlays(): Tally {
  return { plays: 0, first: 0, closing: 0, at: [] };
}

function share(places: Positions, song: string, part: (tally: Tally) => number): number {
  const own = places.songs.get(song);
  const { all } = places;
  const usual = all.plays > 0 ? part(all) / all.plays : 0;
  const prior = PRIOR_WEIGHT * currentWeight(places);
  return ((own ? part(own) : 0) + prior * usual) / ((own?.plays ?? 0) + prior);
}

/** Growing weights are equivalent to old shows decaying. */
function currentWeight({ shows }: Positions): number {
  return 2 ** (shows / HALF_LIFE);
}
