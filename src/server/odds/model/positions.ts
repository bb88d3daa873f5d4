import type { PlayedSong } from './played-shows.ts';

/** How often songs are played at each place of a show, as first and as a closer; plain data. */
export interface Positions {
  shows: number;
  all: Tally;
  songs: Map<string, Tally>;
}

interface Tally {
  plays: number;
  first: number;
  closing: number;
  /** By index, from 0. */
  at: number[];
}

/** After so many shows a play counts half. */
const HALF_LIFE = 60;
/** How many plays' worth the band's usual is believed against a song's own. */
const DOUBT = 2;
/** A song played third could as well have been second or fourth. */
const BLUR = [0.25, 0.5, 0.25];

export function emptyPositions(): Positions {
  return { shows: 0, all: noPlays(), songs: new Map() };
}

export function recordPositions(places: Positions, songs: readonly PlayedSong[]): void {
  places.shows += 1;
  const worth = worthNow(places);
  for (const [index, { song, isCloser }] of songs.entries()) {
    const own = places.songs.get(song) ?? noPlays();
    places.songs.set(song, own);
    for (const tally of [own, places.all]) {
      tally.plays += worth;
      if (index === 0) tally.first += worth;
      if (isCloser) tally.closing += worth;
      for (const [n, share] of BLUR.entries()) {
        const place = Math.max(0, index + n - 1);
        tally.at[place] = (tally.at[place] ?? 0) + share * worth;
      }
    }
  }
}

/** Of a song's plays, the share that began a show. */
export function shareFirst(places: Positions, song: string): number {
  return share(places, song, ({ first }) => first);
}

/** Of a song's plays, the share that ended a show or its main set. */
export function shareClosing(places: Positions, song: string): number {
  return share(places, song, ({ closing }) => closing);
}

/** Of a song's plays, the share at that place of the show, from 1. */
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
  const doubt = DOUBT * worthNow(places);
  return ((own ? part(own) : 0) + doubt * usual) / ((own?.plays ?? 0) + doubt);
}

/** Each show counts for a little more than the one before, which is the same as letting old ones fade. */
function worthNow({ shows }: Positions): number {
  return 2 ** (shows / HALF_LIFE);
}
